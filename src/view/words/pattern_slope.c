/* Formulas of slopes and of changes, with letters for the indices. */
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "view/words/pattern_parts.h"

/* What a user of a product adds to the slope of its input. */
static void
write_product_slope(const struct tensors *tensors, const struct number *of,
                    enum tensor user, int which, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[user];
    enum tensor other = tensors->same[kind->in[1 - which].tensor];
    char row[PATTERN_BYTES], slope[PATTERN_BYTES], factor[PATTERN_BYTES];
    const char *out_row = pattern_row(of, user), *out_col = pattern_col(of, user);
    const char *inner = pattern_col(of, kind->in[0].tensor);
    pattern_indexed(of, OF_SLOPE, user, out_row, out_col, slope);
    pattern_mapped(&kind->in[0], out_row, row);
    if (which == 1)
        pattern_indexed(of, OF_ITSELF, other, row, inner, factor);
    else if (kind->op == OP_PRODUCT_T)
        pattern_indexed(of, OF_ITSELF, other, out_col, inner, factor);
    else
        pattern_indexed(of, OF_ITSELF, other, inner, out_col, factor);
    bool one = kinds_of(of->in)[user].rows == AXIS_ONE && which == 1;
    if (!one)
        text_add(text, "sum over %s of ", which == 1 ? out_row : out_col);
    text_add(text, "%s × %s%s", slope, factor, kind->scaled ? " × 1/√d_k" : "");
}

/* A use of a tensor: `user` has it as input `which`. */
struct use {
    enum tensor user;
    int which;
};
enum { USES_MAX = 8 };

/* Whether a slope of that tensor is among the terms. */
static bool
has_slope_of(const struct receipt *receipt, enum tensor user)
{
    for (int k = 0; k < receipt->term_count; k++)
        for (int f = 0; f < receipt->terms[k].factor_count; f++) {
            const struct factor *factor = &receipt->terms[k].factors[f];
            if (factor->constant == NULL && factor->number.of == OF_SLOPE &&
                factor->number.tensor == user)
                return true;
        }
    return false;
}

/* The uses that its slope is made of. */
static int
list_uses(const struct app *app, const struct receipt *receipt, struct use uses[USES_MAX])
{
    const struct tensors *tensors = app_tensors(app, receipt->number.in);
    int count = 0;
    for (int user = (int)receipt->number.tensor + 1; user < TENSORS; user++)
        for (int k = 0; k < tensors->kinds[user].inputs && count < USES_MAX; k++)
            if (tensors->same[tensors->kinds[user].in[k].tensor] ==
                    receipt->number.tensor &&
                has_slope_of(receipt, (enum tensor)user))
                uses[count++] = (struct use){(enum tensor)user, k};
    return count;
}

/* "dA[i,k] × A[i,k] × (own - A[i,j])": k is counted; own is 1 where k is j, else 0 */
static void
write_softmax_part(const struct number *of, enum of what, enum tensor softmax,
                   struct text *text)
{
    const char *row = pattern_row(of, softmax), *col = pattern_col(of, softmax);
    enum tensor in = kinds_of(of->in)[softmax].in[0].tensor;
    char outer[PATTERN_BYTES], factor[PATTERN_BYTES], share[PATTERN_BYTES];
    bool slope = what == OF_SLOPE;
    pattern_indexed(of, what, slope ? softmax : in, row, "k", outer);
    pattern_indexed(of, OF_ITSELF, softmax, row, slope ? "k" : col, factor);
    pattern_indexed(of, OF_ITSELF, softmax, row, slope ? col : "k", share);
    text_add(text, "sum over k of %s × %s × (own - %s)", outer, factor, share);
}

static void
write_use(const struct tensors *tensors, const struct number *of, const struct use *use,
          struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[use->user];
    char slope[PATTERN_BYTES], in[PATTERN_BYTES];
    pattern_named(of, OF_SLOPE, use->user, slope);
    pattern_named(of, OF_ITSELF, kind->in[kind->op == OP_CROSS_ENTROPY].tensor, in);
    switch (kind->op) {
    case OP_SUM:
        text_add(text, "sum of d%s over the rows that it goes into", kind->name);
        break;
    case OP_PRODUCT:
    case OP_PRODUCT_T:
        write_product_slope(tensors, of, use->user, use->which, text);
        break;
    case OP_SCALE:
        text_add(text, "%s × 1/√d_k", slope);
        break;
    case OP_SOFTMAX:
        write_softmax_part(of, OF_SLOPE, use->user, text);
        break;
    case OP_CROSS_ENTROPY:
        text_add(text, "%s × (%s - 1 if it is the answer's)", slope, in);
        break;
    case OP_ENTROPY:
        text_add(text, "%s × (-ln %s - 1)", slope, in);
        break;
    case OP_ROW_SUM:
        text_add(text, "%s", slope);
        break;
    case OP_CENTRE:
    case OP_VARIANCE:
    case OP_VARIANCE_T:
    case OP_SHARE:
        text_add(text, "d%s × its derivative", kind->name);
        break;
    case OP_RIGHT:
    case OP_PARAMETER:
    case OPS:
        break;
    }
}

/* "dQ Wqᵀ": what a use adds to the matrix of slopes. */
static void
write_use_whole(const struct tensors *tensors, const struct number *of,
                const struct use *use, struct text *text)
{
    const struct kind *kinds = kinds_of(of->in), *kind = &kinds[use->user];
    const char *left = kinds[kind->in[0].tensor].name;
    const char *other = kinds[tensors->same[kind->in[1 - use->which].tensor]].name;
    bool transposed = kind->op == OP_PRODUCT_T;
    if (kind->op != OP_PRODUCT && !transposed)
        text_add(text, "d%s × its derivative", kind->name);
    else if (use->which == 0)
        text_add(text, "d%s %s%s", kind->name, other, transposed ? "" : "ᵀ");
    else if (transposed)
        text_add(text, "d%sᵀ %s", kind->name, left);
    else
        text_add(text, "%sᵀ d%s", left, kind->name);
    text_add(text, "%s", kind->scaled ? " / √d_k" : "");
}

/* The letters of the indices of a slope, as its use has them: a key's row is a column of S. */
static void
name_slope(const struct number *of, const struct use *use, char out[PATTERN_BYTES])
{
    const struct kind *kind = &kinds_of(of->in)[use->user];
    const char *row = pattern_row(of, of->tensor), *col = pattern_col(of, of->tensor);
    if (use->which == 1 && kind->op == OP_PRODUCT_T)
        row = pattern_col(of, use->user);
    else if (use->which == 1 && kind->op == OP_PRODUCT)
        row = pattern_col(of, kind->in[0].tensor);
    pattern_indexed(of, OF_SLOPE, of->tensor, row, col, out);
}

void
pattern_slope(const struct app *app, const struct receipt *receipt, bool left,
              struct text *text)
{
    const struct number *of = &receipt->number, *target = app_target(app, of->in);
    struct use uses[USES_MAX];
    char name[PATTERN_BYTES];
    int count = list_uses(app, receipt, uses);
    pattern_named(of, OF_SLOPE, of->tensor, name);
    if (count == 1)
        name_slope(of, &uses[0], name);
    if (left && count > 1)
        text_add(text, "d%s = ", kinds_of(of->in)[of->tensor].name);
    else if (left)
        text_add(text, "%s = ", name);
    for (int k = 0; k < count && count > 1; k++) {
        text_add(text, "%s", k > 0 ? " + " : "");
        write_use_whole(app_tensors(app, of->in), of, &uses[k], text);
    }
    if (count == 1)
        write_use(app_tensors(app, of->in), of, &uses[0], text);
    if (count == 0)
        text_add(text, of->tensor == target->tensor && receipt->term_count > 0
                           ? "1: it is the target itself"
                           : "0: the target does not follow from it");
}

void
pattern_change(const struct app *app, const struct receipt *receipt, bool left,
               struct text *text)
{
    const struct number *of = &receipt->number;
    const struct kind *kinds = kinds_of(of->in), *kind = &kinds[of->tensor];
    bool set = receipt->term_count > 0 && receipt->terms[0].factors[0].constant != NULL;
    bool product = !set && (kind->op == OP_PRODUCT || kind->op == OP_PRODUCT_T);
    char in[PATTERN_BYTES] = "", name[PATTERN_BYTES];
    pattern_named(of, OF_CHANGE, of->tensor, name);
    if (left && product)
        text_add(text, "u%s = ", kind->name);
    else if (left)
        text_add(text, "%s = ", name);
    if (kind->inputs > 0)
        pattern_named(of, OF_CHANGE, kind->in[0].tensor, in);
    if (set || kind->inputs == 0)
        text_add(text, "what was set by hand, less what was there");
    else if (kind->op == OP_SUM)
        pattern_sum(of, text);
    else if (product) {
        const char *a = kinds[kind->in[0].tensor].name,
                   *b = kinds[app_tensors(app, of->in)->same[kind->in[1].tensor]].name;
        const char *turned = kind->op == OP_PRODUCT_T ? "ᵀ" : "";
        text_add(text,
                 kind->scaled ? "(u%s %s%s + %s u%s%s) / √d_k" : "u%s %s%s + %s u%s%s", a,
                 b, turned, a, b, turned);
    } else if (kind->op == OP_SCALE)
        text_add(text, "%s × 1/√d_k", in);
    else if (kind->op == OP_SOFTMAX)
        write_softmax_part(of, OF_CHANGE, of->tensor, text);
    else
        text_add(text, "sum of %s × its derivative", in);
}

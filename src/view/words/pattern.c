/* Formulas with letters for the indices. */
#include "view/words/pattern.h"

#include <stdio.h>
#include <string.h>

#include "app/address/names.h"
#include "app/address/numbers.h"

enum { NAME_BYTES = 64 };

const char *
pattern_letter(enum in in, enum axis axis, bool column)
{
    switch (axis) {
    case AXIS_ONE:
        return in == IN_STORE ? "query" : "0";
    case AXIS_TOKEN:
        return in == IN_STORE ? "e" : column ? "j" : "i";
    case AXIS_WORD:
        return "w";
    case AXIS_POSITION:
        return "i";
    case AXIS_MODEL:
        return "m";
    case AXIS_KEY:
    case AXIS_WIDTH:
        return "c";
    case AXIS_TAG:
        return column ? "u" : "t";
    case AXIS_VALUE:
        return "v";
    case AXIS_ENTRY:
        return "e";
    case AXES:
        break;
    }
    return "k";
}

void
pattern_constant(const struct factor *factor, const struct tensors *tensors, char *out,
                 size_t size)
{
    if (strcmp(factor->constant, "1/sqrt(d_k)") == 0)
        snprintf(out, size, "1/√%d", tensors->size[AXIS_KEY]);
    else
        snprintf(out, size, "%s", factor->constant);
}

/* -- names with letters ---------------------------------------------------------------- */

/* "S[i,j]", "dS[i,j]", "loss": a tensor with these indices, as far as it has any. */
static void
indexed(const struct number *of, enum of what, enum tensor id, const char *row,
        const char *col, char out[NAME_BYTES])
{
    struct number number = {.tensor = id, .in = of->in, .of = what};
    char name[32];
    int indices = kind_indices(&kinds_of(of->in)[id]);
    name_of(&number, name, sizeof name);
    if (indices == 0)
        snprintf(out, NAME_BYTES, "%s", name);
    else if (indices == 1)
        snprintf(out, NAME_BYTES, "%s[%s]", name, row);
    else
        snprintf(out, NAME_BYTES, "%s[%s,%s]", name, row, col);
}

static const char *
row_letter(const struct number *of, enum tensor id)
{
    return pattern_letter(of->in, kinds_of(of->in)[id].rows, false);
}

static const char *
col_letter(const struct number *of, enum tensor id)
{
    return pattern_letter(of->in, kinds_of(of->in)[id].cols, true);
}

/* "S[i,j]": with its own letters. */
static void
named(const struct number *of, enum of what, enum tensor id, char out[NAME_BYTES])
{
    indexed(of, what, id, row_letter(of, id), col_letter(of, id), out);
}

/* The row of an input as the map says: "word i", "tag e", "query". */
static void
mapped(const struct number *of, const struct input *input, const char *row,
       char out[NAME_BYTES])
{
    static const char *const words[MAPS] = {
        [MAP_WORD] = "word ", [MAP_TAG] = "tag ", [MAP_VALUE] = "value "};
    (void)of;
    if (input->map == MAP_QUERY)
        snprintf(out, NAME_BYTES, "query");
    else
        snprintf(out, NAME_BYTES, "%s%s",
                 words[input->map] != NULL ? words[input->map] : "", row);
}

/* -- forward --------------------------------------------------------------------------- */

static void
write_sum(const struct number *of, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[of->tensor];
    for (int k = 0; k < kind->inputs; k++) {
        char row[NAME_BYTES], name[NAME_BYTES];
        mapped(of, &kind->in[k], row_letter(of, of->tensor), row);
        indexed(of, of->of, kind->in[k].tensor, row, col_letter(of, of->tensor), name);
        text_add(text, "%s%s", k > 0 ? " + " : "", name);
    }
    if (of->in == IN_STORE)
        text_add(text, "; of the query the first alone");
}

/* "sum over c of Q[i,c] × K[j,c]", of numbers or of their changes */
static void
write_product(const struct number *of, enum of left_of, enum of right_of,
              struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[of->tensor];
    enum tensor left = kind->in[0].tensor, right = kind->in[1].tensor;
    char row[NAME_BYTES], a[NAME_BYTES], b[NAME_BYTES];
    const char *counted = col_letter(of, left), *col = col_letter(of, of->tensor);
    mapped(of, &kind->in[0], row_letter(of, of->tensor), row);
    indexed(of, left_of, left, row, counted, a);
    if (kind->op == OP_PRODUCT_T)
        indexed(of, right_of, right, col, counted, b);
    else
        indexed(of, right_of, right, counted, col, b);
    text_add(text, "sum over %s of %s × %s%s", counted, a, b,
             kind->scaled ? ", × 1/√d_k" : "");
}

static void
write_number(const struct number *of, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[of->tensor];
    char in[NAME_BYTES] = "", second[NAME_BYTES] = "";
    if (kind->inputs > 0)
        named(of, OF_ITSELF, kind->in[0].tensor, in);
    if (kind->inputs > 1)
        named(of, OF_ITSELF, kind->in[1].tensor, second);
    const char *name = kind->inputs > 0 ? kinds_of(of->in)[kind->in[0].tensor].name : "";
    switch (kind->op) {
    case OP_SUM:
        write_sum(of, text);
        break;
    case OP_PRODUCT:
    case OP_PRODUCT_T:
        write_product(of, OF_ITSELF, OF_ITSELF, text);
        break;
    case OP_SCALE:
        text_add(text, "%s × 1/√d_k", in);
        break;
    case OP_SOFTMAX:
        text_add(text, "exp(%s - max) / sum", in);
        break;
    case OP_CROSS_ENTROPY:
        text_add(text, "log(sum of exp(%s - max)) - (%s[answer] - max)", name, name);
        break;
    case OP_RIGHT:
        text_add(text, "1 where the largest of %s is the answer's, else 0", name);
        break;
    case OP_ENTROPY:
        text_add(text, "sum over j of -%s × ln %s", in, in);
        break;
    case OP_ROW_SUM:
        text_add(text, "sum over j of %s", in);
        break;
    case OP_CENTRE:
        text_add(text, "%s less the mean of its row", in);
        break;
    case OP_VARIANCE:
    case OP_VARIANCE_T:
        text_add(text, "mean of (%s - their mean)² over a %s", in,
                 kind->op == OP_VARIANCE ? "row" : "column");
        break;
    case OP_SHARE:
        text_add(text, "sum of %s / (that + sum of %s)", in, second);
        break;
    case OP_PARAMETER:
    case OPS:
        break;
    }
}

/* -- slopes and changes ---------------------------------------------------------------- */

/* What a user of a product adds to the slope of its input. */
static void
write_product_slope(const struct number *of, enum tensor user, int which,
                    struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[user];
    enum tensor other = kind->in[1 - which].tensor;
    char row[NAME_BYTES], slope[NAME_BYTES], factor[NAME_BYTES];
    const char *out_row = row_letter(of, user), *out_col = col_letter(of, user);
    const char *inner = col_letter(of, kind->in[0].tensor);
    indexed(of, OF_SLOPE, user, out_row, out_col, slope);
    mapped(of, &kind->in[0], out_row, row);
    if (which == 1)
        indexed(of, OF_ITSELF, other, row, inner, factor);
    else if (kind->op == OP_PRODUCT_T)
        indexed(of, OF_ITSELF, other, out_col, inner, factor);
    else
        indexed(of, OF_ITSELF, other, inner, out_col, factor);
    text_add(text, "sum over %s of %s × %s%s", which == 1 ? out_row : out_col, slope,
             factor, kind->scaled ? " × 1/√d_k" : "");
}

static void
write_user(const struct number *of, enum tensor user, int which, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[user];
    char slope[NAME_BYTES], self[NAME_BYTES];
    named(of, OF_SLOPE, user, slope);
    named(of, OF_ITSELF, user, self);
    switch (kind->op) {
    case OP_SUM:
        text_add(text, "sum of d%s over the rows that it goes into", kind->name);
        break;
    case OP_PRODUCT:
    case OP_PRODUCT_T:
        write_product_slope(of, user, which, text);
        break;
    case OP_SCALE:
        text_add(text, "%s × 1/√d_k", slope);
        break;
    case OP_SOFTMAX:
        text_add(text, "sum over k of %s × %s × ((1 if own) - share)", slope, self);
        break;
    case OP_CROSS_ENTROPY:
        text_add(text, "%s × (%s - 1 where it is the answer's)", slope,
                 kinds_of(of->in)[kind->in[1].tensor].name);
        break;
    case OP_ENTROPY:
    case OP_ROW_SUM:
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

/* One part for each tensor that uses it and that the target follows from. */
static void
write_slope(const struct app *app, const struct number *of, struct text *text)
{
    const struct number *target = app_target(app, of->in);
    const struct tensors *tensors = app_tensors(app, of->in);
    bool any = false;
    for (int user = (int)of->tensor + 1; user <= (int)target->tensor; user++)
        for (int k = 0; k < tensors->kinds[user].inputs; k++) {
            if (tensors->same[tensors->kinds[user].in[k].tensor] != of->tensor ||
                tensors->kinds[user].op == OP_RIGHT ||
                !kinds_reach(tensors->kinds, (enum tensor)user, target->tensor))
                continue;
            text_add(text, "%s", any ? " + " : "");
            write_user(of, (enum tensor)user, k, text);
            any = true;
        }
    if (!any)
        text_add(text, of->tensor == target->tensor ? "1: it is the target itself" : "0");
}

static void
write_change(const struct number *of, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[of->tensor];
    char in[NAME_BYTES] = "";
    if (kind->inputs > 0)
        named(of, OF_CHANGE, kind->in[0].tensor, in);
    if (kind->op == OP_SUM)
        write_sum(of, text);
    else if (kind->op == OP_PRODUCT || kind->op == OP_PRODUCT_T) {
        write_product(of, OF_CHANGE, OF_ITSELF, text);
        text_add(text, " + the same with u of the other");
    } else if (kind->op == OP_SCALE)
        text_add(text, "%s × 1/√d_k", in);
    else if (kind->inputs > 0)
        text_add(text, "sum of %s × its derivative", in);
    else
        text_add(text, "what was set by hand, less what was there");
}

/* -- all of them ----------------------------------------------------------------------- */

/* What training makes, and what is no computation. */
static const char *
fixed_formula(const struct receipt *receipt)
{
    const struct number *of = &receipt->number;
    if (receipt->kind == RECEIPT_COPY)
        return "the matrix is shared: the same number as";
    if (receipt->kind == RECEIPT_PARAMETER && receipt->term_count > 0)
        return "the next step's value = this one + u";
    if (receipt->kind == RECEIPT_ADAM)
        return "u = -lr × m / (√v + 1e-8), m and v corrected for their start at 0";
    if (of->of == OF_M)
        return "m = sum over the steps so far of .1 × g × .9^(steps since)";
    if (of->of == OF_V)
        return "v = sum over the steps so far of .001 × g² × .999^(steps since)";
    if (receipt->kind != RECEIPT_MEAN)
        return NULL;
    return of->of == OF_GRADIENT ? "g = sum over the examples of the batch of d × 1/batch"
           : of->tensor == TENSOR_RIGHT
               ? "accuracy = sum over the fresh stores of right × 1/batch"
               : "mean_loss = sum over the examples of the batch of loss × 1/batch";
}

void
pattern_formula(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const struct number *of = &receipt->number;
    const char *fixed = fixed_formula(receipt);
    char name[NAME_BYTES];
    if (fixed != NULL) {
        text_add(text, "%s", fixed);
        return;
    }
    named(of, of->of, of->tensor, name);
    text_add(text, "%s = ", name);
    if (of->of == OF_SLOPE)
        write_slope(app, of, text);
    else if (of->of == OF_CHANGE)
        write_change(of, text);
    else
        write_number(of, text);
}

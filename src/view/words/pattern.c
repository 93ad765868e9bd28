/* Formulas with letters for the indices. */
#include "view/words/pattern.h"

#include "app/address/names.h"
#include "app/address/numbers.h"
#include "view/words/pattern_parts.h"

/* -- forward --------------------------------------------------------------------------- */

/* "sum over c of Q[i,c] × K[j,c]" */
static void
write_product(const struct tensors *tensors, const struct number *of, struct text *text)
{
    const struct kind *kind = &tensors->kinds[of->tensor];
    enum tensor left = kind->in[0].tensor, right = tensors->same[kind->in[1].tensor];
    char row[PATTERN_BYTES], a[PATTERN_BYTES], b[PATTERN_BYTES];
    const char *counted = pattern_col(of, left), *col = pattern_col(of, of->tensor);
    pattern_mapped(&kind->in[0], pattern_row(of, of->tensor), row);
    pattern_indexed(of, OF_ITSELF, left, row, counted, a);
    if (kind->op == OP_PRODUCT_T)
        pattern_indexed(of, OF_ITSELF, right, col, counted, b);
    else
        pattern_indexed(of, OF_ITSELF, right, counted, col, b);
    text_add(text, "sum over %s of %s × %s%s", counted, a, b,
             kind->scaled ? ", × 1/√d_k" : "");
}

static void
write_number(const struct tensors *tensors, const struct number *of, struct text *text)
{
    const struct kind *kind = &kinds_of(of->in)[of->tensor];
    char in[PATTERN_BYTES] = "", second[PATTERN_BYTES] = "";
    if (kind->inputs > 0)
        pattern_named(of, OF_ITSELF, kind->in[0].tensor, in);
    if (kind->inputs > 1)
        pattern_named(of, OF_ITSELF, kind->in[1].tensor, second);
    const char *name = kind->inputs > 0 ? kinds_of(of->in)[kind->in[0].tensor].name : "";
    switch (kind->op) {
    case OP_SUM:
        pattern_sum(of, text);
        break;
    case OP_PRODUCT:
    case OP_PRODUCT_T:
        write_product(tensors, of, text);
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
        text_add(text, "1 if the largest of %s is the answer's, else 0", name);
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
        return "m = sum over steps of .1 × g × .9^(steps since)";
    if (of->of == OF_V)
        return "v = sum over steps of .001 × g² × .999^(steps since)";
    if (receipt->kind != RECEIPT_MEAN)
        return NULL;
    return of->of == OF_GRADIENT ? "g = sum over the batch's examples of d × 1/batch"
           : of->of == OF_FRESH  ? "accuracy = sum over fresh stores of right × 1/stores"
           : of->tensor == TENSOR_RIGHT
               ? "mean_right = sum over the batch of right × 1/batch"
               : "mean_loss = sum over the batch of loss × 1/batch";
}

static void
write_formula(const struct app *app, const struct receipt *receipt, bool left,
              struct text *text)
{
    const struct number *of = &receipt->number;
    char name[PATTERN_BYTES];
    if (of->of == OF_SLOPE)
        pattern_slope(app, receipt, left, text);
    else if (of->of == OF_CHANGE)
        pattern_change(app, receipt, left, text);
    else {
        pattern_named(of, of->of, of->tensor, name);
        if (left)
            text_add(text, "%s = ", name);
        write_number(app_tensors(app, of->in), of, text);
    }
}

void
pattern_formula(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const char *fixed = fixed_formula(receipt);
    if (fixed != NULL)
        text_add(text, "%s", fixed);
    else
        write_formula(app, receipt, true, text);
}

void
pattern_right(const struct app *app, const struct receipt *receipt, struct text *text)
{
    write_formula(app, receipt, false, text);
}

/* Reading receipts. */
#include "core/receipt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const receipt_kinds[RECEIPT_KINDS] = {
    [RECEIPT_PARAMETER] = "parameter",
    [RECEIPT_COPY] = "copy",
    [RECEIPT_SUM] = "sum",
    [RECEIPT_DOT] = "dot",
    [RECEIPT_SCALED_DOT] = "scaled_dot",
    [RECEIPT_SCALE] = "scale",
    [RECEIPT_MASKED] = "masked",
    [RECEIPT_SOFTMAX] = "softmax",
    [RECEIPT_LOSS] = "loss",
    [RECEIPT_RIGHT] = "right",
    [RECEIPT_SHARE] = "share",
    [RECEIPT_ADAM] = "adam",
    [RECEIPT_MEAN] = "mean",
};

void
receipt_free(struct receipt *receipt)
{
    free(receipt->terms);
    *receipt = (struct receipt){0};
}

double
receipt_constant(const struct receipt *receipt, const char *name)
{
    for (int k = 0; k < receipt->constant_count; k++)
        if (strcmp(receipt->constants[k].name, name) == 0)
            return receipt->constants[k].value;
    return 0;
}

int
receipt_largest(const struct receipt *receipt)
{
    int at = receipt->term_count > 0 ? 0 : -1;
    if (receipt->term_count > 1 &&
        (receipt->kind == RECEIPT_PARAMETER || receipt->kind == RECEIPT_ADAM))
        return 1;
    if (receipt->kind == RECEIPT_SOFTMAX)
        return receipt->number.col;
    if (receipt->kind == RECEIPT_RIGHT)
        return (int)receipt_constant(receipt, "largest");
    for (int k = 1; k < receipt->term_count; k++)
        if (fabs(receipt->terms[k].product) > fabs(receipt->terms[at].product))
            at = k;
    return at;
}

/* What is no number counts as the largest: so the order holds, and it is seen. */
static double
size_of(const struct receipt *receipt, int k)
{
    double size = fabs(receipt->terms[k].product);
    return isnan(size) ? HUGE_VAL : size;
}

/* Whether a comes before b; no two are equal, so that the order is always the same. */
static bool
is_before(const struct receipt *receipt, int a, int b)
{
    double one = size_of(receipt, a), other = size_of(receipt, b);
    return one > other || (one == other && a < b);
}

int
receipt_order(const struct receipt *receipt, int *order)
{
    int count = receipt->term_count, needed = 0;
    double all = 0, reached = 0;
    for (int k = 0; k < count; k++) {
        order[k] = k;
        all += size_of(receipt, k);
    }
    /* Shell's sort: lists are short, or nearly all 0 and so in order, or long once */
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int k = gap; k < count; k++) {
            int moved = order[k], at = k;
            for (; at >= gap && is_before(receipt, moved, order[at - gap]); at -= gap)
                order[at] = order[at - gap];
            order[at] = moved;
        }
    while (needed < count && reached < 0.9 * all)
        reached += size_of(receipt, order[needed++]);
    return needed;
}

/* Reading receipts. */
#include "core/receipt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/order.h"

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

int
receipt_order(const struct receipt *receipt, int *order)
{
    return receipt->term_count == 0
               ? 0
               : order_by_size(&receipt->terms->product, sizeof *receipt->terms,
                               receipt->term_count, order);
}

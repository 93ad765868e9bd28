/* The table of operations. */
#include "core/op.h"

/* A parameter is not made of anything. */
static void
parameter_terms(struct terms *terms, const struct number *number)
{
    (void)number;
    terms_total(terms, RECEIPT_PARAMETER, terms->receipt->value);
}

static const struct op_kind op_parameter = {.pattern = "", .terms = parameter_terms};

const struct op_kind *const op_table[OPS] = {
    [OP_PARAMETER] = &op_parameter,   [OP_SUM] = &op_sum,
    [OP_PRODUCT] = &op_product,       [OP_PRODUCT_T] = &op_product_t,
    [OP_SCALE] = &op_scale,           [OP_SOFTMAX] = &op_softmax,
    [OP_CROSS_ENTROPY] = &op_loss,    [OP_RIGHT] = &op_right,
    [OP_ENTROPY] = &op_entropy,       [OP_ROW_SUM] = &op_row_sum,
    [OP_CENTRE] = &op_centre,         [OP_VARIANCE] = &op_variance,
    [OP_VARIANCE_T] = &op_variance_t, [OP_SHARE] = &op_share,
};

bool
tensors_init(struct tensors *tensors, const struct kind *kinds, const int size[AXES],
             unsigned flags, struct err *err)
{
    return tensors_allocate(tensors, kinds, op_table, size, flags, err);
}

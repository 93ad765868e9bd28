#ifndef CORE_OP_H
#define CORE_OP_H

#include "core/terms.h"

#define op_table      CORE_NAME(op_table)
#define op_sum        CORE_NAME(op_sum)
#define op_product    CORE_NAME(op_product)
#define op_scale      CORE_NAME(op_scale)
#define op_softmax    CORE_NAME(op_softmax)
#define op_loss       CORE_NAME(op_loss)
#define op_right      CORE_NAME(op_right)
#define op_entropy    CORE_NAME(op_entropy)
#define op_row_sum    CORE_NAME(op_row_sum)
#define op_centre     CORE_NAME(op_centre)
#define op_variance   CORE_NAME(op_variance)
#define op_variance_t CORE_NAME(op_variance_t)
#define op_share      CORE_NAME(op_share)
#define softmax_ends  CORE_NAME(softmax_ends)

/* The operations: all that is known of how a kind of tensor is made from its inputs. A file for
 * each, or for a few that are alike. */
struct op_kind {
    /* How a number is made, for people: {r}, {c} its row and column, {0}, {1} its inputs. */
    const char *pattern;

    /* The definition: computes a row of the result (columns of it). Faster forms are tested
     * against it, to the bit. */
    void (*row)(const struct tensors *tensors, enum tensor id, int row, real *out);

    /* Adds the terms of a number of the result to a receipt. */
    void (*terms)(struct terms *terms, const struct number *number);

    /* Adds what `user`, a tensor of this operation, adds to the slope of a number of its input
     * number `which`: the chain rule. */
    void (*slopes)(struct terms *terms, enum tensor user, int which,
                   const struct number *input);

    /* Adds what small changes of the inputs change a number of the result by, to first order. */
    void (*change)(struct terms *terms, const struct number *number);

    /* Bit k: rows of the result may read any row of input k, not only the one that belongs to
     * them. */
    unsigned whole;
};

extern const struct op_kind *const op_table[OPS];

extern const struct op_kind op_sum, op_product, op_scale, op_softmax, op_loss, op_right,
    op_entropy, op_row_sum, op_centre, op_variance, op_variance_t, op_share;

/* The largest of n numbers, and the sum of exp(z - max) in the order of kernels->softmax. */
void softmax_ends(const real *z, int n, real *max, real *sum);

#endif

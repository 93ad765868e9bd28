#ifndef CORE_OP_H
#define CORE_OP_H

#include "core/terms.h"

#define op_table      CORE_NAME(op_table)
#define op_sum        CORE_NAME(op_sum)
#define op_product    CORE_NAME(op_product)
#define op_product_t  CORE_NAME(op_product_t)
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

/* Which rows, or columns, of an input a number out[r,c] reads. */
enum reads {
    READS_NONE,
    READS_OWN,  /* the row that belongs to r (enum map), or column c */
    READS_ALL,  /* each */
    READS_OTHER /* row c, or column r */
};

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

    /* Which numbers of each input a number of the result is made from. */
    struct {
        enum reads row, col;
    } reads[INPUTS_MAX];

    /* Adds, with terms_link, how `out` changes with `in`, one of the numbers that it is made from,
     * of input number `which`: the partial derivative, as products to be added up. NULL: it does
     * not change. */
    void (*partial)(struct terms *terms, const struct number *out, int which,
                    const struct number *in);
};

extern const struct op_kind *const op_table[OPS];

extern const struct op_kind op_sum, op_product, op_product_t, op_scale, op_softmax,
    op_loss, op_right, op_entropy, op_row_sum, op_centre, op_variance, op_variance_t,
    op_share;

/* The largest of n numbers, and the sum of exp(z - max) in the order of kernels->softmax. */
void softmax_ends(const real *z, int n, real *max, real *sum);

#endif

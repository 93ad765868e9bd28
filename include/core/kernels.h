#ifndef CORE_KERNELS_H
#define CORE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/real.h"

#define kernels_list  CORE_NAME(kernels_list)
#define kernels_best  CORE_NAME(kernels_best)
#define kernels_named CORE_NAME(kernels_named)

struct adam_scales;
struct lookup_work;
struct lookup_batch;
struct lookup_result;
struct lookup_draw;

typedef void kernel_product(real *out, const real *a, const real *b, int rows, int inner,
                            int cols);

/* The lookup task's loops over the examples of a batch, several examples at once. */
struct lookup_kernels {
    /* Adds up the losses and counts the examples that are right, and fills work->d_tables with
     * the sums of the examples' gradients of Zt, Zv, Lt and Lv, which are there; as
     * lookup_step.c does it one by one. */
    void (*gather)(struct lookup_work *work, const struct lookup_batch *batch,
                   struct lookup_result *result);

    /* How many examples are right. */
    int (*right)(struct lookup_work *work, const struct lookup_batch *batch);

    /* Draws examples; as source/lookup_task.h says. */
    void (*draw)(const struct lookup_draw *draw, int *tag, int *value, int *query,
                 int *answer);
};

/* The loops where the time goes, once for each instruction set that the program was built
 * for. All variants give the same bits. Matrices are row-major; shapes stand before the
 * parameters; out never overlaps an input. Nothing is allocated, nothing fails. */
struct kernels {
    const char *name; /* baseline, avx2, avx512 */

    /* out (rows, cols) = a (rows, inner) b (inner, cols):
     * out[r][c] = sum over m of a[r][m] * b[m][c], fused, m upwards, from 0 */
    kernel_product *matmul;

    /* The same, from what is in out. */
    kernel_product *matmul_add;

    /* out (rows, cols) += a^T b, a (inner, rows), b (inner, cols):
     * out[r][c] += a[m][r] * b[m][c], fused, m upwards */
    kernel_product *matmul_left_add;

    /* out (rows, cols) = a (rows, inner) b^T, b (cols, inner):
     * out[r][c] = sum over m of a[r][m] * b[c][m], fused, m upwards, from 0 */
    kernel_product *matmul_transposed;

    /* The same, from what is in out. */
    kernel_product *matmul_transposed_add;

    /* out[j] = in[j] * factor, n numbers */
    void (*scale)(real *out, const real *in, real factor, int n);

    /* The softmax of n numbers, n >= 1, none of them nan or +infinity:
     * out[j] = exp(z[j] - max) / sum. The sum is taken in SOFTMAX_LANES lanes: lane l adds
     * the terms l, l + LANES, ... upwards; then the upper half of the lanes is added to
     * the lower half until one is left. max and sum are also stored. */
    void (*softmax)(real *out, const real *z, int n, real *max, real *sum);

    /* Adam's step (core/adam.h) for each of `count` parameters. */
    void (*adam)(real *parameters, const real *gradient, real *m, real *v, size_t count,
                 const struct adam_scales *scales);

    /* Or NULL where examples are gone through one by one, as in the double core. */
    const struct lookup_kernels *lookup;
};

enum { SOFTMAX_LANES = 16 };

/* The variants that this machine can run, baseline first; the array ends with NULL. */
const struct kernels *const *kernels_list(void);

/* The fastest of them. */
const struct kernels *kernels_best(void);

/* The variant of that name, or NULL where this machine or this build has none. */
const struct kernels *kernels_named(const char *name);

#endif

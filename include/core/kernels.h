#ifndef CORE_KERNELS_H
#define CORE_KERNELS_H

#include <stdbool.h>

#include "core/real.h"

#define kernels_list  CORE_NAME(kernels_list)
#define kernels_best  CORE_NAME(kernels_best)
#define kernels_named CORE_NAME(kernels_named)

/* The loops where the time goes, once for each instruction set that the program was built
 * for. All variants give the same bits. Matrices are row-major; shapes stand before the
 * parameters; out never overlaps an input. Nothing is allocated, nothing fails. */
struct kernels {
    const char *name; /* baseline, avx2, avx512 */

    /* out (rows, cols) = a (rows, inner) b (inner, cols):
     * out[r][c] = sum over m of a[r][m] * b[m][c], fused, m upwards, from 0 */
    void (*matmul)(real *out, const real *a, const real *b, int rows, int inner,
                   int cols);

    /* out (rows, cols) = a (rows, inner) b^T, b (cols, inner):
     * out[r][c] = sum over m of a[r][m] * b[c][m], fused, m upwards, from 0 */
    void (*matmul_transposed)(real *out, const real *a, const real *b, int rows,
                              int inner, int cols);

    /* The softmax of n numbers, n >= 1, none of them nan or +infinity:
     * out[j] = exp(z[j] - max) / sum. The sum is taken in SOFTMAX_LANES lanes: lane l adds
     * the terms l, l + LANES, ... upwards; then the upper half of the lanes is added to
     * the lower half until one is left. max and sum are also stored. */
    void (*softmax)(real *out, const real *z, int n, real *max, real *sum);
};

enum { SOFTMAX_LANES = 16 };

/* The variants that this machine can run, baseline first; the array ends with NULL. */
const struct kernels *const *kernels_list(void);

/* The fastest of them. */
const struct kernels *kernels_best(void);

/* The variant of that name, or NULL where this machine or this build has none. */
const struct kernels *kernels_named(const char *name);

#endif

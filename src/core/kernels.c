/* The kernels, compiled once per instruction set with KERNELS_NAME = baseline, avx2, ...
 * The order of every sum is written out here and is the same in all of them: a fused chain
 * along the inner index, so that the compiler may take several columns at once but never
 * reorder a sum. */
#include "core/kernels.h"

#include <stddef.h>

#ifndef KERNELS_NAME
#define KERNELS_NAME baseline
#endif
#define GLUE_(a, b) a##b
#define GLUE(a, b)  GLUE_(a, b)
#define TEXT_(a)    #a
#define TEXT(a)     TEXT_(a)

/* out[r][c] = sum_m a[r][m] b[m][c] */
static void
matmul(real *restrict out, const real *restrict a, const real *restrict b, int rows,
       int inner, int cols)
{
    for (int r = 0; r < rows; r++) {
        real *out_r = out + (size_t)r * (size_t)cols;
        const real *a_r = a + (size_t)r * (size_t)inner;
        for (int c = 0; c < cols; c++)
            out_r[c] = 0;
        for (int m = 0; m < inner; m++) {
            const real *b_m = b + (size_t)m * (size_t)cols;
            for (int c = 0; c < cols; c++)
                out_r[c] = real_fma(a_r[m], b_m[c], out_r[c]);
        }
    }
}

/* out[r][c] = sum_m a[r][m] b[c][m] */
static void
matmul_transposed(real *restrict out, const real *restrict a, const real *restrict b,
                  int rows, int inner, int cols)
{
    for (int r = 0; r < rows; r++) {
        const real *a_r = a + (size_t)r * (size_t)inner;
        for (int c = 0; c < cols; c++) {
            const real *b_c = b + (size_t)c * (size_t)inner;
            real sum = 0;
            for (int m = 0; m < inner; m++)
                sum = real_fma(a_r[m], b_c[m], sum);
            out[(size_t)r * (size_t)cols + (size_t)c] = sum;
        }
    }
}

/* out[j] = exp(z[j] - max) / sum */
static void
softmax(real *restrict out, const real *restrict z, int n, real *max, real *sum)
{
    real top = z[0];
    for (int j = 1; j < n; j++)
        top = z[j] > top ? z[j] : top;

    for (int j = 0; j < n; j++)
        out[j] = real_exp(z[j] - top);

    real lane[SOFTMAX_LANES] = {0};
    int whole = n - n % SOFTMAX_LANES;
    for (int j = 0; j < whole; j += SOFTMAX_LANES)
        for (int l = 0; l < SOFTMAX_LANES; l++)
            lane[l] += out[j + l];
    for (int j = whole; j < n; j++)
        lane[j - whole] += out[j];
    for (int half = SOFTMAX_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];

    for (int j = 0; j < n; j++)
        out[j] /= lane[0];
    *max = top;
    *sum = lane[0];
}

extern const struct kernels CORE_NAME(GLUE(kernels_, KERNELS_NAME));
const struct kernels CORE_NAME(GLUE(kernels_, KERNELS_NAME)) = {
    TEXT(KERNELS_NAME),
    matmul,
    matmul_transposed,
    softmax,
};

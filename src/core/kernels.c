/* The kernels, compiled once per instruction set with KERNELS_NAME = baseline, avx2, ...
 * The order of every sum is written out here and is the same in all of them: a fused chain
 * along the inner index, so that the compiler may take several columns at once but never
 * reorder a sum. */
#include "core/kernels.h"

#include <stddef.h>

#include "core/adam.h"
#include "core/kernel_names.h"
#include "core/vec.h"

/* -- products -------------------------------------------------------------------------- */

/* The left side of a product: number (r, m) is at r * row + m * inner. */
struct left {
    const real *at;
    size_t row, inner;
};

/* out[r][c] = (0 or out[r][c]) + sum_m left[r][m] right[m][c], m upwards, fused: one chain for
 * each number. This is what all products come to; R rows and V * VEC columns of it are done at
 * once, each chain in a register. R and V are constants where this is inlined. */
static inline __attribute__((always_inline)) void
tile(real *out, size_t out_row, struct left left, const real *right, size_t right_row,
     int inner, bool add, int R, int V)
{
    enum { MOST = 12 };
    vec sum[MOST];
    for (int r = 0; r < R; r++)
        for (int v = 0; v < V; v++)
            sum[r * V + v] =
                add ? vec_load(out + (size_t)r * out_row + v * VEC) : vec_all(0);
    for (int m = 0; m < inner; m++) {
        vec b[2];
        for (int v = 0; v < V; v++)
            b[v] = vec_load(right + (size_t)m * right_row + v * VEC);
        for (int r = 0; r < R; r++) {
            vec a = vec_all(left.at[(size_t)r * left.row + (size_t)m * left.inner]);
            for (int v = 0; v < V; v++)
                sum[r * V + v] = vec_fma(a, b[v], sum[r * V + v]);
        }
    }
    for (int r = 0; r < R; r++)
        for (int v = 0; v < V; v++)
            vec_store(out + (size_t)r * out_row + v * VEC, sum[r * V + v]);
}

/* The same for fewer columns than a vec has, one number after the other. */
static void
narrow(real *out, size_t out_row, struct left left, const real *right, size_t right_row,
       int inner, bool add, int rows, int cols)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            real *number = out + (size_t)r * out_row + c, sum = add ? *number : 0;
            for (int m = 0; m < inner; m++)
                sum = real_fma(left.at[(size_t)r * left.row + (size_t)m * left.inner],
                               right[(size_t)m * right_row + (size_t)c], sum);
            *number = sum;
        }
}

/* All rows of V * VEC columns, in tiles of as many rows as keep the processor busy. */
static inline __attribute__((always_inline)) void
strip(real *out, size_t out_row, struct left left, const real *right, size_t right_row,
      int rows, int inner, bool add, int V)
{
    enum { SUMS = 12 }; /* chains that go on at once: so many registers */
    int r = 0, high = SUMS / V;
    for (; r + high <= rows; r += high, left.at += (size_t)high * left.row)
        tile(out + (size_t)r * out_row, out_row, left, right, right_row, inner, add,
             SUMS / V, V);
    for (; r + 4 <= rows; r += 4, left.at += 4 * left.row)
        tile(out + (size_t)r * out_row, out_row, left, right, right_row, inner, add, 4,
             V);
    for (; r + 2 <= rows; r += 2, left.at += 2 * left.row)
        tile(out + (size_t)r * out_row, out_row, left, right, right_row, inner, add, 2,
             V);
    for (; r < rows; r++, left.at += left.row)
        tile(out + (size_t)r * out_row, out_row, left, right, right_row, inner, add, 1,
             V);
}

enum {
    DEEP = 256, /* of a chain at a time, so that that much of the right side stays near */
    MANY = 32   /* rows that make it worth to lay a strip of the right side together */
};

/* Two vectors of columns, laid together where many rows go by: in a wide matrix they stand so
 * far apart that a cache has few places for them. */
static void
wide_strip(real *out, size_t out_row, struct left left, const real *right,
           size_t right_row, int rows, int inner, bool add)
{
    real together[DEEP * 2 * VEC];
    if (rows < MANY || right_row == 2 * VEC) {
        strip(out, out_row, left, right, right_row, rows, inner, add, 2);
        return;
    }
    for (int m = 0; m < inner; m++)
        memcpy(together + m * 2 * VEC, right + (size_t)m * right_row,
               2 * VEC * sizeof *right);
    strip(out, out_row, left, together, 2 * VEC, rows, inner, add, 2);
}

/* So much of all chains, in strips of columns, the widest first: a strip of the right side is
 * near while all rows go by. */
static void
strips(real *out, size_t out_row, struct left left, const real *right, size_t right_row,
       int rows, int inner, int cols, bool add)
{
    int c = 0;
    for (; c + 2 * VEC <= cols; c += 2 * VEC)
        wide_strip(out + c, out_row, left, right + c, right_row, rows, inner, add);
    for (; c + VEC <= cols; c += VEC)
        strip(out + c, out_row, left, right + c, right_row, rows, inner, add, 1);
    if (c < cols)
        narrow(out + c, out_row, left, right + c, right_row, inner, add, rows, cols - c);
}

/* The whole product. */
static void
product(real *out, size_t out_row, struct left left, const real *right, size_t right_row,
        int rows, int inner, int cols, bool add)
{
    for (int m = 0; m == 0 || m < inner; m += DEEP) {
        int depth = inner - m < DEEP ? inner - m : DEEP;
        strips(out, out_row, left, right, right_row, rows, depth, cols, add || m > 0);
        left.at += DEEP * left.inner;
        right += DEEP * right_row;
    }
}

/* turned (depth, width) = the transpose of b (width, depth), whose rows are `row` apart. */
static void
turn_block(real *turned, const real *b, size_t row, int width, int depth)
{
    int wide = width - width % VEC, deep = depth - depth % VEC;
    for (int k = 0; k < wide; k += VEC)
        for (int d = 0; d < deep; d += VEC) {
            vec eight[VEC];
            for (int i = 0; i < VEC; i++)
                eight[i] = vec_load(b + (size_t)(k + i) * row + d);
            vec_turn(eight);
            for (int i = 0; i < VEC; i++)
                vec_store(turned + (d + i) * width + k, eight[i]);
        }
    for (int k = 0; k < width; k++)
        for (int d = k < wide ? deep : 0; d < depth; d++)
            turned[d * width + k] = b[(size_t)k * row + (size_t)d];
}

/* out[r][c] = (0 or out[r][c]) + sum_m a[r][m] b[c][m]: b is turned round, so many columns and
 * so much of the chains at a time. */
static void
product_transposed(real *restrict out, const real *restrict a, const real *restrict b,
                   int rows, int inner, int cols, bool add)
{
    enum { WIDE = 2 * VEC };
    real turned[DEEP * WIDE];
    for (int c = 0; c < cols; c += WIDE) {
        int width = cols - c < WIDE ? cols - c : WIDE;
        for (int m = 0; m < inner; m += DEEP) {
            int depth = inner - m < DEEP ? inner - m : DEEP;
            turn_block(turned, b + (size_t)c * (size_t)inner + m, (size_t)inner, width,
                       depth);
            product(out + c, (size_t)cols, (struct left){a + m, (size_t)inner, 1}, turned,
                    (size_t)width, rows, depth, width, add || m > 0);
        }
    }
}

static void
matmul(real *restrict out, const real *restrict a, const real *restrict b, int rows,
       int inner, int cols)
{
    product(out, (size_t)cols, (struct left){a, (size_t)inner, 1}, b, (size_t)cols, rows,
            inner, cols, false);
}

static void
matmul_add(real *restrict out, const real *restrict a, const real *restrict b, int rows,
           int inner, int cols)
{
    product(out, (size_t)cols, (struct left){a, (size_t)inner, 1}, b, (size_t)cols, rows,
            inner, cols, true);
}

static void
matmul_left_add(real *restrict out, const real *restrict a, const real *restrict b,
                int rows, int inner, int cols)
{
    product(out, (size_t)cols, (struct left){a, 1, (size_t)rows}, b, (size_t)cols, rows,
            inner, cols, true);
}

static void
matmul_transposed(real *restrict out, const real *restrict a, const real *restrict b,
                  int rows, int inner, int cols)
{
    product_transposed(out, a, b, rows, inner, cols, false);
}

static void
matmul_transposed_add(real *restrict out, const real *restrict a, const real *restrict b,
                      int rows, int inner, int cols)
{
    product_transposed(out, a, b, rows, inner, cols, true);
}

/* -- softmax --------------------------------------------------------------------------- */

static void
scale(real *restrict out, const real *restrict in, real factor, int n)
{
    for (int j = 0; j < n; j++)
        out[j] = in[j] * factor;
}

static real
largest(const real *z, int n)
{
    real top = z[0];
    int j = 0;
    if (n >= VEC) {
        vec most = vec_load(z);
        for (; j + VEC <= n; j += VEC)
            most = vec_max(vec_load(z + j), most);
        for (int l = 0; l < VEC; l++)
            top = most[l] > top ? most[l] : top;
    }
    for (; j < n; j++)
        top = z[j] > top ? z[j] : top;
    return top;
}

/* out[j] = exp(z[j] - max) / sum */
static void
softmax(real *restrict out, const real *restrict z, int n, real *max, real *sum)
{
    const vec top = vec_all(largest(z, n));
    vec low = vec_all(0), high = vec_all(0); /* the lanes */
    int j = 0;
    for (; j + SOFTMAX_LANES <= n; j += SOFTMAX_LANES) {
        vec one = vec_exp(vec_load(z + j) - top),
            other = vec_exp(vec_load(z + j + VEC) - top);
        vec_store(out + j, one);
        vec_store(out + j + VEC, other);
        low += one;
        high += other;
    }
    real lane[SOFTMAX_LANES];
    vec_store(lane, low);
    vec_store(lane + VEC, high);
    for (int l = 0; j < n; j++, l++) {
        out[j] = real_exp(z[j] - top[0]);
        lane[l] += out[j];
    }
    for (int half = SOFTMAX_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];

    for (j = 0; j < n; j++)
        out[j] /= lane[0];
    *max = top[0];
    *sum = lane[0];
}

/* -- Adam ------------------------------------------------------------------------------ */

static void
adam(real *restrict parameters, const real *restrict gradient, real *restrict m,
     real *restrict v, size_t count, const struct adam_scales *scales)
{
    const struct adam_scales same = *scales; /* nothing that is written overlaps it */
    for (size_t k = 0; k < count; k++)
        parameters[k] += adam_move(&same, gradient[k], &m[k], &v[k]);
}

/* The double core has no lanes: it goes through examples one by one. */
#ifdef QKV_DOUBLE
#define LOOKUP NULL
#else
extern const struct lookup_kernels KERNEL(lookup_kernels);
#define LOOKUP &KERNEL(lookup_kernels)
#endif

extern const struct kernels KERNEL(kernels);
const struct kernels KERNEL(kernels) = {
    KERNEL_TEXT(KERNELS_NAME),
    matmul,
    matmul_add,
    matmul_left_add,
    matmul_transposed,
    matmul_transposed_add,
    scale,
    softmax,
    adam,
    LOOKUP,
};

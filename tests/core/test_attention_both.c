/* Attention, in float and in double: an example by hand, what always holds, and a naive
 * computation in double that shares nothing with the source. */
#include "core/attention.h"

#include <float.h>

#include "core/op.h"
#include "support/sentence_tensors.h"

/* Of the largest number of a tensor. */
#ifdef QKV_DOUBLE
static const double TOLERANCE = 1e-13, EPSILON = DBL_EPSILON;
#else
static const double TOLERANCE = 1e-5, EPSILON = (double)FLT_EPSILON;
#endif
enum { TRIALS = 60 };

static void
set(struct tensors *t, enum tensor id, const double *numbers)
{
    for (size_t at = 0; at < tensor_count(t, id); at++)
        t->data[id][at] = (real)numbers[at];
}

/* Number `at` of a tensor, row by row. */
static double
number(const struct tensors *t, enum tensor id, size_t at)
{
    int cols = tensors_cols(t, id);
    return tensors_number(t, id, (int)at / cols, (int)at % cols);
}

/* Fails where a tensor is not `wanted`; -infinity must be met exactly. */
static void
check(const struct tensors *t, enum tensor id, const double *wanted, double tolerance)
{
    double largest = 0;
    for (size_t at = 0; at < tensor_count(t, id); at++)
        if (isfinite(wanted[at]) && fabs(wanted[at]) > largest)
            largest = fabs(wanted[at]);
    for (size_t at = 0; at < tensor_count(t, id); at++) {
        double got = number(t, id, at);
        bool good = isinf(wanted[at]) ? isinf(got) && got < 0
                                      : fabs(got - wanted[at]) <= tolerance * largest;
        if (!good)
            fail_msg("%s number %zu: %.17g, wanted %.17g", t->kinds[id].name, at, got,
                     wanted[at]);
    }
}

/* The largest of a row of Z, and what its softmax divides by. */
static void
row_ends(const struct tensors *t, int i, real *max, real *sum)
{
    int seen = t->masked ? i + 1 : tensors_cols(t, TENSOR_Z);
    softmax_ends(tensors_row(t, TENSOR_Z, i), seen, max, sum);
}

/* Two tokens; the first is word 1, the second word 0.
 *
 *     E = 1 -1    P = 0 1    X = E[1] + P[0] = 1 1
 *         1  0        1 1        E[0] + P[1]   2 0
 *
 *     Wq = 1 0    Q = 1 2    Wk = 0 1    K = 1 1    Wv = 2 1    V = 2 4
 *          0 2        2 0         1 0        0 2         0 3        4 2
 *
 *     S = 1*1+2*1 1*0+2*2 = 3 4    Z = S / sqrt(2) = 2.12132034 2.82842712
 *         2*1+0*1 2*0+0*2   2 0                      1.41421356 0
 *
 * A row of two weights is 1 / (1 + e^-difference) for the larger: with differences
 * .70710678 and 1.41421356
 *
 *     A = .33023845 .66976155    O = 2 + 2 * .66976155  4 - 2 * .66976155
 *         .80442968 .19557032        4 - 2 * .80442968  2 + 2 * .80442968
 */
static struct tensors
by_hand(bool masked)
{
    struct tensors t = sentence_tensors(2, 2, 2, 2, 2, 0);
    t.masked = masked;
    t.map[MAP_WORD][0] = 1;
    t.map[MAP_WORD][1] = 0;
    set(&t, TENSOR_E, (const double[]){1, -1, 1, 0});
    set(&t, TENSOR_P, (const double[]){0, 1, 1, 1});
    set(&t, TENSOR_WQ, (const double[]){1, 0, 0, 2});
    set(&t, TENSOR_WK, (const double[]){0, 1, 1, 0});
    set(&t, TENSOR_WV, (const double[]){2, 1, 0, 3});

    attention_forward(&t);
    check(&t, TENSOR_X, (const double[]){1, 1, 2, 0}, 0);
    check(&t, TENSOR_Q, (const double[]){1, 2, 2, 0}, 0);
    check(&t, TENSOR_K, (const double[]){1, 1, 0, 2}, 0);
    check(&t, TENSOR_V, (const double[]){2, 4, 4, 2}, 0);
    check(&t, TENSOR_S, (const double[]){3, 4, 2, 0}, 0);
    return t;
}

static void
example_by_hand(void **state)
{
    (void)state;
    struct tensors t = by_hand(false);
    const double z[] = {2.12132034, 2.82842712, 1.41421356, 0};
    const double a[] = {.33023845, .66976155, .80442968, .19557032};
    const double o[] = {3.33952310, 2.66047690, 2.39114064, 3.60885936};
    check(&t, TENSOR_Z, z, 1e-7);
    check(&t, TENSOR_A, a, 1e-7);
    check(&t, TENSOR_O, o, 1e-7);
    real max[2], sum[2];
    row_ends(&t, 0, &max[0], &sum[0]);
    row_ends(&t, 1, &max[1], &sum[1]);
    assert_true(fabs((double)max[0] - 2.82842712) < 1e-6);
    assert_true(fabs((double)max[1] - 1.41421356) < 1e-6);
    assert_true(fabs((double)sum[0] - 1.49306870) < 1e-6); /* 1 + e^-.70710678 */
    assert_true(fabs((double)sum[1] - 1.24311673) < 1e-6); /* 1 + e^-1.41421356 */
    tensors_free(&t);
}

/* With the mask token 0 sees only itself, so O[0] = V[0]; row 1 is as before. */
static void
example_by_hand_masked(void **state)
{
    (void)state;
    struct tensors t = by_hand(true);
    const double z[] = {2.12132034, -(double)INFINITY, 1.41421356, 0};
    check(&t, TENSOR_Z, z, 1e-7);
    check(&t, TENSOR_A, (const double[]){1, 0, .80442968, .19557032}, 1e-7);
    check(&t, TENSOR_O, (const double[]){2, 4, 2.39114064, 3.60885936}, 1e-7);
    tensors_free(&t);
}

static void
scale_is_the_inverse_root(void **state)
{
    (void)state;
    for (int d_k = 1; d_k <= 512; d_k++) {
        double scale = (double)attention_scale(d_k), wanted = 1 / sqrt(d_k);
        assert_true(fabs(scale - wanted) <= EPSILON * wanted);
    }
    for (int root = 1; root <= 32; root *= 2) /* powers of 4 are exact */
        assert_true(!(fabs((double)attention_scale(root * root) - 1.0 / root) > 0));
}

/* A sentence of random sizes with random numbers, forward done; every second one masked. */
static struct tensors
random_tensors(uint64_t trial)
{
    int size[5], most[5] = {40, 40, 48, 32, 32};
    for (uint64_t i = 0; i < 5; i++)
        size[i] = 1 + (int)(random_bits(trial, 100, i) % (uint64_t)most[i]);
    if (trial == 0) /* all ones at least once */
        size[0] = size[1] = size[2] = size[3] = size[4] = 1;
    struct tensors t = sentence_tensors(size[0], size[1], size[2], size[3], size[4], 0);
    t.masked = trial % 2 == 1;
    sentence_fill(&t, trial, trial % 3 ? 1 : 3); /* scores about 20 in every third */
    attention_forward(&t);
    return t;
}

/* out (rows, cols) = a (rows, inner) b, where b[m,c] is b[m * down + c * right] */
static double *
naive_product(const double *a, const double *b, int rows, int inner, int cols, int down,
              int right)
{
    double *out = calloc((size_t)rows * (size_t)cols, sizeof *out);
    assert_non_null(out);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            for (int m = 0; m < inner; m++)
                out[r * cols + c] += a[r * inner + m] * b[m * down + c * right];
    return out;
}

static double *
as_double(const struct tensors *t, enum tensor id)
{
    double *out = malloc(tensor_count(t, id) * sizeof *out);
    assert_non_null(out);
    for (size_t at = 0; at < tensor_count(t, id); at++)
        out[at] = number(t, id, at);
    return out;
}

/* Z and A (n, n) of S, H (n) of A. */
static void
naive_softmax(const struct tensors *t, const double *S, bool masked, double *Z, double *A,
              double *H)
{
    int n = t->size[AXIS_TOKEN];
    for (int i = 0; i < n; i++) {
        double sum = 0; /* scores are small enough to do without the maximum */
        H[i] = 0;
        for (int j = 0; j < n; j++) {
            bool hidden = masked && j > i;
            double z =
                hidden ? -(double)INFINITY : S[i * n + j] / sqrt(t->size[AXIS_KEY]);
            Z[i * n + j] = z;
            sum += exp(z);
        }
        for (int j = 0; j < n; j++) {
            double a = A[i * n + j] = exp(Z[i * n + j]) / sum;
            H[i] -= a > 0 ? a * log(a) : 0;
        }
    }
}

/* The definition, line by line, from the parameters alone. */
static void
check_against_naive(const struct tensors *t)
{
    int n = t->size[AXIS_TOKEN], d = t->size[AXIS_MODEL];
    int dk = t->size[AXIS_KEY], dv = t->size[AXIS_WIDTH];
    double *N[TENSORS];
    for (int id = 0; id < TENSORS; id++) /* of what is not a product only the memory */
        N[id] = kind_is_there(&t->kinds[id]) && t->kinds[id].op != OP_PRODUCT &&
                        t->kinds[id].op != OP_PRODUCT_T
                    ? as_double(t, (enum tensor)id)
                    : NULL;
    for (int i = 0; i < n; i++)
        for (int m = 0; m < d; m++)
            N[TENSOR_X][i * d + m] =
                N[TENSOR_P][i * d + m] + N[TENSOR_E][t->map[MAP_WORD][i] * d + m];
    N[TENSOR_Q] = naive_product(N[TENSOR_X], N[TENSOR_WQ], n, d, dk, dk, 1);
    N[TENSOR_K] = naive_product(N[TENSOR_X], N[TENSOR_WK], n, d, dk, dk, 1);
    N[TENSOR_V] = naive_product(N[TENSOR_X], N[TENSOR_WV], n, d, dv, dv, 1);
    N[TENSOR_S] = naive_product(N[TENSOR_Q], N[TENSOR_K], n, dk, n, 1, dk);
    naive_softmax(t, N[TENSOR_S], false, N[TENSOR_FREE_Z], N[TENSOR_FREE_A],
                  N[TENSOR_ENTROPY]);
    naive_softmax(t, N[TENSOR_S], t->masked, N[TENSOR_Z], N[TENSOR_A], N[TENSOR_ENTROPY]);
    N[TENSOR_O] = naive_product(N[TENSOR_A], N[TENSOR_V], n, n, dv, dv, 1);
    for (int i = 0; i < n; i++)
        N[TENSOR_ROW_SUM][i] = 1;

    for (int id = 0; id < TENSORS; id++) {
        if (kind_is_there(&t->kinds[id]))
            check(t, (enum tensor)id, N[id], TOLERANCE);
        free(N[id]);
    }
}

static void
agrees_with_naive(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct tensors t = random_tensors(trial);
        check_against_naive(&t);
        tensors_free(&t);
    }
}

static void
weights_are_proportions(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct tensors t = random_tensors(trial);
        int n = t.size[AXIS_TOKEN];
        for (int i = 0; i < n; i++) {
            const real *A_i = tensors_row(&t, TENSOR_A, i);
            const real *Z_i = tensors_row(&t, TENSOR_Z, i);
            real max, divisor;
            double sum = 0;
            bool met = false; /* max is one of the row */
            row_ends(&t, i, &max, &divisor);
            for (int j = 0; j < n; j++) {
                sum += (double)A_i[j];
                assert_true(A_i[j] >= 0 && A_i[j] <= 1);
                assert_true(Z_i[j] <= max);
                met = met || Z_i[j] >= max;
                if (t.masked && j > i) {
                    assert_true(isinf(Z_i[j]) && Z_i[j] < 0);
                    assert_memory_equal(&A_i[j], &(real){0}, sizeof(real));
                } else {
                    assert_true(isfinite(Z_i[j]));
                    assert_true(A_i[j] > 0 || Z_i[j] < max - 80);
                }
            }
            assert_true(met);
            assert_true(divisor >= 1);
            assert_true(fabs(sum - 1) < 20 * EPSILON);
        }
        if (t.masked) /* row 0 is 1, 0, 0, ... */
            assert_memory_equal(tensors_row(&t, TENSOR_A, 0), &(real){1}, sizeof(real));
        tensors_free(&t);
    }
}

/* With Wq = 0 every query is 0 and attention is an average, over all or all so far. */
static void
no_question_gives_the_average(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 20; trial++) {
        struct tensors t = random_tensors(trial);
        int n = t.size[AXIS_TOKEN];
        memset(t.data[TENSOR_WQ], 0, tensor_count(&t, TENSOR_WQ) * sizeof(real));
        attention_forward(&t);
        check_against_naive(&t);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int seen = t.masked ? i + 1 : n;
                real wanted = j < seen ? 1 / (real)seen : 0;
                assert_memory_equal(&tensors_row(&t, TENSOR_A, i)[j], &wanted,
                                    sizeof wanted);
            }
        tensors_free(&t);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_by_hand),
        cmocka_unit_test(example_by_hand_masked),
        cmocka_unit_test(scale_is_the_inverse_root),
        cmocka_unit_test(agrees_with_naive),
        cmocka_unit_test(weights_are_proportions),
        cmocka_unit_test(no_question_gives_the_average),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Attention, in float and in double: an example by hand, what always holds, and a naive
 * computation in double that shares nothing with the source. */
#include "core/attention.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

/* Of the largest number of a tensor. */
#ifdef QKV_DOUBLE
static const double TOLERANCE = 1e-13, EPSILON = DBL_EPSILON;
#else
static const double TOLERANCE = 1e-5, EPSILON = (double)FLT_EPSILON;
#endif
enum { TRIALS = 60 };

static size_t
count(const struct trace *trace, enum tensor_id id)
{
    return (size_t)trace_rows(trace, id) * (size_t)trace_cols(trace, id);
}

static struct trace
make(int n, int words, int d_model, int d_k, int d_v)
{
    struct shape shape = {.size = {[AXIS_TOKEN] = n,
                                   [AXIS_WORD] = words,
                                   [AXIS_POSITION] = n,
                                   [AXIS_MODEL] = d_model,
                                   [AXIS_KEY] = d_k,
                                   [AXIS_VALUE] = d_v}};
    struct trace trace;
    struct err err = {""};
    if (!trace_init(&trace, &shape, &err))
        fail_msg("%s", err.text);
    return trace;
}

static void
set(struct trace *trace, enum tensor_id id, const double *numbers)
{
    for (size_t at = 0; at < count(trace, id); at++)
        trace->tensor[id][at] = (real)numbers[at];
}

/* Fails where a tensor is not `wanted`; -infinity must be met exactly. */
static void
check(const struct trace *trace, enum tensor_id id, const double *wanted,
      double tolerance)
{
    double largest = 0;
    for (size_t at = 0; at < count(trace, id); at++)
        if (isfinite(wanted[at]) && fabs(wanted[at]) > largest)
            largest = fabs(wanted[at]);
    for (size_t at = 0; at < count(trace, id); at++) {
        double got = (double)trace->tensor[id][at];
        bool good = isinf(wanted[at]) ? isinf(got) && got < 0
                                      : fabs(got - wanted[at]) <= tolerance * largest;
        if (!good)
            fail_msg("%s number %zu: %.17g, wanted %.17g", tensor_kinds[id].name, at, got,
                     wanted[at]);
    }
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
static struct trace
by_hand(bool masked)
{
    struct trace trace = make(2, 2, 2, 2, 2);
    trace.masked = masked;
    trace.word[0] = 1;
    trace.word[1] = 0;
    set(&trace, TENSOR_E, (const double[]){1, -1, 1, 0});
    set(&trace, TENSOR_P, (const double[]){0, 1, 1, 1});
    set(&trace, TENSOR_WQ, (const double[]){1, 0, 0, 2});
    set(&trace, TENSOR_WK, (const double[]){0, 1, 1, 0});
    set(&trace, TENSOR_WV, (const double[]){2, 1, 0, 3});

    attention_forward(&trace, kernels_best());
    check(&trace, TENSOR_X, (const double[]){1, 1, 2, 0}, 0);
    check(&trace, TENSOR_Q, (const double[]){1, 2, 2, 0}, 0);
    check(&trace, TENSOR_K, (const double[]){1, 1, 0, 2}, 0);
    check(&trace, TENSOR_V, (const double[]){2, 4, 4, 2}, 0);
    check(&trace, TENSOR_S, (const double[]){3, 4, 2, 0}, 0);
    return trace;
}

static void
example_by_hand(void **state)
{
    (void)state;
    struct trace trace = by_hand(false);
    const double z[] = {2.12132034, 2.82842712, 1.41421356, 0};
    const double a[] = {.33023845, .66976155, .80442968, .19557032};
    const double o[] = {3.33952310, 2.66047690, 2.39114064, 3.60885936};
    check(&trace, TENSOR_Z, z, 1e-7);
    check(&trace, TENSOR_A, a, 1e-7);
    check(&trace, TENSOR_O, o, 1e-7);
    assert_true(fabs((double)trace.max[0] - 2.82842712) < 1e-6);
    assert_true(fabs((double)trace.max[1] - 1.41421356) < 1e-6);
    assert_true(fabs((double)trace.sum[0] - 1.49306870) < 1e-6); /* 1 + e^-.70710678 */
    assert_true(fabs((double)trace.sum[1] - 1.24311673) < 1e-6); /* 1 + e^-1.41421356 */
    trace_free(&trace);
}

/* With the mask token 0 sees only itself, so O[0] = V[0]; row 1 is as before. */
static void
example_by_hand_masked(void **state)
{
    (void)state;
    struct trace trace = by_hand(true);
    const double z[] = {2.12132034, -(double)INFINITY, 1.41421356, 0};
    check(&trace, TENSOR_Z, z, 1e-7);
    check(&trace, TENSOR_A, (const double[]){1, 0, .80442968, .19557032}, 1e-7);
    check(&trace, TENSOR_O, (const double[]){2, 4, 2.39114064, 3.60885936}, 1e-7);
    trace_free(&trace);
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

/* A trace of random sizes with random numbers, forward done; every second one masked. */
static struct trace
random_trace(uint64_t trial)
{
    int size[5], most[5] = {40, 40, 48, 32, 32};
    for (uint64_t i = 0; i < 5; i++)
        size[i] = 1 + (int)(random_bits(trial, 100, i) % (uint64_t)most[i]);
    if (trial == 0) /* all ones at least once */
        size[0] = size[1] = size[2] = size[3] = size[4] = 1;
    struct trace trace = make(size[0], size[1], size[2], size[3], size[4]);
    trace.masked = trial % 2 == 1;
    for (uint64_t i = 0; i < (uint64_t)size[0]; i++)
        trace.word[i] = (int)(random_bits(trial, 101, i) % (uint64_t)size[1]);
    for (int id = 0; id <= TENSOR_WV; id++) {
        /* so that scores are about 2 in size whatever the widths, 20 in every third */
        double gain = id < TENSOR_WQ ? 1 : (trial % 3 ? 1 : 3) / sqrt(size[2]);
        for (size_t at = 0; at < count(&trace, (enum tensor_id)id); at++)
            trace.tensor[id][at] = (real)(gain * random_normal(trial, (uint64_t)id, at));
    }
    attention_forward(&trace, kernels_best());
    return trace;
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
as_double(const struct trace *trace, enum tensor_id id)
{
    double *out = malloc(count(trace, id) * sizeof *out);
    assert_non_null(out);
    for (size_t at = 0; at < count(trace, id); at++)
        out[at] = (double)trace->tensor[id][at];
    return out;
}

/* The definition, line by line, from the parameters alone. */
static void
check_against_naive(const struct trace *trace)
{
    int n = trace->shape.size[AXIS_TOKEN], d = trace->shape.size[AXIS_MODEL];
    int dk = trace->shape.size[AXIS_KEY], dv = trace->shape.size[AXIS_VALUE];
    double *t[TENSOR_COUNT];
    for (int id = 0; id < TENSOR_COUNT; id++)
        t[id] = tensor_kinds[id].parameter ? as_double(trace, (enum tensor_id)id) : NULL;

    t[TENSOR_X] = as_double(trace, TENSOR_P);
    for (int i = 0; i < n; i++)
        for (int m = 0; m < d; m++)
            t[TENSOR_X][i * d + m] += t[TENSOR_E][trace->word[i] * d + m];
    t[TENSOR_Q] = naive_product(t[TENSOR_X], t[TENSOR_WQ], n, d, dk, dk, 1);
    t[TENSOR_K] = naive_product(t[TENSOR_X], t[TENSOR_WK], n, d, dk, dk, 1);
    t[TENSOR_V] = naive_product(t[TENSOR_X], t[TENSOR_WV], n, d, dv, dv, 1);
    t[TENSOR_S] = naive_product(t[TENSOR_Q], t[TENSOR_K], n, dk, n, 1, dk);
    t[TENSOR_Z] = as_double(trace, TENSOR_Z);
    t[TENSOR_A] = as_double(trace, TENSOR_A);
    for (int i = 0; i < n; i++) {
        double sum = 0; /* scores are small enough to do without the maximum */
        for (int j = 0; j < n; j++) {
            bool hidden = trace->masked && j > i;
            double z = hidden ? -(double)INFINITY : t[TENSOR_S][i * n + j] / sqrt(dk);
            t[TENSOR_Z][i * n + j] = z;
            sum += exp(z);
        }
        for (int j = 0; j < n; j++)
            t[TENSOR_A][i * n + j] = exp(t[TENSOR_Z][i * n + j]) / sum;
    }
    t[TENSOR_O] = naive_product(t[TENSOR_A], t[TENSOR_V], n, n, dv, dv, 1);

    for (int id = 0; id < TENSOR_COUNT; id++) {
        check(trace, (enum tensor_id)id, t[id], TOLERANCE);
        free(t[id]);
    }
}

static void
agrees_with_naive(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct trace trace = random_trace(trial);
        check_against_naive(&trace);
        trace_free(&trace);
    }
}

static void
weights_are_proportions(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct trace trace = random_trace(trial);
        size_t n = (size_t)trace.shape.size[AXIS_TOKEN];
        for (size_t i = 0; i < n; i++) {
            const real *A_i = trace.tensor[TENSOR_A] + i * n;
            const real *Z_i = trace.tensor[TENSOR_Z] + i * n;
            double sum = 0;
            bool met = false; /* max is one of the row */
            for (size_t j = 0; j < n; j++) {
                sum += (double)A_i[j];
                assert_true(A_i[j] >= 0 && A_i[j] <= 1);
                assert_true(Z_i[j] <= trace.max[i]);
                met = met || Z_i[j] >= trace.max[i];
                if (trace.masked && j > i) {
                    assert_true(isinf(Z_i[j]) && Z_i[j] < 0);
                    assert_memory_equal(&A_i[j], &(real){0}, sizeof(real));
                } else {
                    assert_true(isfinite(Z_i[j]));
                    assert_true(A_i[j] > 0 || Z_i[j] < trace.max[i] - 80);
                }
            }
            assert_true(met);
            assert_true(trace.sum[i] >= 1);
            assert_true(fabs(sum - 1) < 20 * EPSILON);
        }
        if (trace.masked) /* row 0 is 1, 0, 0, ... */
            assert_memory_equal(trace.tensor[TENSOR_A], &(real){1}, sizeof(real));
        trace_free(&trace);
    }
}

/* Whether row i of a tensor has the same bits as in `before`, which has all of it. */
static bool
same_row(const struct trace *trace, enum tensor_id id, const real *before, size_t i)
{
    size_t cols = (size_t)trace_cols(trace, id), size = cols * sizeof *before;
    return memcmp(trace->tensor[id] + i * cols, before + i * cols, size) == 0;
}

static real *
copy(const struct trace *trace, enum tensor_id id)
{
    real *out = malloc(count(trace, id) * sizeof *out);
    assert_non_null(out);
    memcpy(out, trace->tensor[id], count(trace, id) * sizeof *out);
    return out;
}

/* Row i of Q, K and V depends on row i of X alone. With the mask, nothing before a token
 * depends on it either. */
static void
token_reaches_only_its_rows(void **state)
{
    (void)state;
    static const enum tensor_id rowwise[] = {TENSOR_Q, TENSOR_K, TENSOR_V};
    static const enum tensor_id causal[] = {TENSOR_Z, TENSOR_A, TENSOR_O};
    for (uint64_t trial = 1; trial < 21; trial++) {
        struct trace trace = random_trace(trial);
        size_t n = (size_t)trace.shape.size[AXIS_TOKEN];
        size_t d_model = (size_t)trace.shape.size[AXIS_MODEL];
        size_t changed = random_bits(trial, 102, 0) % n;
        real *before[TENSOR_COUNT];
        for (int id = 0; id < TENSOR_COUNT; id++)
            before[id] = copy(&trace, (enum tensor_id)id);
        for (size_t m = 0; m < d_model; m++)
            trace.tensor[TENSOR_X][changed * d_model + m] += (real)(1 + 0.1 * (double)m);
        attention_project(&trace, kernels_best());
        attention_score(&trace, kernels_best());
        attention_weigh(&trace, kernels_best());
        attention_blend(&trace, kernels_best());
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < 3; k++)
                assert_int_equal(same_row(&trace, rowwise[k], before[rowwise[k]], i),
                                 i != changed);
            for (size_t k = 0; k < 3 && trace.masked && i < changed; k++)
                assert_true(same_row(&trace, causal[k], before[causal[k]], i));
            if (!trace.masked && n > 1) /* S has the token's key in every row */
                assert_false(same_row(&trace, TENSOR_S, before[TENSOR_S], i));
        }
        for (int id = 0; id < TENSOR_COUNT; id++)
            free(before[id]);
        trace_free(&trace);
    }
}

/* With Wq = 0 every query is 0 and attention is an average, over all or all so far. */
static void
no_question_gives_the_average(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 20; trial++) {
        struct trace trace = random_trace(trial);
        size_t n = (size_t)trace.shape.size[AXIS_TOKEN];
        memset(trace.tensor[TENSOR_WQ], 0, count(&trace, TENSOR_WQ) * sizeof(real));
        attention_forward(&trace, kernels_best());
        check_against_naive(&trace);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                size_t seen = trace.masked ? i + 1 : n;
                real wanted = j < seen ? 1 / (real)seen : 0;
                assert_memory_equal(&trace.tensor[TENSOR_A][i * n + j], &wanted,
                                    sizeof wanted);
            }
        trace_free(&trace);
    }
}

/* Nothing of an earlier sentence or head may show through. */
static void
forward_reads_nothing_stale(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 20; trial++) {
        struct trace trace = random_trace(trial), stale = random_trace(trial);
        for (int id = TENSOR_X; id < TENSOR_COUNT; id++)
            for (size_t at = 0; at < count(&stale, (enum tensor_id)id); at++)
                if (!tensor_kinds[id].parameter)
                    stale.tensor[id][at] = (real)NAN;
        attention_forward(&stale, kernels_best());
        for (int id = 0; id < TENSOR_COUNT; id++)
            assert_memory_equal(stale.tensor[id], trace.tensor[id],
                                count(&trace, (enum tensor_id)id) * sizeof(real));
        trace_free(&stale);
        trace_free(&trace);
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
        cmocka_unit_test(token_reaches_only_its_rows),
        cmocka_unit_test(no_question_gives_the_average),
        cmocka_unit_test(forward_reads_nothing_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

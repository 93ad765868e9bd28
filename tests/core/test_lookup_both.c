/* The lookup task, in float and in double: an example by hand; the direct form against the
 * tabulated one; in double every gradient against central differences. */
#include "core/lookup_step.h"
#include "core/lookup_trace.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "source/lookup_task.h"

#ifdef QKV_DOUBLE
static const double SAME = 1e-13, BY_HAND = 1e-8;
#else
static const double SAME = 1e-5, BY_HAND = 1e-6;
#endif

/* Sizes with and without remainders; the sharings are put in by the tests. */
static const struct lookup_settings cases[] = {
    {.tags = 1, .values = 1, .entries = 1, .d_model = 1, .d_k = 1, .d_v = 1, .batch = 1},
    {.tags = 5, .values = 3, .entries = 3, .d_model = 4, .d_k = 3, .d_v = 5, .batch = 7},
    {.tags = 3, .values = 7, .entries = 1, .d_model = 2, .d_k = 1, .d_v = 3, .batch = 16},
    {.tags = 4, .values = 9, .entries = 4, .d_model = 6, .d_k = 7, .d_v = 2, .batch = 37},
    {.tags = 8,
     .values = 8,
     .entries = 4,
     .d_model = 16,
     .d_k = 8,
     .d_v = 16,
     .batch = 33},
};
enum { CASES = sizeof cases / sizeof *cases, SHARINGS = 4 };

/* Everything that a test of one case needs. */
struct bench {
    struct lookup_settings settings;
    struct lookup_shape shape;
    struct lookup_family parameters, gradient, sum, slopes;
    struct lookup_trace trace, back; /* back is bound to slopes */
    struct lookup_work work;
    struct lookup_draws draws;
};

static void
make(struct bench *bench, int which, int sharing)
{
    struct err err = {""};
    *bench = (struct bench){.settings = cases[which]};
    bench->settings.share_qk = sharing & 1;
    bench->settings.share_kv = sharing & 2;
    bench->settings.seed = 10 * which + sharing;
    bench->shape = lookup_shape_of(&bench->settings);
    bool made = lookup_family_init(&bench->parameters, &bench->shape, &err) &&
                lookup_family_init(&bench->gradient, &bench->shape, &err) &&
                lookup_family_init(&bench->sum, &bench->shape, &err) &&
                lookup_family_init(&bench->slopes, &bench->shape, &err) &&
                lookup_trace_init(&bench->trace, &bench->shape, &err) &&
                lookup_trace_init(&bench->back, &bench->shape, &err) &&
                lookup_work_init(&bench->work, &bench->shape, &err) &&
                lookup_draws_init(&bench->draws, bench->settings.entries,
                                  bench->settings.batch, &err);
    if (!made)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < bench->parameters.count; k++)
        bench->parameters.numbers[k] = (real)(0.6 * random_normal(7, 7, k));
    lookup_trace_bind(&bench->trace, &bench->parameters);
    lookup_trace_bind(&bench->back, &bench->slopes);
    lookup_draw_batch(&bench->draws, &bench->settings, 3, bench->settings.batch,
                      kernels_best());
}

static void
drop(struct bench *bench)
{
    lookup_family_free(&bench->parameters);
    lookup_family_free(&bench->gradient);
    lookup_family_free(&bench->sum);
    lookup_family_free(&bench->slopes);
    lookup_trace_free(&bench->trace);
    lookup_trace_free(&bench->back);
    lookup_work_free(&bench->work);
    lookup_draws_free(&bench->draws);
}

static double
largest(const real *numbers, size_t count)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = fabs((double)numbers[k]) > most ? fabs((double)numbers[k]) : most;
    return most;
}

/* Two tags, two values, two entries; d_model 2, d_k 1, d_v 2. Tag 1 is asked, entry 1, and
 * its value is 0.
 *
 *     Et = 1 0   Ev = 0  1   X = 1 -1   Wq = Wk = 1   Wv = 0 0   Wo = 2 0
 *          2 0        0 -1       2  1             0        1 0        0 0
 *                           q:   2  0
 *     Q = 2   K = 1   S = Z = 2 4   A = 1/(1+e^2)  1/(1+e^-2)
 *             2
 *     V = -1 0   O = A1 - A0, 0   L = 2 O   p0 = 1/(1+e^-L0)   loss = -log p0
 *          1 0 */
static void
example_by_hand(void **state)
{
    (void)state;
    static const real Et[] = {1, 0, 2, 0}, Ev[] = {0, 1, 0, -1}, Wq[] = {1, 0};
    static const real Wv[] = {0, 0, 1, 0}, Wo[] = {2, 0, 0, 0};
    struct err err = {""};
    struct lookup_settings settings = {
        .tags = 2, .values = 2, .entries = 2, .d_model = 2, .d_k = 1, .d_v = 2};
    struct lookup_shape shape = lookup_shape_of(&settings);
    struct lookup_family family;
    struct lookup_trace trace;
    assert_true(lookup_family_init(&family, &shape, &err));
    assert_true(lookup_trace_init(&trace, &shape, &err));
    assert_int_equal(family.count, 4 + 4 + 2 + 2 + 4 + 4);
    memcpy(family.tensor[LOOKUP_ET], Et, sizeof Et);
    memcpy(family.tensor[LOOKUP_EV], Ev, sizeof Ev);
    memcpy(family.tensor[LOOKUP_WQ], Wq, sizeof Wq);
    memcpy(family.tensor[LOOKUP_WK], Wq, sizeof Wq);
    memcpy(family.tensor[LOOKUP_WV], Wv, sizeof Wv);
    memcpy(family.tensor[LOOKUP_WO], Wo, sizeof Wo);
    trace.store = (struct lookup_store){.tag = {0, 1}, .value = {1, 0}, .asked = 1};
    lookup_trace_bind(&trace, &family);
    lookup_forward(&trace, kernels_best());

    static const struct {
        enum lookup_tensor id;
        int at;
        double value;
    } wanted[] = {
        {LOOKUP_X, 1, -1},        {LOOKUP_X, 2, 2},
        {LOOKUP_X, 3, 1},         {LOOKUP_X, 4, 2},
        {LOOKUP_X, 5, 0},         {LOOKUP_Q, 0, 2},
        {LOOKUP_K, 0, 1},         {LOOKUP_K, 1, 2},
        {LOOKUP_S, 0, 2},         {LOOKUP_Z, 1, 4},
        {LOOKUP_A, 0, .11920292}, {LOOKUP_A, 1, .88079708},
        {LOOKUP_V, 0, -1},        {LOOKUP_V, 2, 1},
        {LOOKUP_O, 0, .76159416}, {LOOKUP_O, 1, 0},
        {LOOKUP_L, 0, 1.5231883}, {LOOKUP_L, 1, 0},
        {LOOKUP_P, 0, .82100750}, {LOOKUP_LOSS, 0, .19722304},
    };
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        double got = (double)trace.tensor[wanted[k].id][wanted[k].at];
        if (!(fabs(got - wanted[k].value) < 1e-7 + BY_HAND))
            fail_msg("%s[%d] is %.9g, not %.9g", lookup_tensors[wanted[k].id].name,
                     wanted[k].at, got, wanted[k].value);
    }
    lookup_family_free(&family);
    lookup_trace_free(&trace);
}

/* A shared matrix has no numbers of its own, and its gradient adds up with its owner's. */
static void
shared_matrices_are_one(void **state)
{
    (void)state;
    for (int sharing = 0; sharing < SHARINGS; sharing++) {
        struct bench bench;
        make(&bench, 1, sharing);
        real *const *t = bench.parameters.tensor;
        assert_int_equal(t[LOOKUP_WK] == t[LOOKUP_WQ], sharing & 1);
        assert_int_equal(t[LOOKUP_WV] == t[LOOKUP_WK], sharing >> 1);
        assert_int_equal(lookup_cols(&bench.shape, LOOKUP_WV), sharing & 2 ? 3 : 5);
        assert_int_equal(lookup_rows(&bench.shape, LOOKUP_WO), sharing & 2 ? 3 : 5);
        drop(&bench);
    }
}

/* The mean over the batch of each example's loss and gradient, told directly. */
static void
direct_equals_tabulated(void **state)
{
    (void)state;
    for (int which = 0; which < CASES; which++)
        for (int sharing = 0; sharing < SHARINGS; sharing++) {
            struct bench bench;
            make(&bench, which, sharing);
            int B = bench.settings.batch, right = 0;
            double loss = 0;
            struct lookup_result result =
                lookup_gradient(&bench.work, &bench.parameters, &bench.draws.batch,
                                &bench.gradient, kernels_best());
            for (int b = 0; b < B; b++) {
                const struct lookup_place place = {LOOKUP_LOSS, 0, 0};
                bench.trace.store =
                    lookup_batch_store(&bench.draws.batch, bench.draws.entries, b);
                lookup_forward(&bench.trace, kernels_best());
                lookup_backward(&bench.trace, &place, &bench.back);
                loss += (double)bench.trace.tensor[LOOKUP_LOSS][0] / B;
                for (size_t k = 0; k < bench.sum.count; k++)
                    bench.sum.numbers[k] += bench.slopes.numbers[k] / (real)B;
                const real *L = bench.trace.tensor[LOOKUP_L];
                int best = 0;
                for (int v = 1; v < bench.settings.values; v++)
                    best = L[v] > L[best] ? v : best;
                right += best == bench.draws.batch.answer[b];
            }
            double most = largest(bench.gradient.numbers, bench.gradient.count);
            assert_true(fabs((double)result.loss - loss) <= SAME * (1 + loss));
            assert_int_equal(result.right, right);
            assert_int_equal(lookup_right(&bench.work, &bench.parameters,
                                          &bench.draws.batch, kernels_best()),
                             right);
            for (size_t k = 0; k < bench.sum.count; k++)
                if (!(fabs((double)bench.sum.numbers[k] -
                           (double)bench.gradient.numbers[k]) <= SAME * most))
                    fail_msg("case %d, sharing %d, number %zu: %.9g, not %.9g", which,
                             sharing, k, (double)bench.gradient.numbers[k],
                             (double)bench.sum.numbers[k]);
            drop(&bench);
        }
}

/* Whatever kernels there are, several examples at once give the same bits as one after the
 * other: the gradient, the loss and how many are right. */
static void
check_kernels(struct bench *bench)
{
    const struct lookup_batch *batch = &bench->draws.batch;
    struct kernels plain = *kernels_list()[0];
    plain.lookup = NULL;
    struct lookup_result wanted = lookup_gradient(&bench->work, &bench->parameters, batch,
                                                  &bench->gradient, &plain);
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
        struct lookup_result got =
            lookup_gradient(&bench->work, &bench->parameters, batch, &bench->sum, *at);
        assert_memory_equal(bench->sum.numbers, bench->gradient.numbers,
                            bench->sum.count * sizeof(real));
        assert_memory_equal(&got.loss, &wanted.loss, sizeof got.loss);
        assert_int_equal(got.right, wanted.right);
        assert_int_equal(lookup_right(&bench->work, &bench->parameters, batch, *at),
                         wanted.right);
    }
}

static void
kernels_agree(void **state)
{
    (void)state;
    for (int which = 0; which < CASES; which++)
        for (int sharing = 0; sharing < SHARINGS; sharing++) {
            struct bench bench;
            make(&bench, which, sharing);
            for (int count = 1; count <= bench.settings.batch; count++) {
                lookup_draw_batch(&bench.draws, &bench.settings, count, count,
                                  kernels_best());
                check_kernels(&bench);
            }
            drop(&bench);
        }
}

/* What is not finite anywhere in the tables makes the loss so, whether an example meets it or
 * not. */
static void
not_finite(void **state)
{
    (void)state;
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int id = 0; id < LOOKUP_PARAMETERS; id++)
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            struct bench bench;
            make(&bench, 1, 0);
            bench.parameters.tensor[id][0] = (real)bad[k];
            struct lookup_result result =
                lookup_gradient(&bench.work, &bench.parameters, &bench.draws.batch,
                                &bench.gradient, kernels_best());
            assert_true(!isfinite(result.loss));
            assert_int_equal(lookup_right(&bench.work, &bench.parameters,
                                          &bench.draws.batch, kernels_best()),
                             0);
            drop(&bench);
        }
}

#ifdef QKV_DOUBLE
static const double H = 1e-4, CLOSE = 1e-6;

static double
loss_of(struct bench *bench)
{
    return lookup_gradient(&bench->work, &bench->parameters, &bench->draws.batch,
                           &bench->sum, kernels_best())
        .loss;
}

static void
gradient_of_the_batch(void **state)
{
    (void)state;
    for (int which = 0; which < CASES; which++)
        for (int sharing = 0; sharing < SHARINGS; sharing++) {
            struct bench bench;
            make(&bench, which, sharing);
            lookup_gradient(&bench.work, &bench.parameters, &bench.draws.batch,
                            &bench.gradient, kernels_best());
            double most = largest(bench.gradient.numbers, bench.gradient.count);
            for (size_t k = 0; k < bench.parameters.count; k++) {
                real *number = &bench.parameters.numbers[k], was = *number;
                *number = was + H;
                double above = loss_of(&bench);
                *number = was - H;
                double slope = (above - loss_of(&bench)) / (2 * H);
                *number = was;
                if (!(fabs(slope - bench.gradient.numbers[k]) <= CLOSE * most))
                    fail_msg("case %d, sharing %d, number %zu: %.9g, not %.9g", which,
                             sharing, k, bench.gradient.numbers[k], slope);
            }
            drop(&bench);
        }
}

/* Compares the slope of the number at `place` along every parameter and, by overrides, along
 * every number of X, Q, K, V and S. */
static void
check_place(struct bench *bench, const struct lookup_place *place)
{
    struct override override[2] = {{LOOKUP_X, 0, 0, .5, 0}, {LOOKUP_X, 0, 0, 0, 0}};
    struct lookup_trace *trace = &bench->trace;
    trace->overrides = (struct overrides){override, 1};
    lookup_forward(trace, kernels_best());
    lookup_backward(trace, place, &bench->back);
    double most = largest(bench->slopes.numbers, bench->slopes.count);
    for (int id = 0; id <= LOOKUP_S; id++) {
        size_t count = lookup_size(&bench->shape, (enum lookup_tensor)id);
        int C = lookup_cols(&bench->shape, (enum lookup_tensor)id);
        bool parameter = id < LOOKUP_PARAMETERS;
        for (size_t k = 0; k < count; k++) {
            real *number = &trace->tensor[id][k], was = *number;
            double value[2];
            override[1] = (struct override){id, (int)k / C, (int)k % C, 0, 0};
            for (int side = 0; side < 2; side++) {
                override[1].value = was + (side ? -H : H);
                trace->overrides.count = parameter ? 1 : 2;
                if (parameter)
                    *number = override[1].value;
                lookup_forward(trace, kernels_best());
                value[side] = lookup_number(trace, place);
            }
            *number = was;
            double slope = (value[0] - value[1]) / (2 * H),
                   got = bench->back.tensor[id][k];
            if (!(fabs(slope - got) <= CLOSE * (most + 1e-3)))
                fail_msg("%s[%d,%d] along %s number %zu: %.9g, not %.9g",
                         lookup_tensors[place->tensor].name, place->row, place->col,
                         lookup_tensors[id].name, k, got, slope);
        }
    }
    trace->overrides.count = 0;
}

static void
gradients_of_single_numbers(void **state)
{
    (void)state;
    static const struct lookup_place places[] = {
        {LOOKUP_A, 0, 0}, {LOOKUP_A, 0, 2}, {LOOKUP_LOSS, 0, 0}, {LOOKUP_P, 0, 1},
        {LOOKUP_Z, 0, 1}, {LOOKUP_O, 0, 2}, {LOOKUP_L, 0, 0},    {LOOKUP_K, 1, 1},
    };
    for (int sharing = 0; sharing < SHARINGS; sharing++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            struct bench bench;
            make(&bench, 1, sharing);
            bench.trace.store =
                lookup_batch_store(&bench.draws.batch, bench.draws.entries, 2);
            check_place(&bench, &places[k]);
            drop(&bench);
        }
}
#endif

/* What a change of the parameters does to a weight, told forwards, is the sum over its
 * gradient, told backwards; also where a number is set by hand. */
static void
forwards_is_backwards(void **state)
{
    (void)state;
    struct override override = {LOOKUP_K, 1, 0, .5, 0};
    for (int sharing = 0; sharing < SHARINGS; sharing++)
        for (int set = 0; set < 2; set++) {
            struct bench bench;
            struct lookup_trace change;
            struct err err;
            make(&bench, 1, sharing);
            assert_true(lookup_trace_init(&change, &bench.shape, &err));
            for (size_t k = 0; k < bench.sum.count; k++)
                bench.sum.numbers[k] = (real)random_normal(8, 8, k);
            bench.trace.store =
                lookup_batch_store(&bench.draws.batch, bench.draws.entries, 2);
            bench.trace.overrides = (struct overrides){&override, set};
            lookup_forward(&bench.trace, kernels_best());
            lookup_change(&bench.trace, &bench.sum, &change);
            for (int e = 0; e < bench.settings.entries; e++) {
                double sum = 0, sizes = 0;
                lookup_backward(&bench.trace, &(struct lookup_place){LOOKUP_A, 0, e},
                                &bench.back);
                for (size_t k = 0; k < bench.sum.count; k++) {
                    double term =
                        (double)bench.slopes.numbers[k] * (double)bench.sum.numbers[k];
                    sum += term;
                    sizes += fabs(term);
                }
                assert_true(sizes > 1e-3);
                assert_true(fabs(sum - (double)change.tensor[LOOKUP_A][e]) <=
                            1e-6 * sizes);
            }
            bench.trace.overrides.count = 0;
            lookup_trace_free(&change);
            drop(&bench);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_by_hand),
        cmocka_unit_test(shared_matrices_are_one),
        cmocka_unit_test(direct_equals_tabulated),
        cmocka_unit_test(kernels_agree),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(forwards_is_backwards),
#ifdef QKV_DOUBLE
        cmocka_unit_test(gradient_of_the_batch),
        cmocka_unit_test(gradients_of_single_numbers),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The lookup task, in float and in double: an example by hand; the table of kinds against the
 * tabulated step; in double the gradient of a batch against central differences. */
#include "core/lookup_step.h"

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
    struct lookup_family parameters, gradient, other;
    struct tensors tensors;
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
                lookup_family_init(&bench->other, &bench->shape, &err) &&
                lookup_tensors_init(&bench->tensors, &bench->shape, &err) &&
                lookup_work_init(&bench->work, &bench->shape, &err) &&
                lookup_draws_init(&bench->draws, bench->settings.entries,
                                  bench->settings.batch, &err);
    if (!made)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < bench->parameters.count; k++)
        bench->parameters.numbers[k] = (real)(0.6 * random_normal(7, 7, k));
    lookup_draw_batch(&bench->draws, &bench->settings, 3, bench->settings.batch,
                      kernels_best());
}

static void
drop(struct bench *bench)
{
    lookup_family_free(&bench->parameters);
    lookup_family_free(&bench->gradient);
    lookup_family_free(&bench->other);
    tensors_free(&bench->tensors);
    lookup_work_free(&bench->work);
    lookup_draws_free(&bench->draws);
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
    struct tensors tensors;
    struct lookup_store store = {.tag = {0, 1}, .value = {1, 0}, .asked = 1};
    assert_true(lookup_family_init(&family, &shape, &err));
    assert_true(lookup_tensors_init(&tensors, &shape, &err));
    assert_int_equal(family.count, 4 + 4 + 2 + 2 + 4 + 4);
    memcpy(family.tensor[TENSOR_ET], Et, sizeof Et);
    memcpy(family.tensor[TENSOR_EV], Ev, sizeof Ev);
    memcpy(family.tensor[TENSOR_WQ], Wq, sizeof Wq);
    memcpy(family.tensor[TENSOR_WK], Wq, sizeof Wq);
    memcpy(family.tensor[TENSOR_WV], Wv, sizeof Wv);
    memcpy(family.tensor[TENSOR_WO], Wo, sizeof Wo);
    lookup_tensors_set(&tensors, &family, &store);

    static const struct {
        enum tensor id;
        int at;
        double value;
    } wanted[] = {
        {TENSOR_X, 1, -1},
        {TENSOR_X, 2, 2},
        {TENSOR_X, 3, 1},
        {TENSOR_X, 4, 2},
        {TENSOR_X, 5, 0},
        {TENSOR_Q, 0, 2},
        {TENSOR_K, 0, 1},
        {TENSOR_K, 1, 2},
        {TENSOR_S, 0, 2},
        {TENSOR_Z, 1, 4},
        {TENSOR_A, 0, .11920292},
        {TENSOR_A, 1, .88079708},
        {TENSOR_V, 0, -1},
        {TENSOR_V, 2, 1},
        {TENSOR_O, 0, .76159416},
        {TENSOR_O, 1, 0},
        {TENSOR_L, 0, 1.5231883},
        {TENSOR_L, 1, 0},
        {TENSOR_PROBABILITY, 0, .82100750},
        {TENSOR_LOSS, 0, .19722304},
    };
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        int cols = tensors_cols(&tensors, wanted[k].id), at = wanted[k].at;
        double got = tensors_number(&tensors, wanted[k].id, at / cols, at % cols);
        if (!(fabs(got - wanted[k].value) < 1e-7 + BY_HAND))
            fail_msg("%s[%d] is %.9g, not %.9g", lookup_kinds[wanted[k].id].name,
                     wanted[k].at, got, wanted[k].value);
    }
    lookup_family_free(&family);
    tensors_free(&tensors);
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
        assert_int_equal(t[TENSOR_WK] == t[TENSOR_WQ], sharing & 1);
        assert_int_equal(t[TENSOR_WV] == t[TENSOR_WK], sharing >> 1);
        assert_int_equal(lookup_cols(&bench.shape, TENSOR_WV), sharing & 2 ? 3 : 5);
        assert_int_equal(lookup_rows(&bench.shape, TENSOR_WO), sharing & 2 ? 3 : 5);
        drop(&bench);
    }
}

/* What the batch comes to, example by example, as the table of kinds has it. */
static void
table_equals_tabulated(void **state)
{
    (void)state;
    for (int which = 0; which < CASES; which++)
        for (int sharing = 0; sharing < SHARINGS; sharing++) {
            struct bench bench;
            make(&bench, which, sharing);
            int B = bench.settings.batch;
            double loss = 0, right = 0;
            struct lookup_result result =
                lookup_gradient(&bench.work, &bench.parameters, &bench.draws.batch,
                                &bench.gradient, kernels_best());
            for (int b = 0; b < B; b++) {
                struct lookup_store store =
                    lookup_batch_store(&bench.draws.batch, bench.draws.entries, b);
                lookup_tensors_set(&bench.tensors, &bench.parameters, &store);
                loss += tensors_number(&bench.tensors, TENSOR_LOSS, 0, 0) / B;
                right += tensors_number(&bench.tensors, TENSOR_RIGHT, 0, 0);
            }
            assert_true(fabs((double)result.loss - loss) <= SAME * (1 + loss));
            assert_int_equal(result.right, right);
            assert_int_equal(lookup_right(&bench.work, &bench.parameters,
                                          &bench.draws.batch, kernels_best()),
                             right);
            drop(&bench);
        }
}

/* The tables of the step are the rows that the table of kinds has for them. */
static void
tables_are_the_kinds(void **state)
{
    (void)state;
    for (int which = 0; which < CASES; which++)
        for (int sharing = 0; sharing < SHARINGS; sharing++) {
            struct bench bench;
            make(&bench, which, sharing);
            struct lookup_store store =
                lookup_batch_store(&bench.draws.batch, bench.draws.entries, 0);
            lookup_tensors_set(&bench.tensors, &bench.parameters, &store);
            lookup_gradient(&bench.work, &bench.parameters, &bench.draws.batch,
                            &bench.gradient, kernels_best());
            const struct {
                enum tensor id;
                const real *numbers;
            } tables[] = {
                {TENSOR_QT, bench.work.Qt}, {TENSOR_KT, bench.work.Kt},
                {TENSOR_KV, bench.work.Kv}, {TENSOR_UT, bench.work.Ut},
                {TENSOR_UV, bench.work.Uv}, {TENSOR_ZT, bench.work.Zt},
                {TENSOR_ZV, bench.work.Zv}, {TENSOR_LT, bench.work.Lt},
                {TENSOR_LV, bench.work.Lv},
            };
            for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
                size_t cols = (size_t)tensors_cols(&bench.tensors, tables[k].id);
                for (int r = 0; r < tensors_rows(&bench.tensors, tables[k].id); r++)
                    assert_memory_equal(tensors_row(&bench.tensors, tables[k].id, r),
                                        tables[k].numbers + (size_t)r * cols,
                                        cols * sizeof(real));
            }
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
            lookup_gradient(&bench->work, &bench->parameters, batch, &bench->other, *at);
        assert_memory_equal(bench->other.numbers, bench->gradient.numbers,
                            bench->other.count * sizeof(real));
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
            bench.parameters.tensor[lookup_parameters[id]][0] = (real)bad[k];
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
largest(const real *numbers, size_t count)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = fabs((double)numbers[k]) > most ? fabs((double)numbers[k]) : most;
    return most;
}

static double
loss_of(struct bench *bench)
{
    return lookup_gradient(&bench->work, &bench->parameters, &bench->draws.batch,
                           &bench->other, kernels_best())
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

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_by_hand),
        cmocka_unit_test(shared_matrices_are_one),
        cmocka_unit_test(table_equals_tabulated),
        cmocka_unit_test(tables_are_the_kinds),
        cmocka_unit_test(kernels_agree),
        cmocka_unit_test(not_finite),
#ifdef QKV_DOUBLE
        cmocka_unit_test(gradient_of_the_batch),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

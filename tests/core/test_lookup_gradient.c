/* The gradient of a batch, which training gathers in tables, against the slopes of each example's
 * loss, which follow the table of kinds backwards. */
#include "core/lookup_step.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "core/mirror.h"
#include "source/lookup_task.h"

static const double SAME = 1e-5; /* of the largest gradient */

/* Sizes with and without remainders. */
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
    struct lookup_family parameters, gradient;
    struct tensors tensors;
    struct lookup_work work;
    struct lookup_draws draws;
};

static void
make(struct bench *bench, int which, int sharing)
{
    struct err err = {""};
    struct lookup_settings settings = cases[which];
    settings.share_qk = sharing & 1;
    settings.share_kv = sharing & 2;
    settings.seed = 10 * which + sharing;
    struct lookup_shape shape = lookup_shape_of(&settings);
    bool made = lookup_family_init(&bench->parameters, &shape, &err) &&
                lookup_family_init(&bench->gradient, &shape, &err) &&
                lookup_tensors_init(&bench->tensors, &shape, &err) &&
                lookup_work_init(&bench->work, &shape, &err) &&
                lookup_draws_init(&bench->draws, settings.entries, settings.batch, &err);
    if (!made)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < bench->parameters.count; k++)
        bench->parameters.numbers[k] = (real)(0.6 * random_normal(7, 7, k));
    lookup_draw_batch(&bench->draws, &settings, 3, settings.batch, kernels_best());
    lookup_gradient(&bench->work, &bench->parameters, &bench->draws.batch,
                    &bench->gradient, kernels_best());
}

static void
drop(struct bench *bench)
{
    lookup_family_free(&bench->parameters);
    lookup_family_free(&bench->gradient);
    tensors_free(&bench->tensors);
    lookup_work_free(&bench->work);
    lookup_draws_free(&bench->draws);
}

/* Adds the slopes of an example's loss, at the places of the family. */
static void
add_slopes(const struct bench *bench, struct derivatives *derivatives, double *sum)
{
    const struct lookup_family *family = &bench->gradient;
    struct err err;
    for (int k = 0; k < LOOKUP_PARAMETERS; k++) {
        struct number n = {.tensor = lookup_parameters[k], .of = OF_SLOPE};
        size_t at = (size_t)(family->tensor[n.tensor] - family->numbers);
        if (lookup_owner(&family->shape, n.tensor) != n.tensor)
            continue; /* its owner's slope is that of both */
        for (n.row = 0; n.row < tensors_rows(&bench->tensors, n.tensor); n.row++)
            for (n.col = 0; n.col < tensors_cols(&bench->tensors, n.tensor); n.col++) {
                double slope;
                assert_true(derivatives_number(derivatives, &n, &slope, &err));
                sum[at++] += slope / bench->draws.batch.count;
            }
    }
}

/* One computation in double that goes from store to store. */
static void
check_batch(struct bench *bench, double *sum)
{
    static const enum map maps[] = {MAP_TAG, MAP_VALUE, MAP_ANSWER};
    struct number loss = {.tensor = TENSOR_LOSS};
    int entries = bench->draws.entries, rows[LOOKUP_ENTRIES_MAX + 1];
    struct lookup_store store = lookup_batch_store(&bench->draws.batch, entries, 0);
    struct err err = {""};
    lookup_tensors_set(&bench->tensors, &bench->parameters, &store);
    struct derivatives_inputs inputs = mirror_inputs(&bench->tensors);
    struct derivatives *derivatives = derivatives_make(&inputs, &loss, &err);
    assert_non_null(derivatives);
    for (int b = 0; b < bench->draws.batch.count; b++) {
        store = lookup_batch_store(&bench->draws.batch, entries, b);
        for (int k = 0; k < 3; k++) {
            lookup_map(&store, entries, maps[k], rows);
            derivatives_set_map(derivatives, maps[k], rows);
        }
        add_slopes(bench, derivatives, sum);
    }
    derivatives_free(derivatives);
}

static void
the_gradient_is_the_mean_of_the_slopes(void **state)
{
    (void)state;
    for (int which = 0; which < CASES; which++)
        for (int sharing = 0; sharing < SHARINGS; sharing++) {
            struct bench bench;
            double largest = 0;
            make(&bench, which, sharing);
            const struct lookup_family *gradient = &bench.gradient;
            double *sum = calloc(gradient->count, sizeof *sum);
            assert_non_null(sum);
            check_batch(&bench, sum);
            for (size_t k = 0; k < gradient->count; k++)
                largest = fmax(largest, fabs((double)gradient->numbers[k]));
            for (size_t k = 0; k < gradient->count; k++)
                if (!(fabs(sum[k] - (double)gradient->numbers[k]) <= SAME * largest))
                    fail_msg("case %d, sharing %d, number %zu: %.9g, not %.9g", which,
                             sharing, k, (double)gradient->numbers[k], sum[k]);
            free(sum);
            drop(&bench);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gradient_is_the_mean_of_the_slopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

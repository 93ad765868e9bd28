/* Going through a run both ways: every step is what straight training makes, bit for bit. */
#include "source/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/training.h"

/* The numbers of a state in one place: parameters, m, v, gradient, and the powers. */
static float *
numbers_of(const struct trainer *trainer, size_t *count)
{
    const struct run_state *state = &trainer->state;
    size_t n = state->parameters.count;
    float *out = malloc((4 * n + 2) * sizeof *out);
    assert_non_null(out);
    memcpy(out, state->parameters.numbers, n * sizeof *out);
    memcpy(out + n, state->adam.m, n * sizeof *out);
    memcpy(out + 2 * n, state->adam.v, n * sizeof *out);
    memcpy(out + 3 * n, state->gradient.numbers, n * sizeof *out);
    out[4 * n] = (float)state->adam.power1;
    out[4 * n + 1] = (float)state->adam.power2;
    *count = 4 * n + 2;
    return out;
}

/* Trains straight to `last` and keeps every step; then goes to steps in random order. */
static void
check_seek(const struct lookup_settings *settings, int last, int seeks)
{
    struct trainer *straight = trainer_ready(settings),
                   *trainer = trainer_ready(settings);
    float **kept = calloc((size_t)last + 1, sizeof *kept);
    size_t count = 0;
    struct err err = {""};
    assert_non_null(kept);
    for (int step = 0; step <= last; step++) {
        assert_int_equal(straight->state.step, step);
        kept[step] = numbers_of(straight, &count);
        assert_true(trainer_step(straight, &err));
    }
    for (int k = 0; k < seeks; k++) {
        int step = (int)(random_bits(5, 6, (uint64_t)k) % (uint64_t)(last + 1));
        trainer_go(trainer, step);
        float *now = numbers_of(trainer, &count);
        if (memcmp(now, kept[step], count * sizeof *now) != 0)
            fail_msg("seek %d, to step %d, differs", k, step);
        free(now);
    }
    size_t steps = (size_t)trainer->last + 1;
    assert_memory_equal(trainer->loss, straight->loss, steps * sizeof(float));
    assert_memory_equal(trainer->accuracy, straight->accuracy, steps * sizeof(float));
    assert_memory_equal(trainer->weights, straight->weights,
                        steps * (size_t)settings->entries * sizeof(float));
    for (int step = 0; step <= last; step++)
        free(kept[step]);
    free(kept);
    trainer_free(straight);
    trainer_free(trainer);
}

static void
seek_in_random_order(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    check_seek(&settings, 200, 60);
    settings.tags = 5;
    settings.entries = 3;
    settings.d_model = 7;
    settings.d_k = 3;
    settings.batch = 9;
    settings.share_kv = true;
    check_seek(&settings, 90, 60);
}

/* Long enough for the snapshots to be thinned out twice. */
static void
seek_in_a_long_run(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    settings.tags = settings.values = settings.entries = 2;
    settings.d_model = settings.d_k = settings.d_v = 2;
    settings.batch = 4;
    check_seek(&settings, 8 * SNAPSHOTS_MAX * 3, 40);

    struct trainer *trainer = trainer_ready(&settings);
    trainer_go(trainer, 8 * SNAPSHOTS_MAX * 3);
    const struct snapshots *snapshots = &trainer->snapshots;
    assert_int_equal(snapshots->spacing, 32);
    assert_true(snapshots->count <= SNAPSHOTS_MAX);
    for (int k = 0; k < snapshots->count; k++)
        assert_int_equal(snapshots->list[k]->step % snapshots->spacing, 0);
    trainer_free(trainer);
}

/* A caller that may not stay long: rewind trains nothing, and step leads where seek would. */
static void
rewind_then_step(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    struct err err = {""};
    size_t count;
    trainer_go(trainer, 43);
    float *wanted = numbers_of(trainer, &count);
    trainer_go(trainer, 60);
    assert_true(trainer_rewind(trainer, 43, &err));
    assert_int_equal(trainer->state.step, 40);
    while (trainer->state.step < 43)
        assert_true(trainer_step(trainer, &err));
    float *got = numbers_of(trainer, &count);
    assert_memory_equal(got, wanted, count * sizeof *got);
    assert_true(trainer_rewind(trainer, 47, &err)); /* no snapshot lies between */
    assert_int_equal(trainer->state.step, 43);
    assert_true(trainer_rewind(trainer, 5, &err));
    assert_int_equal(trainer->state.step, 0);
    assert_false(trainer_rewind(trainer, -1, &err));
    assert_false(trainer_seek(trainer, TRAINER_STEPS_MAX + 1, &err));
    assert_int_equal(trainer->state.step, 0);
    assert_int_equal(trainer->last, 60);
    free(wanted);
    free(got);
    trainer_free(trainer);
}

/* The curve's loss at a step is that of the step's batch, computed here example by example. */
static void
loss_is_of_the_steps_batch(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    struct lookup_draws draws;
    struct err err = {""};
    assert_true(lookup_draws_init(&draws, settings.entries, settings.batch, &err));
    static const int steps[] = {0, 1, 25, 60};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        struct tensors tensors;
        double loss = 0;
        int right = 0;
        trainer_go(trainer, steps[k]);
        const struct lookup_family *parameters = &trainer->state.parameters;
        assert_true(lookup_tensors_init(&tensors, &parameters->shape, &err));
        lookup_draw_batch(&draws, &settings, steps[k], settings.batch, kernels_best());
        for (int b = 0; b < settings.batch; b++) {
            int best = 0;
            struct lookup_store store =
                lookup_batch_store(&draws.batch, draws.entries, b);
            lookup_tensors_set(&tensors, parameters, &store);
            loss += tensors_number(&tensors, TENSOR_LOSS, 0, 0) / settings.batch;
            const real *L = tensors_row(&tensors, TENSOR_L, 0);
            for (int v = 1; v < settings.values; v++)
                best = L[v] > L[best] ? v : best;
            right += best == draws.batch.answer[b];
        }
        assert_true(fabs((double)trainer_loss(trainer, steps[k]) - loss) < 1e-5);
        assert_true(fabs((double)trainer_accuracy(trainer, steps[k]) -
                         (double)right / settings.batch) < 1e-6);
        tensors_free(&tensors);
    }
    lookup_draws_free(&draws);
    trainer_free(trainer);
}

/* The watched weights are those of the direct tensors, and sum to 1. */
static void
watched_weights(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    for (int step = 0; step <= 30; step++) {
        trainer_go(trainer, step);
        const struct tensors *tensors = &trainer->tensors;
        const float *weights = trainer_weights(trainer, step);
        float sum = 0;
        assert_memory_equal(weights, tensors_row(tensors, TENSOR_A, 0),
                            4 * sizeof *weights);
        for (int e = 0; e < 4; e++)
            sum += weights[e];
        assert_true(fabsf(sum - 1) < 1e-6F);
        assert_true(isfinite(tensors_number(tensors, TENSOR_LOSS, 0, 0)));
    }
    trainer_free(trainer);
}

static void
reset_and_configure(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    struct lookup_store store = trainer->watched;
    struct err err = {""};
    size_t count;
    int dropped;
    float *start = numbers_of(trainer, &count);
    store.asked = 3;
    assert_true(trainer_watch(trainer, &store, &err));
    trainer_go(trainer, 20);
    assert_true(trainer_change(trainer, CHANGE_LR, NULL, .5, &dropped, &err));
    trainer_go(trainer, 30);
    assert_true(trainer_reset(trainer, &err));
    float *again = numbers_of(trainer, &count);
    assert_memory_equal(again, start, count * sizeof *again);
    assert_int_equal(trainer->last, 0);
    assert_int_equal(trainer->run.change_count, 0);
    assert_true(trainer_settings(trainer).lr == .02);
    assert_int_equal(trainer->watched.asked, 3); /* it fits, so it stays */

    settings.entries = 3;
    assert_true(trainer_configure(trainer, &settings, &err));
    assert_int_equal(trainer->watched.asked, 1);
    settings.entries = 9;
    trainer_go(trainer, 4);
    assert_false(trainer_configure(trainer, &settings, &err));
    assert_non_null(strstr(err.text, "entries 9"));
    assert_int_equal(trainer->state.step, 4);
    assert_int_equal(trainer->run.settings.entries, 3);
    free(start);
    free(again);
    trainer_free(trainer);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seek_in_random_order),
        cmocka_unit_test(seek_in_a_long_run),
        cmocka_unit_test(rewind_then_step),
        cmocka_unit_test(loss_is_of_the_steps_batch),
        cmocka_unit_test(watched_weights),
        cmocka_unit_test(reset_and_configure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

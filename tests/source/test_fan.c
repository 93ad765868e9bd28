/* Fans: quartiles against a plain recomputation, and what is claimed of 64 seeds. */
#include "source/fan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source/trainer.h"
#include "support/rows.h"

static struct fan *
make(const struct lookup_settings *settings, int seeds, int steps)
{
    struct err err = {""};
    struct lookup_store store = lookup_store_standard(settings);
    struct fan *fan = fan_make(settings, &store, seeds, steps, kernels_best(), &err);
    if (fan == NULL)
        fail_msg("%s", err.text);
    return fan;
}

static void
assert_near(float got, float wanted)
{
    assert_true(fabsf(got - wanted) < 1e-6F);
}

/* Five seeds, in slices of odd length: each weight is a trainer's, and of five sorted numbers
 * the quartiles are the second, third and fourth. */
static void
five_seeds(void **state)
{
    (void)state;
    enum { SEEDS = 5, STEPS = 30 };
    struct lookup_settings settings = lookup_settings_standard();
    settings.seed = 3;
    struct fan *fan = make(&settings, SEEDS, STEPS);
    assert_true(isnan(fan->median[0]));
    int slices = 1;
    while (fan_work(fan, 7))
        slices++;
    assert_int_equal(slices, (SEEDS * (STEPS + 1) + 6) / 7);
    assert_int_equal(fan->done, SEEDS);
    assert_false(fan_work(fan, 100));
    struct err err = {""};
    for (int k = 0; k < SEEDS; k++) {
        settings.seed = 3 + k;
        struct trainer *trainer = trainer_make(&settings, kernels_best(), &err);
        assert_non_null(trainer);
        assert_true(trainer_seek(trainer, STEPS, &err));
        for (int step = 0; step <= STEPS; step++)
            assert_memory_equal(&fan->weights[k * (STEPS + 1) + step],
                                &trainer_weights(trainer, step)[1], sizeof(float));
        trainer_free(trainer);
    }
    for (int step = 0; step <= STEPS; step++) {
        float sorted[SEEDS];
        assert_int_equal(fan->reached[step], SEEDS);
        for (int k = 0; k < SEEDS; k++) {
            int at = k;
            float weight = fan->weights[k * (STEPS + 1) + step];
            for (; at > 0 && sorted[at - 1] > weight; at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = weight;
        }
        assert_near(fan->q25[step], sorted[1]);
        assert_near(fan->median[step], sorted[2]);
        assert_near(fan->q75[step], sorted[3]);
        assert_true(fabs(fan_rank(fan, step, sorted[3]) - .6) < 1e-12);
        assert_true(fan_rank(fan, step, 0) == 0 && fan_rank(fan, step, 2) == 1);
    }
    fan_free(fan);
}

/* Between two seeds everything lies between the two. */
static void
two_seeds(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct fan *fan = make(&settings, 2, 20);
    fan_work(fan, 21 + 5); /* the second has got to step 4 */
    assert_int_equal(fan->done, 1);
    assert_int_equal(fan->reached[4], 2);
    assert_int_equal(fan->reached[5], 1);
    assert_near(fan->median[20], fan->weights[20]);
    while (fan_work(fan, 1000))
        ;
    float one = fan->weights[20], two = fan->weights[21 + 20];
    float low = fminf(one, two), high = fmaxf(one, two);
    assert_near(fan->q25[20], low + (high - low) / 4);
    assert_near(fan->median[20], low + (high - low) / 2);
    assert_near(fan->q75[20], low + (high - low) * 3 / 4);
    fan_free(fan);
}

static void
diverging_seeds(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    settings.lr = 1e20;
    struct fan *fan = make(&settings, 3, 10);
    assert_false(fan_work(fan, 1000));
    assert_int_equal(fan->done, 3);
    assert_int_equal(fan->diverged, 3);
    assert_int_equal(fan->accurate, 0);
    assert_true(isfinite(fan->median[0]) && isnan(fan->median[10]));
    assert_true(fan_rank(fan, 10, 1) == 0);
    fan_free(fan);
}

static void
wrong_fans(void **state)
{
    (void)state;
    static const struct {
        int seeds, steps, first;
        const char *sentence;
    } wrong[] = {
        {0, 10, 1, "a fan of 0 seeds is not possible: 1 to 1024 are"},
        {1025, 10, 1, "1025 seeds"},
        {4, 0, 1, "a fan of 0 steps is not possible: 1 to 10000 are"},
        {4, 10001, 1, "10001 steps"},
        {2, 10, LOOKUP_SEED_MAX, "go beyond 999999999, the largest seed"},
        {2, 10, -1, "seed -1 is not allowed"},
    };
    int failures = 0;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct lookup_settings settings = lookup_settings_standard();
        struct lookup_store store = lookup_store_standard(&settings);
        struct err err = {""};
        settings.seed = wrong[k].first;
        struct fan *fan = fan_make(&settings, &store, wrong[k].seeds, wrong[k].steps,
                                   kernels_best(), &err);
        failures += row_wrong(fan == NULL && strstr(err.text, wrong[k].sentence) != NULL,
                              "row %zu: %s", k, err.text);
    }
    assert_int_equal(failures, 0);
}

/* What the screens and lessons say of many seeds. */
static void
sixty_four_seeds(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    settings.seed = 1;
    struct fan *apart = make(&settings, 64, 200);
    settings.share_qk = true;
    struct fan *qk = make(&settings, 64, 25);
    settings.share_qk = false;
    settings.share_kv = true;
    struct fan *kv = make(&settings, 64, 25);
    while (fan_work(apart, 1000) || fan_work(qk, 1000) || fan_work(kv, 1000))
        ;
    print_message(
        "step 25: %.3f (%.3f to %.3f); share qk %.3f, share kv %.3f; accurate %d\n",
        (double)apart->median[25], (double)apart->q25[25], (double)apart->q75[25],
        (double)qk->median[25], (double)kv->median[25], apart->accurate);
    assert_true(apart->median[25] >= .62F && apart->median[25] <= .88F);
    assert_true(apart->accurate >= 62);
    assert_true(kv->median[25] <= apart->median[25] - .1F);
    assert_true(qk->median[25] > apart->median[25]);
    assert_true(apart->median[200] >= .98F);
    fan_free(apart);
    fan_free(qk);
    fan_free(kv);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_seeds),       cmocka_unit_test(two_seeds),
        cmocka_unit_test(diverging_seeds),  cmocka_unit_test(wrong_fans),
        cmocka_unit_test(sixty_four_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

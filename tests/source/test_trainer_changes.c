/* Changes on the way, what they drop, the watched store, and runs that diverge. */
#include "source/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/rows.h"
#include "support/training.h"

static const struct number WQ_3_1 = {
    .tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE};

static struct trainer *
make_standard(void)
{
    struct lookup_settings settings = lookup_settings_standard();
    return trainer_ready(&settings);
}

/* Makes a change and returns how many steps that dropped. */
static int
change(struct trainer *trainer, enum run_change_kind kind, double value)
{
    struct err err = {""};
    int dropped = -1;
    if (!trainer_change(trainer, kind, &WQ_3_1, value, &dropped, &err))
        fail_msg("%s", err.text);
    return dropped;
}

/* A run with all three kinds of change can be gone through like any other. */
static void
changes_are_part_of_the_run(void **state)
{
    (void)state;
    struct trainer *one = make_standard(), *two = make_standard();
    trainer_go(one, 10);
    assert_int_equal(change(one, CHANGE_LR, .01), 0);
    trainer_go(one, 16); /* where there is a snapshot */
    change(one, CHANGE_NUMBER, 2.5);
    assert_true(one->state.parameters.tensor[TENSOR_WQ][3 * 8 + 1] == 2.5F);
    trainer_go(one, 21);
    change(one, CHANGE_BATCH, 300);
    change(one, CHANGE_NUMBER, -1);
    trainer_go(one, 50);
    two->run = one->run; /* the same run, told from the start */
    struct err err = {""};
    assert_true(run_state_reserve(&two->state, &two->run, &err));
    static const int steps[] = {50, 16, 15, 17, 10, 9, 21, 20, 22, 0, 50};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        trainer_go(one, steps[k]);
        trainer_go(two, steps[k]);
        assert_trainers_equal(one, two);
        struct lookup_settings now = trainer_settings(one);
        assert_true(now.lr == (steps[k] < 10 ? .02 : .01));
        assert_int_equal(now.batch, steps[k] < 21 ? 128 : 300);
    }
    assert_memory_equal(one->loss, two->loss, 51 * sizeof(float));
    assert_int_equal(one->last, 50);
    trainer_free(one);
    trainer_free(two);
}

static void
dropping(void **state)
{
    (void)state;
    struct trainer *trainer = make_standard(), *straight = make_standard();
    trainer_go(trainer, 40);
    change(trainer, CHANGE_LR, .5);
    trainer_go(trainer, 60);
    trainer_go(trainer, 30);
    assert_int_equal(change(trainer, CHANGE_LR, .02), 0); /* it is .02 here already */
    assert_int_equal(change(trainer, CHANGE_BATCH, 128), 0);
    double now = (double)trainer->state.parameters.tensor[TENSOR_WQ][3 * 8 + 1];
    assert_int_equal(change(trainer, CHANGE_NUMBER, now), 0);
    assert_int_equal(trainer->last, 60);
    assert_int_equal(trainer->run.change_count, 1);

    assert_int_equal(change(trainer, CHANGE_NUMBER, now + 1), 30);
    assert_int_equal(trainer->last, 30);
    assert_int_equal(trainer->run.change_count, 1); /* lr .5 at 40 went with the rest */
    assert_int_equal(change(trainer, CHANGE_NUMBER, now + 2), 0);
    assert_int_equal(trainer->run.change_count, 1); /* the same number again */
    assert_int_equal(change(trainer, CHANGE_NUMBER, now), 0);
    trainer_go(trainer, 60);
    trainer_go(straight, 60);
    assert_trainers_equal(trainer, straight);
    assert_memory_equal(trainer->loss, straight->loss, 61 * sizeof(float));

    trainer_go(trainer, 0);
    assert_int_equal(change(trainer, CHANGE_LR, .03), 60);
    assert_int_equal(trainer->run.change_count, 0); /* it is a setting */
    assert_true(trainer->run.settings.lr == .03);
    trainer_free(trainer);
    trainer_free(straight);
}

static void
wrong_changes(void **state)
{
    (void)state;
    static const struct {
        enum run_change_kind kind;
        struct number place;
        double value;
        const char *sentence;
    } wrong[] = {
        {CHANGE_LR, {.tensor = TENSOR_ET, .in = IN_STORE}, 0, "lr 0 is not allowed"},
        {CHANGE_LR, {.tensor = TENSOR_ET, .in = IN_STORE}, (double)NAN, "lr nan"},
        {CHANGE_BATCH, {.tensor = TENSOR_ET, .in = IN_STORE}, 1.5, "batch 1.5"},
        {CHANGE_BATCH, {.tensor = TENSOR_ET, .in = IN_STORE}, 1e9, "batch 1000000000"},
        {CHANGE_NUMBER,
         {.tensor = TENSOR_WQ, .row = 16, .in = IN_STORE},
         1,
         "Wq[16,0] is not there: Wq has rows 0 to 15"},
        {CHANGE_NUMBER, {.tensor = TENSOR_WQ, .col = -1, .in = IN_STORE}, 1, "Wq[0,-1]"},
        {CHANGE_NUMBER,
         {.tensor = TENSOR_WK, .in = IN_STORE},
         1,
         "Wk is a copy of Wq while they are shared"},
        {CHANGE_NUMBER, {.tensor = TENSOR_A, .in = IN_STORE}, 1, "only parameters"},
        {CHANGE_NUMBER, {.tensor = TENSORS, .in = IN_STORE}, 1, "only parameters"},
        {CHANGE_NUMBER,
         {.tensor = TENSOR_WQ, .in = IN_STORE},
         (double)NAN,
         "cannot be nan"},
        {CHANGE_NUMBER,
         {.tensor = TENSOR_WQ, .in = IN_STORE},
         1e39,
         "a float holds no such number"},
    };
    struct lookup_settings settings = lookup_settings_standard();
    settings.share_qk = true;
    struct trainer *trainer = trainer_ready(&settings);
    trainer_go(trainer, 5);
    trainer_go(trainer, 3);
    int failures = 0, dropped;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct err err = {""};
        bool made = trainer_change(trainer, wrong[k].kind, &wrong[k].place,
                                   wrong[k].value, &dropped, &err);
        failures += row_wrong(!made && strstr(err.text, wrong[k].sentence) != NULL,
                              "row %zu: %s", k, err.text);
    }
    assert_int_equal(failures, 0);
    assert_int_equal(trainer->last, 5);
    assert_int_equal(trainer->run.change_count, 0);
    trainer_free(trainer);
}

static void
too_many_changes(void **state)
{
    (void)state;
    struct trainer *trainer = make_standard();
    struct err err = {""};
    int dropped;
    for (int k = 0; k < RUN_CHANGES_MAX; k++) {
        trainer_go(trainer, 1 + k);
        change(trainer, CHANGE_LR, .001 * (1 + k % 2));
    }
    assert_int_equal(trainer->run.change_count, RUN_CHANGES_MAX);
    change(trainer, CHANGE_LR, .5); /* in place of the last */
    trainer_go(trainer, 1 + RUN_CHANGES_MAX);
    assert_false(trainer_change(trainer, CHANGE_LR, NULL, .1, &dropped, &err));
    assert_non_null(strstr(err.text, "at most 256 changes"));
    trainer_go(trainer, 10);
    change(trainer, CHANGE_BATCH, 5);
    assert_int_equal(trainer->run.change_count, 11);
    trainer_free(trainer);
}

/* -- watching -------------------------------------------------------------------------- */

/* Watching another store gives the curve that a trainer has which watched it all along. */
static void
another_store(void **state)
{
    (void)state;
    const struct lookup_store store = {{7, 4, 0, 1}, {0, 1, 2, 2}, 3};
    struct trainer *trainer = make_standard(), *other = make_standard();
    struct err err = {""};
    assert_true(trainer_watch(other, &store, &err));
    trainer_go(other, 70);
    trainer_go(trainer, 60);
    trainer_go(trainer, 33);
    assert_true(trainer_watch(trainer, &store, &err));
    assert_true(trainer->recalling);
    assert_true(isnan(trainer_weights(trainer, 20)[0]));
    assert_memory_equal(trainer_weights(trainer, 33), trainer_weights(other, 33), 16);
    assert_true(trainer_recall(trainer, 15, &err));
    assert_memory_equal(trainer_weights(trainer, 15), trainer_weights(other, 15), 16);
    assert_true(isnan(trainer_weights(trainer, 16)[0]));
    trainer_go(trainer, 70); /* moving on meanwhile is no harm */
    while (trainer->recalling)
        assert_true(trainer_recall(trainer, 7, &err));
    assert_memory_equal(trainer->weights, other->weights, 71 * 4 * sizeof(float));
    assert_memory_equal(tensors_row(&trainer->tensors, TENSOR_A, 0),
                        trainer_weights(other, 70), 16);
    assert_false(trainer_watch(trainer, &(struct lookup_store){.asked = 9}, &err));
    assert_memory_equal(&trainer->watched, &store, sizeof store);
    trainer_free(trainer);
    trainer_free(other);
}

/* A change behind or before the place that recalling has reached. */
static void
changes_while_recalling(void **state)
{
    (void)state;
    const struct lookup_store store = {{7, 4, 0, 1}, {0, 1, 2, 2}, 3};
    static const int reached[] = {0, 10, 25, 26, 60};
    for (size_t k = 0; k < sizeof reached / sizeof *reached; k++) {
        struct trainer *trainer = make_standard(), *other = make_standard();
        struct err err = {""};
        assert_true(trainer_watch(other, &store, &err));
        trainer_go(trainer, 60);
        assert_true(trainer_watch(trainer, &store, &err));
        if (reached[k] > 0)
            assert_true(trainer_recall(trainer, reached[k], &err));
        trainer_go(trainer, 25);
        trainer_go(other, 25);
        change(trainer, CHANGE_BATCH, 500);
        change(other, CHANGE_BATCH, 500);
        trainer_go(trainer, 50);
        trainer_go(other, 50);
        while (trainer->recalling)
            assert_true(trainer_recall(trainer, 9, &err));
        assert_memory_equal(trainer->weights, other->weights, 51 * 4 * sizeof(float));
        assert_trainers_equal(trainer, other);
        trainer_free(trainer);
        trainer_free(other);
    }
}

/* -- diverging ------------------------------------------------------------------------- */

static void
a_loss_that_is_not_finite(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    settings.lr = 1e20;
    struct trainer *trainer = trainer_ready(&settings);
    struct err err = {""};
    assert_false(trainer_seek(trainer, 50, &err));
    int at = trainer->diverged_at;
    assert_int_equal(at, 1);
    assert_int_equal(trainer->state.step, at);
    assert_int_equal(trainer->last, at);
    assert_false(isfinite(trainer_loss(trainer, at)) != 0);
    assert_true(isfinite(trainer_loss(trainer, at - 1)) != 0);
    assert_non_null(strstr(err.text, "the loss at step 1 is not finite"));
    assert_true(trainer->largest > 0 && isfinite(trainer->largest));
    assert_false(trainer_step(trainer, &err));

    /* the history is kept, and the largest gradient is that of the step before */
    trainer_go(trainer, at - 1);
    const struct number *place = &trainer->largest_at;
    int C = tensors_cols(&trainer->tensors, place->tensor);
    const struct lookup_family *gradient = &trainer->state.gradient;
    assert_true(fabsf(gradient->tensor[place->tensor][place->row * C + place->col]) ==
                trainer->largest);
    for (size_t k = 0; k < gradient->count; k++)
        assert_true(fabsf(gradient->numbers[k]) <= trainer->largest);

    /* a smaller lr from there on, and it goes on */
    assert_int_equal(change(trainer, CHANGE_LR, .02), 1);
    assert_int_equal(trainer->diverged_at, -1);
    trainer_go(trainer, 30);
    trainer_free(trainer);
}

/* An edit can do it too, at the step itself; another edit there undoes it. A large tag makes
 * both queries and keys large. */
static void
an_edit_that_is_too_large(void **state)
{
    (void)state;
    const struct number tag = {.tensor = TENSOR_ET, .row = 2, .col = 3, .in = IN_STORE};
    struct trainer *trainer = make_standard(), *straight = make_standard();
    struct err err = {""};
    int dropped;
    trainer_go(trainer, 7);
    double was = (double)trainer->state.parameters.tensor[TENSOR_ET][2 * 16 + 3];
    assert_true(trainer_change(trainer, CHANGE_NUMBER, &tag, 3e38, &dropped, &err));
    assert_int_equal(trainer->diverged_at, 7);
    assert_true(isfinite(trainer->largest));
    assert_false(trainer_seek(trainer, 9, &err));
    assert_int_equal(trainer->state.step, 7);
    trainer_go(trainer, 2);
    assert_false(trainer_seek(trainer, 9, &err));
    assert_true(trainer_change(trainer, CHANGE_NUMBER, &tag, was, &dropped, &err));
    assert_int_equal(trainer->diverged_at, -1);
    trainer_go(trainer, 20);
    trainer_go(straight, 20);
    assert_trainers_equal(trainer, straight);
    trainer_free(trainer);
    trainer_free(straight);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_part_of_the_run),
        cmocka_unit_test(dropping),
        cmocka_unit_test(wrong_changes),
        cmocka_unit_test(too_many_changes),
        cmocka_unit_test(another_store),
        cmocka_unit_test(changes_while_recalling),
        cmocka_unit_test(a_loss_that_is_not_finite),
        cmocka_unit_test(an_edit_that_is_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copies of a trainer: the same bits now and wherever they are taken. */
#include "source/trainer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "support/training.h"

/* A run with changes behind and before the step that it shows, and a number set by hand. */
static struct trainer *
make(void)
{
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    const struct number number = {.tensor = TENSOR_WO,
                                  .row = 2,
                                  .col = 3,
                                  .in = IN_STORE},
                        key = {.tensor = TENSOR_K, .row = 1, .col = 6, .in = IN_STORE};
    struct err err;
    int dropped;
    trainer_go(trainer, 7);
    assert_true(trainer_change(trainer, CHANGE_NUMBER, &number, .5, &dropped, &err));
    trainer_go(trainer, 60);
    trainer_go(trainer, 33);
    assert_true(trainer_override(trainer, &key, 2, &err));
    return trainer;
}

static struct trainer *
copy_of(const struct trainer *trainer)
{
    struct err err = {""};
    struct trainer *copy = trainer_copy(trainer, &err);
    if (copy == NULL)
        fail_msg("%s", err.text);
    return copy;
}

static void
a_copy_is_the_same_everywhere(void **state)
{
    (void)state;
    static const int steps[] = {33, 5, 60, 0, 7, 71};
    struct trainer *trainer = make(), *copy = copy_of(trainer);
    assert_true(trainer_equal(trainer, copy));
    assert_memory_equal(tensors_row(&trainer->tensors, TENSOR_A, 0),
                        tensors_row(&copy->tensors, TENSOR_A, 0), 4 * sizeof(real));
    assert_memory_equal(trainer->loss, copy->loss, 61 * sizeof(float));
    assert_memory_equal(trainer->weights, copy->weights, 4 * 61 * sizeof(float));
    assert_true(trainer_bytes(copy) > 0);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        trainer_go(trainer, steps[k]);
        trainer_go(copy, steps[k]);
        assert_trainers_equal(trainer, copy);
    }
    trainer_free(trainer);
    trainer_free(copy);
}

/* What happens to the one does not happen to the other, and is a difference. */
static void
copies_go_their_own_ways(void **state)
{
    (void)state;
    const struct number number = {.tensor = TENSOR_WQ, .in = IN_STORE},
                        query = {.tensor = TENSOR_Q, .col = 1, .in = IN_STORE};
    struct trainer *trainer = make(), *copy = copy_of(trainer);
    struct lookup_store store = trainer->watched;
    struct err err;
    int dropped;
    assert_true(trainer_override(copy, &query, 1, &err));
    assert_false(trainer_equal(trainer, copy));
    trainer_free(copy);

    copy = copy_of(trainer);
    assert_true(trainer_change(copy, CHANGE_NUMBER, &number, 3, &dropped, &err));
    assert_false(trainer_equal(trainer, copy));
    assert_int_equal(trainer->last, 60);
    trainer_free(copy);

    copy = copy_of(trainer);
    store.value[0]++;
    assert_true(trainer_watch(copy, &store, &err));
    assert_false(trainer_equal(trainer, copy));
    trainer_free(copy);

    copy = copy_of(trainer);
    assert_true(trainer_change(copy, CHANGE_LR, NULL, .5, &dropped, &err));
    assert_false(trainer_equal(trainer, copy));
    trainer_free(copy);

    copy = copy_of(trainer);
    trainer_go(copy, 34);
    assert_false(trainer_equal(trainer, copy));
    trainer_free(copy);
    trainer_free(trainer);
}

/* -- numbers set by hand --------------------------------------------------------------- */

/* They go into what is shown, and into nothing of the run. */
static void
overrides_last_until_the_next_step(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings), *plain = trainer_ready(&settings);
    const struct number score = store_number_at(TENSOR_S, 0, 3);
    const struct number weight = store_number_at(TENSOR_A, 0, 3);
    struct err err;
    trainer_go(trainer, 10);
    trainer_go(plain, 10);
    double was = tensors_at(&trainer->tensors, &weight);
    assert_true(trainer_override(trainer, &score, 50, &err));
    assert_true(trainer_override(trainer, &score, 60, &err)); /* instead of the first */
    assert_int_equal(trainer->override_count, 1);
    assert_true(tensors_at(&trainer->tensors, &weight) > .99 && was < .5);
    assert_true((double)trainer_weights(trainer, 10)[3] == was);
    assert_true(trainer->overrides[0].was == tensors_at(&plain->tensors, &score));
    trainer_go(trainer, 11);
    trainer_go(plain, 11);
    assert_int_equal(trainer->override_count, 0);
    assert_trainers_equal(trainer, plain);
    trainer_go(trainer, 10);
    assert_true(tensors_at(&trainer->tensors, &weight) == was);
    trainer_free(trainer);
    trainer_free(plain);
}

static void
overrides_have_limits(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    struct number place = {.tensor = TENSOR_X, .in = IN_STORE};
    struct err err;
    assert_false(trainer_override(trainer, &place, 1e39, &err));
    assert_false(trainer_override(trainer, &place, (double)NAN, &err));
    for (int k = 0; k < TRAINER_OVERRIDES_MAX; k++) {
        place.row = k / 16;
        place.col = k % 16;
        assert_true(trainer_override(trainer, &place, 1, &err));
    }
    place.row = 4;
    assert_false(trainer_override(trainer, &place, 1, &err));
    assert_non_null(strstr(err.text, "at most 32 numbers"));
    assert_int_equal(trainer->override_count, TRAINER_OVERRIDES_MAX);
    struct lookup_store store = trainer->watched;
    assert_true(trainer_watch(trainer, &store, &err));
    assert_int_equal(trainer->override_count, 0);
    trainer_free(trainer);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_the_same_everywhere),
        cmocka_unit_test(copies_go_their_own_ways),
        cmocka_unit_test(overrides_last_until_the_next_step),
        cmocka_unit_test(overrides_have_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

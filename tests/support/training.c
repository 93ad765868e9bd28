/* Trainers that tests go through and compare. */
#include "support/training.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct trainer *
trainer_ready(const struct lookup_settings *settings)
{
    struct err err = {""};
    struct trainer *trainer = trainer_make(settings, kernels_best(), &err);
    if (trainer == NULL)
        fail_msg("%s", err.text);
    return trainer;
}

void
trainer_go(struct trainer *trainer, int step)
{
    struct err err = {""};
    if (!trainer_seek(trainer, step, &err))
        fail_msg("%s", err.text);
    assert_int_equal(trainer->state.step, step);
}

void
assert_trainers_equal(const struct trainer *a, const struct trainer *b)
{
    size_t bytes = a->state.parameters.count * sizeof(real);
    assert_int_equal(a->state.step, b->state.step);
    assert_memory_equal(a->state.parameters.numbers, b->state.parameters.numbers, bytes);
    assert_memory_equal(a->state.adam.m, b->state.adam.m, bytes);
    assert_memory_equal(a->state.adam.v, b->state.adam.v, bytes);
    assert_memory_equal(a->state.gradient.numbers, b->state.gradient.numbers, bytes);
}

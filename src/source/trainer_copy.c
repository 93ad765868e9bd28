/* Copies of a trainer with its whole history. */
#include "source/trainer.h"

#include <stdlib.h>
#include <string.h>

static size_t
snapshot_bytes(const struct trainer *trainer)
{
    return sizeof(struct snapshot) + 3 * trainer->state.parameters.count * sizeof(real);
}

/* The state at the same step: what a batch makes of it is computed again, to the same bits. */
static bool
copy_state(struct trainer *copy, const struct trainer *trainer, struct err *err)
{
    const struct run_state *from = &trainer->state;
    struct run_state *to = &copy->state;
    size_t bytes = from->parameters.count * sizeof(real);
    if (!run_state_init(to, &trainer->run, err))
        return false;
    run_state_copy(to, from);
    memcpy(to->gradient.numbers, from->previous.numbers, bytes); /* entering swaps them */
    run_state_enter(to, &trainer->run, trainer->kernels);
    return true;
}

static bool
copy_snapshots(struct trainer *copy, const struct trainer *trainer)
{
    const struct snapshots *from = &trainer->snapshots;
    for (int k = 0; k < from->count; k++) {
        struct snapshot *snapshot = malloc(snapshot_bytes(trainer));
        if (snapshot == NULL)
            return false;
        memcpy(snapshot, from->list[k], snapshot_bytes(trainer));
        copy->snapshots.list[copy->snapshots.count++] = snapshot;
    }
    return true;
}

static float *
copy_curve(const float *curve, size_t count)
{
    float *copy = malloc(count * sizeof *copy);
    if (copy != NULL)
        memcpy(copy, curve, count * sizeof *copy);
    return copy;
}

static bool
copy_curves(struct trainer *copy, const struct trainer *trainer)
{
    size_t steps = (size_t)(trainer->last - trainer->first + 1);
    size_t entries = (size_t)trainer->run.settings.entries;
    copy->capacity = (int)steps;
    copy->loss = copy_curve(trainer->loss, steps);
    copy->accuracy = copy_curve(trainer->accuracy, steps);
    copy->weights = copy_curve(trainer->weights, steps * entries);
    return copy->loss != NULL && copy->accuracy != NULL && copy->weights != NULL;
}

struct trainer *
trainer_copy(const struct trainer *trainer, struct err *err)
{
    const struct lookup_settings *settings = &trainer->run.settings;
    struct trainer *copy = malloc(sizeof *copy);
    err_set(err, "there is not enough memory for a copy of the run");
    if (copy == NULL)
        return NULL;
    *copy = *trainer; /* and then, instead of what that owns, the like */
    copy->loss = copy->accuracy = copy->weights = NULL;
    copy->state = copy->recall = (struct run_state){.step = 0};
    copy->tensors = (struct tensors){.kinds = NULL};
    copy->snapshots.count = 0;
    copy->examples = (struct examples){.next = 0};
    copy->fresh = (struct lookup_draws){.block = NULL};
    if (!copy_state(copy, trainer, err) || !copy_snapshots(copy, trainer) ||
        !copy_curves(copy, trainer) ||
        !lookup_tensors_init(&copy->tensors, &copy->state.parameters.shape, err) ||
        !lookup_draws_init(&copy->fresh, settings->entries, FRESH_STORES, err)) {
        trainer_free(copy);
        return NULL;
    }
    lookup_draw_fresh(&copy->fresh, settings, FRESH_STORES, copy->kernels);
    trainer_set_tensors(copy, &copy->state);
    return copy;
}

size_t
trainer_bytes(const struct trainer *trainer)
{
    size_t steps = (size_t)(trainer->last - trainer->first + 1);
    size_t entries = (size_t)trainer->run.settings.entries;
    size_t state =
        8 * trainer->state.parameters.count * sizeof(real) +
        (2 * entries + 2) * (size_t)trainer->state.draws.capacity * sizeof(int);
    return sizeof *trainer + state +
           (size_t)trainer->snapshots.count * snapshot_bytes(trainer) +
           steps * (2 + entries) * sizeof(float);
}

static bool
same_run(const struct run *a, const struct run *b)
{
    bool same = lookup_settings_equal(&a->settings, &b->settings) &&
                a->change_count == b->change_count;
    for (int k = 0; same && k < a->change_count; k++) {
        const struct run_change *x = &a->changes[k], *y = &b->changes[k];
        same = x->step == y->step && x->kind == y->kind && x->value == y->value &&
               x->place.tensor == y->place.tensor && x->place.row == y->place.row &&
               x->place.col == y->place.col;
    }
    return same;
}

static bool
same_overrides(const struct trainer *a, const struct trainer *b)
{
    bool same = a->override_count == b->override_count;
    for (int k = 0; same && k < a->override_count; k++) {
        const struct override *x = &a->overrides[k], *y = &b->overrides[k];
        same = x->tensor == y->tensor && x->row == y->row && x->col == y->col &&
               x->value == y->value;
    }
    return same;
}

bool
trainer_equal(const struct trainer *a, const struct trainer *b)
{
    size_t bytes = a->state.parameters.count * sizeof(real);
    return same_run(&a->run, &b->run) && a->state.step == b->state.step &&
           a->first == b->first && a->last == b->last &&
           lookup_store_equal(&a->watched, &b->watched, a->run.settings.entries) &&
           same_overrides(a, b) &&
           memcmp(a->state.parameters.numbers, b->state.parameters.numbers, bytes) == 0;
}

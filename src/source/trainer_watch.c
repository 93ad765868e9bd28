/* The watched store: its weights in the curve, its trace at the shown step, what is set by hand
 * in it. */
#include "source/trainer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void
trainer_set_tensors(struct trainer *trainer, const struct run_state *state)
{
    bool shown = state == &trainer->state;
    trainer->tensors.overrides =
        (struct overrides){trainer->overrides, shown ? trainer->override_count : 0};
    lookup_tensors_set(&trainer->tensors, &state->parameters, &trainer->watched);
    trainer->changes++;
    if (shown && state->step == 0 && trainer->override_count == 0)
        for (int k = 0; k < 2; k++)
            trainer->start_shares[k] = tensors_number(
                &trainer->tensors, k == 0 ? TENSOR_KEY_SHARE : TENSOR_VALUE_SHARE, 0, 0);
}

void
trainer_record_weights(struct trainer *trainer, const struct run_state *state)
{
    size_t entries = (size_t)trainer->run.settings.entries;
    size_t at = (size_t)(state->step - trainer->first);
    memcpy(trainer->weights + at * entries, tensors_row(&trainer->tensors, TENSOR_A, 0),
           entries * sizeof *trainer->weights);
}

void
trainer_end_recall(struct trainer *trainer)
{
    run_state_free(&trainer->recall);
    trainer->recalling = false;
}

bool
trainer_watch(struct trainer *trainer, const struct lookup_store *store, struct err *err)
{
    if (!lookup_store_check(store, &trainer->run.settings, err))
        return false;
    size_t entries = (size_t)trainer->run.settings.entries;
    size_t count = (size_t)(trainer->last - trainer->first + 1) * entries;
    trainer->watched = *store;
    trainer->override_count = 0;
    for (size_t k = 0; k < count; k++)
        trainer->weights[k] = NAN;
    trainer_set_tensors(trainer, &trainer->state);
    trainer_record_weights(trainer, &trainer->state);
    trainer_end_recall(trainer);
    trainer->recalling = trainer->last > trainer->first;
    return true;
}

bool
trainer_recall(struct trainer *trainer, int steps, struct err *err)
{
    struct run_state *recall = &trainer->recall;
    if (!trainer->recalling)
        return true;
    if (recall->parameters.count == 0) {
        if (!run_state_init(recall, &trainer->run, err))
            return false;
        snapshots_restore(&trainer->snapshots, trainer->first, &trainer->run,
                          trainer->kernels, recall);
        trainer_set_tensors(trainer, recall);
        trainer_record_weights(trainer, recall);
    }
    for (int k = 0; k < steps && recall->step < trainer->last; k++) {
        run_state_advance(recall, &trainer->run, trainer->kernels);
        trainer_set_tensors(trainer, recall);
        trainer_record_weights(trainer, recall);
    }
    if (recall->step >= trainer->last)
        trainer_end_recall(trainer);
    trainer_set_tensors(trainer, &trainer->state);
    return true;
}

bool
trainer_override(struct trainer *trainer, const struct number *place, double value,
                 struct err *err)
{
    enum tensor id = place->tensor;
    int at = 0;
    assert(tensors_has(&trainer->tensors, place) &&
           !kind_is_parameter(&lookup_kinds[id]));
    if (!isfinite((float)value))
        return err_set(err, "%.9g: a float holds no such number", value);
    for (; at < trainer->override_count; at++) {
        const struct override *set = &trainer->overrides[at];
        if (set->tensor == id && set->row == place->row && set->col == place->col)
            break;
    }
    if (at == TRAINER_OVERRIDES_MAX)
        return err_set(err, "at most %d numbers can be set by hand at a step",
                       TRAINER_OVERRIDES_MAX);
    trainer->overrides[at] =
        (struct override){id, place->row, place->col, (double)(float)value, 0};
    trainer->override_count += at == trainer->override_count;
    trainer_set_tensors(trainer, &trainer->state);
    for (int k = 0; k < trainer->override_count; k++) /* notes what it replaces */
        tensors_row(&trainer->tensors, trainer->overrides[k].tensor,
                    trainer->overrides[k].row);
    return true;
}

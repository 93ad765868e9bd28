/* The watched store: its weights in the curve, its trace at the shown step, what is set by hand
 * in it. */
#include "source/trainer_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void
trainer_record_weights(struct trainer *trainer, const struct run_state *state)
{
    size_t entries = (size_t)trainer->run.settings.entries;
    size_t at = (size_t)(state->step - trainer->first);
    lookup_trace_bind(&trainer->trace, &state->parameters);
    trainer->trace.overrides = (struct overrides){0};
    lookup_attend(&trainer->trace, trainer->kernels);
    memcpy(trainer->weights + at * entries, trainer->trace.tensor[LOOKUP_A],
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
    trainer->watched = trainer->trace.store = *store;
    trainer->override_count = 0;
    for (size_t k = 0; k < count; k++)
        trainer->weights[k] = NAN;
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
        trainer_record_weights(trainer, recall);
    }
    for (int k = 0; k < steps && recall->step < trainer->last; k++) {
        run_state_advance(recall, &trainer->run, trainer->kernels);
        trainer_record_weights(trainer, recall);
    }
    if (recall->step >= trainer->last)
        trainer_end_recall(trainer);
    trainer_record_weights(trainer,
                           &trainer->state); /* binds the trace to what is shown */
    return true;
}

const struct lookup_trace *
trainer_trace(struct trainer *trainer)
{
    struct lookup_trace *trace = &trainer->trace;
    lookup_trace_bind(trace, &trainer->state.parameters);
    trace->overrides = (struct overrides){trainer->overrides, trainer->override_count};
    lookup_forward(trace, trainer->kernels);
    trace->tensor[LOOKUP_QT] = trainer->state.work.Qt;
    trace->tensor[LOOKUP_KT] = trainer->state.work.Kt;
    trace->tensor[LOOKUP_ZT] = trainer->state.work.Zt;
    return trace;
}

bool
trainer_override(struct trainer *trainer, const struct lookup_place *place, double value,
                 struct err *err)
{
    const struct lookup_shape *shape = &trainer->trace.shape;
    enum lookup_tensor id = place->tensor;
    int at = 0;
    assert(id >= LOOKUP_X && id <= LOOKUP_S);
    assert(place->row < lookup_rows(shape, id) && place->col < lookup_cols(shape, id));
    if (!isfinite((float)value))
        return err_set(err, "%.9g: a float holds no such number", value);
    for (; at < trainer->override_count; at++) {
        const struct override *set = &trainer->overrides[at];
        if (set->tensor == (int)id && set->row == place->row && set->col == place->col)
            break;
    }
    if (at == TRAINER_OVERRIDES_MAX)
        return err_set(err, "at most %d numbers can be set by hand at a step",
                       TRAINER_OVERRIDES_MAX);
    trainer->overrides[at] =
        (struct override){(int)id, place->row, place->col, (double)(float)value, 0};
    trainer->override_count += at == trainer->override_count;
    return true;
}

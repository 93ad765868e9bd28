/* A run that can be gone through both ways: curves, snapshots, changes, the watched store. */
#include "source/trainer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- making ---------------------------------------------------------------------------- */

/* Makes room for the curves up to a step. */
static bool
reserve(struct trainer *trainer, int step, struct err *err)
{
    int needed = step - trainer->first + 1;
    if (needed <= trainer->capacity)
        return true;
    int capacity = needed < 128 ? 256 : 2 * needed;
    size_t count = (size_t)capacity, entries = (size_t)trainer->run.settings.entries;
    float *loss = realloc(trainer->loss, count * sizeof *loss);
    trainer->loss = loss != NULL ? loss : trainer->loss;
    float *accuracy = realloc(trainer->accuracy, count * sizeof *accuracy);
    trainer->accuracy = accuracy != NULL ? accuracy : trainer->accuracy;
    float *weights = realloc(trainer->weights, count * entries * sizeof *weights);
    trainer->weights = weights != NULL ? weights : trainer->weights;
    if (loss == NULL || accuracy == NULL || weights == NULL)
        return err_set(err, "there is not enough memory for the curves of %d steps",
                       needed);
    trainer->capacity = capacity;
    return true;
}

/* Finds the largest gradient that led to the step. */
static void
record_divergence(struct trainer *trainer)
{
    const struct lookup_family *g = &trainer->state.previous;
    trainer->diverged_at = trainer->state.step;
    trainer->largest = 0;
    trainer->largest_at = (struct number){.tensor = TENSOR_ET};
    for (int i = 0; i < LOOKUP_PARAMETERS; i++) {
        enum tensor id = lookup_parameters[i];
        int C = lookup_cols(&g->shape, id), count = (int)lookup_size(&g->shape, id);
        for (int k = 0; k < count; k++)
            if (isfinite(g->tensor[id][k]) &&
                fabsf(g->tensor[id][k]) > trainer->largest) {
                trainer->largest = fabsf(g->tensor[id][k]);
                trainer->largest_at =
                    (struct number){.tensor = id, .row = k / C, .col = k % C};
            }
    }
}

/* Writes what the state has found into the curves, for which there is room. */
static void
record(struct trainer *trainer)
{
    const struct run_state *state = &trainer->state;
    int at = state->step - trainer->first;
    examples_forget(&trainer->examples);
    trainer->override_count = 0;
    trainer->loss[at] = state->result.loss;
    trainer->accuracy[at] = run_state_accuracy(state);
    trainer_set_tensors(trainer, state);
    trainer_record_weights(trainer, state);
    if (state->step > trainer->last)
        trainer->last = state->step;
    if (!isfinite(state->result.loss) && trainer->diverged_at != state->step)
        record_divergence(trainer);
}

/* Takes on the state on arrival: a snapshot, the changes of the step, the curves. */
static void
arrive(struct trainer *trainer)
{
    snapshots_take(&trainer->snapshots, &trainer->state);
    run_state_enter(&trainer->state, &trainer->run, trainer->kernels);
    record(trainer);
}

static void
start(struct trainer *trainer)
{
    run_state_start(&trainer->state, &trainer->run, trainer->kernels);
    record(trainer);
}

struct trainer *
trainer_make_run(const struct run *run, const struct kernels *kernels, struct err *err)
{
    if (!lookup_settings_check(&run->settings, err))
        return NULL;
    const struct lookup_settings *settings = &run->settings;
    struct lookup_shape shape = lookup_shape_of(settings);
    struct trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL) {
        err_set(err, "there is not enough memory for a trainer");
        return NULL;
    }
    trainer->kernels = kernels;
    trainer->run = *run;
    trainer->diverged_at = -1;
    trainer->target = (struct number){.tensor = TENSOR_LOSS, .in = IN_STORE};
    trainer->watched = lookup_store_standard(settings);
    if (!run_state_init(&trainer->state, run, err) ||
        !lookup_tensors_init(&trainer->tensors, &shape, err) ||
        !lookup_draws_init(&trainer->fresh, settings->entries, FRESH_STORES, err) ||
        !reserve(trainer, 0, err)) {
        trainer_free(trainer);
        return NULL;
    }
    lookup_draw_fresh(&trainer->fresh, settings, FRESH_STORES, kernels);
    snapshots_init(&trainer->snapshots, trainer->state.parameters.count);
    start(trainer);
    return trainer;
}

struct trainer *
trainer_make(const struct lookup_settings *settings, const struct kernels *kernels,
             struct err *err)
{
    struct run run = {.settings = *settings};
    return trainer_make_run(&run, kernels, err);
}

/* Frees what a trainer owns, not the trainer. */
static void
clear(struct trainer *trainer)
{
    run_state_free(&trainer->state);
    run_state_free(&trainer->recall);
    tensors_free(&trainer->tensors);
    lookup_draws_free(&trainer->fresh);
    snapshots_free(&trainer->snapshots);
    free(trainer->loss);
    free(trainer->accuracy);
    free(trainer->weights);
    examples_forget(&trainer->examples);
}

void
trainer_free(struct trainer *trainer)
{
    if (trainer != NULL)
        clear(trainer);
    free(trainer);
}

bool
trainer_configure(struct trainer *trainer, const struct lookup_settings *settings,
                  struct err *err)
{
    struct err misfit;
    struct trainer *other = trainer_make(settings, trainer->kernels, err);
    if (other == NULL)
        return false;
    bool fits = settings->entries == trainer->run.settings.entries &&
                lookup_store_check(&trainer->watched, settings, &misfit);
    if (fits)
        trainer_watch(other, &trainer->watched, &misfit);
    clear(trainer);
    other->changes = trainer->changes;
    *trainer = *other;
    free(other);
    trainer_set_tensors(trainer, &trainer->state);
    return true;
}

bool
trainer_reset(struct trainer *trainer, struct err *err)
{
    struct lookup_settings settings = trainer->run.settings;
    return trainer_configure(trainer, &settings, err);
}

/* -- moving ---------------------------------------------------------------------------- */

bool
trainer_explain(const struct trainer *trainer, struct err *err)
{
    const struct number *at = &trainer->largest_at;
    int step = trainer->state.step;
    for (int k = 0; k < trainer->run.change_count; k++) {
        const struct run_change *change = &trainer->run.changes[k];
        if (change->step == step && change->kind == CHANGE_NUMBER)
            return err_set(err,
                           "the loss at step %d is not finite since %s[%d,%d] was set to "
                           "%g by hand; undo takes that back",
                           step, lookup_kinds[change->place.tensor].name,
                           change->place.row, change->place.col, change->value);
    }
    if (step == 0)
        return err_set(err,
                       "the loss at step 0 is not finite: the embeddings are drawn with "
                       "init %g; a smaller init may help",
                       trainer->run.settings.init);
    return err_set(err,
                   "the loss at step %d is not finite; the largest gradient before was "
                   "%.3g, of %s[%d,%d]; seek goes back, a smaller lr may help",
                   step, (double)trainer->largest, lookup_kinds[at->tensor].name, at->row,
                   at->col);
}

bool
trainer_step(struct trainer *trainer, struct err *err)
{
    int step = trainer->state.step;
    if (step == trainer->diverged_at)
        return trainer_explain(trainer, err);
    if (step >= TRAINER_STEPS_MAX)
        return err_set(err, "a run has at most %d steps", TRAINER_STEPS_MAX);
    if (!reserve(trainer, step + 1, err))
        return false;
    run_state_move(&trainer->state, trainer->kernels);
    arrive(trainer);
    return true;
}

bool
trainer_rewind(struct trainer *trainer, int step, struct err *err)
{
    const struct snapshot *snapshot = snapshots_before(&trainer->snapshots, step);
    int nearest = snapshot != NULL ? snapshot->step : 0, shown = trainer->state.step;
    if (step < 0)
        return err_set(err, "step %d is not there: steps are 0, 1, 2, ...", step);
    if (step < trainer->first)
        return err_set(err,
                       "step %d is not known: the file that was loaded begins at step %d",
                       step, trainer->first);
    if (step > TRAINER_STEPS_MAX)
        return err_set(err, "step %d is too far: a run has at most %d steps", step,
                       TRAINER_STEPS_MAX);
    if (shown <= step && shown >= nearest)
        return true;
    snapshots_restore(&trainer->snapshots, step, &trainer->run, trainer->kernels,
                      &trainer->state);
    record(trainer);
    return true;
}

bool
trainer_seek(struct trainer *trainer, int step, struct err *err)
{
    if (!trainer_rewind(trainer, step, err))
        return false;
    while (trainer->state.step < step)
        if (!trainer_step(trainer, err))
            return false;
    return true;
}

/* -- changing -------------------------------------------------------------------------- */

struct lookup_settings
trainer_settings(const struct trainer *trainer)
{
    return run_settings_at(&trainer->run, trainer->state.step);
}

/* What a change would replace. */
static double
value_now(const struct trainer *trainer, const struct run_change *change)
{
    struct lookup_settings settings = trainer_settings(trainer);
    const struct lookup_family *parameters = &trainer->state.parameters;
    if (change->kind == CHANGE_LR)
        return settings.lr;
    if (change->kind == CHANGE_BATCH)
        return settings.batch;
    return (double)parameters->numbers[lookup_index(parameters, &change->place)];
}

bool
trainer_change(struct trainer *trainer, enum run_change_kind kind,
               const struct number *place, double value, int *dropped, struct err *err)
{
    int step = trainer->state.step;
    struct run_change change = {step, kind, {.tensor = TENSOR_ET}, value};
    struct run run = trainer->run;
    *dropped = 0;
    if (kind == CHANGE_NUMBER)
        change.place = *place;
    if (!run_change_check(&change, &run.settings, err))
        return false;
    if (kind == CHANGE_NUMBER)
        change.value = (double)(float)value; /* as it will be kept */
    if (change.value == value_now(trainer, &change))
        return true;
    if (!run_add_change(&run, &change, err) ||
        !run_state_reserve(&trainer->state, &run, err) ||
        (trainer->recall.parameters.count > 0 &&
         !run_state_reserve(&trainer->recall, &run, err)))
        return false;
    *dropped = trainer->last - step;
    if (trainer->recall.parameters.count > 0 && trainer->recall.step >= step)
        trainer_end_recall(trainer); /* it has all, and is at a step that is dropped */
    trainer->run = run;
    trainer->last = step;
    trainer->diverged_at = -1;
    snapshots_drop_after(&trainer->snapshots, step);
    run_state_enter(&trainer->state, &trainer->run, trainer->kernels);
    record(trainer);
    return true;
}

float
trainer_loss(const struct trainer *trainer, int step)
{
    assert(step >= trainer->first && step <= trainer->last);
    return trainer->loss[step - trainer->first];
}

float
trainer_accuracy(const struct trainer *trainer, int step)
{
    assert(step >= trainer->first && step <= trainer->last);
    return trainer->accuracy[step - trainer->first];
}

const float *
trainer_weights(const struct trainer *trainer, int step)
{
    assert(step >= trainer->first && step <= trainer->last);
    return trainer->weights +
           (size_t)(step - trainer->first) * (size_t)trainer->run.settings.entries;
}

bool
trainer_begin_here(struct trainer *trainer, struct err *err)
{
    int step = trainer->state.step;
    if (step > 0)
        trainer->start_shares[0] = trainer->start_shares[1] = (double)NAN;
    trainer->first = trainer->last = step;
    trainer->diverged_at = -1;
    snapshots_drop_after(&trainer->snapshots, -1);
    if (!snapshots_pin(&trainer->snapshots, &trainer->state))
        return err_set(err, "there is not enough memory to begin at step %d", step);
    if (!reserve(trainer, step, err))
        return false;
    run_state_enter(&trainer->state, &trainer->run, trainer->kernels);
    record(trainer);
    return true;
}

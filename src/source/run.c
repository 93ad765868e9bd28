/* Runs of the lookup task: settings, changes on the way, and a state that walks along. */
#include "source/run.h"

#include <math.h>
#include <string.h>

/* -- changes --------------------------------------------------------------------------- */

struct lookup_settings
run_settings_at(const struct run *run, int step)
{
    struct lookup_settings settings = run->settings;
    for (int k = 0; k < run->change_count && run->changes[k].step <= step; k++) {
        if (run->changes[k].kind == CHANGE_LR)
            settings.lr = run->changes[k].value;
        if (run->changes[k].kind == CHANGE_BATCH)
            settings.batch = (int)run->changes[k].value;
    }
    return settings;
}

static bool
check_number(const struct run_change *change, const struct lookup_settings *settings,
             struct err *err)
{
    const struct number *place = &change->place;
    struct lookup_shape shape = lookup_shape_of(settings);
    if ((int)place->tensor < 0 || place->tensor >= TENSORS ||
        !kind_is_parameter(&lookup_kinds[place->tensor]))
        return err_set(err, "only parameters can be changed: Et, Ev, Wq, Wk, Wv, Wo");
    const char *name = lookup_kinds[place->tensor].name;
    enum tensor owner = lookup_owner(&shape, place->tensor);
    if (owner != place->tensor) {
        const char *of = lookup_kinds[owner].name;
        return err_set(err, "%s is a copy of %s while they are shared; edit %s", name, of,
                       of);
    }
    int R = lookup_rows(&shape, place->tensor), C = lookup_cols(&shape, place->tensor);
    if (place->row < 0 || place->row >= R || place->col < 0 || place->col >= C)
        return err_set(err,
                       "%s[%d,%d] is not there: %s has rows 0 to %d, columns 0 to %d",
                       name, place->row, place->col, name, R - 1, C - 1);
    return isfinite((real)change->value) ||
           err_set(err, "%s[%d,%d] cannot be %g: a float holds no such number", name,
                   place->row, place->col, change->value);
}

bool
run_change_check(const struct run_change *change, const struct lookup_settings *settings,
                 struct err *err)
{
    struct lookup_settings changed = *settings;
    switch (change->kind) {
    case CHANGE_LR:
        return lookup_setting_set(&changed, SETTING_LR, change->value, err);
    case CHANGE_BATCH:
        return lookup_setting_set(&changed, SETTING_BATCH, change->value, err);
    case CHANGE_NUMBER:
        return check_number(change, settings, err);
    }
    return err_set(err, "there is no change of kind %d", (int)change->kind);
}

/* Whether one change replaces another: it sets the same at the same step. */
static bool
replaces(const struct run_change *a, const struct run_change *b)
{
    return a->step == b->step && a->kind == b->kind &&
           (a->kind != CHANGE_NUMBER ||
            (a->place.tensor == b->place.tensor && a->place.row == b->place.row &&
             a->place.col == b->place.col));
}

bool
run_add_change(struct run *run, const struct run_change *change, struct err *err)
{
    if (!run_change_check(change, &run->settings, err))
        return false;
    int kept = 0, at = -1;
    while (kept < run->change_count && run->changes[kept].step <= change->step) {
        if (replaces(change, &run->changes[kept]))
            at = kept;
        kept++;
    }
    bool in_settings = change->step == 0 && change->kind != CHANGE_NUMBER;
    if (!in_settings && at < 0 && kept == RUN_CHANGES_MAX)
        return err_set(err, "a run can have at most %d changes", RUN_CHANGES_MAX);
    run->change_count = kept;
    if (in_settings && change->kind == CHANGE_LR)
        run->settings.lr = change->value;
    else if (in_settings)
        run->settings.batch = (int)change->value;
    else if (at >= 0)
        run->changes[at] = *change;
    else
        run->changes[run->change_count++] = *change;
    return true;
}

/* -- the state ------------------------------------------------------------------------- */

static int
largest_batch(const struct run *run)
{
    int largest = run->settings.batch;
    for (int k = 0; k < run->change_count; k++)
        if (run->changes[k].kind == CHANGE_BATCH && (int)run->changes[k].value > largest)
            largest = (int)run->changes[k].value;
    return largest;
}

bool
run_state_init(struct run_state *state, const struct run *run, struct err *err)
{
    struct lookup_shape shape = lookup_shape_of(&run->settings);
    *state = (struct run_state){0};
    if (lookup_family_init(&state->parameters, &shape, err) &&
        lookup_family_init(&state->gradient, &shape, err) &&
        lookup_family_init(&state->previous, &shape, err) &&
        adam_init(&state->adam, state->parameters.count, err) &&
        lookup_draws_init(&state->draws, run->settings.entries, largest_batch(run),
                          err) &&
        lookup_work_init(&state->work, &shape, err))
        return true;
    run_state_free(state);
    return false;
}

void
run_state_free(struct run_state *state)
{
    lookup_family_free(&state->parameters);
    lookup_family_free(&state->gradient);
    lookup_family_free(&state->previous);
    adam_free(&state->adam);
    lookup_draws_free(&state->draws);
    lookup_work_free(&state->work);
    *state = (struct run_state){0};
}

bool
run_state_reserve(struct run_state *state, const struct run *run, struct err *err)
{
    struct lookup_draws larger;
    if (largest_batch(run) <= state->draws.capacity)
        return true;
    if (!lookup_draws_init(&larger, run->settings.entries, largest_batch(run), err))
        return false;
    lookup_draws_free(&state->draws);
    state->draws = larger;
    return true;
}

void
run_state_copy(struct run_state *to, const struct run_state *from)
{
    size_t bytes = from->parameters.count * sizeof(real);
    to->step = from->step;
    to->adam.power1 = from->adam.power1;
    to->adam.power2 = from->adam.power2;
    memcpy(to->parameters.numbers, from->parameters.numbers, bytes);
    memcpy(to->adam.m, from->adam.m, 2 * bytes); /* and v behind it */
}

double
run_state_fresh(struct run_state *state, const struct lookup_batch *fresh,
                const struct kernels *kernels)
{
    return (double)lookup_right(&state->work, &state->parameters, fresh, kernels) /
           fresh->count;
}

void
run_state_start(struct run_state *state, const struct run *run,
                const struct kernels *kernels)
{
    state->step = 0;
    adam_reset(&state->adam);
    lookup_family_clear(&state->gradient);
    lookup_draw_parameters(&state->parameters, &run->settings);
    run_state_enter(state, run, kernels);
}

void
run_state_move(struct run_state *state, const struct kernels *kernels)
{
    adam_step(&state->adam, state->gradient.numbers, state->lr, state->parameters.numbers,
              kernels);
    state->step++;
}

void
run_state_enter(struct run_state *state, const struct run *run,
                const struct kernels *kernels)
{
    struct lookup_settings settings = run_settings_at(run, state->step);
    for (int k = 0; k < run->change_count; k++) {
        const struct run_change *change = &run->changes[k];
        if (change->step == state->step && change->kind == CHANGE_NUMBER)
            state->parameters.numbers[lookup_index(&state->parameters, &change->place)] =
                (real)change->value;
    }
    struct lookup_family oldest = state->previous;
    state->previous = state->gradient;
    state->gradient = oldest;
    state->lr = settings.lr;
    lookup_draw_batch(&state->draws, &settings, state->step, settings.batch, kernels);
    state->result = lookup_gradient(&state->work, &state->parameters, &state->draws.batch,
                                    &state->gradient, kernels);
}

bool
run_state_coming(const struct run_state *state, struct lookup_family *u, struct err *err)
{
    if (!lookup_family_init(u, &state->parameters.shape, err))
        return false;
    adam_coming(&state->adam, state->gradient.numbers, state->lr, u->numbers);
    return true;
}

void
run_state_advance(struct run_state *state, const struct run *run,
                  const struct kernels *kernels)
{
    run_state_move(state, kernels);
    run_state_enter(state, run, kernels);
}

float
run_state_accuracy(const struct run_state *state)
{
    return (float)state->result.right / (float)state->draws.batch.count;
}

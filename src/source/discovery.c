/* Measures of what a run has learned, and the bet on its next step. */
#include "source/discovery.h"

#include "core/mirror.h"

struct discovery
discovery_of(const struct tensors *tensors)
{
    return (struct discovery){tensors_number(tensors, TENSOR_KEY_SHARE, 0, 0),
                              tensors_number(tensors, TENSOR_VALUE_SHARE, 0, 0)};
}

/* -- the next step --------------------------------------------------------------------- */

/* What a change u of the parameters does to a store's weights, to first order. */
static bool
predict(const struct trainer *trainer, const struct lookup_family *parameters,
        const struct lookup_family *u, double *predicted, struct err *err)
{
    struct tensors tensors;
    struct number weight = {.tensor = TENSOR_A, .in = IN_STORE, .of = OF_CHANGE};
    if (!lookup_tensors_init(&tensors, &parameters->shape, err))
        return false;
    lookup_tensors_set(&tensors, parameters, &trainer->watched);
    struct derivatives_inputs inputs = mirror_changed(&tensors, u);
    struct derivatives *derivatives = derivatives_make(&inputs, &weight, err);
    bool done = derivatives != NULL;
    for (; done && weight.col < trainer->run.settings.entries; weight.col++)
        done = derivatives_number(derivatives, &weight, &predicted[weight.col], err);
    derivatives_free(derivatives);
    tensors_free(&tensors);
    return done;
}

bool
trainer_predict(const struct trainer *trainer, const struct lookup_family *u,
                double *predicted, struct err *err)
{
    return predict(trainer, &trainer->state.parameters, u, predicted, err);
}

bool
trainer_predict_last(const struct trainer *trainer, double *predicted, struct err *err)
{
    const struct run_state *state = &trainer->state;
    const struct run *run = &trainer->run;
    struct lookup_family u = {0}, before = {0};
    if (state->step <= trainer->first)
        return err_set(err, "no step led to step %d", state->step);
    for (int k = 0; k < run->change_count; k++)
        if (run->changes[k].step == state->step && run->changes[k].kind == CHANGE_NUMBER)
            return err_set(err, "a number was set by hand at step %d", state->step);
    bool done = lookup_family_init(&u, &state->parameters.shape, err) &&
                lookup_family_init(&before, &state->parameters.shape, err);
    if (done) {
        adam_last(&state->adam, run_settings_at(run, state->step - 1).lr, u.numbers);
        for (size_t k = 0; k < u.count; k++)
            before.numbers[k] = state->parameters.numbers[k] - u.numbers[k];
        done = predict(trainer, &before, &u, predicted, err);
    }
    lookup_family_free(&u);
    lookup_family_free(&before);
    return done;
}

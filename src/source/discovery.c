/* Measures of what a run has learned, and the bet on its next step. */
#include "source/discovery.h"

#include <math.h>

/* -- shares ---------------------------------------------------------------------------- */

/* The variance of a row of `count` numbers, of which each is taken less its `shift`. */
static double
variance(const real *numbers, int step, const double *shift, int count)
{
    double mean = 0, sum = 0;
    for (int k = 0; k < count; k++)
        mean += ((double)numbers[k * step] - (shift ? shift[k] : 0)) / count;
    for (int k = 0; k < count; k++) {
        double away = (double)numbers[k * step] - (shift ? shift[k] : 0) - mean;
        sum += away * away;
    }
    return sum / count;
}

/* Over the queries, how a table (R, C) of scores varies along its rows. */
static double
score_spread(const real *Z, int R, int C)
{
    double sum = 0;
    for (int r = 0; r < R; r++)
        sum += variance(Z + r * C, 1, NULL, C);
    return sum;
}

/* How a table (R, V) of logits varies from row to row: a row's mean says nothing, since the
 * softmax does not see it. */
static double
logit_spread(const real *L, int R, int V)
{
    double
        mean[LOOKUP_TAGS_MAX > LOOKUP_VALUES_MAX ? LOOKUP_TAGS_MAX : LOOKUP_VALUES_MAX];
    double sum = 0;
    for (int r = 0; r < R; r++) {
        mean[r] = 0;
        for (int v = 0; v < V; v++)
            mean[r] += (double)L[r * V + v] / V;
    }
    for (int v = 0; v < V; v++)
        sum += variance(L + v, V, mean, R);
    return sum;
}

struct discovery
discovery_of(const struct lookup_work *work)
{
    int T = work->shape.size[LOOKUP_AXIS_TAG], V = work->shape.size[LOOKUP_AXIS_VALUE];
    double score_tag = score_spread(work->Zt, T, T);
    double score_value = score_spread(work->Zv, T, V);
    double logit_tag = logit_spread(work->Lt, T, V);
    double logit_value = logit_spread(work->Lv, V, V);
    return (struct discovery){score_tag / (score_tag + score_value),
                              logit_value / (logit_tag + logit_value)};
}

double
trainer_fresh_accuracy(struct trainer *trainer)
{
    struct run_state *state = &trainer->state;
    int right = lookup_right(&state->work, &state->parameters, &trainer->fresh.batch,
                             trainer->kernels);
    return (double)right / FRESH_STORES;
}

const float *
trainer_tag_scores(const struct trainer *trainer)
{
    return trainer->state.work.Zt;
}

/* -- the next step --------------------------------------------------------------------- */

bool
trainer_coming(const struct trainer *trainer, struct lookup_family *u, struct err *err)
{
    const struct run_state *state = &trainer->state;
    if (!lookup_family_init(u, &state->parameters.shape, err))
        return false;
    adam_coming(&state->adam, state->gradient.numbers, state->lr, u->numbers);
    return true;
}

/* What a change u of the parameters does to a store's weights, to first order. */
static bool
predict(const struct trainer *trainer, const struct lookup_family *parameters,
        const struct lookup_family *u, double *predicted, struct err *err)
{
    const struct lookup_shape *shape = &parameters->shape;
    struct lookup_trace trace = {0}, change = {0};
    bool done =
        lookup_trace_init(&trace, shape, err) && lookup_trace_init(&change, shape, err);
    if (done) {
        trace.store = trainer->watched;
        lookup_trace_bind(&trace, parameters);
        lookup_attend(&trace, trainer->kernels);
        lookup_change(&trace, u, &change);
        for (int e = 0; e < shape->size[LOOKUP_AXIS_ENTRY]; e++)
            predicted[e] = (double)change.tensor[LOOKUP_A][e];
    }
    lookup_trace_free(&trace);
    lookup_trace_free(&change);
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

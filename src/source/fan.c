/* Many seeds, one after the other, in slices. */
#include "source/fan.h"

#include <math.h>
#include <stdlib.h>

static bool
check(const struct lookup_settings *settings, const struct lookup_store *watched,
      int seeds, int steps, struct err *err)
{
    if (!lookup_settings_check(settings, err) ||
        !lookup_store_check(watched, settings, err))
        return false;
    if (seeds < 1 || seeds > FAN_SEEDS_MAX)
        return err_set(err, "a fan of %d seeds is not possible: 1 to %d are", seeds,
                       FAN_SEEDS_MAX);
    if (settings->seed > LOOKUP_SEED_MAX - seeds + 1)
        return err_set(err, "%d seeds from seed %d on go beyond %d, the largest seed",
                       seeds, settings->seed, LOOKUP_SEED_MAX);
    return (steps >= 1 && steps <= FAN_STEPS_MAX) ||
           err_set(err, "a fan of %d steps is not possible: 1 to %d are", steps,
                   FAN_STEPS_MAX);
}

static bool
allocate(struct fan *fan, struct err *err)
{
    struct lookup_shape shape = lookup_shape_of(&fan->run.settings);
    size_t columns = (size_t)fan->steps + 1, seeds = (size_t)fan->seeds;
    fan->weights = malloc(seeds * columns * sizeof *fan->weights);
    fan->q25 = malloc(columns * sizeof *fan->q25);
    fan->q75 = malloc(columns * sizeof *fan->q75);
    fan->median = malloc(columns * sizeof *fan->median);
    fan->sorted = malloc(seeds * columns * sizeof *fan->sorted);
    fan->reached = calloc(columns, sizeof *fan->reached);
    if (!fan->weights || !fan->q25 || !fan->q75 || !fan->median || !fan->sorted ||
        !fan->reached)
        return err_set(err, "there is not enough memory for %d seeds of %d steps",
                       fan->seeds, fan->steps);
    for (size_t k = 0; k < seeds * columns; k++)
        fan->weights[k] = NAN;
    for (size_t k = 0; k < columns; k++)
        fan->q25[k] = fan->q75[k] = fan->median[k] = NAN;
    return run_state_init(&fan->state, &fan->run, err) &&
           lookup_tensors_init(&fan->tensors, &shape, err) &&
           lookup_draws_init(&fan->fresh, fan->run.settings.entries, FRESH_STORES, err);
}

struct fan *
fan_make(const struct lookup_settings *settings, const struct lookup_store *watched,
         int seeds, int steps, const struct kernels *kernels, struct err *err)
{
    if (!check(settings, watched, seeds, steps, err))
        return NULL;
    struct fan *fan = calloc(1, sizeof *fan);
    if (fan == NULL) {
        err_set(err, "there is not enough memory for a fan");
        return NULL;
    }
    fan->kernels = kernels;
    fan->run.settings = *settings;
    fan->first_seed = settings->seed;
    fan->seeds = seeds;
    fan->steps = steps;
    if (!allocate(fan, err)) {
        fan_free(fan);
        return NULL;
    }
    fan->state.step = -1; /* not started */
    fan->store = *watched;
    return fan;
}

void
fan_free(struct fan *fan)
{
    if (fan == NULL)
        return;
    run_state_free(&fan->state);
    tensors_free(&fan->tensors);
    lookup_draws_free(&fan->fresh);
    free(fan->weights);
    free(fan->q25);
    free(fan->q75);
    free(fan->median);
    free(fan->sorted);
    free(fan->reached);
    free(fan);
}

bool
fan_fits(const struct fan *fan, const struct lookup_settings *settings,
         const struct lookup_store *watched)
{
    struct lookup_settings own = fan->run.settings;
    own.seed = fan->first_seed;
    return lookup_settings_equal(&own, settings) &&
           lookup_store_equal(&fan->store, watched, own.entries);
}

/* -- quartiles ------------------------------------------------------------------------- */

/* The number that a part of the sorted numbers is below; between two of them in proportion
 * (the usual definition: NumPy's linear, R's type 7). */
static float
quantile(const float *sorted, int count, double part)
{
    double at = part * (count - 1);
    int below = (int)at;
    double rest = at - below;
    double next = (double)sorted[below + 1 < count ? below + 1 : below];
    return (float)((1 - rest) * (double)sorted[below] + rest * next);
}

/* Puts a weight among the others of its step. */
static void
insert(struct fan *fan, int step, float weight)
{
    float *sorted = fan->sorted + (size_t)step * (size_t)fan->seeds;
    int at = fan->reached[step]++;
    for (; at > 0 && sorted[at - 1] > weight; at--)
        sorted[at] = sorted[at - 1];
    sorted[at] = weight;
    fan->q25[step] = quantile(sorted, fan->reached[step], .25);
    fan->median[step] = quantile(sorted, fan->reached[step], .5);
    fan->q75[step] = quantile(sorted, fan->reached[step], .75);
}

double
fan_rank(const struct fan *fan, int step, float weight)
{
    const float *sorted = fan->sorted + (size_t)step * (size_t)fan->seeds;
    int below = 0;
    while (below < fan->reached[step] && sorted[below] < weight)
        below++;
    return fan->reached[step] > 0 ? (double)below / fan->reached[step] : 0;
}

/* -- working --------------------------------------------------------------------------- */

/* Writes down the step and ends the seed where it is over. */
static void
look(struct fan *fan)
{
    struct run_state *state = &fan->state;
    bool finite = isfinite(state->result.loss);
    float *weights = fan->weights + (size_t)fan->done * (size_t)(fan->steps + 1);
    if (finite) {
        lookup_tensors_set(&fan->tensors, &state->parameters, &fan->store);
        weights[state->step] = tensors_row(&fan->tensors, TENSOR_A, 0)[fan->store.asked];
        insert(fan, state->step, weights[state->step]);
    }
    if (finite && state->step < fan->steps)
        return;
    if (finite) {
        lookup_draw_fresh(&fan->fresh, &fan->run.settings, FRESH_STORES, fan->kernels);
        fan->accurate +=
            run_state_fresh(state, &fan->fresh.batch, fan->kernels) >= FAN_ACCURATE;
    }
    fan->diverged += !finite;
    fan->done++;
    state->step = -1;
}

bool
fan_work(struct fan *fan, int steps)
{
    for (int k = 0; k < steps && fan->done < fan->seeds; k++) {
        if (fan->state.step < 0) {
            fan->run.settings.seed = fan->first_seed + fan->done;
            run_state_start(&fan->state, &fan->run, fan->kernels);
        } else {
            run_state_advance(&fan->state, &fan->run, fan->kernels);
        }
        look(fan);
    }
    return fan->done < fan->seeds;
}

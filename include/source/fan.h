#ifndef SOURCE_FAN_H
#define SOURCE_FAN_H

#include <stdbool.h>

#include "base/err.h"
#include "core/tensors.h"
#include "source/run.h"

/* The same run from many seeds, so that a claim is never one lucky seed: how the weight of the
 * watched store's asked entry goes, step by step, and how many runs learn the task. */

enum { FAN_SEEDS_MAX = 1024, FAN_STEPS_MAX = 10000 };

/* A run counts as accurate from this part of fresh stores answered right. */
#define FAN_ACCURATE 0.99

struct fan {
    const struct kernels *kernels;
    struct run run; /* with the seed that is being trained */
    int first_seed, seeds, steps;
    int done;                  /* seeds that were trained to the end */
    int accurate;              /* of them, those accurate at the last step */
    int diverged;              /* of them, those whose loss became infinite on the way */
    float *weights;            /* (seeds, steps + 1) nan where not reached; owned */
    float *q25, *median, *q75; /* (steps + 1) over the seeds that reached it; owned */
    int *reached;              /* (steps + 1) how many did; owned */
    float *sorted;             /* (steps + 1, seeds) their weights by size; owned */
    struct run_state state;
    struct lookup_store store; /* that is watched */
    struct tensors tensors;
    struct lookup_draws fresh;
};

/* Makes a fan of seeds settings.seed, ... + seeds - 1, each to be trained for `steps` steps;
 * the caller frees it with fan_free. NULL and a sentence where the settings or the store are
 * not allowed, seeds are not 1 to FAN_SEEDS_MAX or go beyond the largest seed, steps are not
 * 1 to FAN_STEPS_MAX, or memory is short. */
struct fan *fan_make(const struct lookup_settings *settings,
                     const struct lookup_store *watched, int seeds, int steps,
                     const struct kernels *kernels, struct err *err);
void fan_free(struct fan *fan);

/* Whether it is one of these settings, from their seed on, and of this store. */
bool fan_fits(const struct fan *fan, const struct lookup_settings *settings,
              const struct lookup_store *watched);

/* Trains at most `steps` steps; the quartiles follow at once. Returns whether there is more to
 * do. */
bool fan_work(struct fan *fan, int steps);

/* The part of the seeds that reached a step whose weight there is less than this one; 0 where
 * none did. */
double fan_rank(const struct fan *fan, int step, float weight);

#endif

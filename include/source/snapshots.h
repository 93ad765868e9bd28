#ifndef SOURCE_SNAPSHOTS_H
#define SOURCE_SNAPSHOTS_H

#include <stdbool.h>
#include <stddef.h>

#include "source/run.h"

/* Copies of a run's state at some of its steps, so that going back need not start at step 0.
 * They are at the multiples of a spacing; when there are as many as there may be, the
 * spacing is doubled and every other one is dropped. So memory is bounded, and going to a
 * step replays fewer steps than the spacing. */

#ifndef SNAPSHOTS_MAX
#define SNAPSHOTS_MAX 256
#endif

/* A state on arrival at a step: before the changes of that step. */
struct snapshot {
    int step;
    double power1, power2; /* of Adam */
    real numbers[];        /* parameters, m, v */
};

struct snapshots {
    struct snapshot *list[SNAPSHOTS_MAX]; /* by step; owned */
    int count;
    int most;    /* of them; fewer than SNAPSHOTS_MAX where the parameters are many */
    int spacing; /* steps */
    int pinned;  /* a step whose snapshot is never thinned out; -1 for none */
};

/* Starts empty, for families of so many parameters. */
void snapshots_init(struct snapshots *snapshots, size_t parameters);
void snapshots_free(struct snapshots *snapshots);

/* Keeps the state, which is on arrival, if its step is one of those kept; where memory is
 * short it is not kept, and replays are longer. */
void snapshots_take(struct snapshots *snapshots, const struct run_state *state);

/* Keeps the state whatever its step is, and for good. Returns false where memory is short. */
bool snapshots_pin(struct snapshots *snapshots, const struct run_state *state);

/* The latest snapshot at a step or before it, or NULL. */
const struct snapshot *snapshots_before(const struct snapshots *snapshots, int step);

/* Drops those behind a step. */
void snapshots_drop_after(struct snapshots *snapshots, int step);

/* Puts a state of the run on the latest step at or before `step` that is there without training:
 * that of a snapshot, or the start. */
void snapshots_restore(const struct snapshots *snapshots, int step, const struct run *run,
                       const struct kernels *kernels, struct run_state *state);

#endif

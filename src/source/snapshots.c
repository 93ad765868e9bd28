/* Snapshots of a run, thinned out as they become many. */
#include "source/snapshots.h"

#include <stdlib.h>
#include <string.h>

/* All together they take at most this much, if two may be had for it. */
static const size_t BYTES_MOST = (size_t)64 << 20;
enum { FIRST_SPACING = 8 };
_Static_assert(SNAPSHOTS_MAX >= 2, "thinning out ends with one snapshot, and one more");

void
snapshots_init(struct snapshots *snapshots, size_t parameters)
{
    size_t most = BYTES_MOST / (sizeof(struct snapshot) + 3 * parameters * sizeof(real));
    most = most < SNAPSHOTS_MAX ? most : SNAPSHOTS_MAX;
    *snapshots = (struct snapshots){
        .most = most < 2 ? 2 : (int)most, .spacing = FIRST_SPACING, .pinned = -1};
}

void
snapshots_free(struct snapshots *snapshots)
{
    for (int k = 0; k < snapshots->count; k++)
        free(snapshots->list[k]);
    *snapshots = (struct snapshots){0};
}

const struct snapshot *
snapshots_before(const struct snapshots *snapshots, int step)
{
    int k = snapshots->count;
    while (k > 0 && snapshots->list[k - 1]->step > step)
        k--;
    return k > 0 ? snapshots->list[k - 1] : NULL;
}

static bool
is_kept(const struct snapshots *snapshots, int step)
{
    return step % snapshots->spacing == 0 || step == snapshots->pinned;
}

/* Doubles the spacing until there is room for one more. */
static void
thin_out(struct snapshots *snapshots)
{
    while (snapshots->count >= snapshots->most) {
        int kept = 0;
        snapshots->spacing *= 2;
        for (int k = 0; k < snapshots->count; k++) {
            if (is_kept(snapshots, snapshots->list[k]->step))
                snapshots->list[kept++] = snapshots->list[k];
            else
                free(snapshots->list[k]);
        }
        snapshots->count = kept;
    }
}

static bool
add(struct snapshots *snapshots, const struct run_state *state)
{
    const struct snapshot *before = snapshots_before(snapshots, state->step);
    size_t count = state->parameters.count, bytes = count * sizeof(real);
    if (before != NULL && before->step == state->step)
        return true;
    struct snapshot *snapshot = malloc(sizeof *snapshot + 3 * bytes);
    if (snapshot == NULL)
        return false;
    snapshot->step = state->step;
    snapshot->power1 = state->adam.power1;
    snapshot->power2 = state->adam.power2;
    memcpy(snapshot->numbers, state->parameters.numbers, bytes);
    memcpy(snapshot->numbers + count, state->adam.m, 2 * bytes); /* and v behind it */
    int at = snapshots->count++;
    for (; at > 0 && snapshots->list[at - 1]->step > snapshot->step; at--)
        snapshots->list[at] = snapshots->list[at - 1];
    snapshots->list[at] = snapshot;
    return true;
}

void
snapshots_take(struct snapshots *snapshots, const struct run_state *state)
{
    if (!is_kept(snapshots, state->step))
        return;
    thin_out(snapshots);
    if (is_kept(snapshots, state->step))
        (void)add(snapshots, state);
}

bool
snapshots_pin(struct snapshots *snapshots, const struct run_state *state)
{
    snapshots->pinned = state->step;
    thin_out(snapshots);
    return add(snapshots, state);
}

void
snapshots_drop_after(struct snapshots *snapshots, int step)
{
    while (snapshots->count > 0 && snapshots->list[snapshots->count - 1]->step > step)
        free(snapshots->list[--snapshots->count]);
}

static void
restore(const struct snapshot *snapshot, struct run_state *state)
{
    size_t count = state->parameters.count, bytes = count * sizeof(real);
    state->step = snapshot->step;
    state->adam.power1 = snapshot->power1;
    state->adam.power2 = snapshot->power2;
    memcpy(state->parameters.numbers, snapshot->numbers, bytes);
    memcpy(state->adam.m, snapshot->numbers + count, 2 * bytes);
}

void
snapshots_restore(const struct snapshots *snapshots, int step, const struct run *run,
                  const struct kernels *kernels, struct run_state *state)
{
    const struct snapshot *snapshot = snapshots_before(snapshots, step);
    if (snapshot == NULL) {
        run_state_start(state, run, kernels);
        return;
    }
    restore(snapshot, state);
    run_state_enter(state, run, kernels);
}

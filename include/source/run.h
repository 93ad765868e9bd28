#ifndef SOURCE_RUN_H
#define SOURCE_RUN_H

#include <stdbool.h>

#include "base/err.h"
#include "core/adam.h"
#include "core/lookup.h"
#include "core/lookup_step.h"
#include "source/lookup_task.h"

/* A run of the lookup task: where it starts and what was changed on the way. The same run
 * gives the same numbers at every step, on every machine. */

#ifndef RUN_CHANGES_MAX
#define RUN_CHANGES_MAX 256
#endif

enum run_change_kind { CHANGE_LR, CHANGE_BATCH, CHANGE_NUMBER };

/* A change made at a step: before the batch of that step is looked at. */
struct run_change {
    int step;
    enum run_change_kind kind;
    struct number place; /* of CHANGE_NUMBER, in a parameter with numbers of its own */
    double value;
};

struct run {
    struct lookup_settings settings; /* at step 0; lookup_settings_check allows them */
    struct run_change changes[RUN_CHANGES_MAX]; /* by step; those of one step as made */
    int change_count;
};

/* lr and batch as they are at a step, the other settings as they always are. */
struct lookup_settings run_settings_at(const struct run *run, int step);

/* Whether a change is allowed in a run with these settings: lr and batch within their limits,
 * the place in a parameter that is no copy, the number finite. Fails with the reason. */
bool run_change_check(const struct run_change *change,
                      const struct lookup_settings *settings, struct err *err);

/* Makes the change the last one of the run: drops the changes at later steps, and an earlier
 * one of the same thing at the same step. lr and batch at step 0 go into the settings. Fails,
 * and changes nothing, where run_change_check does or there are too many. */
bool run_add_change(struct run *run, const struct run_change *change, struct err *err);

/* A run at one step: the loss and the gradient of the step's batch under the parameters of the
 * step are always there. */
struct run_state {
    int step;
    double lr; /* in force */
    struct lookup_family parameters;
    struct lookup_family gradient; /* of the mean loss of the batch */
    struct lookup_family previous; /* the gradient computed before that one, 0 at first */
    struct adam adam;
    struct lookup_draws draws; /* the batch */
    struct lookup_work work;   /* the tables that loss and gradient are computed from */
    struct lookup_result result;
};

/* Allocates a state for a run; fails where memory is short. It is at no step until
 * run_state_start. Free with run_state_free. */
bool run_state_init(struct run_state *state, const struct run *run, struct err *err);
void run_state_free(struct run_state *state);

/* Makes room for the largest batch of a run; fails, and changes nothing, where memory is
 * short. To be called before a run with a larger batch takes the place of another. */
bool run_state_reserve(struct run_state *state, const struct run *run, struct err *err);

/* Puts a state on arrival at the step that another of its shape is at: with its parameters and
 * Adam's means. */
void run_state_copy(struct run_state *to, const struct run_state *from);

/* The coming change of every parameter, to the bit; the gradient it is made of is
 * state->gradient. Allocates the family u, the caller's to free. Fails where memory is short. */
bool run_state_coming(const struct run_state *state, struct lookup_family *u,
                      struct err *err);

/* The part of fresh stores that its parameters answer right. */
double run_state_fresh(struct run_state *state, const struct lookup_batch *fresh,
                       const struct kernels *kernels);

/* Step 0. */
void run_state_start(struct run_state *state, const struct run *run,
                     const struct kernels *kernels);

/* The next step: run_state_move, then run_state_enter. */
void run_state_advance(struct run_state *state, const struct run *run,
                       const struct kernels *kernels);

/* The update alone: parameters += u, step + 1. What is there between the two is the state on
 * arrival, before the changes of the step. */
void run_state_move(struct run_state *state, const struct kernels *kernels);

/* Applies the changes of the step that the state is at, draws its batch and computes loss
 * and gradient. Entering twice gives the same. */
void run_state_enter(struct run_state *state, const struct run *run,
                     const struct kernels *kernels);

/* The part of the step's batch that is right. */
float run_state_accuracy(const struct run_state *state);

#endif

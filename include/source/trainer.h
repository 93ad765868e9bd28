#ifndef SOURCE_TRAINER_H
#define SOURCE_TRAINER_H

#include <stdbool.h>

#include "base/err.h"
#include "core/lookup.h"
#include "source/examples.h"
#include "source/run.h"
#include "source/snapshots.h"

/* A run of the lookup task that can be trained on and gone through both ways. At every step it
 * is, bit for bit, what straight training from step 0 would have made.
 *
 * The loss and the accuracy of a step are those of the step's batch under the step's
 * parameters: they are known as soon as a step is reached, before it is trained on. */

#ifndef TRAINER_STEPS_MAX
#define TRAINER_STEPS_MAX 1000000
#endif

enum { TRAINER_OVERRIDES_MAX = 32 };

struct trainer {
    const struct kernels *kernels;
    struct run run;
    int first;              /* step that is known: 0, unless a file began later */
    int last;               /* step that was reached */
    struct run_state state; /* at the step that is shown */

    /* Curves: number step - first of each. Owned. */
    float *loss, *accuracy;
    float *weights; /* (steps, entries) A of the watched store; nan where not known yet */
    int capacity;   /* steps that fit */

    struct lookup_store watched;
    struct tensors tensors; /* of the watched store at the shown step */
    struct override overrides[TRAINER_OVERRIDES_MAX]; /* until another step is shown */
    int override_count;
    double
        start_shares[2]; /* of keys and values at step 0; nan where a file began later */
    unsigned changes; /* grows with every change of what is shown or known of the run */
    struct number target; /* whose slopes are meant: the loss, or what was chosen */
    struct snapshots snapshots;
    struct examples examples;  /* of the shown step's batch */
    struct lookup_draws fresh; /* the stores that accuracy is measured on */

    int diverged_at; /* the step whose loss is not finite, or -1 */
    float largest;   /* the largest gradient there was before that, by size */
    struct number largest_at;

    bool recalling;          /* whether weights of the watched store are still unknown */
    struct run_state recall; /* goes through the steps again for them, once allocated */
};

/* Makes a trainer at step 0, watching the standard store; the caller frees it with
 * trainer_free. NULL and a sentence where the settings are not allowed or memory is short. */
struct trainer *trainer_make(const struct lookup_settings *settings,
                             const struct kernels *kernels, struct err *err);
void trainer_free(struct trainer *trainer);

/* Starts anew with other settings; the watched store stays if it fits. Fails, and changes
 * nothing, as trainer_make does. */
bool trainer_configure(struct trainer *trainer, const struct lookup_settings *settings,
                       struct err *err);

/* Starts anew with the settings of step 0: the same start. Changes and history are dropped.
 * Fails, and changes nothing, where memory is short. */
bool trainer_reset(struct trainer *trainer, struct err *err);

/* Says why the loss of the shown step, which is not finite, is not: always fails. */
bool trainer_explain(const struct trainer *trainer, struct err *err);

/* Goes one step on. Fails, and stays, where the loss of the shown step is not finite, at
 * TRAINER_STEPS_MAX, and where memory is short. */
bool trainer_step(struct trainer *trainer, struct err *err);

/* Goes to a step from where it is left to trainer_step to reach it, at or before it, without
 * training: for callers that have to stop in between. A step before `first` is refused. */
bool trainer_rewind(struct trainer *trainer, int step, struct err *err);

/* Goes to a step, back or on; behind the last one it trains. Fails where trainer_rewind or
 * trainer_step does, and then shows the last step that could be reached. */
bool trainer_seek(struct trainer *trainer, int step, struct err *err);

/* lr and batch in force at the shown step, and the other settings. */
struct lookup_settings trainer_settings(const struct trainer *trainer);

/* Changes lr, batch or a parameter's number at the shown step. What was trained behind it is
 * dropped; *dropped says how many steps. A change that changes nothing drops nothing. Fails,
 * and changes nothing, as run_add_change does. */
bool trainer_change(struct trainer *trainer, enum run_change_kind kind,
                    const struct number *place, double value, int *dropped,
                    struct err *err);

/* Sets a computed number of the watched store, which must be there, by hand, until
 * another step is shown: it is no part of the run, and the curves do not know of it. Fails,
 * and changes nothing, where the value is not finite or too many are set. */
bool trainer_override(struct trainer *trainer, const struct number *place, double value,
                      struct err *err);

/* Watches another store. No part of the run: its weights at other steps than the shown one
 * become unknown until trainer_recall has gone through them. Fails where lookup_store_check
 * does. */
bool trainer_watch(struct trainer *trainer, const struct lookup_store *store,
                   struct err *err);

/* Goes at most `steps` steps through the history for the weights that are unknown; `recalling`
 * says whether some are left. Fails where memory is short. */
bool trainer_recall(struct trainer *trainer, int steps, struct err *err);

/* A step from first to last. */
float trainer_loss(const struct trainer *trainer, int step);
float trainer_accuracy(const struct trainer *trainer, int step);

/* The weights of the watched store that the run has at a step. */
const float *trainer_weights(const struct trainer *trainer, int step);

/* -- copies, with the whole history ----------------------------------------------------- */

/* A trainer that is the same to the bit; the caller frees it with trainer_free. NULL where
 * memory is short. */
struct trainer *trainer_copy(const struct trainer *trainer, struct err *err);

/* About how much memory a trainer takes. */
size_t trainer_bytes(const struct trainer *trainer);

/* Whether two are at the same step of the same run, watch the same store and have the same
 * numbers, also those set by hand. */
bool trainer_equal(const struct trainer *a, const struct trainer *b);

/* -- for src/source/trainer*.c ---------------------------------------------------------- */

/* Makes a trainer of a whole run, at step 0. As trainer_make. */
struct trainer *trainer_make_run(const struct run *run, const struct kernels *kernels,
                                 struct err *err);

/* Makes the state, as it was set from outside, the first that is known: what is before its
 * step is forgotten. Fails where memory is short. */
bool trainer_begin_here(struct trainer *trainer, struct err *err);

/* Puts the watched store, and of the shown step what was set by hand in it, under a state's
 * parameters. */
void trainer_set_tensors(struct trainer *trainer, const struct run_state *state);

/* Writes the weights of the watched store as it is put there into the curve. */
void trainer_record_weights(struct trainer *trainer, const struct run_state *state);

/* Gives up the state that goes through the steps again. */
void trainer_end_recall(struct trainer *trainer);

#endif

#ifndef APP_STATE_TRAIN_H
#define APP_STATE_TRAIN_H

#include "app/state/app.h"

/* The trainer of the lookup task, of which the app has one once it was asked for. */

enum { TRAIN_SPEED = 20, TRAIN_SPEED_MAX = 1000 }; /* steps a second */

/* Makes a trainer with the standard settings where there is none. Fails where memory is short. */
bool train_ensure(struct app *app, struct err *err);

/* The same, and goes to its view. */
bool train_begin(struct app *app, struct err *err);

/* Makes the sentence active; where its trainer was seen, the weights are. */
void train_leave(struct app *app);

/* Whether the loss of the shown step is not finite: then a goal ends, and the status says
 * why. */
bool train_stop_diverged(struct app *app);

/* Drops a fan that speaks of other settings or of another store. */
void train_fit_fan(struct app *app);

/* After the run became another one: the goal that it had is none any more, the pointed entry is
 * one that there is, and the fan fits. */
void train_run_changed(struct app *app);

#endif

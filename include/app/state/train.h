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

/* What the command `work` works on, a piece at a time. */

/* Whether there is a goal left for the command `work`. */
bool app_is_running(const struct app *app);

/* Whether that goal has no end of its own: training until someone stops it. */
bool app_is_endless(const struct app *app);

/* Whether `work` has weights of the watched store to find, though there is no goal. */
bool app_is_recalling(const struct app *app);

/* How long a unit of that work should stay on the screen, in milliseconds; 0: as many units
 * as fit. */
int app_pace(const struct app *app);

/* Sets a goal instead of the one there is; a fan goes on once it is reached. */
void goal_set(struct app *app, enum goal_kind kind, int goal);

/* The goal is reached: the fan that waits for it goes on. */
void goal_end(struct app *app);

/* Drops the goal, and the fan's that waits for it. */
void goal_stop(struct app *app);

/* Drops the fan, and the goal that is about it. */
void goal_drop_fan(struct app *app);

#endif

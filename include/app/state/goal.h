#ifndef APP_STATE_GOAL_H
#define APP_STATE_GOAL_H

#include "app/state/app.h"

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

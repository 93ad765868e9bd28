#ifndef APP_STATE_SETTLE_H
#define APP_STATE_SETTLE_H

#include "app/state/app.h"

/* Makes the tensors of the choices. On failure the old ones stay. */
bool app_settle(struct app *app, struct err *err);

/* Finds the target of the sentence's slopes: the one that was chosen, if it is still there, or the
 * weight that is pointed at. Every command ends with it. */
void app_aim(struct app *app);

/* How a number compares with before the last command that changed numbers: 1 it grew, -1 it
 * shrank, 0 it is the same, or there is nothing to compare with. */
int app_changed(const struct app *app, const struct number *place);

/* Measures what has changed since the last time; every command that may have moved the trainer
 * ends with it. Without a trainer there is nothing to know. */
void app_settle_train(struct app *app);

/* The one exception: nobody looks between two pieces of work, and measuring takes about as
 * long as they do. So a `work` that has not reached its goal leaves it out, and whoever is
 * about to read the app (to draw, to describe) calls this before. */
void app_catch_up(struct app *app);

#endif

#ifndef APP_STATE_SETTLE_TRAIN_H
#define APP_STATE_SETTLE_TRAIN_H

#include "app/state/app.h"

/* Measures what has changed since the last time; every command that may have moved the trainer
 * ends with it. Without a trainer there is nothing to know. */
void app_settle_train(struct app *app);

/* The one exception: nobody looks between two pieces of work, and measuring takes about as
 * long as they do. So a `work` that has not reached its goal leaves it out, and whoever is
 * about to read the app (to draw, to describe) calls this before. */
void app_catch_up(struct app *app);

#endif

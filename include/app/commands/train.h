#ifndef APP_COMMANDS_TRAIN_H
#define APP_COMMANDS_TRAIN_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* What commands do that move a sentence's question as well as the trainer. */

/* step, where the trainer is meant. */
enum outcome train_step(struct app *app, const char *args, struct err *err);

/* run: trains until someone stops it. */
void train_run(struct app *app);

/* work: so many units of the goal. */
void train_work(struct app *app, int units);

#endif

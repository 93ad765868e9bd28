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

#endif

#ifndef APP_STATE_UNDO_H
#define APP_STATE_UNDO_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* Undo for the sentence: the choices as they were before each command that changed them. */

/* Keeps an entry, which the app then owns; the oldest goes where there are too many. */
void undo_push(struct app *app, struct undo *entry);

/* The command undo where the sentence is active: the last of the states kept becomes the state.
 * What the reader moved since then is not undone, unless the sentence is another. */
enum outcome undo_apply(struct app *app, const char *args, struct err *err);

/* Empties both lists of what undo brings back, this one and that of the trainer. */
void app_forget_undo(struct app *app);

#endif

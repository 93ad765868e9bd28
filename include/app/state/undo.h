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

/* Undo for the lookup task: a copy of the run before each command that changes its numbers. */
struct train_undo {
    struct trainer *trainer; /* owned */
    char what[64];           /* the command that undo takes back */
};

/* A copy of what is there now, before the command in `line`: the caller's to push or free.
 * NULL where memory is short: the command goes on, and cannot be undone. */
struct train_undo *train_undo_take(const struct app *app, const char *line);
void train_undo_free(struct train_undo *entry);

/* Keeps the copy, which the app then owns, unless nothing has changed; the oldest goes where
 * there are too many. */
void train_undo_push(struct app *app, struct train_undo *entry);

/* The command undo where the trainer is active: brings the newest back, with the step it was at and the steps it had. Training itself is not
 * undone: seek does that. Fails where there is nothing to undo. */
enum outcome train_undo_apply(struct app *app, const char *args, struct err *err);

/* Empties both lists of what undo brings back. */
void app_forget_undo(struct app *app);

#endif

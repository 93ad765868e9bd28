#ifndef APP_STATE_TRAIN_UNDO_H
#define APP_STATE_TRAIN_UNDO_H

#include "app/commands/table.h"

/* Undo for the lookup task: a copy of the run before each command that changes its numbers. */
struct train_undo {
    struct trainer *trainer; /* owned */
    char what[64];           /* the command that undo takes back */
};

/* Whether undo takes a command back where it is about the trainer that is there: set, share,
 * reset, edit, nudge, store, load. */
bool train_undo_covers(const struct app *app, const struct command *command,
                       const char *args);

/* A copy of what is there now, before the command in `line`: the caller's to push or free.
 * NULL where memory is short: the command goes on, and cannot be undone. */
struct train_undo *train_undo_take(const struct app *app, const char *line);
void train_undo_free(struct train_undo *entry);

/* Keeps the copy, which the app then owns, unless nothing has changed; the oldest goes where
 * there are too many. */
void train_undo_push(struct app *app, struct train_undo *entry);

/* Brings the newest back, with the step it was at and the steps it had. Training itself is not
 * undone: seek does that. Fails where there is nothing to undo. */
enum outcome train_undo_apply(struct app *app, struct err *err);

#endif

#ifndef APP_TRAIN_UNDO_H
#define APP_TRAIN_UNDO_H

#include "app/command.h"

/* Undo for the lookup task. A run is a function of its settings and changes, so that is all
 * there is to keep; its numbers come back by training again. */
struct train_undo {
    struct run run;
    int step;
    struct lookup_store watched;
};

/* Whether undo takes a command back where it is about the trainer: set, share, reset, edit,
 * nudge, store, load. */
bool train_undo_covers(const struct app *app, const struct command *command,
                       const char *args);

/* A copy of what is there now, the caller's to push or free; NULL where there is nothing yet,
 * or the run began from a file at a later step and cannot be made again. */
struct train_undo *train_undo_take(const struct app *app);

/* Keeps the copy, which the app then owns; the oldest goes where there are too many. */
void train_undo_push(struct app *app, struct train_undo *entry);

/* Brings the newest back. Training itself is not undone: seek does that. Fails where there is
 * nothing to undo, or memory is short. */
enum outcome train_undo_apply(struct app *app, struct err *err);

#endif

#ifndef SUPPORT_SNAPSHOT_H
#define SUPPORT_SNAPSHOT_H

#include "app/state/app.h"

/* A copy of all that a command can change: the choices, who asks and who is asked, every
 * tensor, the states kept for undo, the goal and the request. Free with snapshot_free. */
struct app_snapshot *snapshot_take(const struct app *app);
void snapshot_free(struct app_snapshot *snapshot);

/* Names the first thing in which the app differs from the copy, bit for bit; NULL where
 * nothing does. */
const char *snapshot_difference(const struct app_snapshot *snapshot,
                                const struct app *app);

/* The same over what undo brings back: choices, query, key, tensors. */
const char *snapshot_state_difference(const struct app_snapshot *snapshot,
                                      const struct app *app);

/* The same over the tensors only. */
const char *snapshot_tensor_difference(const struct app_snapshot *snapshot,
                                       const struct app *app);

#endif

/* Undo for the lookup task: the run as it was, history and all. */
#include "app/state/train_undo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/state/opened.h"
#include "app/state/status.h"
#include "app/state/train.h"
#include "source/trainer_copy.h"

/* What is kept takes at most this much, the newest in any case. */
static const size_t BYTES_MOST = (size_t)128 << 20;

struct train_undo *
train_undo_take(const struct app *app, const char *line)
{
    struct err ignored;
    struct train_undo *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return NULL;
    entry->trainer = trainer_copy(app->trainer, &ignored);
    snprintf(entry->what, sizeof entry->what, "%s", text_shown(line, 40).text);
    if (entry->trainer == NULL) {
        free(entry);
        return NULL;
    }
    return entry;
}

void
train_undo_free(struct train_undo *entry)
{
    if (entry != NULL)
        trainer_free(entry->trainer);
    free(entry);
}

/* Drops the oldest. */
static void
drop_one(struct app *app)
{
    train_undo_free(app->train_undo[0]);
    app->train_undo_count--;
    memmove(app->train_undo, app->train_undo + 1,
            (size_t)app->train_undo_count * sizeof app->train_undo[0]);
}

void
train_undo_push(struct app *app, struct train_undo *entry)
{
    if (entry == NULL)
        return;
    if (trainer_equal(entry->trainer, app->trainer)) { /* nothing to take back */
        train_undo_free(entry);
        return;
    }
    size_t bytes = trainer_bytes(entry->trainer);
    for (int k = 0; k < app->train_undo_count; k++)
        bytes += trainer_bytes(app->train_undo[k]->trainer);
    while (app->train_undo_count > 0 &&
           (app->train_undo_count == TRAIN_UNDO_MAX || bytes > BYTES_MOST)) {
        bytes -= trainer_bytes(app->train_undo[0]->trainer);
        drop_one(app);
    }
    app->train_undo[app->train_undo_count++] = entry;
}

enum outcome
train_undo_apply(struct app *app, const char *args, struct err *err)
{
    (void)args;
    if (app->train_undo_count == 0)
        return failed(err, "there is nothing to undo here; seek -1 goes a step back");
    struct train_undo *entry = app->train_undo[--app->train_undo_count];
    struct trainer *now = app->trainer;
    app->trainer = entry->trainer;
    entry->trainer = now;
    train_run_changed(app);
    open_settle(app);
    app_say(app, false, "undone: %s", entry->what);
    train_undo_free(entry);
    return OUTCOME_DONE;
}

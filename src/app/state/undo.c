/* Undo: for the sentence the choices as they were, for the lookup task the run, history and all. */
#include "app/state/undo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/state/opened.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "app/state/view.h"
#include "source/trainer.h"

void
undo_push(struct app *app, struct undo *entry)
{
    entry->query_after = app->now.query;
    entry->key_after = app->now.key;
    if (app->undo_count == UNDO_MAX) {
        free(app->undo[0]);
        memmove(app->undo, app->undo + 1, (UNDO_MAX - 1) * sizeof app->undo[0]);
        app->undo_count--;
    }
    app->undo[app->undo_count++] = entry;
}

enum outcome
undo_apply(struct app *app, const char *args, struct err *err)
{
    (void)args;
    if (app->undo_count == 0)
        return failed(err, "there is nothing to undo");
    struct undo *entry = app->undo[app->undo_count - 1];
    struct app_state current = app->now;
    bool moved = current.query != entry->query_after || current.key != entry->key_after;
    app->now = entry->before;
    if (moved && strcmp(entry->before.choice.text, current.choice.text) == 0) {
        app->now.query = current.query;
        app->now.key = current.key;
    }
    if (!app_settle(app, err)) {
        app->now = current;
        return OUTCOME_FAILED;
    }
    app->goal = 0;
    app->undo_count--;
    free(entry);
    return OUTCOME_DONE;
}

/* -- the lookup task ------------------------------------------------------------------- */

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

void
app_forget_undo(struct app *app)
{
    while (app->undo_count > 0)
        free(app->undo[--app->undo_count]);
    while (app->train_undo_count > 0)
        train_undo_free(app->train_undo[--app->train_undo_count]);
}

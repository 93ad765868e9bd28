/* Undo for the sentence. */
#include "app/state/undo.h"

#include <stdlib.h>
#include <string.h>

#include "app/state/settle.h"
#include "app/state/train_undo.h"

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

void
app_forget_undo(struct app *app)
{
    while (app->undo_count > 0)
        free(app->undo[--app->undo_count]);
    while (app->train_undo_count > 0)
        train_undo_free(app->train_undo[--app->train_undo_count]);
}

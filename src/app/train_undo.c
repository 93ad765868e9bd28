/* Undo for the lookup task: runs are kept by what makes them. */
#include "app/train_undo.h"

#include <stdlib.h>
#include <string.h>

#include "app/lookup_open.h"
#include "app/train.h"

bool
train_undo_covers(const struct app *app, const struct command *command, const char *args)
{
    return command->run == command_store || command->run == command_load ||
           train_is_meant(app, command, args);
}

struct train_undo *
train_undo_take(const struct app *app)
{
    const struct trainer *trainer = app->trainer;
    if (trainer == NULL || trainer->first > 0)
        return NULL;
    struct train_undo *entry = malloc(sizeof *entry);
    if (entry != NULL) {
        entry->run = trainer->run;
        entry->step = trainer->state.step;
        entry->watched = trainer->watched;
    }
    return entry;
}

void
train_undo_push(struct app *app, struct train_undo *entry)
{
    if (entry == NULL)
        return;
    if (app->train_undo_count == TRAIN_UNDO_MAX) {
        free(app->train_undo[0]);
        memmove(app->train_undo, app->train_undo + 1,
                (TRAIN_UNDO_MAX - 1) * sizeof app->train_undo[0]);
        app->train_undo_count--;
    }
    app->train_undo[app->train_undo_count++] = entry;
}

enum outcome
train_undo_apply(struct app *app, struct err *err)
{
    if (app->train_undo_count == 0)
        return FAILED(err, "there is nothing to undo here; seek -1 goes a step back");
    struct train_undo *entry = app->train_undo[app->train_undo_count - 1];
    struct trainer *made = trainer_make_run(&entry->run, app->kernels, err);
    if (made == NULL)
        return OUTCOME_FAILED;
    if (!trainer_watch(made, &entry->watched, err)) {
        trainer_free(made);
        return OUTCOME_FAILED;
    }
    trainer_free(app->trainer);
    app->trainer = made;
    app->goal = 0;
    app->train_undo_count--;
    int step = entry->step;
    free(entry);
    lookup_open_settle(app);
    return train_seek(app, step, err) ? OUTCOME_DONE : OUTCOME_FAILED;
}

/* What there was before a lesson, or a step. */
#include "app/lessons/saved.h"

#include <string.h>

#include "app/state/settle.h"
#include "app/state/train.h"
#include "app/state/undo.h"

void
lesson_put_aside(struct app *app, struct app *saved)
{
    *saved = *app;
    app->trainer = NULL;
    app->fan = NULL;
    app->before = NULL;
    app->undo_count = app->train_undo_count = 0;
}

void
lesson_drop_made(struct app *app)
{
    goal_stop(app);
    trainer_free(app->trainer);
    fan_free(app->fan);
    app->trainer = NULL;
    app->fan = NULL;
    app_forget_undo(app);
}

void
lesson_bring_back(struct app *app, const struct app *saved)
{
    struct err ignored;
    const struct app_state made = app->now;
    lesson_drop_made(app);
    app->now = saved->now;
    app->active = saved->active;
    app->trainer = saved->trainer;
    app->fan = saved->fan;
    memcpy(app->undo, saved->undo, sizeof app->undo);
    app->undo_count = saved->undo_count;
    memcpy(app->train_undo, saved->train_undo, sizeof app->train_undo);
    app->train_undo_count = saved->train_undo_count;
    ui_copy_places(&app->ui, &saved->ui);
    app->goal_kind = saved->goal_kind;
    app->goal = saved->goal;
    app->fan_waits = saved->fan_waits;
    app->speed = saved->speed;
    if (!app_settle(app, &ignored)) { /* memory is short: what was made stays */
        app->now = made;
        app->ui.open_count = 0;
        app->ui.view = VIEW_WEIGHTS;
        app->active = SOURCE_SENTENCE;
    }
    app_settle_train(app);
    explorer_free(app->before);
    app->before = saved->before;
}

void
lesson_drop_saved(struct app *saved)
{
    lesson_drop_made(saved);
    explorer_free(saved->before);
}

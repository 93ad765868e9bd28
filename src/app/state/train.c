/* The trainer that the app has. */
#include "app/state/train.h"

#include "app/state/goal.h"
#include "app/state/view.h"
#include "base/bounds.h"

bool
train_ensure(struct app *app, struct err *err)
{
    struct lookup_settings settings = lookup_settings_standard();
    if (app->trainer != NULL)
        return true;
    if (app->now.seed >= 0)
        settings.seed = app->now.seed;
    app->trainer = trainer_make(&settings, app->kernels, err);
    if (app->trainer == NULL)
        return false;
    app->ui.entry = app->trainer->watched.asked;
    return true;
}

bool
train_begin(struct app *app, struct err *err)
{
    if (!train_ensure(app, err))
        return false;
    if (app->active != SOURCE_LOOKUP || app->ui.view != VIEW_TRAIN)
        view_set(app, VIEW_TRAIN);
    return true;
}

void
train_leave(struct app *app)
{
    app->active = SOURCE_SENTENCE;
    if (app->ui.view == VIEW_TRAIN)
        view_set(app, VIEW_WEIGHTS);
}

void
train_fit_fan(struct app *app)
{
    const struct trainer *trainer = app->trainer;
    if (app->fan != NULL &&
        !fan_fits(app->fan, &trainer->run.settings, &trainer->watched))
        goal_drop_fan(app);
}

void
train_run_changed(struct app *app)
{
    app->ui.entry = smaller(app->ui.entry, app->trainer->run.settings.entries - 1);
    train_fit_fan(app);
    if (app->goal_kind != GOAL_FAN)
        goal_end(app);
}

bool
train_stop_diverged(struct app *app)
{
    struct err err;
    if (app->trainer->state.step != app->trainer->diverged_at)
        return false;
    goal_end(app);
    trainer_explain(app->trainer, &err);
    app_say(app, true, "%s", err.text);
    return true;
}

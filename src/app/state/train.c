/* The trainer that the app has, and the goals of `work`. */
#include "app/state/train.h"

#include "app/state/view.h"
#include "base/bounds.h"

bool
app_is_recalling(const struct app *app)
{
    return app->active == SOURCE_LOOKUP && app->trainer->recalling;
}

bool
app_is_running(const struct app *app)
{
    return app->goal > 0 || app_is_recalling(app);
}

bool
app_is_endless(const struct app *app)
{
    return app->goal_kind == GOAL_TRAIN && app->goal == TRAINER_STEPS_MAX;
}

int
app_pace(const struct app *app)
{
    if (app->goal > 0 && app->goal_kind == GOAL_WALK)
        return 700; /* a reader needs a moment for each token that asks */
    bool paced = app->goal > 0 && app->goal_kind == GOAL_TRAIN && app->speed > 0;
    return paced && !app_is_recalling(app) ? 1000 / app->speed : 0;
}

void
goal_set(struct app *app, enum goal_kind kind, int goal)
{
    if (app->goal > 0 && app->goal_kind == GOAL_FAN)
        app->fan_waits = true;
    app->goal_kind = kind;
    app->goal = goal;
}

void
goal_end(struct app *app)
{
    goal_set(app, app->goal_kind, 0);
    if (app->fan_waits)
        goal_set(app, GOAL_FAN, 1);
    app->fan_waits = false;
}

void
goal_stop(struct app *app)
{
    app->goal = 0;
    app->fan_waits = false;
}

void
goal_drop_fan(struct app *app)
{
    fan_free(app->fan);
    app->fan = NULL;
    app->fan_waits = false;
    if (app->goal_kind == GOAL_FAN)
        app->goal = 0;
}

/* -- the trainer ----------------------------------------------------------------------- */

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

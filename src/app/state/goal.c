/* The goals of `work`. */
#include "app/state/goal.h"

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

/* The commands that train the lookup task and go through its run. Whatever may take long is a
 * goal, which `work` gets to a piece at a time, so that a key never waits. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/train.h"
#include "app/lessons/asked.h"

enum {
    FAN_STEPS = 200,
    QUICK = 1000000 /* multiplications that nobody notices */
};

/* Makes a trainer where there is none. */
static bool
have_trainer(struct app *app, struct err *err)
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
    if (!have_trainer(app, err))
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

bool
train_is_recalling(const struct app *app)
{
    return app->active == SOURCE_LOOKUP && app->trainer->recalling;
}

void
train_say(struct app *app, bool is_error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(app->ui.status, sizeof app->ui.status, format, args);
    va_end(args);
    app->ui.status_is_error = is_error;
}

/* -- going to a step ------------------------------------------------------------------- */

/* Whether so many steps take no time that a reader would notice. */
static bool
is_quick(const struct trainer *trainer, int steps)
{
    struct lookup_settings s = trainer_settings(trainer);
    double parameters = (double)trainer->state.parameters.count;
    double tables = (double)(s.tags + s.values) * s.d_model * (s.d_k + s.d_v);
    double batch = (double)s.batch * (s.values + 2 * s.entries);
    return steps * (8 * parameters + 3 * tables + batch) <= QUICK;
}

static void
set_goal(struct app *app, enum goal_kind kind, int goal)
{
    if (app->goal > 0 && app->goal_kind == GOAL_FAN)
        app->fan_waits = true;
    app->goal_kind = kind;
    app->goal = goal;
}

/* The goal is reached: the fan that waits for it goes on. */
static void
end_goal(struct app *app)
{
    set_goal(app, app->goal_kind, 0);
    if (app->fan_waits)
        set_goal(app, GOAL_FAN, 1);
    app->fan_waits = false;
}

static void
drop_fan(struct app *app)
{
    fan_free(app->fan);
    app->fan = NULL;
    app->fan_waits = false;
    if (app->goal_kind == GOAL_FAN)
        app->goal = 0;
}

void
train_fit_fan(struct app *app)
{
    const struct trainer *trainer = app->trainer;
    if (app->fan != NULL &&
        !fan_fits(app->fan, &trainer->run.settings, &trainer->watched))
        drop_fan(app);
}

void
train_run_changed(struct app *app)
{
    int last = app->trainer->run.settings.entries - 1;
    app->ui.entry = app->ui.entry < last ? app->ui.entry : last;
    train_fit_fan(app);
    if (app->goal_kind != GOAL_FAN)
        end_goal(app);
}

bool
train_stop_diverged(struct app *app)
{
    struct err err;
    if (app->trainer->state.step != app->trainer->diverged_at)
        return false;
    end_goal(app);
    trainer_explain(app->trainer, &err);
    train_say(app, true, "%s", err.text);
    return true;
}

bool
train_seek(struct app *app, int step, struct err *err)
{
    struct trainer *trainer = app->trainer;
    int from = trainer->state.step;
    if (step > from && from == trainer->diverged_at)
        return trainer_step(trainer, err); /* it cannot, and says why */
    if (!trainer_rewind(trainer, step, err))
        return false;
    set_goal(app, GOAL_SEEK, step);
    if (!is_quick(trainer, step - trainer->state.step))
        return true;
    bool done = trainer_seek(trainer, step, err);
    end_goal(app);
    train_stop_diverged(app);
    if (!done && trainer->state.step != from) { /* as far as it could go, it went */
        train_say(app, true, "%s", err->text);
        return true;
    }
    return done;
}

/* Reads how many steps, and that so many more can be trained. */
static bool
read_steps(const struct app *app, const char *verb, const char *args, int *goal,
           struct err *err)
{
    int step = app->trainer ? app->trainer->state.step : 0, steps;
    if (!text_int(args, 1, TRAINER_STEPS_MAX, &steps))
        return err_set(err, "%s: a number of steps must follow, from 1 to %d, not \"%s\"",
                       verb, TRAINER_STEPS_MAX, text_shown(args, 40).text);
    if (steps > TRAINER_STEPS_MAX - step)
        return err_set(
            err,
            "%s: a run has at most %d steps, and this one is at step %d; reset "
            "begins anew",
            verb, TRAINER_STEPS_MAX, step);
    *goal = step + steps;
    return true;
}

enum outcome
command_train(struct app *app, const char *args, struct err *err)
{
    int goal;
    if (!read_steps(app, "train", args, &goal, err) || !train_begin(app, err))
        return OUTCOME_FAILED;
    set_goal(app, GOAL_TRAIN, goal);
    return OUTCOME_DONE;
}

enum outcome
train_step(struct app *app, const char *args, struct err *err)
{
    int goal;
    if (!read_steps(app, "step", *args ? args : "1", &goal, err))
        return OUTCOME_FAILED;
    return train_seek(app, goal, err) ? OUTCOME_DONE : OUTCOME_FAILED;
}

void
train_run(struct app *app)
{
    set_goal(app, GOAL_TRAIN, TRAINER_STEPS_MAX);
}

/* Reads where to: a step, so many further or back from where the run goes, first or last. */
static bool
read_step(const struct app *app, const char *args, int *step)
{
    const struct trainer *trainer = app->trainer;
    int first = trainer ? trainer->first : 0, last = trainer ? trainer->last : 0, number;
    bool seeking = app->goal > 0 && app->goal_kind == GOAL_SEEK;
    int from = seeking ? app->goal : trainer ? trainer->state.step : 0;
    if (strcmp(args, "first") == 0 || strcmp(args, "last") == 0) {
        *step = *args == 'f' ? first : last;
        return true;
    }
    if (!text_int(args, -TRAINER_STEPS_MAX, TRAINER_STEPS_MAX, &number))
        return false;
    if (*args != '+' && *args != '-') {
        *step = number;
        return true;
    }
    int most = TRAINER_STEPS_MAX - from;
    *step = from + (number < most ? number : most);
    *step = *step > first ? *step : first;
    return true;
}

enum outcome
command_seek(struct app *app, const char *args, struct err *err)
{
    int step;
    if (!read_step(app, args, &step))
        return FAILED(err,
                      "seek: a step from 0 to %d must follow, or first, last, +1, -1, "
                      "not \"%s\"",
                      TRAINER_STEPS_MAX, text_shown(args, 40).text);
    if (!have_trainer(app, err) || !train_seek(app, step, err) || !train_begin(app, err))
        return OUTCOME_FAILED;
    return OUTCOME_DONE;
}

enum outcome
command_clicked(struct app *app, const char *args, struct err *err)
{
    (void)args;
    int step = app->trainer != NULL ? app->train.clicked : -1;
    if (step < 0)
        return FAILED(err,
                      "clicked: no step so far raised the weight by .02 or more; train "
                      "200 does that");
    struct number weight = {
        .tensor = TENSOR_A, .col = app->trainer->watched.asked, .in = IN_STORE};
    if (!lesson_may_show(app, &weight, err))
        return OUTCOME_FAILED;
    if (!train_begin(app, err) || !train_seek(app, step, err))
        return OUTCOME_FAILED;
    train_say(app, false, "from step %d to %d the weight goes from %.2f to %.2f",
              step - 1, step, app->train.clicked_from, app->train.clicked_to);
    return OUTCOME_DONE;
}

enum outcome
command_speed(struct app *app, const char *args, struct err *err)
{
    static const int ladder[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 0};
    enum { RUNGS = sizeof ladder / sizeof ladder[0] };
    bool faster = strcmp(args, "faster") == 0, slower = strcmp(args, "slower") == 0;
    int at = 0;
    if (!faster && !slower && !text_int(args, 0, TRAIN_SPEED_MAX, &app->speed))
        return FAILED(
            err,
            "speed: steps a second from 1 to %d, 0 for as many as it can, faster "
            "or slower, not \"%s\"",
            TRAIN_SPEED_MAX, text_shown(args, 40).text);
    while (at < RUNGS - 1 && (app->speed == 0 || ladder[at] < app->speed))
        at++;
    if (slower && at > 0)
        at--;
    if (faster && at < RUNGS - 1)
        at += app->speed >= ladder[at];
    if (faster || slower)
        app->speed = ladder[at];
    if (app->speed == 0)
        train_say(app, false, "speed: as many steps a second as it can");
    else
        train_say(app, false, "speed: %d step%s a second", app->speed,
                  app->speed == 1 ? "" : "s");
    return OUTCOME_DONE;
}

enum outcome
command_fan(struct app *app, const char *args, struct err *err)
{
    int seeds;
    if (strcmp(args, "off") == 0) {
        drop_fan(app);
        return OUTCOME_DONE;
    }
    if (!text_int(args, 1, FAN_SEEDS_MAX, &seeds))
        return FAILED(err,
                      "fan: a number of seeds must follow, from 1 to %d, or off, not "
                      "\"%s\"",
                      FAN_SEEDS_MAX, text_shown(args, 40).text);
    if (!have_trainer(app, err))
        return OUTCOME_FAILED;
    struct fan *fan = fan_make(&app->trainer->run.settings, &app->trainer->watched, seeds,
                               FAN_STEPS, app->kernels, err);
    if (fan == NULL || !train_begin(app, err))
        return OUTCOME_FAILED; /* train_begin has nothing left that could fail */
    fan_free(app->fan);
    app->fan = fan;
    app->goal_kind = GOAL_FAN;
    app->goal = 1;
    app->fan_waits = false;
    return OUTCOME_DONE;
}

/* -- work ------------------------------------------------------------------------------ */

/* Takes up to so many steps to the goal. */
static bool
work_steps(struct app *app, int units, struct err *err)
{
    struct trainer *trainer = app->trainer;
    for (; units > 0 && trainer->state.step < app->goal; units--)
        if (!trainer_step(trainer, err))
            return false;
    if (trainer->state.step >= app->goal)
        end_goal(app);
    train_stop_diverged(app);
    return true;
}

void
train_work(struct app *app, int units)
{
    struct err err;
    bool done = true, fan = app->goal > 0 && app->goal_kind == GOAL_FAN;
    bool seek = app->goal > 0 && app->goal_kind == GOAL_SEEK;
    if (train_is_recalling(app) && !seek)
        done = trainer_recall(app->trainer, units, &err);
    else if (fan && (app->fan == NULL || !fan_work(app->fan, units)))
        app->goal = 0;
    else if (app->goal > 0 && !fan)
        done = work_steps(app, units, &err);
    if (!done) {
        app->goal = 0;
        app->fan_waits = false;
        train_say(app, true, "%s", err.text);
    }
}

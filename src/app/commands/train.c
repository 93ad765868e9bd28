/* The commands that go step by step: the question through the sentence, on the page through the
 * four lines, the trainer through its run. Whatever may take long is a goal, which `work` gets to
 * a piece at a time, so that a key never waits. */
#include <string.h>

#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/state/train.h"
#include "app/state/view.h"
#include "base/bounds.h"

enum {
    FAN_STEPS = 200,
    QUICK = 1000000 /* multiplications that nobody notices */
};

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

/* Goes to a step: at once where that is quick, otherwise as a goal. Where the run breaks off on
 * the way it stays there, and the status says why; fails where it cannot move at all. */
static bool
seek_step(struct app *app, int step, struct err *err)
{
    struct trainer *trainer = app->trainer;
    int from = trainer->state.step;
    if (step > from && from == trainer->diverged_at)
        return trainer_step(trainer, err); /* it cannot, and says why */
    if (!trainer_rewind(trainer, step, err))
        return false;
    goal_set(app, GOAL_SEEK, step);
    if (!is_quick(trainer, step - trainer->state.step))
        return true;
    bool done = trainer_seek(trainer, step, err);
    goal_end(app);
    train_stop_diverged(app);
    if (!done && trainer->state.step != from) { /* as far as it could go, it went */
        app_say(app, true, "%s", err->text);
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

static enum outcome
command_train(struct app *app, const char *args, struct err *err)
{
    int goal;
    if (!read_steps(app, "train", args, &goal, err) || !train_begin(app, err))
        return OUTCOME_FAILED;
    goal_set(app, GOAL_TRAIN, goal);
    return OUTCOME_DONE;
}

static enum outcome
train_step(struct app *app, const char *args, struct err *err)
{
    int goal;
    if (!read_steps(app, "step", *args ? args : "1", &goal, err))
        return OUTCOME_FAILED;
    return outcome_of(seek_step(app, goal, err));
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
    *step = larger(from + smaller(number, TRAINER_STEPS_MAX - from), first);
    return true;
}

static enum outcome
command_seek(struct app *app, const char *args, struct err *err)
{
    int step;
    if (!read_step(app, args, &step))
        return failed(err,
                      "seek: a step from 0 to %d must follow, or first, last, +1, -1, "
                      "not \"%s\"",
                      TRAINER_STEPS_MAX, text_shown(args, 40).text);
    if (!train_ensure(app, err) || !seek_step(app, step, err) || !train_begin(app, err))
        return OUTCOME_FAILED;
    return OUTCOME_DONE;
}

static enum outcome
command_clicked(struct app *app, const char *args, struct err *err)
{
    (void)args;
    int step = app->trainer != NULL ? app->train.clicked : -1;
    if (step < 0)
        return failed(err,
                      "clicked: no step so far raised the weight by .02 or more; train "
                      "200 does that");
    struct number weight = store_number_at(TENSOR_A, 0, app->trainer->watched.asked);
    if (!lesson_may_show(app, &weight, err))
        return OUTCOME_FAILED;
    if (!train_begin(app, err) || !seek_step(app, step, err))
        return OUTCOME_FAILED;
    app_say(app, false, "from step %d to %d the weight goes from %.2f to %.2f", step - 1,
            step, app->train.clicked_from, app->train.clicked_to);
    return OUTCOME_DONE;
}

static enum outcome
command_speed(struct app *app, const char *args, struct err *err)
{
    static const int ladder[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 0};
    enum { RUNGS = sizeof ladder / sizeof ladder[0] };
    bool faster = strcmp(args, "faster") == 0, slower = strcmp(args, "slower") == 0;
    int at = 0;
    if (!faster && !slower && !text_int(args, 0, TRAIN_SPEED_MAX, &app->speed))
        return failed(
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
        app_say(app, false, "speed: as many steps a second as it can");
    else
        app_say(app, false, "speed: %d step%s a second", app->speed,
                app->speed == 1 ? "" : "s");
    return OUTCOME_DONE;
}

static enum outcome
command_fan(struct app *app, const char *args, struct err *err)
{
    int seeds;
    if (strcmp(args, "off") == 0) {
        goal_drop_fan(app);
        return OUTCOME_DONE;
    }
    if (!text_int(args, 1, FAN_SEEDS_MAX, &seeds))
        return failed(err,
                      "fan: a number of seeds must follow, from 1 to %d, or off, not "
                      "\"%s\"",
                      FAN_SEEDS_MAX, text_shown(args, 40).text);
    if (!train_ensure(app, err))
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
        goal_end(app);
    train_stop_diverged(app);
    return true;
}

static void
train_work(struct app *app, int units)
{
    struct err err;
    bool done = true, fan = app->goal > 0 && app->goal_kind == GOAL_FAN;
    bool seek = app->goal > 0 && app->goal_kind == GOAL_SEEK;
    if (app_is_recalling(app) && !seek)
        done = trainer_recall(app->trainer, units, &err);
    else if (fan && (app->fan == NULL || !fan_work(app->fan, units)))
        app->goal = 0;
    else if (app->goal > 0 && !fan)
        done = work_steps(app, units, &err);
    if (!done) {
        goal_stop(app);
        app_say(app, true, "%s", err.text);
    }
}

/* -- walking --------------------------------------------------------------------------- */

/* What a step moves, and from where to where. */
static int *
walk_position(struct app *app, int *first, int *last)
{
    bool page = app->ui.view == VIEW_PAGE;
    *first = page ? 1 : 0;
    *last = page ? LINE_COUNT : app->explorer->sentence.token_count - 1;
    return page ? &app->ui.line : &app->now.query;
}

/* What a step leaves behind on the page: its cursor on what the line makes, no marks. */
static void
arrive(struct app *app)
{
    if (app->ui.view != VIEW_PAGE)
        return;
    app->ui.stepped = true;
    cursor_follow(app);
}

static enum outcome
command_step(struct app *app, const char *args, struct err *err)
{
    if (*args != '\0')
        return failed(err,
                      "step: it stands alone; in train a number of steps may follow");
    int first, last, *at = walk_position(app, &first, &last);
    *at = *at < last ? *at + 1 : first;
    arrive(app);
    return OUTCOME_DONE;
}

static enum outcome
command_pause(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    goal_stop(app);
    return OUTCOME_DONE;
}

static enum outcome
command_run(struct app *app, const char *args, struct err *err)
{
    int first, last, *at = walk_position(app, &first, &last);
    if (*args != '\0' && strcmp(args, "toggle") != 0)
        return failed(err, "run: it stands alone, or reads: run toggle");
    if (*args != '\0' && app->goal > 0)
        return command_pause(app, "", err);
    if (app->active == SOURCE_LOOKUP) {
        goal_set(app, GOAL_TRAIN, TRAINER_STEPS_MAX);
        return OUTCOME_DONE;
    }
    if (*at == last) {
        *at = first;
        arrive(app);
    }
    app->goal_kind = GOAL_WALK;
    app->goal = last - *at;
    return OUTCOME_DONE;
}

static enum outcome
command_work(struct app *app, const char *args, struct err *err)
{
    int steps, first, last, *at = walk_position(app, &first, &last);
    if (!text_int(args, 1, 1000000, &steps))
        return failed(err, "work: a number of steps must follow, from 1 to 1000000");
    if (app->active == SOURCE_LOOKUP) {
        train_work(app, steps);
        return OUTCOME_DONE;
    }
    for (; steps > 0 && app->goal > 0; steps--) {
        /* the reader may have moved meanwhile */
        *at += *at < last;
        app->goal = *at < last ? app->goal - 1 : 0;
        arrive(app);
    }
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command train_commands[] = {
    {"step", "[N]", "the next token, line, or training step; or N training steps",
     .run = command_step, .run_training = train_step},
    {"run", "[toggle]", "step after step: to the last token; training: on and on",
     .run = command_run},
    {"pause", "", "stops the run",
     .run = command_pause},
    {"work", "N", "takes up to N steps of the run",
     .run = command_work, .flags = WORKS},
    {"train", "N", "trains the lookup task N more steps",
     .run = command_train, .flags = ABOUT_TRAINING},
    {"seek", "N|+N|-N|first|last", "the run as it was at a step; trains on behind the last",
     .run = command_seek, .flags = ABOUT_TRAINING, .words = {"first", "last"}},
    {"clicked", "", "seeks the step where the watched weight rose fastest",
     .run = command_clicked, .flags = ABOUT_TRAINING},
    {"speed", "N|slower|faster", "training steps a second; 0: as many as it can",
     .run = command_speed, .flags = ABOUT_TRAINING, .words = {"slower", "faster"}},
    {"fan", "N|off", "trains N seeds, to see how lucky one was",
     .run = command_fan, .flags = ABOUT_TRAINING},
    {.name = NULL},
};
/* clang-format on */

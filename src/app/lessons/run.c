/* A lesson on its way: entering steps, and waiting. */
#include "app/lessons/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/apply.h"
#include "app/commands/command.h"
#include "app/lessons/asked.h"
#include "app/lessons/question.h"
#include "app/lessons/saved.h"
#include "app/state/train.h"
#include "app/state/undo.h"
#include "app/state/view.h"

enum { TRAIN_MOST = 5000 }; /* a reader waits for it */

/* Multiplications of a training step, and of all that one command of a lesson trains. */
#define STEP_COST_MOST 1e9
#define COST_MOST      5e9

/* Ends the lesson: everything is as it was. */
static void
take_back(struct app *app)
{
    struct lesson_run *run = app->lesson;
    app->lesson = NULL;
    lesson_bring_back(app, &run->saved);
    lesson_free(&run->lesson);
    free(run);
}

void
lesson_end(struct app *app)
{
    if (app->lesson == NULL)
        return;
    if (app->lesson->step + 1 == app->lesson->lesson.step_count)
        lesson_finish(app);
    take_back(app);
    goal_stop(app); /* what was running is not to go on by surprise */
    while (view_kinds[app->ui.view].over)
        view_uncover(app); /* it was begun from there */
}

/* -- steps ----------------------------------------------------------------------------- */

/* About how many multiplications a training step of these settings takes: its batch, the tables
 * of tags, and Adam for every parameter. */
static double
step_cost(const struct lookup_settings *settings)
{
    double widths = 2.0 * settings->d_k + settings->d_v;
    double parameters =
        (settings->tags + settings->values + widths) * (double)settings->d_model;
    double tables = settings->tags * (2.0 * settings->d_k * settings->d_model +
                                      (double)settings->tags * settings->d_k);
    double batch = (double)settings->batch *
                   ((settings->entries + 1.0) * settings->d_model * widths +
                    (double)settings->values * settings->d_v);
    return batch + tables + 10 * parameters;
}

/* How many training steps are to be taken now. */
static double
steps_ahead(const struct app *app)
{
    if (!app_is_running(app) || app->goal_kind == GOAL_WALK)
        return 0;
    return app->goal_kind == GOAL_FAN ? (double)app->fan->seeds * app->fan->steps
                                      : app->goal;
}

/* Whether what a command set going is over soon, with all that the step trained before it. */
static bool
is_short(struct app *app, struct err *err)
{
    if (app->trainer == NULL)
        return true;
    struct lookup_settings settings = trainer_settings(app->trainer);
    double cost = step_cost(&settings), steps = steps_ahead(app);
    if (steps > TRAIN_MOST && app->goal_kind != GOAL_FAN)
        return err_set(err, "a step of a lesson trains to step %d at most", TRAIN_MOST);
    app->lesson->cost += cost * steps;
    return (cost <= STEP_COST_MOST && app->lesson->cost <= COST_MOST) ||
           err_set(err, "a step of a lesson is not to take long: this trains with too "
                        "many, or too large, steps");
}

bool
lesson_carry_out(struct app *app, const char *command, struct err *err)
{
    if (app_apply(app, command, err) != OUTCOME_DONE)
        return false;
    if (app_is_endless(app))
        app->goal = 0;
    bool good = is_short(app, err);
    while (good && app_is_running(app))
        good = app_apply(app, "work 1000000", err) == OUTCOME_DONE;
    if (!good) {
        goal_stop(app);
        return false;
    }
    return !app->ui.status_is_error || err_set(err, "%s", app->ui.status);
}

static bool
start_afresh(struct app *app, struct err *err)
{
    static const char *const commands[] = {
        "view weights",   "sentence The cat chased the mouse",
        "head verb-noun", "mask off",
        "reset",          "show A",
        "sort index"};
    struct ui fresh;
    lesson_drop_made(app);
    app->now.seed = -1;
    app->now.choice.corrections = (struct corrections){0};
    app->speed = app->lesson->saved.speed;
    ui_init(&fresh);
    ui_copy_places(&app->ui, &fresh);
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++)
        if (!lesson_carry_out(app, commands[k], err))
            return false;
    return true;
}

static bool
place_line(const struct lesson *lesson, const struct lesson_line *line, struct err *err)
{
    return err_place(err, "%s:%d", lesson->file, line->number);
}

/* What follows is compared with what there is now. */
static void
compare_from_here(struct app *app)
{
    explorer_free(app->before);
    app->before = NULL;
}

static bool
carry_out_step(struct app *app, int step, struct err *err)
{
    const struct lesson *lesson = &app->lesson->lesson;
    const struct lesson_line *line;
    if (!start_afresh(app, err))
        return err_place(err, "%s", lesson->file);
    compare_from_here(app);
    for (int k = 0; (line = lesson_find(lesson, step, LESSON_DO, k)) != NULL; k++) {
        if (!lesson_carry_out(app, line->text, err))
            return place_line(lesson, line, err);
        if (command_flags(app->commands, line->text) & (SETS_SENTENCE | SETS_HEAD))
            compare_from_here(app); /* not the same numbers changed */
    }
    app_forget_undo(app); /* what the step did is not the reader's to take back */
    return true;
}

/* Says so where the step's text is not true here: with a head or words of the reader's own. */
static void
warn_where_untrue(struct app *app, struct lesson_run *run)
{
    const struct lesson_line *line;
    struct err err;
    for (int k = 0; (line = lesson_line_at(app, LESSON_EXPECT, k)) != NULL; k++)
        if (lesson_holds(app, line->text, &err) == OUTCOME_UNMET) {
            snprintf(run->said, sizeof run->said, "Not so here: %.140s", err.text);
            return;
        }
}

bool
lesson_enter(struct app *app, int step, struct err *err)
{
    struct lesson_run *run = app->lesson;
    bool journaling = app->journaling;
    run->asking = run->waiting = false;
    app_say_nothing(app);
    app->journaling = false; /* entering is one command, whatever it takes */
    run->entering = true;
    run->cost = 0;
    bool done = carry_out_step(app, step, err);
    run->entering = false;
    app->journaling = journaling;
    run->step = step;
    run->seen[step] = run->seen[step] || done;
    run->source = app->active;
    app->ui.scroll[PANE_LESSON] = 0;
    run->focus = true;
    run->said[0] = '\0';
    app->ui.status[0] = '\0';
    const struct lesson_line *ask = lesson_line_at(app, LESSON_ASK, 0);
    char answer[ANSWER_BYTES] = "";
    if (done && ask != NULL && !lesson_check_question(app, answer, sizeof answer, err))
        done = place_line(&run->lesson, ask, err);
    run->asking = done && ask != NULL && !run->tried[step];
    if (done && ask != NULL && run->tried[step])
        snprintf(run->said, sizeof run->said, "You answered before: %s.", answer);
    if (run->asking && lesson_asks_key(app))
        app->now.key = app->now.query; /* it would point at the answer */
    run->waiting = done && lesson_line_at(app, LESSON_WAIT, 0) != NULL;
    if (done && !run->asking) /* it would give the answer away */
        warn_where_untrue(app, run);
    if (run->asking)
        lesson_close_asked(app);
    run->opened = app->ui.open_count;
    return done;
}

/* What a lesson was and where, while another step is tried. */
struct lesson_tried {
    struct app between;
    struct lesson_run run;
};

/* Enters a step of this lesson, or of another where it is not NULL, which takes its place. Where
 * that fails all is as it was, and the other lesson is freed. */
static bool
try_step(struct app *app, struct lesson *other, int step, struct err *err)
{
    struct lesson_run *run = app->lesson;
    struct lesson_tried *tried = malloc(sizeof *tried);
    bool done = tried != NULL;
    if (!done)
        err_set(err, "there is not enough memory for another step");
    else {
        tried->run = *run;
        lesson_put_aside(app, &tried->between);
        if (other != NULL) /* nothing is known of it yet */
            *run = (struct lesson_run){.lesson = *other, .saved = tried->run.saved};
        done = lesson_enter(app, step, err);
    }
    if (done)
        lesson_drop_saved(&tried->between);
    else if (tried != NULL) {
        lesson_bring_back(app, &tried->between);
        *run = tried->run;
    }
    if (other != NULL)
        lesson_free(done ? &tried->run.lesson : other);
    free(tried);
    return done;
}

bool
lesson_go(struct app *app, int step, struct err *err)
{
    return try_step(app, NULL, step, err);
}

/* Whether a step may do this: what moves the lesson itself would turn in a circle, and a lesson
 * from elsewhere touches neither files nor the program. */
static bool
is_for_lessons(const struct app *app, const char *line)
{
    const char *args;
    const struct command *command = command_of(app->commands, line, &args);
    if (command == NULL) /* it fails where it is carried out */
        return true;
    enum view_id view = command->flags & GOES_TO_VIEW ? view_find(args) : VIEW_COUNT;
    return !(command->flags & NOT_IN_LESSONS) &&
           (view == VIEW_COUNT || !view_kinds[view].over);
}

/* Fails at the first line with a command that is not for lessons. */
static bool
check_commands(const struct app *app, const struct lesson *lesson, struct err *err)
{
    for (int k = 0; k < lesson->line_count; k++) {
        const struct lesson_line *line = &lesson->lines[k];
        if ((line->word != LESSON_DO && line->word != LESSON_TRY) ||
            is_for_lessons(app, line->text))
            continue;
        err_set(err,
                "%s: a step sets numbers, views and what is asked; \"%s\" is not for it",
                lesson_words[line->word], text_shown(line->text, 30).text);
        return place_line(lesson, line, err);
    }
    return true;
}

bool
lesson_begin(struct app *app, struct lesson *lesson, int step, struct err *err)
{
    if (app->lesson != NULL && app->lesson->entering) {
        lesson_free(lesson);
        return err_set(err, "a step of a lesson begins no other");
    }
    if (!check_commands(app, lesson, err)) {
        lesson_free(lesson);
        return false;
    }
    if (app->lesson != NULL)
        return try_step(app, lesson, step, err);
    struct lesson_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        lesson_free(lesson);
        return err_set(err, "there is not enough memory for a lesson");
    }
    run->lesson = *lesson;
    lesson_put_aside(app, &run->saved);
    app->lesson = run;
    if (lesson_enter(app, step, err))
        return true;
    take_back(app);
    return false;
}

/* -- the end ---------------------------------------------------------------------------- */

struct mark
lesson_mark_of(const struct lesson_run *run)
{
    struct mark mark = {.right = 0};
    snprintf(mark.name, sizeof mark.name, "%s", run->lesson.name);
    for (int s = 0; s < run->lesson.step_count; s++) {
        mark.asked += lesson_find(&run->lesson, s, LESSON_ASK, 0) != NULL;
        mark.right += run->right[s];
    }
    return mark;
}

int
lesson_unseen(const struct lesson_run *run, char *out, size_t size)
{
    enum { NAMED = 4 };
    int count = 0;
    size_t used = 0;
    out[0] = '\0';
    for (int s = 0; s < run->lesson.step_count; s++) {
        if (run->seen[s])
            continue;
        if (count < NAMED && used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%d",
                                     count > 0 ? ", " : "", s + 1);
        count++;
    }
    if (count > NAMED && used < size)
        snprintf(out + used, size - used, " ...");
    return count;
}

void
lesson_finish(struct app *app)
{
    char unseen[64];
    struct mark mark = lesson_mark_of(app->lesson);
    const struct mark *known = marks_find(&app->marks, mark.name);
    bool kept = known != NULL && known->right == mark.right &&
                known->asked == mark.asked && !app->unkept;
    if (kept || !app->lesson->lesson.listed ||
        lesson_unseen(app->lesson, unseen, sizeof unseen) > 0)
        return;
    marks_set(&app->marks, &mark);
    app->finished = mark;
    app->request = REQUEST_KEEP;
}

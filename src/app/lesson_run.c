/* A lesson on its way: entering steps, waiting, and what was there before. */
#include "app/lesson_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson_question.h"

enum { TRAIN_MOST = 5000 }; /* a reader waits for it */

/* -- what was there before ------------------------------------------------------------- */

static void
put_aside(struct app *app, struct lesson_saved *saved)
{
    *saved = (struct lesson_saved){.now = app->now,
                                   .active = app->active,
                                   .trainer = app->trainer,
                                   .fan = app->fan,
                                   .undo_count = app->undo_count,
                                   .train_undo_count = app->train_undo_count,
                                   .goal_kind = app->goal_kind,
                                   .goal = app->goal,
                                   .fan_waits = app->fan_waits,
                                   .ui = app->ui};
    memcpy(saved->undo, app->undo, sizeof saved->undo);
    memcpy(saved->train_undo, app->train_undo, sizeof saved->train_undo);
    app->trainer = NULL;
    app->fan = NULL;
    app->undo_count = app->train_undo_count = 0;
}

/* What the lesson has made. */
static void
drop_made(struct app *app)
{
    app->goal = 0;
    app->fan_waits = false;
    trainer_free(app->trainer);
    fan_free(app->fan);
    app->trainer = NULL;
    app->fan = NULL;
    app_forget_undo(app);
}

/* Other places of cursors and views; what is being typed, and how it is drawn, stays. */
static void
change_ui(struct ui *ui, const struct ui *other)
{
    struct ui shown = *ui;
    *ui = *other;
    ui->prompt = shown.prompt;
    ui->theme = shown.theme;
    ui->glyphs = shown.glyphs;
    ui->mouse = shown.mouse;
    ui->listed = shown.listed;
}

static void
bring_back(struct app *app, const struct lesson_saved *saved)
{
    struct err ignored;
    drop_made(app);
    app->now = saved->now;
    app->active = saved->active;
    app->trainer = saved->trainer;
    app->fan = saved->fan;
    memcpy(app->undo, saved->undo, sizeof app->undo);
    app->undo_count = saved->undo_count;
    memcpy(app->train_undo, saved->train_undo, sizeof app->train_undo);
    app->train_undo_count = saved->train_undo_count;
    change_ui(&app->ui, &saved->ui);
    app->goal_kind = saved->goal_kind;
    app->goal = saved->goal;
    app->fan_waits = saved->fan_waits;
    /* it was there before; where memory is short the tensors stay */
    app_settle(app, &ignored);
    app_settle_train(app);
}

/* Ends the lesson: everything is as it was. */
static void
take_back(struct app *app)
{
    struct lesson_run *run = app->lesson;
    app->lesson = NULL;
    bring_back(app, &run->saved);
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
    app->goal = 0; /* what was running is not to go on by surprise */
    app->fan_waits = false;
    while (app->ui.view == VIEW_HELP || app->ui.view == VIEW_LESSONS)
        view_uncover(app); /* it was begun from there */
}

/* -- steps ----------------------------------------------------------------------------- */

bool
lesson_carry_out(struct app *app, const char *command, struct err *err)
{
    struct err ignored;
    if (app_apply(app, command, err) != OUTCOME_DONE)
        return false;
    if (app_is_endless(app))
        app->goal = 0;
    if (app->goal > TRAIN_MOST) {
        app->goal = 0;
        return err_set(err, "a step of a lesson trains to step %d at most", TRAIN_MOST);
    }
    while (app_is_running(app))
        app_apply(app, "work 1000000", &ignored);
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
    drop_made(app);
    app->now.seed = -1;
    ui_init(&fresh);
    change_ui(&app->ui, &fresh);
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

/* Whether the numbers after a command are other ones, and not the same numbers changed. */
static bool
is_other(const char *command)
{
    return strncmp(command, "head ", 5) == 0 || strncmp(command, "sentence ", 9) == 0;
}

/* What follows is compared with what there is now. */
static void
compare_from_here(struct app *app)
{
    explorer_free(app->before);
    app->before = NULL;
}

static bool
bring_to_step(struct app *app, int step, struct err *err)
{
    const struct lesson *lesson = &app->lesson->lesson;
    const struct lesson_line *line;
    if (!start_afresh(app, err))
        return err_place(err, "%s", lesson->file);
    compare_from_here(app);
    for (int k = 0; (line = lesson_find(lesson, step, LESSON_DO, k)) != NULL; k++) {
        if (!lesson_carry_out(app, line->text, err))
            return place_line(lesson, line, err);
        if (is_other(line->text))
            compare_from_here(app);
    }
    app_forget_undo(app); /* what the step did is not the reader's to take back */
    return true;
}

enum outcome
lesson_holds(struct app *app, const char *expect, struct err *err)
{
    enum source_id active = app->active;
    app->active = app->lesson->source;
    enum outcome outcome = expect_holds(app, expect, err);
    app->active = active;
    return outcome;
}

/* Says so where the step's text is not true here: with a head or words of the reader's own. */
static void
doubt(struct app *app, struct lesson_run *run)
{
    const struct lesson_line *line;
    struct err err;
    for (int k = 0; (line = lesson_find(&run->lesson, run->step, LESSON_EXPECT, k)); k++)
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
    app->ui.status[0] = '\0';
    app->ui.status_is_error = false;
    app->journaling = false; /* entering is one command, whatever it takes */
    bool done = bring_to_step(app, step, err);
    app->journaling = journaling;
    run->step = step;
    run->seen[step] = run->seen[step] || done;
    run->source = app->active;
    app->ui.scroll[PANE_LESSON] = 0;
    run->focus = true;
    run->said[0] = '\0';
    app->ui.status[0] = '\0';
    const struct lesson_line *ask = lesson_find(&run->lesson, step, LESSON_ASK, 0);
    if (done && ask != NULL && !lesson_check_question(app, err))
        done = place_line(&run->lesson, ask, err);
    run->asking = done && ask != NULL;
    if (run->asking && lesson_asks_key(app))
        app->now.key = app->now.query; /* it would stand on the answer */
    run->waiting = done && lesson_find(&run->lesson, step, LESSON_WAIT, 0) != NULL;
    if (done && !run->asking) /* it would tell the answer */
        doubt(app, run);
    return done;
}

/* Another lesson in the place of the one that is on its way, which stays where it was if this
 * step cannot be entered. */
static bool
change_lesson(struct app *app, struct lesson *lesson, int step, struct err *err)
{
    struct lesson_run *run = app->lesson;
    struct lesson before = run->lesson;
    struct err ignored;
    int from = run->step;
    run->lesson = *lesson;
    if (!lesson_enter(app, step, err)) {
        lesson_free(&run->lesson);
        run->lesson = before;
        lesson_enter(app, from, &ignored);
        return false;
    }
    lesson_free(&before);
    memset(run->tried, 0, sizeof run->tried);
    memset(run->right, 0, sizeof run->right);
    memset(run->seen, 0, sizeof run->seen);
    run->seen[step] = true;
    return true;
}

bool
lesson_begin(struct app *app, struct lesson *lesson, int step, struct err *err)
{
    if (app->lesson != NULL)
        return change_lesson(app, lesson, step, err);
    struct lesson_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        lesson_free(lesson);
        return err_set(err, "there is not enough memory for a lesson");
    }
    run->lesson = *lesson;
    put_aside(app, &run->saved);
    app->lesson = run;
    if (lesson_enter(app, step, err))
        return true;
    take_back(app);
    return false;
}

/* -- waiting ---------------------------------------------------------------------------- */

void
lesson_watch(struct app *app)
{
    struct lesson_run *run = app->lesson;
    struct err ignored;
    if (run == NULL || !run->waiting)
        return;
    const struct lesson_line *wait = lesson_find(&run->lesson, run->step, LESSON_WAIT, 0);
    if (lesson_holds(app, wait->text, &ignored) != OUTCOME_DONE)
        return;
    run->waiting = false;
    run->focus = true;
    if (app_is_endless(app))
        app->goal = 0; /* it would run past what is to be seen */
    snprintf(run->said, sizeof run->said, "There it is.%s",
             run->step + 1 < run->lesson.step_count ? " Go on with →." : "");
}

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
    bool kept = known != NULL && known->right == mark.right && known->asked == mark.asked;
    if (kept || !app->lesson->lesson.listed ||
        lesson_unseen(app->lesson, unseen, sizeof unseen) > 0)
        return;
    marks_set(&app->marks, &mark);
    app->finished = mark;
    app->request = REQUEST_KEEP;
}

/* A lesson on its way: entering steps, questions, what was there before. */
#include "app/lesson_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lookup_address.h"
#include "app/train_undo.h"

enum { COMMAND_BYTES = 1024 };

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
    while (app->undo_count > 0)
        free(app->undo[--app->undo_count]);
    while (app->train_undo_count > 0)
        train_undo_free(app->train_undo[--app->train_undo_count]);
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
    struct ui shown = app->ui;
    app->ui = saved->ui;
    app->ui.prompt = shown.prompt;
    app->ui.theme = shown.theme;
    app->ui.glyphs = shown.glyphs;
    app->ui.mouse = shown.mouse;
    app->ui.listed = shown.listed;
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
    take_back(app);
    app->goal = 0; /* what was running is not to go on by surprise */
    app->fan_waits = false;
    if (app->ui.view == VIEW_HELP || app->ui.view == VIEW_LESSONS)
        view_set(app, VIEW_WEIGHTS);
}

/* -- steps ----------------------------------------------------------------------------- */

/* Carries out a command and all that it sets going. */
static bool
carry_out(struct app *app, const char *command, struct err *err)
{
    struct err ignored;
    if (app_apply(app, command, err) != OUTCOME_DONE)
        return false;
    if (app_is_endless(app))
        app->goal = 0;
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
    drop_made(app);
    app->now.seed = -1;
    app->ui.full = false;
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++)
        if (!carry_out(app, commands[k], err))
            return false;
    return true;
}

static bool
place_line(const struct lesson *lesson, const struct lesson_line *line, struct err *err)
{
    return err_place(err, "%s:%d", lesson->file, line->number);
}

static bool
bring_to_step(struct app *app, int step, struct err *err)
{
    const struct lesson *lesson = &app->lesson->lesson;
    const struct lesson_line *line;
    if (!start_afresh(app, err))
        return err_place(err, "%s", lesson->file);
    for (int k = 0; (line = lesson_find(lesson, step, LESSON_DO, k)) != NULL; k++)
        if (!carry_out(app, line->text, err))
            return place_line(lesson, line, err);
    while (app->undo_count > 0) /* what the step did is not the reader's to take back */
        free(app->undo[--app->undo_count]);
    while (app->train_undo_count > 0)
        train_undo_free(app->train_undo[--app->train_undo_count]);
    return true;
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
    app->ui.scroll[PANE_LESSON] = 0;
    run->focus = true;
    run->said[0] = '\0';
    app->ui.status[0] = '\0';
    const struct lesson_line *ask = lesson_find(&run->lesson, step, LESSON_ASK, 0);
    run->asking = done && ask != NULL;
    if (run->asking && strncmp(ask->text, "word ", 5) == 0)
        app->now.key = app->now.query; /* it would stand on the answer */
    run->waiting = done && lesson_find(&run->lesson, step, LESSON_WAIT, 0) != NULL;
    return done;
}

bool
lesson_begin(struct app *app, struct lesson *lesson, int step, struct err *err)
{
    struct lesson_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        lesson_free(lesson);
        return err_set(err, "there is not enough memory for a lesson");
    }
    lesson_end(app);
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
    if (command_expect(app, wait->text, &ignored) != OUTCOME_DONE)
        return;
    run->waiting = false;
    run->focus = true;
    snprintf(run->said, sizeof run->said, "There it is. Go on with →.");
}

/* -- questions -------------------------------------------------------------------------- */

bool
lesson_asks(const struct app *app)
{
    return app->lesson != NULL && app->lesson->asking;
}

static const char *
question_of(const struct lesson_run *run)
{
    return lesson_find(&run->lesson, run->step, LESSON_ASK, 0)->text;
}

/* What follows from what, in the order of the passes: a hidden score hides the row's weights
 * and its output, but not the query that it was made from. */
static bool
follows(enum source_id source, int tensor, int from)
{
    static const int sentence[] = {TENSOR_S, TENSOR_Z, TENSOR_A, TENSOR_O};
    static const int lookup[] = {LOOKUP_S, LOOKUP_Z, LOOKUP_A,   LOOKUP_O,
                                 LOOKUP_L, LOOKUP_P, LOOKUP_LOSS};
    const int *order = source == SOURCE_LOOKUP ? lookup : sentence;
    int count = source == SOURCE_LOOKUP ? 7 : 4, at = -1, was = -1;
    for (int k = 0; k < count; k++) {
        at = order[k] == tensor ? k : at;
        was = order[k] == from ? k : was;
    }
    return was >= 0 && at >= was;
}

/* Whether an address of the question hides a number: it is that one, or in the same row of what
 * follows from it; of A the whole row, which adds up to 1. */
static bool
address_hides(const struct app *app, const struct address *address, enum source_id source,
              int tensor, int row, int col)
{
    struct err ignored;
    struct address whole = *address;
    int from, from_row, from_col = -1;
    if (app_source(app, address) != source || address->dimensions == 0)
        return false;
    whole.dimensions = 2;
    if (address->dimensions == 1)
        whole.index[1] = (struct address_index){.occurrence = 1, .text = "0"};
    if (source == SOURCE_LOOKUP) {
        struct lookup_spot spot;
        if (!lookup_locate(app, &whole, &spot, &ignored) || spot.of != LOOKUP_NUMBER)
            return false;
        from = (int)spot.place.tensor;
        from_row = spot.place.row;
        from_col = spot.place.col;
    } else {
        struct place place;
        if (!address_locate(app->explorer, &whole, &place, &ignored))
            return false;
        from = (int)place.tensor;
        from_row = place.row;
        from_col = place.col;
    }
    bool weights = from == (source == SOURCE_LOOKUP ? (int)LOOKUP_A : (int)TENSOR_A);
    if (tensor == from)
        return row == from_row &&
               (col == from_col || address->dimensions == 1 || weights);
    return row == from_row && follows(source, tensor, from);
}

bool
lesson_hides(const struct app *app, enum source_id source, int tensor, int row, int col)
{
    if (!lesson_asks(app))
        return false;
    for (const char *at = question_of(app->lesson); *at != '\0';) {
        struct address address;
        struct err ignored;
        const char *next = at;
        if (address_scan(&next, &address, &ignored)) {
            if (address_hides(app, &address, source, tensor, row, col))
                return true;
            at = next;
        } else
            at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return false;
}

static bool
judge_number(struct app *app, const char *asked, const char *text, bool *right,
             char *answer, size_t size, struct err *err)
{
    struct address address;
    double value, guess;
    if (!address_parse(asked, &address, err) || !app_number(app, &address, &value, err))
        return false;
    snprintf(answer, size, "%s is %.4g", asked, value);
    if (!text_number(text, &guess))
        return err_set(err, "answer: the question asks for a number, not \"%s\"",
                       text_shown(text, 30).text);
    *right = fabs(guess - value) <= fmax(0.05, 0.1 * fabs(value));
    return true;
}

/* Whether an expect holds; fails where it is none. */
static bool
holds(struct app *app, const char *expect, bool *right, struct err *err)
{
    enum outcome outcome = command_expect(app, expect, err);
    *right = outcome == OUTCOME_DONE;
    if (outcome == OUTCOME_UNMET) /* that is an answer, and no error */
        err->text[0] = '\0';
    return outcome != OUTCOME_FAILED;
}

static bool
judge_word(struct app *app, const char *asked, const char *text, bool *right,
           char *answer, size_t size, struct err *err)
{
    const struct sentence *sentence = &app->explorer->sentence;
    char expect[COMMAND_BYTES];
    for (int i = 0; i < sentence->token_count; i++) {
        struct err ignored;
        bool is = false;
        snprintf(expect, sizeof expect, "%s = %d", asked, i);
        if (!holds(app, expect, &is, &ignored) || !is)
            continue;
        char word[WORD_BYTES];
        sentence_name(sentence, i, word, sizeof word);
        snprintf(answer, size, "it is %s", word);
    }
    if (strpbrk(text, "\"\\") != NULL)
        return err_set(err, "answer: a word of the sentence is asked for");
    snprintf(expect, sizeof expect, "%s = \"%s\"", asked, text);
    return holds(app, expect, right, err) || err_place(err, "answer");
}

static bool
judge_yes(struct app *app, const char *asked, const char *text, bool *right, char *answer,
          size_t size, struct err *err)
{
    bool yes = strcmp(text, "yes") == 0 || strcmp(text, "y") == 0, is;
    if (!yes && strcmp(text, "no") != 0 && strcmp(text, "n") != 0)
        return err_set(err, "answer: yes or no, not \"%s\"", text_shown(text, 30).text);
    if (!holds(app, asked, &is, err))
        return false;
    snprintf(answer, size, "%s", is ? "yes" : "no");
    *right = yes == is;
    return true;
}

bool
lesson_judge(struct app *app, const char *text, bool *right, char *answer, size_t size,
             struct err *err)
{
    const char *asked = question_of(app->lesson);
    char kind[16];
    bool whole = text_word(&asked, kind, sizeof kind);
    *right = false;
    snprintf(answer, size, "%s", "");
    if (whole && strcmp(kind, "number") == 0)
        return judge_number(app, asked, text, right, answer, size, err);
    if (whole && strcmp(kind, "word") == 0)
        return judge_word(app, asked, text, right, answer, size, err);
    if (whole && strcmp(kind, "yes") == 0)
        return judge_yes(app, asked, text, right, answer, size, err);
    return err_set(err, "ask: number ADDRESS, word argmax ROW or yes EXPECT must follow");
}

void
lesson_score(const struct lesson_run *run, int *asked, int *right)
{
    *asked = *right = 0;
    for (int s = 0; s < run->lesson.step_count; s++) {
        *asked += lesson_find(&run->lesson, s, LESSON_ASK, 0) != NULL;
        *right += run->right[s];
    }
}

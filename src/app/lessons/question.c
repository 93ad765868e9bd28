/* The questions of a lesson: their kinds, whether an answer is right; and what is waited for. */
#include "app/lessons/question.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/expect.h"
#include "app/address/numbers.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "app/state/train.h"

/* The result of judging an answer: whether it is right, and what the right one is. */
struct verdict {
    bool right;
    char *answer;
    size_t size;
};

/* A number with the decimals that say something, at most four. */
static void
write_number(char out[32], double value)
{
    snprintf(out, 32, "%.4f", value);
    for (size_t end = strlen(out); out[end - 1] == '0' || out[end - 1] == '.';) {
        bool point = out[end - 1] == '.';
        out[--end] = '\0';
        if (point)
            break;
    }
}

/* NUMBER ADDRESS: right within a tenth of it, or .05. */
static bool
judge_number(struct app *app, const char *asked, const char *text,
             struct verdict *verdict, struct err *err)
{
    struct number number;
    double value, guess;
    enum source_id active = app->active;
    app->active = app->lesson->source;
    bool there =
        address_read(app, asked, &number, err) && app_value(app, &number, &value, err);
    app->active = active;
    if (!there)
        return false;
    char shown[32];
    write_number(shown, value);
    snprintf(verdict->answer, verdict->size, "%s is %s", asked, shown);
    if (!text_number(text, &guess))
        return err_set(
            err, "answer: the question asks for a number, as in 0.5, not \"%s\"%s",
            text_shown(text, 30).text,
            strchr(text, ',') != NULL ? "; a point stands before the decimals" : "");
    verdict->right = fabs(guess - value) <= fmax(0.05, 0.1 * fabs(value));
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

static void
asked_label(const struct app *app, const struct asked *asked, int col, char *out,
            size_t size)
{
    enum axis axis = app_tensors(app, asked->in)->kinds[asked->tensor].cols;
    axis_label(app, asked->in, axis, col, out, size);
}

/* How many columns the asked row has. */
static int
asked_columns(const struct app *app, const struct asked *asked)
{
    return tensors_cols(app_tensors(app, asked->in), asked->tensor);
}

/* The column of the largest number of the asked row. */
static int
asked_argmax(const struct app *app, const struct asked *asked)
{
    const struct tensors *tensors = app_tensors(app, asked->in);
    const real *row = tensors_row(tensors, asked->tensor, asked->row);
    int best = 0;
    for (int col = 1; col < asked_columns(app, asked); col++)
        best = row[col] > row[best] ? col : best;
    return best;
}

/* WORD argmax ROW: the word, or the number, over the column of the row's largest; of a word that
 * occurs twice either its bare text or with its number, cat#2. */
static bool
judge_word(struct app *app, const char *asked, const char *text, struct verdict *verdict,
           struct err *err)
{
    char label[LABEL_BYTES];
    struct asked about;
    bool known = false;
    if (!lesson_asked(app, &about, err))
        return false;
    if (strncmp(asked, "argmax ", 7) != 0 || about.row < 0 || about.col >= 0)
        return err_set(err, "ask: word is followed by argmax and one row, as in: word "
                            "argmax A[chased]");
    int best = asked_argmax(app, &about);
    for (int col = 0; col < asked_columns(app, &about); col++) {
        asked_label(app, &about, col, label, sizeof label);
        size_t bare = strrchr(label, '#') != NULL ? (size_t)(strrchr(label, '#') - label)
                                                  : strlen(label);
        bool is = strcmp(text, label) == 0 ||
                  (bare > 0 && strlen(text) == bare && strncmp(text, label, bare) == 0);
        known = known || is;
        verdict->right = verdict->right || (is && col == best);
    }
    asked_label(app, &about, best, label, sizeof label);
    snprintf(verdict->answer, verdict->size, "it is \"%.60s\"", label);
    return known ||
           err_set(err, "answer: a word of the sentence is asked for; \"%s\" is none",
                   text_shown(text, 30).text);
}

/* YES EXPECT: whether it holds. */
static bool
judge_yes(struct app *app, const char *asked, const char *text, struct verdict *verdict,
          struct err *err)
{
    bool yes = strcmp(text, "yes") == 0 || strcmp(text, "y") == 0;
    if (!yes && strcmp(text, "no") != 0 && strcmp(text, "n") != 0)
        return err_set(err, "answer: yes or no, not \"%s\"", text_shown(text, 30).text);
    enum outcome outcome = lesson_holds(app, asked, err);
    bool is = outcome == OUTCOME_DONE;
    if (outcome == OUTCOME_FAILED)
        return false;
    err->text[0] = '\0'; /* that it does not hold is an answer, and no error */
    snprintf(verdict->answer, verdict->size, "the answer is %s", is ? "yes" : "no");
    verdict->right = yes == is;
    return true;
}

/* The one table of questions. */
static const struct question_kind {
    const char *name;  /* after the word ask */
    const char *form;  /* of an answer, for who is to give one */
    const char *guess; /* one of that form; NULL: the name of the first column */
    const char *miss;  /* what is said of a wrong one */
    bool (*judge)(struct app *app, const char *asked, const char *text,
                  struct verdict *verdict, struct err *err);
} question_kinds[] = {
    {"number", "a number, as in 0.5", "0", "Not quite", judge_number},
    {"word", "a word of the sentence", NULL, "Not so", judge_word},
    {"yes", "yes or no", "yes", "Not so", judge_yes},
};
enum { QUESTION_KINDS = sizeof question_kinds / sizeof question_kinds[0] };

/* The kind of the shown step's question, and in *asked what follows its name; NULL where the
 * kind is not known. */
static const struct question_kind *
question_of(const struct app *app, const char **asked)
{
    char name[16];
    *asked = lesson_line_at(app, LESSON_ASK, 0)->text;
    bool whole = text_word(asked, name, sizeof name);
    for (int k = 0; whole && k < QUESTION_KINDS; k++)
        if (strcmp(question_kinds[k].name, name) == 0)
            return &question_kinds[k];
    return NULL;
}

const char *
lesson_answer_form(const struct app *app)
{
    const char *asked;
    const struct question_kind *kind = question_of(app, &asked);
    return kind != NULL ? kind->form : "an answer";
}

bool
lesson_judge(struct app *app, const char *text, bool *right, char *said, size_t size,
             struct err *err)
{
    const char *asked;
    char answer[ANSWER_BYTES] = "";
    const struct question_kind *kind = question_of(app, &asked);
    struct verdict verdict = {false, answer, sizeof answer};
    if (kind == NULL || !kind->judge(app, asked, text, &verdict, err))
        return false;
    *right = verdict.right;
    snprintf(said, size, "%s: %s.", verdict.right ? "Right" : kind->miss, answer);
    return true;
}

bool
lesson_check_question(struct app *app, char *answer, size_t size, struct err *err)
{
    const char *asked;
    const struct question_kind *kind = question_of(app, &asked);
    struct asked about;
    char label[LABEL_BYTES];
    struct verdict verdict = {false, answer, size};
    if (kind == NULL)
        return err_set(err,
                       "ask: number ADDRESS, word argmax ROW or yes EXPECT must follow");
    if (!lesson_asked(app, &about, err))
        return err_place(err, "ask");
    asked_label(app, &about, 0, label, sizeof label);
    return kind->judge(app, asked, kind->guess != NULL ? kind->guess : label, &verdict,
                       err);
}

/* -- after every command --------------------------------------------------------------- */

void
lesson_close_asked(struct app *app)
{
    struct ui *ui = &app->ui;
    struct err ignored;
    for (int k = 0; k < ui->open_count; k++)
        if (!lesson_may_show(app, &ui->opened[k].number, &ignored))
            ui->open_count = k;
}

void
lesson_watch(struct app *app)
{
    struct lesson_run *run = app->lesson;
    struct err ignored;
    if (lesson_asks(app))
        lesson_close_asked(app);
    if (run == NULL || !run->waiting)
        return;
    if (lesson_holds(app, lesson_line_at(app, LESSON_WAIT, 0)->text, &ignored) !=
        OUTCOME_DONE)
        return;
    run->waiting = false;
    run->focus = true;
    if (app_is_endless(app))
        app->goal = 0; /* it would run past what is to be seen */
    snprintf(run->said, sizeof run->said, "There it is.%s",
             run->step + 1 < run->lesson.step_count ? " Go on with →." : "");
}

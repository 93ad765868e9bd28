/* The questions of a lesson: what they hide, and whether an answer is right. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/lesson_run.h"
#include "app/lookup_address.h"

enum { COMMAND_BYTES = 1024 };

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
    return holds(app, expect, right, err) ||
           err_set(err, "answer: a word of the sentence is asked for; \"%s\" is none",
                   text_shown(text, 30).text);
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

const char *
lesson_answer_form(const struct lesson_run *run)
{
    const char *asked = question_of(run);
    return strncmp(asked, "number ", 7) == 0 ? "a number, as in 0.5"
           : strncmp(asked, "word ", 5) == 0 ? "a word of the sentence"
                                             : "yes or no";
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

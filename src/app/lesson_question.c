/* The questions of a lesson: what they are about, and whether an answer is right. */
#include "app/lesson_question.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/lesson_run.h"
#include "app/lookup_address.h"

enum { EXPECT_BYTES = 1024 };

bool
lesson_asks(const struct app *app)
{
    return app->lesson != NULL && app->lesson->asking;
}

/* The source that an address of the question means; it is written into the address only where
 * the reader is in another one, so that errors name it as the lesson does. */
static enum source_id
take_source(const struct app *app, struct address *address)
{
    if (address->source == SOURCE_ACTIVE && app->active != app->lesson->source)
        address->source = app->lesson->source;
    return app_source(app, address);
}

/* -- judging --------------------------------------------------------------------------- */

/* What judging an answer comes to: whether it is right, and how the right one reads. */
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
    struct address address;
    double value, guess;
    enum source_id active = app->active;
    app->active = app->lesson->source;
    bool there =
        address_parse(asked, &address, err) && app_number(app, &address, &value, err);
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

/* Whether an expect holds; fails where it is none. */
static bool
holds(struct app *app, const char *expect, bool *right, struct err *err)
{
    enum outcome outcome = lesson_holds(app, expect, err);
    *right = outcome == OUTCOME_DONE;
    if (outcome == OUTCOME_UNMET) /* that is an answer, and no error */
        err->text[0] = '\0';
    return outcome != OUTCOME_FAILED;
}

/* The columns of what is asked about, and what one of them is called. */
static int
asked_columns(const struct app *app, const struct asked *asked)
{
    return asked->source == SOURCE_LOOKUP
               ? lookup_cols(&app->trainer->trace.shape,
                             (enum lookup_tensor)asked->tensor)
               : trace_cols(&app->explorer->trace, (enum tensor_id)asked->tensor);
}

static void
asked_label(const struct app *app, const struct asked *asked, int col, char *out,
            size_t size)
{
    if (asked->source == SOURCE_LOOKUP)
        snprintf(out, size, "%d", col);
    else
        explorer_label(app->explorer, tensor_kinds[asked->tensor].cols, col, out, size);
}

/* WORD argmax ROW: the word, or the number, over the column of the row's largest. */
static bool
judge_word(struct app *app, const char *asked, const char *text, struct verdict *verdict,
           struct err *err)
{
    char expect[EXPECT_BYTES], label[LABEL_BYTES];
    struct asked about;
    if (!lesson_asked(app, &about, err))
        return false;
    if (strncmp(asked, "argmax ", 7) != 0 || about.row < 0 || about.col >= 0)
        return err_set(err, "ask: word is followed by argmax and one row, as in: word "
                            "argmax A[chased]");
    for (int col = 0; col < asked_columns(app, &about); col++) {
        bool is;
        snprintf(expect, sizeof expect, "%s = %d", asked, col);
        if (!holds(app, expect, &is, err))
            return false;
        asked_label(app, &about, col, label, sizeof label);
        if (is)
            snprintf(verdict->answer, verdict->size, "it is \"%.60s\"", label);
    }
    if (strpbrk(text, "\"\\") != NULL)
        return err_set(err, "answer: a word of the sentence is asked for");
    snprintf(expect, sizeof expect, "%s = \"%s\"", asked, text);
    if (about.source == SOURCE_LOOKUP)
        snprintf(expect, sizeof expect, "%s = %s", asked, text);
    return holds(app, expect, &verdict->right, err) ||
           err_set(err, "answer: a word of the sentence is asked for; \"%s\" is none",
                   text_shown(text, 30).text);
}

/* YES EXPECT: whether it holds. */
static bool
judge_yes(struct app *app, const char *asked, const char *text, struct verdict *verdict,
          struct err *err)
{
    bool yes = strcmp(text, "yes") == 0 || strcmp(text, "y") == 0, is;
    if (!yes && strcmp(text, "no") != 0 && strcmp(text, "n") != 0)
        return err_set(err, "answer: yes or no, not \"%s\"", text_shown(text, 30).text);
    if (!holds(app, asked, &is, err))
        return false;
    snprintf(verdict->answer, verdict->size, "the answer is %s", is ? "yes" : "no");
    verdict->right = yes == is;
    return true;
}

/* The one table of questions. */
static const struct question_kind {
    const char *name;  /* after the word ask */
    const char *form;  /* of an answer, for who is to give one */
    const char *guess; /* one of that form; NULL: the name of the first column */
    bool of_key;       /* whether the pointed key could be the answer */
    bool (*judge)(struct app *app, const char *asked, const char *text,
                  struct verdict *verdict, struct err *err);
} question_kinds[] = {
    {"number", "a number, as in 0.5", "0", false, judge_number},
    {"word", "a word of the sentence", NULL, true, judge_word},
    {"yes", "yes or no", "yes", false, judge_yes},
};
enum { QUESTION_KINDS = sizeof question_kinds / sizeof question_kinds[0] };

/* The kind of the shown step's question, and in *asked what follows its name; NULL where the
 * kind is not known. */
static const struct question_kind *
question_of(const struct app *app, const char **asked)
{
    const struct lesson_run *run = app->lesson;
    char name[16];
    *asked = lesson_find(&run->lesson, run->step, LESSON_ASK, 0)->text;
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
lesson_asks_key(const struct app *app)
{
    const char *asked;
    const struct question_kind *kind = question_of(app, &asked);
    return kind != NULL && kind->of_key;
}

bool
lesson_judge(struct app *app, const char *text, bool *right, char *answer, size_t size,
             struct err *err)
{
    const char *asked;
    const struct question_kind *kind = question_of(app, &asked);
    struct verdict verdict = {false, answer, size};
    snprintf(answer, size, "%s", "");
    bool judged = kind != NULL && kind->judge(app, asked, text, &verdict, err);
    *right = judged && verdict.right;
    return judged;
}

bool
lesson_check_question(struct app *app, struct err *err)
{
    const char *asked;
    const struct question_kind *kind = question_of(app, &asked);
    struct asked about;
    char answer[160], label[LABEL_BYTES];
    bool right;
    if (kind == NULL)
        return err_set(err,
                       "ask: number ADDRESS, word argmax ROW or yes EXPECT must follow");
    if (!lesson_asked(app, &about, err))
        return err_place(err, "ask");
    asked_label(app, &about, 0, label, sizeof label);
    return lesson_judge(app, kind->guess != NULL ? kind->guess : label, &right, answer,
                        sizeof answer, err);
}

/* -- what it is about ------------------------------------------------------------------ */

/* Whether an index stands for many rows or columns: i, i-1, det..plural. */
static bool
is_many(const struct address_index *index)
{
    const char *text = index->text;
    return index->is_text && !index->quoted &&
           (strcmp(text, "i") == 0 || strstr(text, "..") != NULL ||
            (text[0] == 'i' && (text[1] == '-' || text[1] == '+')));
}

static bool
find_in_sentence(const struct app *app, const struct address *address,
                 struct asked *asked, struct err *err)
{
    enum tensor_id id = tensor_find(address->name);
    const struct tensor_kind *kind = &tensor_kinds[id];
    *asked = (struct asked){SOURCE_SENTENCE, (int)id, -1, -1, -1};
    return (address->dimensions < 1 || is_many(&address->index[0]) ||
            address_locate_index(app->explorer, kind->rows, &address->index[0],
                                 &asked->row, err)) &&
           (address->dimensions < 2 || is_many(&address->index[1]) ||
            address_locate_index(app->explorer, kind->cols, &address->index[1],
                                 &asked->col, err));
}

static bool
find_in_lookup(const struct app *app, const struct address *address, struct asked *asked,
               struct err *err)
{
    struct address whole = *address;
    struct lookup_spot spot;
    bool many[ADDRESS_DIMENSIONS];
    for (int k = 0; k < ADDRESS_DIMENSIONS; k++) {
        many[k] = address->dimensions <= k || is_many(&address->index[k]);
        if (many[k])
            whole.index[k] = (struct address_index){.text = "0", .occurrence = 1};
    }
    whole.dimensions = ADDRESS_DIMENSIONS;
    if (many[0] &&
        lookup_tensors[lookup_tensor_find(address->name)].rows == LOOKUP_AXIS_ONE)
        whole.index[0] = (struct address_index){true, false, 0, "query", 1};
    if (!lookup_locate(app, &whole, &spot, err))
        return false;
    *asked =
        (struct asked){SOURCE_LOOKUP, (int)spot.place.tensor,
                       many[0] ? -1 : spot.place.row, many[1] ? -1 : spot.place.col, -1};
    return true;
}

/* The first number that the question names. */
static bool
find_asked(const struct app *app, const char *at, struct asked *asked, struct err *err)
{
    for (; *at != '\0'; at += strspn(at, " ")) {
        struct address address;
        struct err ignored;
        const char *next = at;
        bool is = address_scan(&next, &address, &ignored) && address.layer < 0 &&
                  address.example == 0;
        bool lookup = is && take_source(app, &address) == SOURCE_LOOKUP;
        if (lookup && lookup_tensor_find(address.name) < LOOKUP_TENSORS)
            return find_in_lookup(app, &address, asked, err);
        if (is && !lookup && tensor_find(address.name) < TENSOR_COUNT)
            return find_in_sentence(app, &address, asked, err);
        at += strcspn(at, " ");
    }
    return err_set(err, "the question must name a number that can be covered until it is "
                        "answered, as in: number A[mouse,cat]");
}

/* The row of E of a token whose word stands nowhere else, or -1. */
static int
own_word(const struct trace *trace, int token)
{
    for (int i = 0; i < trace->shape.size[AXIS_TOKEN]; i++)
        if (i != token && trace->word[i] == trace->word[token])
            return -1;
    return trace->word[token];
}

bool
lesson_asked(const struct app *app, struct asked *asked, struct err *err)
{
    const char *text;
    const struct question_kind *kind = question_of(app, &text);
    if (!find_asked(app, text, asked, err))
        return false;
    bool lookup = asked->source == SOURCE_LOOKUP;
    if (kind != NULL && kind->of_key) /* the largest share has the largest score */
        asked->tensor = lookup ? (asked->tensor == LOOKUP_A   ? (int)LOOKUP_S
                                  : asked->tensor == LOOKUP_P ? (int)LOOKUP_L
                                                              : asked->tensor)
                        : asked->tensor == TENSOR_A ? (int)TENSOR_S
                                                    : asked->tensor;
    if (!lookup && asked->tensor == TENSOR_X && asked->row >= 0)
        asked->word = own_word(&app->explorer->trace, asked->row);
    return true;
}

/* What follows from what, in the order of the passes, and whether the numbers of a row add up
 * to 1, so that each tells of the others. */
static const struct passed {
    int sentence, lookup;
    bool shares;
} passes[] = {
    {TENSOR_S, LOOKUP_S, false}, {TENSOR_Z, LOOKUP_Z, false}, {TENSOR_A, LOOKUP_A, true},
    {TENSOR_O, LOOKUP_O, false}, {-1, LOOKUP_L, false},       {-1, LOOKUP_P, true},
    {-1, LOOKUP_LOSS, false},
};
enum { PASSES = sizeof passes / sizeof passes[0] };

/* Whether it is one of X's projections: where a matrix only picks columns they show X itself. */
static bool
is_projection(enum source_id source, int tensor)
{
    return source == SOURCE_LOOKUP
               ? tensor == LOOKUP_Q || tensor == LOOKUP_K || tensor == LOOKUP_V
               : tensor == TENSOR_Q || tensor == TENSOR_K || tensor == TENSOR_V;
}

/* Where a tensor stands there, or -1. */
static int
pass_of(enum source_id source, int tensor)
{
    for (int k = 0; k < PASSES; k++)
        if (tensor == (source == SOURCE_LOOKUP ? passes[k].lookup : passes[k].sentence))
            return k;
    return -1;
}

bool
asked_hides(const struct asked *asked, int tensor, int row, int col)
{
    int from = pass_of(asked->source, asked->tensor), at = pass_of(asked->source, tensor);
    bool here = tensor == asked->tensor;
    bool of_x =
        asked->tensor == (asked->source == SOURCE_LOOKUP ? (int)LOOKUP_X : (int)TENSOR_X);
    if (of_x && is_projection(asked->source, tensor))
        return asked->row < 0 || row == asked->row;
    if (of_x && asked->source == SOURCE_SENTENCE &&
        (tensor == TENSOR_E || tensor == TENSOR_P))
        return (asked->col < 0 || col == asked->col) &&
               row == (tensor == TENSOR_E ? asked->word : asked->row);
    if ((asked->row >= 0 && row != asked->row) || (!here && (from < 0 || at < from)))
        return false;
    /* a score and what it is scaled to are one number; all else mixes the row */
    bool single = here ? at < 0 || !passes[at].shares : from == 0 && at == 1;
    return asked->col < 0 || col == asked->col || !single;
}

bool
lesson_hides(const struct app *app, enum source_id source, int tensor, int row, int col)
{
    struct asked asked;
    struct err ignored;
    return lesson_asks(app) && lesson_asked(app, &asked, &ignored) &&
           asked.source == source && asked_hides(&asked, tensor, row, col);
}

/* What the question of a lesson's step is about, and what that hides. */
#include "app/lessons/asked.h"

#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "app/address/region.h"
#include "app/lessons/run.h"

const struct lesson_line *
lesson_line_at(const struct app *app, enum lesson_word word, int k)
{
    return lesson_find(&app->lesson->lesson, app->lesson->step, word, k);
}

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

static bool
find_number(const struct app *app, const struct address *address, const struct name *name,
            struct asked *asked, struct err *err)
{
    bool lookup = app_source(app, address) == SOURCE_LOOKUP;
    struct region region;
    *asked = (struct asked){.tensor = name->tensor,
                            .in = lookup ? IN_STORE : IN_TEXT,
                            .row = -1,
                            .col = -1,
                            .word = -1};
    const struct tensors *tensors = app_tensors(app, asked->in);
    if (tensors == NULL)
        return err_set(err, "the lookup task was not begun: view train begins it");
    asked->share_qk = tensors_share_qk(tensors);
    asked->share_kv = tensors_share_kv(tensors);
    if (!region_of(app, address, &region, err))
        return false;
    asked->row = region.first == region.last ? region.first : -1;
    asked->col = region.columns == COLUMN_ONE ? region.col : -1;
    return true;
}

/* The first number that the question names. */
static bool
find_asked(const struct app *app, const char *at, struct asked *asked, struct err *err)
{
    asked->tensor = TENSORS;
    for (; *at != '\0'; at += strspn(at, " *")) {
        struct address address;
        struct name name;
        struct err ignored;
        const char *next = at;
        bool is = address_scan(&next, &address, &ignored) && address.layer < 0 &&
                  address.example == 0 && address.when == 0 &&
                  name_find(address.name, &name) && name.of == OF_ITSELF;
        bool lookup = is && take_source(app, &address) == SOURCE_LOOKUP;
        if (is && (lookup ? name.lookup : name.sentence))
            return find_number(app, &address, &name, asked, err);
        at += strcspn(at, " *");
    }
    return err_set(err, "the question must name a number that can be covered until it is "
                        "answered, as in: number A[mouse,cat]");
}

/* The row of E of a token whose word occurs nowhere else, or -1. */
static int
own_word(const struct tensors *tensors, int token)
{
    const int *word = tensors->map[MAP_WORD];
    for (int i = 0; i < tensors->size[AXIS_TOKEN]; i++)
        if (i != token && word[i] == word[token])
            return -1;
    return word[token];
}

/* What follows the kind of the shown step's question. */
static const char *
question_text(const struct app *app)
{
    const char *text = lesson_line_at(app, LESSON_ASK, 0)->text;
    char kind[16];
    text_word(&text, kind, sizeof kind);
    return text;
}

bool
lesson_asks_key(const struct app *app)
{
    static const char argmax[] = "argmax ";
    return strncmp(question_text(app), argmax, sizeof argmax - 1) == 0;
}

bool
lesson_asked(const struct app *app, struct asked *asked, struct err *err)
{
    if (!find_asked(app, question_text(app), asked, err))
        return false;
    if (lesson_asks_key(app)) /* the largest share has the largest score */
        asked->tensor = asked->tensor == TENSOR_A || asked->tensor == TENSOR_Z ? TENSOR_S
                        : asked->tensor == TENSOR_PROBABILITY                  ? TENSOR_L
                                                              : asked->tensor;
    if (asked->in == IN_TEXT && asked->tensor == TENSOR_X && asked->row >= 0)
        asked->word = own_word(&app->explorer->tensors, asked->row);
    return true;
}

/* What follows from what, in the order of the passes, and whether each number of a row gives
 * away the others: shares add up to 1, and what is mixed in the same shares is alike. */
static const struct pass {
    enum tensor tensor;
    bool whole_row;
} passes[] = {
    {TENSOR_S, false},      {TENSOR_Z, false},          {TENSOR_FREE_Z, false},
    {TENSOR_A, true},       {TENSOR_FREE_A, true},      {TENSOR_ENTROPY, true},
    {TENSOR_ROW_SUM, true}, {TENSOR_O, true},           {TENSOR_L, false},
    {TENSOR_RIGHT, false},  {TENSOR_PROBABILITY, true}, {TENSOR_LOSS, false},
};
enum { PASSES = sizeof passes / sizeof passes[0] };

/* The tensor whose numbers one really has, where matrices are shared: with one matrix for two
 * projections these are one as well, but for the lookup task's query, which is no key. */
static enum tensor
owner_of(const struct asked *asked, enum tensor tensor)
{
    if (asked->share_kv)
        tensor = tensor == TENSOR_WV ? TENSOR_WK : tensor == TENSOR_V ? TENSOR_K : tensor;
    if (asked->share_qk)
        tensor = tensor == TENSOR_WK                          ? TENSOR_WQ
                 : asked->in == IN_TEXT && tensor == TENSOR_K ? TENSOR_Q
                                                              : tensor;
    return tensor;
}

/* Whether it is one of X's projections: where a matrix only picks columns they show X itself. */
static bool
is_projection(enum tensor tensor)
{
    return tensor == TENSOR_Q || tensor == TENSOR_K || tensor == TENSOR_V;
}

/* The place of a tensor in that order, or -1. */
static int
pass_of(enum tensor tensor)
{
    for (int k = 0; k < PASSES; k++)
        if (tensor == passes[k].tensor)
            return k;
    return -1;
}

bool
asked_hides(const struct asked *asked, enum tensor tensor, int row, int col)
{
    int from = pass_of(asked->tensor), at = pass_of(tensor);
    bool here = owner_of(asked, tensor) == owner_of(asked, asked->tensor);
    bool of_x = asked->tensor == TENSOR_X;
    if (of_x && is_projection(tensor))
        return asked->row < 0 || row == asked->row;
    if (of_x && asked->in == IN_TEXT && (tensor == TENSOR_E || tensor == TENSOR_P))
        return (asked->col < 0 || col == asked->col) &&
               row == (tensor == TENSOR_E ? asked->word : asked->row);
    if ((asked->row >= 0 && row != asked->row) || (!here && (from < 0 || at < from)))
        return false;
    /* a score and what it is scaled to are one number; all else mixes the row */
    bool scaled =
        asked->tensor == TENSOR_S && (tensor == TENSOR_Z || tensor == TENSOR_FREE_Z);
    bool single = here ? at < 0 || !passes[at].whole_row : scaled;
    return asked->col < 0 || col == asked->col || !single;
}

bool
lesson_hides(const struct app *app, const struct number *number)
{
    struct asked asked;
    struct err ignored;
    if (!lesson_asks(app) || number->of != OF_ITSELF || number->example != 0)
        return false;
    lesson_asked(app, &asked, &ignored); /* in another sentence all of its tensor */
    return asked.tensor != TENSORS && asked.in == number->in &&
           asked_hides(&asked, number->tensor, number->row, number->col);
}

bool
lesson_may_show(const struct app *app, const struct number *number, struct err *err)
{
    return !lesson_hides(app, number) ||
           err_set(err, "the lesson asks for this number: answer, and it opens");
}

bool
lesson_may_show_key(const struct app *app, struct err *err)
{
    return !lesson_asks(app) || !lesson_asks_key(app) ||
           err_set(err, "key: the lesson asks which is the hardest");
}

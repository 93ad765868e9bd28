/* What the question of a lesson's step is about, and what that hides. */
#include "app/lessons/asked.h"

#include <string.h>

#include "app/address/lookup_address.h"
#include "app/lessons/run.h"

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

/* Whether an index means many rows or columns: i, i-1, det..plural. */
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
    *asked = (struct asked){.source = SOURCE_SENTENCE,
                            .tensor = (int)id,
                            .row = -1,
                            .col = -1,
                            .word = -1,
                            .share_qk = app->now.choice.share_qk,
                            .share_kv = app->now.choice.share_kv};
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
    *asked = (struct asked){.source = SOURCE_LOOKUP,
                            .tensor = (int)spot.place.tensor,
                            .row = many[0] ? -1 : spot.place.row,
                            .col = many[1] ? -1 : spot.place.col,
                            .word = -1,
                            .share_qk = app->trainer->trace.shape.share_qk,
                            .share_kv = app->trainer->trace.shape.share_kv};
    return true;
}

/* The first number that the question names. */
static bool
find_asked(const struct app *app, const char *at, struct asked *asked, struct err *err)
{
    asked->tensor = -1;
    for (; *at != '\0'; at += strspn(at, " *")) {
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
        at += strcspn(at, " *");
    }
    return err_set(err, "the question must name a number that can be covered until it is "
                        "answered, as in: number A[mouse,cat]");
}

/* The row of E of a token whose word occurs nowhere else, or -1. */
static int
own_word(const struct trace *trace, int token)
{
    for (int i = 0; i < trace->shape.size[AXIS_TOKEN]; i++)
        if (i != token && trace->word[i] == trace->word[token])
            return -1;
    return trace->word[token];
}

/* What follows the kind of the shown step's question. */
static const char *
question_text(const struct app *app)
{
    const struct lesson_run *run = app->lesson;
    const char *text = lesson_find(&run->lesson, run->step, LESSON_ASK, 0)->text;
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
    bool lookup = asked->source == SOURCE_LOOKUP;
    if (lesson_asks_key(app)) /* the largest share has the largest score */
        asked->tensor = lookup ? (asked->tensor == LOOKUP_A   ? (int)LOOKUP_S
                                  : asked->tensor == LOOKUP_P ? (int)LOOKUP_L
                                                              : asked->tensor)
                        : asked->tensor == TENSOR_A || asked->tensor == TENSOR_Z
                            ? (int)TENSOR_S
                            : asked->tensor;
    if (!lookup && asked->tensor == TENSOR_X && asked->row >= 0)
        asked->word = own_word(&app->explorer->trace, asked->row);
    return true;
}

/* What follows from what, in the order of the passes, and whether each number of a row gives
 * away the others: shares add up to 1, and what is mixed in the same shares is alike. */
static const struct passed {
    int sentence, lookup;
    bool whole_row;
} passes[] = {
    {TENSOR_S, LOOKUP_S, false}, {TENSOR_Z, LOOKUP_Z, false}, {TENSOR_A, LOOKUP_A, true},
    {TENSOR_O, LOOKUP_O, true},  {-1, LOOKUP_L, false},       {-1, LOOKUP_P, true},
    {-1, LOOKUP_LOSS, false},
};
enum { PASSES = sizeof passes / sizeof passes[0] };

/* The tensor whose numbers one really has, where matrices are shared: with one matrix for two
 * projections these are one as well, but for the lookup task's query, which is no key. */
static int
owner_of(const struct asked *asked, int tensor)
{
    bool lookup = asked->source == SOURCE_LOOKUP;
    int Wq = lookup ? (int)LOOKUP_WQ : (int)TENSOR_WQ,
        Wk = lookup ? (int)LOOKUP_WK : (int)TENSOR_WK,
        Wv = lookup ? (int)LOOKUP_WV : (int)TENSOR_WV,
        K = lookup ? (int)LOOKUP_K : (int)TENSOR_K,
        V = lookup ? (int)LOOKUP_V : (int)TENSOR_V;
    if (asked->share_kv)
        tensor = tensor == Wv ? Wk : tensor == V ? K : tensor;
    if (asked->share_qk)
        tensor = tensor == Wk                         ? Wq
                 : !lookup && tensor == (int)TENSOR_K ? (int)TENSOR_Q
                                                      : tensor;
    return tensor;
}

/* Whether it is one of X's projections: where a matrix only picks columns they show X itself. */
static bool
is_projection(enum source_id source, int tensor)
{
    return source == SOURCE_LOOKUP
               ? tensor == LOOKUP_Q || tensor == LOOKUP_K || tensor == LOOKUP_V
               : tensor == TENSOR_Q || tensor == TENSOR_K || tensor == TENSOR_V;
}

/* The place of a tensor in that order, or -1. */
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
    bool here = owner_of(asked, tensor) == owner_of(asked, asked->tensor);
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
    bool single = here ? at < 0 || !passes[at].whole_row : from == 0 && at == 1;
    return asked->col < 0 || col == asked->col || !single;
}

bool
lesson_hides(const struct app *app, enum source_id source, int tensor, int row, int col)
{
    struct asked asked;
    struct err ignored;
    if (!lesson_asks(app))
        return false;
    lesson_asked(app, &asked, &ignored); /* in another sentence all of its tensor */
    return asked.tensor >= 0 && asked.source == source &&
           asked_hides(&asked, tensor, row, col);
}

bool
lesson_may_show(const struct app *app, enum source_id source, int tensor, int row,
                int col, struct err *err)
{
    return !lesson_hides(app, source, tensor, row, col) ||
           err_set(err, "the lesson asks for this number: answer, and it opens");
}

bool
lesson_may_show_place(const struct app *app, const struct place *place, struct err *err)
{
    return lesson_may_show(app, SOURCE_SENTENCE, (int)place->tensor, place->row,
                           place->col, err);
}

bool
lesson_may_show_key(const struct app *app, struct err *err)
{
    return !lesson_asks(app) || !lesson_asks_key(app) ||
           err_set(err, "key: the lesson asks which is the hardest");
}

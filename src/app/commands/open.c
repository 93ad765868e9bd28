/* The commands that point at numbers, and open them. */
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/commands/args.h"
#include "app/commands/shared.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/state/opened.h"
#include "app/state/vectors.h"
#include "app/state/view.h"
#include "base/bounds.h"

enum { MOVES_MOST = 1000 };

/* -- opening --------------------------------------------------------------------------- */

/* Unfolds or folds the row under the cursor of the vectors view, or opens and closes the column
 * of the token that is asked. The cursor stays on the fold, wherever the rows move it. */
static enum outcome
toggle_fold(struct app *app, struct err *err)
{
    struct vectors_row rows[VECTORS_ROWS_MAX];
    struct vectors_cursor *cursor = &app->ui.vectors;
    int count = vectors_rows(app, rows);
    struct vectors_row row = rows[vectors_cursor_row(app, count)];
    if (row.kind == ROW_FOLD) {
        cursor->unfold[row.index] = !cursor->unfold[row.index];
        count = vectors_rows(app, rows);
        for (int r = 0; r < count; r++)
            if (rows[r].kind == ROW_FOLD && rows[r].index == row.index)
                cursor->row = r;
    } else if (cursor->side == SIDE_TOKEN)
        cursor->closed = !cursor->closed;
    else
        return failed(err, "there is no number here to open");
    return OUTCOME_DONE;
}

/* Whether it is a parameter of the sentence, which no training moves. */
static bool
is_set(const struct number *number)
{
    return number->in == IN_TEXT && number->of == OF_ITSELF &&
           kind_is_parameter(&sentence_kinds[number->tensor]);
}

/* Opens a number. Which of the terms of a slope is the largest may give away what a lesson asks:
 * then the cursor starts on the first. */
static bool
open_shown(struct app *app, const struct number *number, struct err *err)
{
    if (!lesson_may_show(app, number, err) || !open_number(app, number, err))
        return false;
    if (lesson_asks(app) && number->of != OF_ITSELF)
        app->ui.opened[app->ui.open_count - 1].term = 0;
    return true;
}

/* Opens what is pointed at; in the vectors a fold, or a column. */
static enum outcome
open_pointed(struct app *app, struct err *err)
{
    const struct opened *top = app_top(app);
    struct number number;
    bool is_number = app_pointed(app, &number);
    if (!is_number && app->ui.view == VIEW_VECTORS)
        return toggle_fold(app, err);
    if (!is_number)
        return failed(err, "no number is pointed at here");
    if (top != NULL && number_equal(&top->number, &number))
        return failed(err, is_set(&number)
                               ? "this is a parameter: nothing stands below it"
                               : "nothing stands below this number");
    return outcome_of(open_shown(app, &number, err));
}

static enum outcome
command_open(struct app *app, const char *args, struct err *err)
{
    struct number number;
    if (*args == '\0')
        return app->ui.view == VIEW_LESSONS ? lesson_open_listed(app, err)
                                            : open_pointed(app, err);
    if (!address_read(app, args, &number, err))
        return placed("open", err);
    if (!lesson_may_show(app, &number, err))
        return OUTCOME_FAILED;
    if (number.in == IN_STORE && app->ui.view != VIEW_TRAIN) /* it opens in its view */
        view_set(app, VIEW_TRAIN);
    return outcome_of(open_shown(app, &number, err));
}

static enum outcome
command_sort(struct app *app, const char *args, struct err *err)
{
    bool toggle = strcmp(args, "toggle") == 0, size = strcmp(args, "size") == 0;
    if (!toggle && !size && strcmp(args, "index") != 0)
        return not_word(err, "sort: it is index, size or toggle", args);
    app->ui.by_size = toggle ? !app->ui.by_size : size;
    return OUTCOME_DONE;
}

static enum outcome
command_show(struct app *app, const char *args, struct err *err)
{
    static const enum tensor shown[] = {TENSOR_A, TENSOR_Z, TENSOR_S};
    int at = 0;
    while (shown[at] != app->ui.show)
        at++;
    if (strcmp(args, "next") == 0) {
        app->ui.show = shown[(at + 1) % 3];
        return OUTCOME_DONE;
    }
    for (int k = 0; k < 3; k++)
        if (strcmp(sentence_kinds[shown[k]].name, args) == 0) {
            app->ui.show = shown[k];
            return OUTCOME_DONE;
        }
    return not_word(err, "show: it is S, Z, A or next", args);
}

/* The token that the cursor of the page means: in S, Z and A the one that is asked; or -1. */
static int
token_on_page(const struct app *app)
{
    const struct number *page = &app->ui.page;
    const struct kind *kind = &sentence_kinds[page->tensor];
    if (kind->cols == AXIS_TOKEN)
        return page->col;
    if (kind->rows == AXIS_TOKEN || kind->rows == AXIS_POSITION)
        return page->row;
    for (int i = 0; kind->rows == AXIS_WORD && i < app->explorer->sentence.token_count;
         i++)
        if (app->explorer->tensors.map[MAP_WORD][i] == page->row)
            return i;
    return -1;
}

static enum outcome
command_ask(struct app *app, const char *args, struct err *err)
{
    (void)args;
    int token = app->ui.view == VIEW_PAGE && app->ui.open_count == 0 ? token_on_page(app)
                                                                     : app->now.key;
    if (token < 0)
        return failed(err, "a row of %s is no token that could ask",
                      sentence_kinds[app->ui.page.tensor].name);
    app->now.query = token;
    return OUTCOME_DONE;
}

/* -- moving the cursor ----------------------------------------------------------------- */

/* The query is left of the first token, the output right of the last. */
static void
move_in_vectors(struct app *app, int rows, int cols)
{
    struct vectors_row list[VECTORS_ROWS_MAX];
    struct vectors_cursor *cursor = &app->ui.vectors;
    int last = app->explorer->sentence.token_count - 1, count = vectors_rows(app, list);
    cursor->row = clamped(vectors_cursor_row(app, count) + rows, count - 1);
    int at = cursor->side == SIDE_ASKS     ? -1
             : cursor->side == SIDE_OUTPUT ? last + 1
                                           : app->now.key;
    at = clamped(at + cols + 1, last + 2) - 1;
    cursor->side = at < 0 ? SIDE_ASKS : at > last ? SIDE_OUTPUT : SIDE_TOKEN;
    if (cursor->side == SIDE_TOKEN)
        app->now.key = at;
}

static void
move_on_page(struct app *app, int rows, int cols)
{
    struct number *page = &app->ui.page;
    const struct tensors *tensors = &app->explorer->tensors;
    page->row = clamped(page->row + rows, tensors_rows(tensors, page->tensor) - 1);
    page->col = clamped(page->col + cols, tensors_cols(tensors, page->tensor) - 1);
}

void
move_cursor(struct app *app, int rows, int cols)
{
    int n = app->explorer->sentence.token_count;
    if (app->ui.open_count > 0)
        open_move(app, rows, cols);
    else if (app->ui.view == VIEW_VECTORS)
        move_in_vectors(app, rows, cols);
    else if (app->ui.view == VIEW_PAGE)
        move_on_page(app, rows, cols);
    else if (app->ui.view == VIEW_LESSONS)
        app->ui.listed = clamped(app->ui.listed + rows, app->library->shelf.count - 1);
    else if (app->ui.view == VIEW_TRAIN)
        app->ui.entry = circled(app->ui.entry + rows, app->trainer->run.settings.entries);
    else {
        app->now.query = circled(app->now.query + rows, n);
        app->now.key = circled(app->now.key + cols, n);
    }
}

static enum outcome
command_move(struct app *app, const char *args, struct err *err)
{
    static const struct {
        const char *name;
        int rows, cols;
    } ways[] = {{"up", -1, 0}, {"down", 1, 0}, {"left", 0, -1}, {"right", 0, 1}};
    char way[8];
    const char *rest = args;
    bool whole = text_word(&rest, way, sizeof way);
    int times = 1;
    if (*rest != '\0' && !text_int(rest, 1, MOVES_MOST, &times))
        return failed(err, "move: how far is a whole number from 1 to %d, not \"%s\"",
                      MOVES_MOST, text_shown(rest, 40).text);
    for (int k = 0; whole && k < 4; k++) {
        if (strcmp(ways[k].name, way) != 0)
            continue;
        for (; times > 0; times--)
            move_cursor(app, ways[k].rows, ways[k].cols);
        return OUTCOME_DONE;
    }
    return not_word(err, "move: it is up, down, left or right", args);
}

/* -- pointing -------------------------------------------------------------------------- */

/* The folds that hide a column of x, of K or of V. */
static void
unfold(struct app *app, const struct number *place)
{
    bool *unfolded = app->ui.vectors.unfold;
    for (int fold = 0; place->tensor == TENSOR_X && fold < FOLD_KEY; fold++) {
        const struct vectors_part *part = &vectors_parts[fold];
        if (place->col >= part->first && place->col < part->first + part->count)
            unfolded[fold] = true;
    }
    if (place->tensor == TENSOR_Q || place->tensor == TENSOR_K)
        unfolded[FOLD_KEY] =
            unfolded[FOLD_KEY] || vectors_is_zero(app, FOLD_KEY, place->col);
    if (place->tensor == TENSOR_V || place->tensor == TENSOR_O)
        unfolded[FOLD_VALUE] =
            unfolded[FOLD_VALUE] || vectors_is_zero(app, FOLD_VALUE, place->col);
}

/* In the vectors a number of Q, O or S is shown only where its token asks. */
static bool
point_in_vectors(struct app *app, const struct number *place)
{
    struct vectors_row list[VECTORS_ROWS_MAX];
    bool of_query = place->tensor == TENSOR_Q || place->tensor == TENSOR_O;
    bool of_pair = place->tensor == TENSOR_S || place->tensor == TENSOR_Z ||
                   place->tensor == TENSOR_A;
    int query = of_query || of_pair ? place->row : app->now.query;
    int key = of_query ? app->now.key : of_pair ? place->col : place->row;
    struct app_state was = app->now;
    app->now.query = query;
    app->now.key = key;
    unfold(app, place);
    int count = vectors_rows(app, list);
    for (int row = 0; row < count; row++)
        for (int side = SIDE_ASKS; side <= SIDE_OUTPUT; side++) {
            struct number at;
            bool is = vectors_place(app, &list[row], (enum vectors_side)side, key, &at) &&
                      number_equal(&at, place);
            if (!is || (place->tensor == TENSOR_X && side != SIDE_TOKEN))
                continue;
            app->ui.vectors.row = row;
            app->ui.vectors.side = (enum vectors_side)side;
            return true;
        }
    app->now = was;
    return false;
}

static bool
point_in_weights(struct app *app, const struct number *place)
{
    if (place->tensor != TENSOR_S && place->tensor != TENSOR_Z &&
        place->tensor != TENSOR_A)
        return false;
    app->now.query = place->row;
    app->now.key = place->col;
    app->ui.show = place->tensor;
    return true;
}

static bool
is_on_page(const struct number *number)
{
    bool there = false;
    for (int k = 0; k < ATTENTION_TENSORS; k++)
        there = there || attention_tensors[k] == number->tensor;
    return there && number->in == IN_TEXT && number->of == OF_ITSELF;
}

static bool
point_on_page(struct app *app, const struct number *place)
{
    if (is_on_page(place))
        app->ui.page = *place;
    return is_on_page(place);
}

static bool
point_in_train(struct app *app, const struct number *number)
{
    if (number->tensor != TENSOR_A || number->example != 0 || number->when != 0)
        return false;
    app->ui.entry = number->col;
    return true;
}

/* Puts the cursor of the shown view on a number of its computation. */
static bool
point_at(struct app *app, const struct number *number)
{
    if (number->of != OF_ITSELF)
        return false;
    if (number->in == IN_STORE)
        return point_in_train(app, number);
    return app->ui.view == VIEW_VECTORS ? point_in_vectors(app, number)
           : app->ui.view == VIEW_PAGE
               ? point_on_page(app, number)
               : app->ui.view == VIEW_WEIGHTS && point_in_weights(app, number);
}

static enum outcome
command_point(struct app *app, const char *args, struct err *err)
{
    struct address address;
    struct number number;
    char name[ADDRESS_NAME_BYTES];
    struct ui *ui = &app->ui;
    if (*args == '\0')
        return failed(err, "point: an address must follow, as in: point X[cat,noun]");
    if (!address_parse(args, &address, err))
        return OUTCOME_FAILED;
    if (ui->open_count > 0)
        return failed(err, "point: a number is open; back closes it");
    while (view_kinds[ui->view].over)
        view_uncover(app);
    if (!address_locate(app, &address, &number, err))
        return OUTCOME_FAILED;
    bool train = ui->view == VIEW_TRAIN;
    if (train == (number.in == IN_STORE) && point_at(app, &number))
        return OUTCOME_DONE;
    if (train)
        return failed(err, "the cursor of this view moves on the weights, as in: point "
                           "A[query,1]");
    name_of(&number, name, sizeof name);
    return failed(err, "point: %s does not stand in this view%s", name,
                  is_on_page(&number) ? "; the page has it" : "");
}

/* clang-format off */
const struct command open_commands[] = {
    {"show", "S|Z|A|next", "what the matrix of the weights view shows",
     .run = command_show, .words = {"S", "Z", "A"}},
    {"move", "up|down|left|right [N]", "the cursor, by N places",
     .run = command_move},
    {"ask", "", "the token that is asked asks now",
     .run = command_ask, .run_training = train_ask},
    {"open", "[ADDRESS]", "the arithmetic of a number; of the pointed one without ADDRESS",
     .run = command_open},
    {"sort", "index|size|toggle", "the order of the terms",
     .run = command_sort, .words = {"index", "size"}},
    {"point", "ADDRESS", "the cursor, to a number of the view",
     .run = command_point},
    {.name = NULL},
};
/* clang-format on */

/* The commands that point at numbers, and open them. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/lesson.h"
#include "app/commands/lookup.h"
#include "app/commands/open.h"
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
    struct address address;
    struct number number;
    if (*args == '\0')
        return app->ui.view == VIEW_LESSONS ? lesson_open_listed(app, err)
                                            : open_pointed(app, err);
    if (!address_parse(args, &address, err) ||
        !address_locate(app, &address, &number, err)) {
        err_place(err, "open");
        return OUTCOME_FAILED;
    }
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
        return failed(err, "sort: it is index, size or toggle, not \"%s\"",
                      text_shown(args, 40).text);
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
    return failed(err, "show: it is S, Z, A or next, not \"%s\"",
                  text_shown(args, 40).text);
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
    at = at + cols < -1 ? -1 : at + cols > last + 1 ? last + 1 : at + cols;
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
    else if (app->ui.view == VIEW_LESSONS) {
        int listed = app->ui.listed + rows, last = app->library->shelf.count - 1;
        app->ui.listed = clamped(listed, last);
    } else if (app->ui.view == VIEW_TRAIN) {
        int entries = app->trainer->run.settings.entries;
        app->ui.entry = (app->ui.entry + rows % entries + entries) % entries;
    } else {
        app->now.query = (app->now.query + rows + n) % n;
        app->now.key = (app->now.key + cols + n) % n;
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
    return failed(err, "move: it is up, down, left or right, not \"%s\"",
                  text_shown(args, 40).text);
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
    {.name = NULL},
};
/* clang-format on */

/* The commands that point at numbers, and open them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/lookup_open.h"
#include "app/commands/lesson.h"
#include "app/commands/lookup.h"
#include "app/commands/open.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/state/vectors.h"
#include "app/state/view.h"
#include "base/bounds.h"
#include "core/receipt.h"

enum { MOVES_MOST = 1000 };

/* -- what is pointed at ---------------------------------------------------------------- */

/* The factor under the cursor of the receipt on top; the number itself where it has no terms. */
static bool
pointed_in_receipt(const struct app *app, struct place *place)
{
    const struct opened *top = &app->ui.opened[app->ui.open_count - 1];
    struct receipt receipt;
    struct err ignored;
    *place = top->place;
    if (!receipt_make(&receipt, &app->explorer->trace, &top->place, &ignored))
        return false;
    if (receipt.term_count > 0) {
        /* a change of numbers may have left the cursor behind the last term */
        const struct receipt_term *term =
            &receipt.terms[clamped(top->term, receipt.term_count - 1)];
        const struct receipt_factor *factor =
            &term->factors[top->factor % term->factor_count];
        if (factor->is_constant)
            factor = &term->factors[0];
        *place = factor->place;
    }
    receipt_free(&receipt);
    return true;
}

static bool
pointed_in_vectors(const struct app *app, struct place *place)
{
    struct vectors_row rows[VECTORS_ROWS_MAX];
    const struct vectors_cursor *cursor = &app->ui.vectors;
    int row = vectors_cursor_row(app, vectors_rows(app, rows));
    return vectors_place(app, &rows[row], cursor->side, app->now.key, place);
}

bool
app_pointed(const struct app *app, struct place *place)
{
    /* the help speaks of what lies below it */
    enum view_id view = app->ui.view == VIEW_HELP ? app->ui.helped : app->ui.view;
    if (app->ui.open_count > 0)
        return pointed_in_receipt(app, place);
    if (view == VIEW_VECTORS)
        return pointed_in_vectors(app, place);
    if (view == VIEW_TRAIN) /* its numbers are no places of the sentence */
        return false;
    if (view == VIEW_PAGE)
        *place = app->ui.page;
    else
        *place = (struct place){app->ui.show, app->now.query, app->now.key};
    return true;
}

/* -- opening --------------------------------------------------------------------------- */

static enum outcome
open_place(struct app *app, const struct place *place, struct err *err)
{
    struct ui *ui = &app->ui;
    if (ui->open_count == OPEN_MAX)
        return failed(err, "%d numbers are open, one in the other; back closes the last",
                      OPEN_MAX);
    if (!lesson_may_show_place(app, place, err))
        return OUTCOME_FAILED;
    if (ui->view == VIEW_HELP)
        ui->view = ui->helped;
    struct opened *opened = &ui->opened[ui->open_count++];
    *opened = (struct opened){.place = *place};
    /* the cursor starts on the largest term, the one to follow down */
    struct receipt receipt;
    if (!receipt_make(&receipt, &app->explorer->trace, place, err))
        return OUTCOME_FAILED;
    for (int k = 1; k < receipt.term_count; k++)
        if (fabs(receipt.terms[k].product) > fabs(receipt.terms[opened->term].product))
            opened->term = k;
    if (receipt.kind == RECEIPT_SOFTMAX)
        opened->term = place->col;
    receipt_free(&receipt);
    return OUTCOME_DONE;
}

/* Whether the top receipt has nothing that opens further: its number is a parameter. */
static bool
is_bottom(const struct app *app, const struct place *pointed)
{
    const struct place *top = &app->ui.opened[app->ui.open_count - 1].place;
    return app->ui.open_count > 0 && memcmp(top, pointed, sizeof *top) == 0;
}

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

/* A number of the lookup task opens in its view. */
static enum outcome
open_spot(struct app *app, const struct address *address, struct err *err)
{
    struct lookup_spot spot;
    if (!lookup_locate(app, address, &spot, err)) {
        err_place(err, "open");
        return OUTCOME_FAILED;
    }
    if (app->ui.view != VIEW_TRAIN || app->ui.open_count > 0)
        view_set(app, VIEW_TRAIN);
    return lookup_open(app, &spot, err);
}

static enum outcome
command_open(struct app *app, const char *args, struct err *err)
{
    struct address address;
    struct place place;
    if (*args == '\0' && app->ui.view == VIEW_LESSONS)
        return lesson_open_listed(app, err);
    if (*args == '\0' && app->ui.view == VIEW_TRAIN && app->ui.open_count == 0)
        return lookup_open_pointed(app, err);
    if (*args == '\0') {
        if (!app_pointed(app, &place) && app->active == SOURCE_LOOKUP)
            return failed(err, "no number is pointed at here");
        if (!app_pointed(app, &place))
            return toggle_fold(app, err);
        if (app->ui.open_count > 0 && is_bottom(app, &place))
            return failed(err, "this is a parameter: nothing stands below it");
        return open_place(app, &place, err);
    }
    if (!address_parse(args, &address, err)) {
        err_place(err, "open");
        return OUTCOME_FAILED;
    }
    if (app_source(app, &address) == SOURCE_LOOKUP)
        return open_spot(app, &address, err);
    if (!address_locate(app->explorer, &address, &place, err)) {
        err_place(err, "open");
        return OUTCOME_FAILED;
    }
    app->ui.lookup_open_count = 0;
    return open_place(app, &place, err);
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
    static const enum tensor_id shown[] = {TENSOR_A, TENSOR_Z, TENSOR_S};
    int at = 0;
    while (shown[at] != app->ui.show)
        at++;
    if (strcmp(args, "next") == 0) {
        app->ui.show = shown[(at + 1) % 3];
        return OUTCOME_DONE;
    }
    for (int k = 0; k < 3; k++)
        if (strcmp(tensor_kinds[shown[k]].name, args) == 0) {
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
    const struct place *page = &app->ui.page;
    const struct tensor_kind *kind = &tensor_kinds[page->tensor];
    if (kind->cols == AXIS_TOKEN)
        return page->col;
    if (kind->rows == AXIS_TOKEN || kind->rows == AXIS_POSITION)
        return page->row;
    for (int i = 0; kind->rows == AXIS_WORD && i < app->explorer->sentence.token_count;
         i++)
        if (app->explorer->trace.word[i] == page->row)
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
                      tensor_kinds[app->ui.page.tensor].name);
    app->now.query = token;
    return OUTCOME_DONE;
}

/* -- moving the cursor ----------------------------------------------------------------- */

static void
move_in_receipt(struct app *app, int rows, int cols)
{
    struct opened *top = &app->ui.opened[app->ui.open_count - 1];
    struct receipt receipt;
    struct err ignored;
    if (!receipt_make(&receipt, &app->explorer->trace, &top->place, &ignored))
        return;
    int order[4096], count = receipt.term_count, at = 0;
    if (app->ui.by_size && count <= 4096) {
        receipt_order(&receipt, order);
        while (at < count && order[at] != top->term)
            at++;
        top->term = count > 0 ? order[clamped(at + rows, count - 1)] : 0;
    } else
        top->term = clamped(top->term + rows, count > 0 ? count - 1 : 0);
    int factors = count > 0 ? receipt.terms[top->term].factor_count : 1;
    top->factor = clamped(top->factor + cols, factors - 1);
    receipt_free(&receipt);
}

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
    struct place *page = &app->ui.page;
    const struct trace *trace = &app->explorer->trace;
    page->row = clamped(page->row + rows, trace_rows(trace, page->tensor) - 1);
    page->col = clamped(page->col + cols, trace_cols(trace, page->tensor) - 1);
}

void
move_cursor(struct app *app, int rows, int cols)
{
    int n = app->explorer->sentence.token_count;
    if (app->ui.open_count > 0)
        move_in_receipt(app, rows, cols);
    else if (app->ui.lookup_open_count > 0)
        lookup_move(app, rows, cols);
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

/* Every number on every screen opens: all cells of all views, at three sizes. A figure in a cell
 * without a tag is a number without a name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/state/train.h"
#include "support/session.h"
#include "view/frame.h"

static const struct {
    int rows, cols;
} sizes[] = {{24, 80}, {40, 120}, {60, 200}};

/* Numbers that were opened already; many cells show the same one. */
struct seen {
    struct number *list;
    int count;
};

static bool
is_new(struct seen *seen, const struct number *number)
{
    for (int k = seen->count - 1; k >= 0; k--)
        if (number_equal(&seen->list[k], number))
            return false;
    seen->list = realloc(seen->list, (size_t)(seen->count + 1) * sizeof *seen->list);
    assert_non_null(seen->list);
    seen->list[seen->count++] = *number;
    return true;
}

static bool
is_figure(const struct cell *cell)
{
    return cell->code >= '0' && cell->code <= '9';
}

/* Keys of the keyboard and titles of panes have roles of their own; "the#3" is a name. */
static bool
must_open(const struct grid *grid, int row, int col)
{
    const struct cell *cell = grid_cell(grid, row, col);
    int before = col;
    while (before > 0 && is_figure(grid_cell(grid, row, before)))
        before--;
    return is_figure(cell) && cell->style.role != ROLE_KEY &&
           cell->style.role != ROLE_TITLE && grid_cell(grid, row, before)->code != '#';
}

static void
check_opens(const struct session *session, const struct number *number, const char *what)
{
    struct receipt receipt;
    struct err err;
    double value;
    char name[ADDRESS_BYTES];
    address_of(&session->app, number, name, sizeof name);
    if (!app_has(&session->app, number))
        fail_msg("%s: %s is shown and is no number", what, name);
    if (!app_value(&session->app, number, &value, &err) ||
        !app_receipt(&session->app, number, &receipt, &err))
        fail_msg("%s: %s does not open: %s", what, name, err.text);
    receipt_free(&receipt);
}

/* The row as it is drawn, figures without a tag in front of the eye. */
static void
row_text(const struct grid *grid, int row, char *out)
{
    for (int col = 0; col < grid->cols; col++) {
        const struct cell *cell = grid_cell(grid, row, col);
        bool figure = is_figure(cell);
        bool shown = cell->code >= ' ' && cell->code < 127;
        *out++ = (char)(!shown                                 ? '~'
                        : figure && cell->tag.kind != TAG_NONE ? '_'
                                                               : cell->code);
    }
    *out = '\0';
}

static int
check_screen(const struct session *session, int size, struct seen *seen, const char *what)
{
    struct grid grid;
    struct err err;
    int missing = 0;
    char text[256];
    assert_true(grid_init(&grid, sizes[size].rows, sizes[size].cols, &err));
    frame_draw(&session->app, &grid);
    for (int row = 1; row < grid.rows; row++) {
        bool all = true;
        for (int col = 0; col < grid.cols; col++) {
            const struct cell *cell = grid_cell(&grid, row, col);
            if (cell->tag.kind == TAG_NUMBER && is_new(seen, &cell->tag.number))
                check_opens(session, &cell->tag.number, what);
            all = all && (!must_open(&grid, row, col) || cell->tag.kind != TAG_NONE);
        }
        row_text(&grid, row, text);
        if (!all)
            print_message("%s, %dx%d: |%s|\n", what, grid.cols, grid.rows, text);
        missing += !all;
    }
    grid_free(&grid);
    return missing;
}

/* Runs commands; after each all sizes are looked at. */
static void
walk(const char *text, const char *const *commands)
{
    struct session *session = session_open(text);
    int missing = 0;
    for (int k = 0; commands[k] != NULL; k++) {
        struct seen seen = {0};
        session_do(session, commands[k]);
        while (app_is_running(&session->app))
            session_do(session, "work 100");
        for (int size = 0; size < 3; size++)
            missing += check_screen(session, size, &seen, commands[k]);
        free(seen.list);
    }
    session_close(session);
    if (missing > 0)
        fail_msg("%d rows have figures that are no number", missing);
}

static const char short_text[] = "The cat chased the mouse";

static void
weights_open(void **state)
{
    (void)state;
    static const char *const commands[] = {"view weights",
                                           "show S",
                                           "show Z",
                                           "show A",
                                           "mask on",
                                           "show S",
                                           "show A",
                                           "mask off",
                                           "edit X[cat,noun] 3",
                                           "undo",
                                           "view weights",
                                           "target A[chased,cat]",
                                           "head random",
                                           NULL};
    walk(short_text, commands);
}

static void
vectors_open(void **state)
{
    (void)state;
    static const char *const commands[] = {"view vectors", "key the", "mask on",
                                           "edit Wq[verb,0] 2", NULL};
    walk(short_text, commands);
}

static void
page_opens(void **state)
{
    (void)state;
    static const char *const commands[] = {"view page", "mask on", "edit Wq[verb,0] 2",
                                           NULL};
    walk(short_text, commands);
}

static void
receipts_open(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "open A[chased,cat]",  "open Z[chased,cat]",   "open S[chased,cat]",
        "open Q[chased,0]",    "open X[cat,noun]",     "open E[cat,noun]",
        "open O[chased,noun]", "open H[chased]",       "open rowsum[chased]",
        "sort size",           "target A[chased,cat]", "open dX[cat,noun]",
        "edit X[cat,noun] 3",  "open uA[chased,cat]",  NULL};
    walk(short_text, commands);
}

static void
training_opens(void **state)
{
    (void)state;
    static const char *const commands[] = {"view train", "train 25",       "fan 4",
                                           "seek 10",    "edit Wq[0,1] 2", NULL};
    walk(short_text, commands);
}

static void
receipts_of_training_open(void **state)
{
    (void)state;
    static const char *const commands[] = {"train 25",           "open loss",
                                           "open mean_loss",     "open accuracy",
                                           "open mean_right",    "open dWq[0,1]",
                                           "open gWq[0,1]",      "open uWq[0,1]",
                                           "open mWq[0,1]",      "open uA[query,1]",
                                           "open key_tag_share", "open A[query,1]@3",
                                           "open #fresh3:loss",  NULL};
    walk(short_text, commands);
}

static void
lessons_open(void **state)
{
    (void)state;
    static const char *const commands[] = {"view lessons", "lesson 1", "lesson 2 3",
                                           "lesson 7 2", NULL};
    walk(short_text, commands);
}

static void
long_texts_open(void **state)
{
    (void)state;
    static const char *const commands[] = {"view weights", "show S",      "view vectors",
                                           "view page",    "open A[3,1]", NULL};
    char text[2400] = "";
    static const int counts[] = {12, 25, 200};
    for (int k = 0; k < 3; k++) {
        text[0] = '\0';
        for (int w = 0; w < counts[k]; w++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%sw%c%c",
                     w > 0 ? " " : "", 'a' + w % 7, 'a' + w % 5);
        walk(text, commands);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_open),   cmocka_unit_test(vectors_open),
        cmocka_unit_test(page_opens),     cmocka_unit_test(receipts_open),
        cmocka_unit_test(training_opens), cmocka_unit_test(receipts_of_training_open),
        cmocka_unit_test(lessons_open),   cmocka_unit_test(long_texts_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

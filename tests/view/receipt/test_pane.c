/* The receipt as it is drawn: every size, where its numbers stand, what it says, that
 * what is printed adds up, and clicks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "app/keys/input.h"
#include "app/state/opened.h"
#include "base/utf8.h"
#include "core/receipt.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/panes.h"

static const char *const states[] = {
    "open A[chased,cat]",
    "open A[chased,cat]; open; open; open; move right; open",
    "open S[chased,cat]; sort size; move down; move right",
    "open Q[chased,4]; scroll -100; move right",
    "open O[chased,noun]",
    "open X[cat,noun]",
    "open Z[chased,cat]; move right",
    "mask on; open A[The,mouse]; sort size",
    "mask on; open Z[The,mouse]",
    "share qk on; share kv on; open Wk[noun,0]",
    "open E[cat,noun]",
    "edit X[cat,noun] 3; edit S[chased,cat] -1000000; open A[chased,cat]; open",
    "edit Wq[verb,0] 1000; open Wq[verb,0]",
    "head random; set d_k 200; open S[0,0]; scroll 100",
    "head random; view vectors; open Q[0,0]; sort size; glyphs ascii; theme mono",
    "head average; view page; open S[0,0]; glyphs console",
};
enum { STATES = sizeof states / sizeof states[0] };

static struct session *
open_state(const char *sentence, const char *commands)
{
    struct session *session = session_open(sentence);
    session_do(session, commands);
    return session;
}

/* -- sizes --------------------------------------------------------------------------- */

/* Draws at a size, twice; the same must come out, and the pointed number must be seen,
 * with the terminal's cursor in it. */
static void
draw_at(const struct app *app, int rows, int cols)
{
    struct grid once, again;
    struct number place;
    struct err err;
    assert_true(grid_init(&once, rows, cols, &err));
    assert_true(grid_init(&again, rows, cols, &err));
    frame_draw(app, &once);
    frame_draw(app, &again);
    frame_draw(app, &again);
    assert_grids_equal(&once, &again);
    assert_grid_sound(&once);
    if (rows >= 12 && cols >= 40) {
        assert_true(app_pointed(app, &place));
        assert_true(once.cursor_row >= 0);
        struct tag tag = grid_cell(&once, once.cursor_row, once.cursor_col)->tag;
        if (tag.kind != TAG_NUMBER || !number_equal(&tag.number, &place))
            fail_msg("%dx%d: the cursor is not on the pointed number", cols, rows);
    }
    grid_free(&once);
    grid_free(&again);
}

static void
every_size_is_drawn(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1},   {11, 39},  {12, 40},  {24, 80},  {23, 80},
                                   {12, 80}, {24, 119}, {24, 120}, {40, 180}, {80, 250}};
    for (int k = 0; k < STATES; k++) {
        struct session *session = open_state(NULL, states[k]);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            draw_at(&session->app, sizes[i][0], sizes[i][1]);
        for (int rows = 1; rows <= 80; rows += 3)
            draw_at(&session->app, rows, 1 + rows * 89 % 250);
        session_close(session);
    }
}

/* Long names, wide characters, marks; a sentence of one word. */
static void
any_sentence_is_drawn(void **state)
{
    static const char *const sentences[] = {
        "one",
        "The \xe6\xbc\xa2\xe5\xad\x97 e\xcc\x81t\xc3\xa9 , \" blorf",
        "a_very_long_word_that_takes_more_columns_than_any_name_of_a_row_may_have b",
    };
    static const char *const commands[] = {"open A[0,0]", "open S[0,0]", "open O[0,noun]",
                                           "open X[0,one]", "open K[0,0]; sort size"};
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int k = 0; k < 5; k++) {
            struct session *session = open_state(sentences[s], commands[k]);
            for (int rows = 1; rows <= 60; rows += 7)
                draw_at(&session->app, rows, 30 + rows * 3);
            session_close(session);
        }
}

/* Wherever the cursor goes in a long table, it is seen. */
static void
the_cursor_is_always_seen(void **state)
{
    static const char *const commands[] = {"open A[7,9]", "open O[7,noun]", "open Q[7,2]",
                                           "open S[7,9]"};
    char text[2048] = "";
    (void)state;
    for (int i = 0; i < 100; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "w%d ", i);
    for (int k = 0; k < 8; k++) {
        struct session *session = open_state(text, commands[k % 4]);
        session_do(session, k < 4 ? "sort index; scroll -200" : "sort size; scroll -200");
        for (int down = 0; down < 14; down++) {
            draw_at(&session->app, 24, 80);
            draw_at(&session->app, 12, 40);
            session_do(session, "scroll 7; move right");
        }
        session_close(session);
    }
}

/* -- numbers ------------------------------------------------------------------------- */

/* A row of the grid as text. */
static void
row_text(const struct grid *grid, int row, char *out, size_t size)
{
    size_t used = 0;
    for (int col = 0; col < grid->cols && used + 5 < size; col++) {
        uint32_t code = grid_cell(grid, row, col)->code;
        if (code != 0)
            used += utf8_encode(out + used, code);
    }
    out[used] = '\0';
}

/* Whether the screen has a text, in one row. */
static bool
has_text(const struct grid *grid, const char *text)
{
    char row[4 * 300];
    for (int r = 0; r < grid->rows; r++) {
        row_text(grid, r, row, sizeof row);
        if (strstr(row, text) != NULL)
            return true;
    }
    return false;
}

/* Each factor of each term stands where its tag says, as long as every term has a line. */
static void
every_factor_has_its_address(void **state)
{
    static const char *const commands[] = {"open A[chased,cat]",  "open S[chased,cat]",
                                           "open O[chased,noun]", "open X[cat,noun]",
                                           "open Z[chased,cat]",  "open Q[chased,4]"};
    (void)state;
    for (int k = 0; k < 6; k++) {
        struct session *session = open_state(NULL, commands[k]);
        struct receipt receipt;
        struct grid grid;
        bool tall = k == 5;
        assert_true(grid_init(&grid, tall ? 60 : 24, 80, &session->err));
        frame_draw(&session->app, &grid);
        assert_true(app_receipt(&session->app, &session->app.ui.opened[0].number,
                                &receipt, &session->err));
        for (int t = 0; t < receipt.term_count; t++)
            for (int f = 0; f < receipt.terms[t].factor_count; f++) {
                const struct factor *factor = &receipt.terms[t].factors[f];
                int row, col;
                assert_true(factor->constant != NULL ||
                            grid_find(&grid, tag_of(factor->number), &row, &col));
            }
        receipt_free(&receipt);
        grid_free(&grid);
        session_close(session);
    }
}

/* The last number of a row; false where there is none. */
static bool
last_number(const struct grid *grid, int row, double *number, int *decimals)
{
    char text[1200], *rest;
    row_text(grid, row, text, sizeof text);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        text[--length] = '\0';
    const char *last = strrchr(text, ' ');
    if (last == NULL)
        return false;
    *number = strtod(last + 1, &rest);
    const char *point = strchr(last + 1, '.');
    *decimals = point != NULL ? (int)strlen(point + 1) : 0;
    return rest != last + 1 && *rest == '\0';
}

/* The printed terms come to the printed total, but for what rounding leaves of each. */
static void
what_is_printed_adds_up(void **state)
{
    static const char *const commands[] = {
        "open S[chased,cat]",
        "open O[chased,noun]",
        "open S[chased,cat]; sort size",
        "head random; open S[0,0]",
        "head random; open S[0,0]; sort size",
        "head pronoun-antecedent; open S[4,0]",
        "edit Wq[verb,0] 12345.678; open S[chased,cat]",
        "edit Wq[verb,0] 0.0123; edit K[cat,0] 0.5; open S[chased,cat]",
    };
    (void)state;
    for (int k = 0; k < 8; k++) {
        struct session *session = open_state(NULL, commands[k]);
        struct grid grid;
        double sum = 0, total = 0;
        int decimals = 0, terms = 0, row = 0;
        assert_true(grid_init(&grid, 40, 80, &session->err));
        frame_draw(&session->app, &grid);
        for (row = 5; row < 20; row++) {
            char text[400], *equals;
            row_text(&grid, row, text, sizeof text);
            if (strstr(text, "added up") != NULL)
                break;
            equals = strstr(text, "= ");
            if (equals == NULL)
                continue;
            sum += strtod(equals + 2, NULL);
            terms++;
        }
        assert_true(row < 20 && terms >= 5);
        assert_true(last_number(&grid, row, &total, &decimals));
        double unit = pow(10, -decimals);
        if (fabs(sum - total) > unit * (1 + terms / 2))
            fail_msg("%s: the terms come to %.9g, the total is %.9g", commands[k], sum,
                     total);
        grid_free(&grid);
        session_close(session);
    }
}

/* -- words --------------------------------------------------------------------------- */

static void
it_says_what_it_must(void **state)
{
    /* clang-format off */
    static const struct {
        const char *commands;
        int rows, cols;
        const char *text;
    } rows[] = {
        {"open A[chased,cat]", 24, 80, "A[chased,cat]: the share of chased's attention that goes to cat"},
        {"open A[chased,cat]", 24, 80, "A[i,j] = exp(Z[i,j] - max) / sum"},
        {"open A[chased,cat]", 24, 80, "▶ cat         [17.6814]"},
        {"open A[chased,cat]", 24, 80, "here      1.000000 / 1.064450 = .93945     on screen .94     residual"},
        {"open A[chased,cat]", 24, 80, "▶ 2 Z[chased,cat]    17.6814  S[chased,cat] × 1/√5 = 39.5368 × .4472"},
        {"open A[chased,cat]", 24, 80, "5 Wq[cos70,4]      13.7750  a parameter: verb-noun.head, line"},
        {"open A[chased,cat]", 23, 80, "5 Wq[cos70,4]"},
        {"open A[chased,cat]; open", 24, 80, "· 1 A[chased,cat]"},
        {"open A[chased,cat]", 12, 40, "... 3 more"},
        {"open A[chased,cat]; glyphs ascii", 24, 80, "> cat         [17.6814]"},
        {"open A[chased,cat]; sort size", 24, 80, "largest first: 1 of 5 terms are 90 % of all"},
        {"open S[chased,cat]; sort size", 24, 80, "90 %"},
        {"open S[chased,cat]", 24, 80, "S[i,j] = sum over c of Q[i,c] × K[j,c]"},
        {"open S[chased,cat]", 24, 80, "▶ 4 cos70"},
        {"open Q[chased,4]", 24, 80, "34 terms are 0"},
        {"open Q[chased,4]", 60, 80, "pron"},
        {"open Q[chased,4]; scroll -9", 24, 80, "and 33 more 0"},
        {"open O[chased,noun]", 24, 80, "what chased receives as noun"},
        {"open X[cat,cos26]", 24, 80, "P[1,cos26]       [.970942]"},
        {"open X[cat,cos26]", 24, 80, "a parameter: cos(2 pi x 1 / 26)"},
        {"open E[cat,noun]", 24, 80, "a parameter: the lexicon, line"},
        {"open Z[chased,cat]", 24, 80, "39.5368]×  .4472136 = 17.6814"},
        {"mask on; open A[cat,chased]", 24, 80, "masked"},
        {"mask on; open Z[cat,chased]", 24, 80, "-infinity: the mask hides this from cat"},
        {"share qk on; open Wk[verb,0]", 24, 80, "a copy of Wq[verb,0]: the matrix is shared"},
        {"share qk on; open K[cat,0]", 24, 80, "share qk: K = X Wq"},
        {"edit X[cat,noun] 3; open X[cat,noun]", 24, 80, "3.00000, set by hand: it would have been 1.00000"},
        {"edit X[cat,noun] 3; open K[cat,0]", 24, 80, "set by hand; it would be 1"},
        {"edit Wq[verb,0] 3; open Wq[verb,0]", 24, 80, "set by hand; it was 12: verb-noun.head, line"},
        {"head random; open Wq[verb,0]", 24, 80, "drawn from N(0, 1/36), seed 1"},
        {"open A[chased,cat]", 24, 120, "Enter opens Z[chased,cat]"},
        {"open S[chased,cat]; open", 40, 200, "Enter opens X[chased,cos70]"},
        /* below it: the pointed number */
        {"open S[chased,cat]", 24, 80, "Q[chased,4] = X·Wq = 13.5536 cos70 + .4464 sin70 = 14   the other 34 are 0"},
        {"open Q[cat,2]; move right", 24, 80, "how much cos26 counts in column 2 (cos26) of every query"},
        {"view weights; show S", 24, 80, "S = q·k = 13.9436 cos70 + 13.5932 cos26 + 12 noun = 39.5368"},
        {"edit X[cat,noun] 1.1", 24, 80, "X[cat,noun] 1 → 1.1   dA/dX = ."},
        {"edit X[cat,noun] 1.1", 24, 80, "exact, ."},
        {"edit X[cat,noun] 1.1", 24, 80, "A[chased,cat] ▲"},
        {"edit X[cat,noun] 0.9", 24, 80, "A[chased,cat] ▼"},
        {"edit X[cat,noun] 1.1; open O[chased,noun]", 24, 80, "1.1   dA/dX = ."},
    };
    /* clang-format on */
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct session *session = open_state(NULL, rows[i].commands);
        struct grid grid;
        assert_true(grid_init(&grid, rows[i].rows, rows[i].cols, &session->err));
        frame_draw(&session->app, &grid);
        wrong += row_wrong(has_text(&grid, rows[i].text), "%s at %dx%d: no \"%s\"",
                           rows[i].commands, rows[i].cols, rows[i].rows, rows[i].text);
        grid_free(&grid);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* -- clicks -------------------------------------------------------------------------- */

/* A click on any number opens it, or goes back to it where it is open. */
static void
a_click_opens_a_number(void **state)
{
    (void)state;
    for (int k = 0; k < STATES; k++) {
        struct session *session = open_state(NULL, states[k]);
        struct ui start = session->app.ui;
        struct grid grid;
        assert_true(grid_init(&grid, 24, 80, &session->err));
        for (int at = 0; at < grid.rows * grid.cols; at++) {
            char commands[CLICK_COMMANDS][CLICK_BYTES];
            memcpy(session->app.ui.opened, start.opened, sizeof start.opened);
            session->app.ui.open_count = start.open_count;
            frame_draw(&session->app, &grid);
            struct tag tag = grid_cell(&grid, at / grid.cols, at % grid.cols)->tag;
            if (tag.kind != TAG_NUMBER)
                continue;
            int count = frame_click(&session->app, &grid, at / grid.cols, at % grid.cols,
                                    commands);
            for (int c = 0; c < count; c++)
                session_do(session, commands[c]);
            const struct ui *ui = &session->app.ui;
            assert_true(ui->open_count > 0);
            assert_true(
                number_equal(&ui->opened[ui->open_count - 1].number, &tag.number));
        }
        grid_free(&grid);
        session_close(session);
    }
}

/* Clicks beside numbers do nothing, and the wheel moves the cursor. */
static void
the_wheel_moves_the_cursor(void **state)
{
    (void)state;
    struct session *session = open_state(NULL, "open S[chased,cat]");
    struct grid grid;
    char commands[CLICK_COMMANDS][CLICK_BYTES], wheel[CLICK_BYTES];
    assert_true(grid_init(&grid, 24, 80, &session->err));
    frame_draw(&session->app, &grid);
    assert_int_equal(frame_click(&session->app, &grid, 3, 70, commands), 0);
    frame_wheel(&grid, 6, 20, -3, wheel);
    session_do(session, wheel);
    assert_int_equal(session->app.ui.opened[0].term, 1);
    grid_free(&grid);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(any_sentence_is_drawn),
        cmocka_unit_test(the_cursor_is_always_seen),
        cmocka_unit_test(every_factor_has_its_address),
        cmocka_unit_test(what_is_printed_adds_up),
        cmocka_unit_test(it_says_what_it_must),
        cmocka_unit_test(a_click_opens_a_number),
        cmocka_unit_test(the_wheel_moves_the_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

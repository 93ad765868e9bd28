/* Whole screens: every size, every number's address, clicks, and that drawing changes
 * nothing. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/keys/input.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/paint/draw.h"
#include "view/panes.h"

static const char *const states[] = {
    "query 2",
    "mask on",
    "head pronoun-antecedent; key 0",
    "view help",
    "focus heads",
    "focus facts; full",
    "focus sentence; full",
    "glyphs ascii; theme mono; mask on; query 0; key 4",
    "share qk on; share kv on; set d_k 40",
    "prompt command",
};
enum { STATES = sizeof states / sizeof states[0] };

static const char *const sentences[] = {
    NULL,
    "cat",
    "The \xe6\xbc\xa2\xe5\xad\x97 e\xcc\x81t\xc3\xa9 , \" blorf",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
};
enum { SENTENCES = sizeof sentences / sizeof sentences[0] };

/* Draws at a size, twice; the same must come out. */
static void
draw_twice(const struct app *app, int rows, int cols)
{
    struct grid once, again;
    struct err err;
    assert_true(grid_init(&once, rows, cols, &err));
    assert_true(grid_init(&again, rows, cols, &err));
    frame_draw(app, &once);
    frame_draw(app, &again);
    frame_draw(app, &again);
    assert_grids_equal(&once, &again);
    grid_free(&once);
    grid_free(&again);
}

static void
every_size_is_drawn(void **state)
{
    (void)state;
    static const int sizes[][2] = {{12, 40},  {24, 80},   {23, 80},  {25, 80}, {40, 120},
                                   {60, 200}, {100, 300}, {12, 300}, {100, 40}};
    for (int s = 0; s < SENTENCES; s++)
        for (int k = 0; k < STATES; k++) {
            struct session *session = session_open(sentences[s]);
            if (s != 1 || strstr(states[k], "key") == NULL)
                if (s != 1 || strstr(states[k], "query") == NULL)
                    session_do(session, states[k]);
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
                draw_twice(&session->app, sizes[i][0], sizes[i][1]);
            for (int rows = 1; rows <= 40; rows++)
                draw_twice(&session->app, rows, 1 + rows * 37 % 130);
            session_close(session);
        }
}

/* A cell that shows a number of the sentence shows that number. */
static void
numbers_stand_where_their_addresses_say(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct grid grid;
    assert_true(grid_init(&grid, 24, 80, &session->err));
    frame_draw(&session->app, &grid);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            struct tag tag = tag_number(TENSOR_A, i, j);
            char shown[16] = "", expected[16];
            int row, col, used = 0;
            assert_true(grid_find(&grid, tag, &row, &col));
            for (int at = col; at < col + 8 && at < 80; at++) {
                uint32_t code = grid_cell(&grid, row, at)->code;
                if ((code >= '0' && code <= '9') || code == '.')
                    shown[used++] = (char)code;
            }
            draw_number(expected, sizeof expected,
                        number_at(&session->app, TENSOR_A, i, j), 2);
            assert_string_equal(shown, expected);
        }
    grid_free(&grid);
    session_close(session);
}

/* Clicks wherever the screen can be clicked; the commands must be good ones. */
static void
every_click_is_a_command(void **state)
{
    (void)state;
    for (int k = 0; k < STATES; k++) {
        struct session *session = session_open(NULL);
        struct grid grid;
        session_do(session, states[k]);
        assert_true(grid_init(&grid, 24, 80, &session->err));
        frame_draw(&session->app, &grid);
        for (int row = -1; row <= grid.rows; row++)
            for (int col = -1; col <= grid.cols; col++) {
                char commands[CLICK_COMMANDS][CLICK_BYTES], wheel[CLICK_BYTES];
                frame_draw(&session->app, &grid);
                int count = frame_click(&session->app, &grid, row, col, commands);
                for (int c = 0; c < count; c++)
                    if (session_try(session, commands[c]) != OUTCOME_DONE)
                        fail_msg("%s: %s", commands[c], session->err.text);
                frame_wheel(&grid, row, col, -3, wheel);
                assert_int_equal(session_try(session, wheel), OUTCOME_DONE);
            }
        grid_free(&grid);
        session_close(session);
    }
}

static void
a_click_on_a_cell_points_at_it(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct grid grid;
    char commands[CLICK_COMMANDS][CLICK_BYTES];
    int row, col;
    assert_true(grid_init(&grid, 24, 80, &session->err));
    frame_draw(&session->app, &grid);
    assert_true(grid_find(&grid, tag_number(TENSOR_A, 4, 3), &row, &col));
    int count = frame_click(&session->app, &grid, row, col, commands);
    for (int c = 0; c < count; c++)
        app_do(&session->app, commands[c]);
    assert_int_equal(session->app.now.query, 4);
    assert_int_equal(session->app.now.key, 3);
    grid_free(&grid);
    session_close(session);
}

/* Long sentences: the asking row and the asked column are always among what is seen. */
static void
what_is_pointed_at_is_seen(void **state)
{
    (void)state;
    char text[4096] = "";
    for (int i = 0; i < 300; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "w%d ", i);
    struct session *session = session_open(text);
    struct grid grid;
    assert_true(grid_init(&grid, 24, 80, &session->err));
    for (int k = 0; k < 300; k += 23) {
        char command[64];
        int row, col;
        snprintf(command, sizeof command, "query %d; key %d", k, 299 - k);
        session_do(session, command);
        frame_draw(&session->app, &grid);
        struct tag tag = tag_number(TENSOR_A, k, 299 - k);
        assert_true(grid_find(&grid, tag, &row, &col));
        const struct cell *cursor = grid_cell(&grid, grid.cursor_row, grid.cursor_col);
        assert_int_equal(cursor->tag.number.tensor, TENSOR_A);
        assert_int_equal(cursor->tag.number.row, tag.number.row);
        assert_int_equal(cursor->tag.number.col, tag.number.col);
    }
    grid_free(&grid);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(numbers_stand_where_their_addresses_say),
        cmocka_unit_test(every_click_is_a_command),
        cmocka_unit_test(a_click_on_a_cell_points_at_it),
        cmocka_unit_test(what_is_pointed_at_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

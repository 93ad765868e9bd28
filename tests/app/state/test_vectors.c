/* The list of rows behind the vectors view: which there are, the number at each, and
 * how the cursor moves among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/state/opened.h"
#include "app/state/vectors.h"
#include "support/session.h"

/* A list as a text: n for the heading, x k S Z A v with their index, and folds as w m
 * p (word, name, place), K, V with how many rows they stand for. */
static void
assert_rows(const struct session *session, const char *rows)
{
    static const char kinds[] = "nxkSZAv";
    static const char folds[] = "wmpKV";
    struct vectors_row list[VECTORS_ROWS_MAX];
    char text[2048] = "";
    size_t used = 0;
    int count = vectors_rows(&session->app, list);
    for (int r = 0; r < count; r++) {
        bool fold = list[r].kind == ROW_FOLD;
        char letter = fold ? folds[list[r].index] : kinds[list[r].kind];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%c", r ? " " : "",
                                 letter);
        if (fold)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "%d", list[r].count);
        else if (strchr("xkv", letter) != NULL)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, "%d", list[r].index);
    }
    assert_string_equal(text, rows);
}

/* Where the cursor stands: the row of its list, the side as a letter, who is asked. */
static void
assert_cursor(const struct session *session, int row, char side, int key)
{
    const struct vectors_cursor *cursor = &session->app.ui.vectors;
    assert_int_equal(cursor->row, row);
    assert_int_equal("<.>"[cursor->side], side);
    assert_int_equal(session->app.now.key, key);
}

static void
rows_are_those_that_say_something(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 S Z A v0 v1 v2 v9 V11");
    session_do(session, "head one-before");
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 k5 k6 k7 S Z A v0 v1 v2 v9 V11");
    session_do(session, "head average");
    assert_rows(session, "n w16 m12 p8 K4 S Z A v0 v1 v2 v9 V11");
    session_do(session, "head random; set d_v 2; set d_k 1");
    assert_rows(session, "n w16 m12 p8 k0 S Z A v0 v1");
    session_do(session, "head verb-noun; share kv on; set d_k 7");
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 K2 S Z A v0 v1 v2 v3 v4 V2");
    session_close(session);
}

/* A column of K that is 0 still has a row where the query asks with it, and the other way
 * round. */
static void
a_row_stays_while_q_or_k_has_something_there(void **state)
{
    (void)state;
    struct session *session = session_open("Quickly");
    assert_rows(session, "n w16 m12 p8 k1 k2 k3 k4 K1 S Z A v4 V14");
    session_do(session, "edit Q[0,0] 1");
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 S Z A v4 V14");
    session_do(session, "reset; edit K[0,0] 1");
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 S Z A v4 V14");
    session_close(session);
}

static void
the_longest_list_fits(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct vectors_row list[VECTORS_ROWS_MAX];
    session_do(session, "head random; set d_k 256; set d_v 256");
    for (int fold = 0; fold < FOLD_COUNT; fold++)
        session->app.ui.vectors.unfold[fold] = true;
    assert_int_equal(vectors_rows(&session->app, list), 1 + 3 + 36 + 256 + 3 + 256);
    /* with folds of zeros there are as many rows and two more */
    for (int j = 0; j < 5; j++) {
        char command[64];
        snprintf(command, sizeof command,
                 "edit K[%d,0] 0; edit Q[%d,0] 0; edit V[%d,9] 0", j, j, j);
        session_do(session, command);
    }
    assert_int_equal(vectors_rows(&session->app, list), VECTORS_ROWS_MAX);
    session_close(session);
}

static void
folds_open_and_close_in_place(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors; set d_k 6; scroll -100; move down; open");
    assert_rows(session,
                "n w16 x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 m12 p8 "
                "k0 k1 k2 k3 k4 K1 S Z A v0 v1 v2 v9 V11");
    assert_cursor(session, 1, '.', 1);
    session_do(session, "open; move down; move down; open");
    assert_rows(session, "n w16 m12 p8 x28 x29 x30 x31 x32 x33 x34 x35 "
                         "k0 k1 k2 k3 k4 K1 S Z A v0 v1 v2 v9 V11");
    session_do(session, "open; scroll 6; open");
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 k5 K1 S Z A v0 v1 v2 v9 V11");
    assert_cursor(session, 10, '.', 1);
    session_do(session, "open");
    assert_rows(session, "n w16 m12 p8 k0 k1 k2 k3 k4 K1 S Z A v0 v1 v2 v9 V11");
    assert_cursor(session, 9, '.', 1);
    /* the fold at the end moves far, and the cursor with it */
    session_do(session, "scroll 100; open");
    assert_cursor(session, 28, '.', 1);
    session_do(session, "open");
    assert_cursor(session, 17, '.', 1);
    session_close(session);
}

static void
every_number_has_its_place(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    static const struct {
        const char *row;
        const char *place[3]; /* asks, token 4, output; NULL: none */
    } rows[] = {
        {"n", {NULL, NULL, NULL}},
        {"w", {NULL, NULL, NULL}},
        {"x1", {"X[chased,noun]", "X[mouse,noun]", NULL}},
        {"x28", {"X[chased,sin4]", "X[mouse,sin4]", NULL}},
        {"k3", {"Q[chased,3]", "K[mouse,3]", NULL}},
        {"S", {NULL, "S[chased,mouse]", NULL}},
        {"Z", {NULL, "Z[chased,mouse]", NULL}},
        {"A", {NULL, "A[chased,mouse]", NULL}},
        {"v2", {NULL, "V[mouse,verb]", "O[chased,verb]"}},
        {"V", {NULL, NULL, NULL}},
    };
    static const char kinds[] = "nxkSZAv", folds[] = "wmpKV";
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
        for (int side = SIDE_ASKS; side <= SIDE_OUTPUT; side++) {
            struct vectors_row row = {.count = 1};
            struct number place;
            char address[ADDRESS_BYTES];
            const char *kind = strchr(kinds, rows[r].row[0]);
            row.kind = kind != NULL ? (enum vectors_row_kind)(kind - kinds) : ROW_FOLD;
            row.index = kind != NULL ? 0 : (int)(strchr(folds, rows[r].row[0]) - folds);
            sscanf(rows[r].row + 1, "%d", &row.index);
            bool there =
                vectors_place(&session->app, &row, (enum vectors_side)side, 4, &place);
            assert_int_equal(there, rows[r].place[side] != NULL);
            if (!there)
                continue;
            address_of(&session->app, &place, address, sizeof address);
            assert_string_equal(address, rows[r].place[side]);
        }
    session_close(session);
}

static void
the_cursor_stops_at_every_edge(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors");
    assert_cursor(session, VECTORS_START, '.', 1);
    session_do(session, "move left; move left");
    assert_cursor(session, VECTORS_START, '<', 0);
    session_do(session, "move left");
    assert_cursor(session, VECTORS_START, '<', 0);
    session_do(session, "move right");
    assert_cursor(session, VECTORS_START, '.', 0);
    session_do(session, "move right; move right; move right; move right");
    assert_cursor(session, VECTORS_START, '.', 4);
    session_do(session, "move right; move right");
    assert_cursor(session, VECTORS_START, '>', 4);
    session_do(session, "move left");
    assert_cursor(session, VECTORS_START, '.', 4);
    session_do(session, "move up; move up; move up; move up; move up");
    assert_cursor(session, 0, '.', 4);
    session_do(session, "scroll 1000; move down");
    assert_cursor(session, 16, '.', 4);
    session_close(session);
}

/* A head with a shorter list leaves the cursor behind its end: it counts as the last
 * row. */
static void
the_cursor_comes_back_from_behind_the_end(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct number place;
    session_do(session,
               "view vectors; head same-word; scroll 100; head random; set d_v 1");
    assert_int_equal(vectors_cursor_row(&session->app, 8), 7);
    session_do(session, "set d_k 1");
    assert_true(app_pointed(&session->app, &place));
    assert_int_equal(place.tensor, TENSOR_V);
    session_do(session, "move up");
    assert_true(app_pointed(&session->app, &place));
    assert_int_equal(place.tensor, TENSOR_A);
    session_close(session);
}

static void
enter_on_a_name_closes_and_opens_its_column(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct number place;
    session_do(session, "view vectors; scroll -100");
    assert_false(app_pointed(&session->app, &place));
    session_do(session, "open");
    assert_true(session->app.ui.vectors.closed);
    session_do(session, "move right; open");
    assert_false(session->app.ui.vectors.closed);
    assert_cursor(session, 0, '.', 2);
    session_do(session, "move left; move left; move left");
    assert_int_equal(session_try(session, "open"), OUTCOME_FAILED);
    assert_int_equal(session_try(session, "nudge 1"), OUTCOME_FAILED);
    assert_int_equal(session_try(session, "prompt edit"), OUTCOME_FAILED);
    session_close(session);
}

static void
enter_on_a_number_opens_it(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors; move left; move left; open");
    const struct opened *opened = &session->app.ui.opened[0];
    assert_int_equal(session->app.ui.open_count, 1);
    assert_int_equal(opened->number.tensor, TENSOR_Q);
    session_do(session, "back");
    assert_cursor(session, VECTORS_START, '<', 0);
    session_do(session, "move right; ask");
    assert_int_equal(session->app.now.query, 0);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_that_say_something),
        cmocka_unit_test(a_row_stays_while_q_or_k_has_something_there),
        cmocka_unit_test(the_longest_list_fits),
        cmocka_unit_test(folds_open_and_close_in_place),
        cmocka_unit_test(every_number_has_its_place),
        cmocka_unit_test(the_cursor_stops_at_every_edge),
        cmocka_unit_test(the_cursor_comes_back_from_behind_the_end),
        cmocka_unit_test(enter_on_a_name_closes_and_opens_its_column),
        cmocka_unit_test(enter_on_a_number_opens_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

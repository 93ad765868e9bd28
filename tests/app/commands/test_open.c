/* Opening numbers, moving through their terms, and changing them by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/state/opened.h"
#include "app/state/settle.h"
#include "core/receipt.h"
#include "support/opened.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

/* -- opening ------------------------------------------------------------------------- */

/* From a weight, along the largest term, to the line of the file that set a parameter. */
static void
open_goes_down_to_a_parameter(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "open");
    assert_open(session, "A[chased,cat]");
    assert_pointed(session, "Z[chased,cat]");
    session_do(session, "open");
    assert_pointed(session, "S[chased,cat]");
    session_do(session, "open");
    assert_pointed(session, "Q[chased,4]");
    session_do(session, "open; move right");
    assert_pointed(session, "Wq[cos70,4]");
    session_do(session, "open");
    assert_open(session,
                "A[chased,cat] Z[chased,cat] S[chased,cat] Q[chased,4] Wq[cos70,4]");
    assert_pointed(session, "Wq[cos70,4]");
    assert_int_equal(session_try(session, "open"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "parameter"));
    session_do(session, "back; back");
    assert_open(session, "A[chased,cat] Z[chased,cat] S[chased,cat]");
    session_do(session, "back; back; back");
    assert_open(session, "");
    assert_pointed(session, "A[chased,cat]");
    session_close(session);
}

/* What is open when a number is opened: the pointed one of the view, or the one that is
 * named. */
static void
open_starts_where_the_view_points(void **state)
{
    static const struct {
        const char *before, *open, *opened, *pointed;
    } rows[] = {
        {"query mouse; key The", "open", "A[mouse,The]", "Z[mouse,The]"},
        {"show S", "open", "S[chased,cat]", "Q[chased,4]"},
        {"show Z", "open", "Z[chased,cat]", "S[chased,cat]"},
        {"", "open O[chased,noun]", "O[chased,noun]", "A[chased,cat]"},
        {"", "open X[cat,cos26]", "X[cat,cos26]", "P[1,cos26]"},
        {"", "open X[cat,noun]", "X[cat,noun]", "E[cat,noun]"},
        {"", "open E[the,det]", "E[the,det]", "E[the,det]"},
        {"", "open A[0,4]", "A[The,mouse]", "Z[The,mouse]"},
        {"mask on", "open A[0,4]", "A[The,mouse]", "Z[The,mouse]"},
        {"share qk on", "open Wk[verb,0]", "Wk[verb,0]", "Wq[verb,0]"},
        {"share qk on", "open K[cat,0]", "K[cat,0]", "X[cat,det]"},
        {"share kv on", "open Wv[noun,0]", "Wv[noun,0]", "Wk[noun,0]"},
        {"view help", "open S[1,2]", "S[cat,chased]", NULL},
        {"open A[1,2]", "open Wq[noun,1]", "A[cat,chased] Wq[noun,1]", "Wq[noun,1]"},
        {"open V[cat,noun]", "move right; open", "V[cat,noun] Wv[noun,noun]",
         "Wv[noun,noun]"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct session *session = session_open(NULL);
        if (rows[i].before[0] != '\0')
            session_do(session, rows[i].before);
        session_do(session, rows[i].open);
        assert_open(session, rows[i].opened);
        if (rows[i].pointed != NULL)
            assert_pointed(session, rows[i].pointed);
        session_close(session);
    }
}

static void
another_view_closes_what_is_open(void **state)
{
    static const char *const commands[] = {"view weights", "view vectors", "view page"};
    (void)state;
    struct session *session = session_open(NULL);
    for (int k = 0; k < 3; k++) {
        session_do(session, "open S[chased,cat]; open");
        session_do(session, commands[k]);
        assert_open(session, "");
    }
    session_close(session);
}

/* The help lies over what is open, and goes away when another number is opened. */
static void
the_help_closes_nothing(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view vectors; open S[chased,cat]; view help");
    assert_open(session, "S[chased,cat]");
    session_do(session, "back");
    assert_int_equal(session->app.ui.view, VIEW_VECTORS);
    assert_open(session, "S[chased,cat]");
    session_do(session, "view help; open Z[chased,cat]");
    assert_int_equal(session->app.ui.view, VIEW_VECTORS);
    assert_open(session, "S[chased,cat] Z[chased,cat]");
    session_close(session);
}

/* A number that is gone with its sentence or width is closed, with all that was opened
 * in it. */
static void
numbers_that_are_gone_are_closed(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "open A[chased,cat]; open S[chased,mouse]; open; sentence a b c");
    assert_open(session, "A[c,b]");
    session_do(session, "sentence one");
    assert_open(session, "");
    session_do(session, "set d_k 9; open Q[one,8]; set d_k 5");
    assert_open(session, "");
    /* the term under the cursor is gone, but not the number */
    session_do(session, "set d_k 9; open S[one,one]; move down; move down; move down;"
                        "move down; move down; move down; move down; move down");
    assert_pointed(session, "Q[one,8]");
    session_do(session, "set d_k 5");
    assert_open(session, "S[one,one]");
    assert_pointed(session, "Q[one,4]");
    session_close(session);
}

static void
no_more_are_open_than_fit(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    for (int k = 0; k < OPEN_MAX; k++)
        session_do(session, "open A[chased,cat]");
    assert_int_equal(session_try(session, "open A[chased,cat]"), OUTCOME_FAILED);
    assert_int_equal(session->app.ui.open_count, OPEN_MAX);
    session_do(session, "back; open A[chased,cat]");
    session_close(session);
}

/* -- the cursor ---------------------------------------------------------------------- */

static void
the_cursor_stays_in_the_table(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "open S[chased,cat]");
    assert_pointed(session, "Q[chased,4]");
    session_do(session, "move down");
    assert_pointed(session, "Q[chased,4]");
    session_do(session, "move right; move right");
    assert_pointed(session, "K[cat,4]");
    session_do(session, "move up; move up");
    assert_pointed(session, "K[cat,2]");
    session_do(session, "move left; move left");
    assert_pointed(session, "Q[chased,2]");
    session_do(session, "scroll -100");
    assert_pointed(session, "Q[chased,0]");
    session_do(session, "scroll 2");
    assert_pointed(session, "Q[chased,2]");
    /* a constant has no place: its term is pointed at all the same */
    session_do(session, "open Z[chased,cat]; move right");
    assert_pointed(session, "S[chased,cat]");
    session_close(session);
}

static void
by_size_the_cursor_goes_from_large_to_small(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "sort size; open S[chased,cat]");
    assert_pointed(session, "Q[chased,4]");
    session_do(session, "move down");
    assert_pointed(session, "Q[chased,2]");
    session_do(session, "move down");
    assert_pointed(session, "Q[chased,0]");
    session_do(session, "sort index; move down");
    assert_pointed(session, "Q[chased,1]");
    session_do(session, "sort toggle");
    assert_true(session->app.ui.by_size);
    session_do(session, "scroll -100");
    assert_pointed(session, "Q[chased,4]");
    session_close(session);
}

/* -- changing ------------------------------------------------------------------------ */

static void
assert_number(const struct session *session, const char *address, double value)
{
    double number = session_number(session, address);
    if (!(fabs(number - value) <= 1e-6 * (1 + fabs(value))))
        fail_msg("%s is %.9g, not %.9g", address, number, value);
}

static void
edits_go_in_and_out(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct explorer_choice *choice = &session->app.now.choice;
    struct app_snapshot *start = snapshot_take(&session->app);
    session_do(session, "edit X[cat,noun] 3; nudge X[cat,noun] 0.5; nudge Wq[verb,0] -2");
    assert_int_equal(choice->edit_count, 2);
    assert_number(session, "X[cat,noun]", 3.5);
    assert_number(session, "Wq[verb,0]", 10);
    assert_number(session, "K[cat,0]", 3.5);
    assert_number(session, "Q[chased,0]", 10);
    session_do(session, "undo");
    assert_number(session, "Wq[verb,0]", 12);
    session_do(session, "undo");
    assert_number(session, "X[cat,noun]", 3);
    session_do(session, "undo");
    assert_null(snapshot_state_difference(start, &session->app));
    session_do(session, "edit X[cat,noun] 3; edit S[The,mouse] 100; reset");
    assert_int_equal(choice->edit_count, 0);
    assert_null(snapshot_tensor_difference(start, &session->app));
    snapshot_free(start);
    session_close(session);
}

/* The newest edit is the one that "what if" speaks of: an edit of the same number moves
 * up. */
static void
the_newest_edit_stands_last(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct explorer_choice *choice = &session->app.now.choice;
    session_do(session, "edit X[cat,noun] 3; edit X[mouse,noun] 2; edit X[cat,noun] 4");
    assert_int_equal(choice->edit_count, 2);
    assert_true(choice->edits[1].place.row == 1 && choice->edits[1].value == 4);
    assert_true(session->app.explorer->changes[1].was == 1);
    session_close(session);
}

/* An edit of a word changes it wherever it stands, one of a token there alone. */
static void
words_and_tokens_are_different(void **state)
{
    (void)state;
    struct session *session = session_open("The cat saw the cat");
    session_do(session, "edit E[cat,noun] 5");
    assert_number(session, "X[cat,noun]", 5);
    assert_number(session, "X[cat#2,noun]", 5);
    session_do(session, "undo; edit X[cat,noun] 5");
    assert_number(session, "X[cat,noun]", 5);
    assert_number(session, "X[cat#2,noun]", 1);
    session_close(session);
}

static void
the_pointed_number_is_edited_without_an_address(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "open S[chased,cat]; edit 2");
    assert_number(session, "Q[chased,4]", 2);
    session_do(session, "move right; nudge 1.5");
    assert_number(session, "K[cat,4]", 2.4959743);
    assert_open(session, "S[chased,cat]");
    assert_pointed(session, "K[cat,4]");
    session_do(session, "view weights; show S; edit 100");
    assert_number(session, "S[chased,cat]", 100);
    session_close(session);
}

/* Edits belong to the sentence, the head and its widths. */
static void
edits_are_dropped_with_what_they_belong_to(void **state)
{
    static const struct {
        const char *commands;
        int kept;
    } rows[] = {
        {"mask on", 3},        {"word cat verb", 3}, {"sentence a b c", 0},
        {"head next", 0},      {"set d_k 9", 1},     {"share qk on", 3},
        {"query 0; key 0", 3}, {"view vectors", 3},  {"reset", 0},
        {"head verb-noun", 0},
    };
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct session *session = session_open(NULL);
        session_do(session, "edit X[cat,noun] 3; edit Q[cat,0] 3; edit Wq[noun,0] 1");
        session_do(session, rows[i].commands);
        int count = session->app.now.choice.edit_count;
        wrong += row_wrong(count == rows[i].kept, "%s: %d edits are kept",
                           rows[i].commands, count);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
changes_are_against_the_state_before(void **state)
{
    struct number cat = {.tensor = TENSOR_A, .row = 2, .col = 1},
                  mouse = {.tensor = TENSOR_A, .row = 2, .col = 4},
                  word = {.tensor = TENSOR_E};
    (void)state;
    struct session *session = session_open(NULL);
    assert_int_equal(app_changed(&session->app, &cat), 0);
    session_do(session, "edit X[mouse,noun] 2");
    assert_int_equal(app_changed(&session->app, &mouse), 1);
    assert_int_equal(app_changed(&session->app, &cat), -1);
    assert_int_equal(app_changed(&session->app, &word), 0);
    session_do(session, "query 0; key 4; view vectors; open S[0,0]");
    assert_int_equal(app_changed(&session->app, &mouse), 1);
    session_do(session, "undo");
    assert_int_equal(app_changed(&session->app, &mouse), -1);
    session_do(session, "sentence a b");
    assert_int_equal(app_changed(&session->app, &word), 0);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_goes_down_to_a_parameter),
        cmocka_unit_test(open_starts_where_the_view_points),
        cmocka_unit_test(another_view_closes_what_is_open),
        cmocka_unit_test(the_help_closes_nothing),
        cmocka_unit_test(numbers_that_are_gone_are_closed),
        cmocka_unit_test(no_more_are_open_than_fit),
        cmocka_unit_test(the_cursor_stays_in_the_table),
        cmocka_unit_test(by_size_the_cursor_goes_from_large_to_small),
        cmocka_unit_test(edits_go_in_and_out),
        cmocka_unit_test(the_newest_edit_stands_last),
        cmocka_unit_test(words_and_tokens_are_different),
        cmocka_unit_test(the_pointed_number_is_edited_without_an_address),
        cmocka_unit_test(edits_are_dropped_with_what_they_belong_to),
        cmocka_unit_test(changes_are_against_the_state_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What a reader moves stays theirs: undo and run do not fight with it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/state/opened.h"
#include "support/session.h"

/* Commands, and where the question and the key stand afterwards. */
static void
check(const char *commands, int query, int key)
{
    struct session *session = session_open(NULL);
    session_do(session, commands);
    assert_int_equal(session->app.now.query, query);
    assert_int_equal(session->app.now.key, key);
    session_close(session);
}

static void
undo_leaves_what_was_moved_since(void **state)
{
    (void)state;
    check("mask on; query 0; undo", 0, 1);
    check("mask on; key mouse; undo", 2, 4);
    check("query mouse; mask on; undo", 4, 1);
}

static void
undo_takes_back_what_the_command_moved(void **state)
{
    (void)state;
    check("head verb-object; undo", 2, 1);
    check("query 0; key 3; reset; undo", 0, 3);
    check("query mouse; sentence She saw him; query 0; undo", 4, 1);
}

static void
run_ends_at_the_last_token_wherever_it_was_moved(void **state)
{
    (void)state;
    check("query 0; run; work 2; query 3; work 9", 4, 1);
    check("query 0; run; query 4; work 1; work 9", 4, 1);
    check("query 0; run; work 2; pause; work 9", 2, 1);
}

static void
words_are_found_however_they_are_written(void **state)
{
    (void)state;
    struct session *session = session_open("The cat don\xe2\x80\x99t sleep");
    assert_true(session_number(session, "E[The,det]") == 1);
    assert_true(session_number(session, "E[don't,verb]") == 1);
    assert_false(session->app.explorer->sentence.words[2].guessed);
    session_close(session);
}

/* point puts the cursor where app_pointed finds it, wherever a view has the number. */
static void
point_finds_every_number_of_a_view(void **state)
{
    static const struct {
        const char *view;
        enum tensor tensors[TENSORS];
        int count;
    } rows[] = {
        {"view weights", {TENSOR_A}, 1},
        {"view weights; show S", {TENSOR_S}, 1},
        {"view vectors",
         {TENSOR_X, TENSOR_Q, TENSOR_K, TENSOR_V, TENSOR_S, TENSOR_Z, TENSOR_A, TENSOR_O},
         8},
        {"view page", {TENSOR_E, TENSOR_P, TENSOR_X, TENSOR_WQ, TENSOR_V, TENSOR_O}, 6},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int t = 0; t < rows[k].count; t++) {
            struct session *session = session_open(NULL);
            const struct tensors *tensors = &session->app.explorer->tensors;
            enum tensor id = rows[k].tensors[t];
            session_do(session, rows[k].view);
            for (int n = 0; n < tensors_rows(tensors, id) * tensors_cols(tensors, id);
                 n++) {
                char address[ADDRESS_BYTES], command[ADDRESS_BYTES + 8];
                int cols = tensors_cols(tensors, id);
                struct number place, to = text_number_at(id, n / cols, n % cols);
                address_of(&session->app, &to, address, sizeof address);
                snprintf(command, sizeof command, "point %s", address);
                session_do(session, command);
                assert_true(app_pointed(&session->app, &place));
                assert_true(number_equal(&place, &to));
            }
            session_close(session);
        }
}

static void
point_says_what_a_view_has_not(void **state)
{
    static const char *const rows[][3] = {
        {"", "point O[cat,noun]", "O does not stand in this view"},
        {"view vectors", "point Wq[verb,0]", "Wq does not stand in this view"},
        {"open A[cat,The]", "point A[cat,cat]", "a number is open"},
        {"view train", "point p[query,1]", "moves on the weights"},
        {"view page", "point X[dog,noun]", "dog"},
        {"view page", "point", "an address must follow"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        session_do(session, rows[k][0]);
        assert_int_equal(session_try(session, rows[k][1]), OUTCOME_FAILED);
        if (strstr(session->err.text, rows[k][2]) == NULL)
            fail_msg("%s: %s", rows[k][1], session->err.text);
        session_close(session);
    }
}

static void
point_moves_to_an_entry(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view train; point A[query,3]");
    assert_int_equal(session->app.ui.entry, 3);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_leaves_what_was_moved_since),
        cmocka_unit_test(undo_takes_back_what_the_command_moved),
        cmocka_unit_test(run_ends_at_the_last_token_wherever_it_was_moved),
        cmocka_unit_test(words_are_found_however_they_are_written),
        cmocka_unit_test(point_finds_every_number_of_a_view),
        cmocka_unit_test(point_says_what_a_view_has_not),
        cmocka_unit_test(point_moves_to_an_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

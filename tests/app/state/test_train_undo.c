/* Undo for the lookup task: the run, the step and the store come back, bit for bit. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>

#include "support/session.h"

/* Commands that undo takes back, from step 20 of the standard run. */
static const char *const commands[] = {
    "set lr 0.5",     "set d_k 4",       "share kv on", "store 0:1 2:2 1:3 3:4",
    "edit Wq[0,1] 2", "nudge Et[0,0] 1", "reset",       "edit K[1,2] 3",
};

static void
undo_brings_back_the_run(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
        struct session *session = session_open(NULL);
        char line[128];
        session_do(session, "view train; train 25; work 1000000; seek 20");
        double weight = session_number(session, "A[query,1]");
        double number = session_number(session, "Wq[0,1]");
        session_do(session, commands[k]);
        session_do(session, "undo");
        snprintf(line, sizeof line, "undone: %s", commands[k]);
        assert_string_equal(session->app.ui.status, line);
        session_do(session, "expect step = 20");
        assert_int_equal(session->app.trainer->last, 25);
        if (session_number(session, "A[query,1]") != weight ||
            session_number(session, "Wq[0,1]") != number)
            fail_msg("%s; undo: the numbers are others", commands[k]);
        session_close(session);
    }
}

/* What changes nothing takes no undo away. */
static void
no_change_is_nothing_to_undo(void **state)
{
    static const char *const same[] = {
        "set d_k 8", "set lr 0.02",    "share kv off",    "store 0:3 2:5 1:5 3:1",
        "query 2",   "edit Wq[0,1] 2", "nudge Wq[0,1] 0",
    };
    (void)state;
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) {
        struct session *session = session_open(NULL);
        session_do(session, "view train; train 5; work 1000000");
        double number = session_number(session, "Wq[0,1]");
        session_do(session, "edit Wq[0,1] 2");
        session_do(session, same[k]);
        session_do(session, "undo");
        if (session_number(session, "Wq[0,1]") != number)
            fail_msg("%s: undo takes something else back", same[k]);
        session_close(session);
    }
}

/* The pointed entry is one that there is, and the fan is one of these settings. */
static void
undo_fits_what_is_around(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view train; set entries 8; key 7; undo; ask");
    session_do(session, "set d_k 4; fan 2; work 1000000");
    assert_non_null(session->app.fan);
    session_do(session, "undo");
    assert_null(session->app.fan);
    session_close(session);
}

static void
training_is_not_undone(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view train; train 20; work 1000000");
    assert_int_equal(session_try(session, "undo"), OUTCOME_FAILED);
    session_do(session, "set lr 0.05; train 5; work 1000000; undo; work 1000000");
    session_do(session, "expect step = 20");
    session_close(session);
}

static void
the_newest_are_kept(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "view train");
    for (int k = 0; k < TRAIN_UNDO_MAX + 5; k++)
        session_do(session, k % 2 ? "set d_k 4" : "set d_k 5");
    for (int k = 0; k < TRAIN_UNDO_MAX; k++)
        session_do(session, "undo");
    assert_int_equal(session_try(session, "undo"), OUTCOME_FAILED);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_brings_back_the_run),
        cmocka_unit_test(no_change_is_nothing_to_undo),
        cmocka_unit_test(undo_fits_what_is_around),
        cmocka_unit_test(training_is_not_undone),
        cmocka_unit_test(the_newest_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

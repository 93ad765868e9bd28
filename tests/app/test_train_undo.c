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
    "edit Wq[0,1] 2", "nudge Et[0,0] 1", "reset",
};

static void
undo_brings_back_the_run(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
        struct session *session = session_open(NULL);
        char line[128];
        session_do(session, "view train; train 20; work 1000000");
        double weight = session_number(session, "A[query,1]");
        double number = session_number(session, "Wq[0,1]");
        session_do(session, commands[k]);
        session_do(session, "undo; work 1000000");
        snprintf(line, sizeof line, "expect step = 20");
        session_do(session, line);
        if (session_number(session, "A[query,1]") != weight ||
            session_number(session, "Wq[0,1]") != number)
            fail_msg("%s; undo: the numbers are others", commands[k]);
        session_close(session);
    }
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
        cmocka_unit_test(training_is_not_undone),
        cmocka_unit_test(the_newest_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

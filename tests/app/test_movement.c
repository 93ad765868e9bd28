/* What a reader moves stays theirs: undo and run do not fight with it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_leaves_what_was_moved_since),
        cmocka_unit_test(undo_takes_back_what_the_command_moved),
        cmocka_unit_test(run_ends_at_the_last_token_wherever_it_was_moved),
        cmocka_unit_test(words_are_found_however_they_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

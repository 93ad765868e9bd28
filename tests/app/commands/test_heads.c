/* Head files keep their promises: the sentence, mask and expect lines of every head of the
 * library are carried out, and must hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/heads.h"
#include "support/rows.h"
#include "support/session.h"

/* Runs the checks of one head in an app of its own. */
static int
checks_wrong(int number)
{
    struct session *session = session_open(NULL);
    const struct head *head = &session->library.heads[number];
    char command[HEAD_NAME_BYTES + 8];
    int wrong = 0, expects = 0;
    snprintf(command, sizeof command, "head %s", head->name);
    session_do(session, command);
    for (int i = 0; i < head->check_count; i++) {
        const struct head_check *check = &head->checks[i];
        wrong += row_wrong(session_try(session, check->command) == OUTCOME_DONE,
                           "data/heads/%s.head:%d: %s", head->name, check->line,
                           session->err.text);
        expects += strncmp(check->command, "expect ", 7) == 0;
    }
    wrong += row_wrong(expects > 0, "data/heads/%s.head: it expects nothing", head->name);
    session_close(session);
    return wrong;
}

static void
every_head_does_what_its_file_says(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    int count = session->library.head_count, wrong = 0;
    session_close(session);
    assert_int_equal(count, heads_embedded());
    assert_true(count >= HEADS_KEPT);
    for (int number = 0; number < count; number++)
        wrong += checks_wrong(number);
    assert_int_equal(wrong, 0);
}

/* A head is about what it does, in a line that a screen has room for. */
static void
every_head_says_what_it_is(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    for (int h = 0; h < session->library.head_count; h++) {
        const struct head *head = &session->library.heads[h];
        assert_true(strlen(head->title) <= 40);
        assert_true(strlen(head->about) <= 78);
    }
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_head_does_what_its_file_says),
        cmocka_unit_test(every_head_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

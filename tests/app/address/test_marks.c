/* Names with marks in them: apostrophes, occurrences, quotes and comments. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/commands/apply.h"
#include "support/session.h"

#define CURLY "don\xe2\x80\x99t"

static void
expect(const char *sentence, const char *commands, enum outcome outcome)
{
    struct session *session = session_open(sentence);
    struct err err;
    const char *last = strrchr(commands, ';');
    if (last != NULL) {
        char before[256];
        snprintf(before, sizeof before, "%.*s", (int)(last - commands), commands);
        session_do(session, before);
    }
    if (app_apply(&session->app, last ? last + 1 : commands, &err) != outcome)
        fail_msg("%s: %s", commands, err.text);
    session_close(session);
}

static void
an_apostrophe_is_an_apostrophe(void **state)
{
    (void)state;
    expect(CURLY " go", "word " CURLY " noun; expect E[don't,noun] = 1", OUTCOME_DONE);
    expect(CURLY " go", "word don't noun; expect X[" CURLY ",noun] = 1", OUTCOME_DONE);
    expect(CURLY " go", "expect E[" CURLY ",one] = 1", OUTCOME_DONE);
}

static void
occurrences_count_in_regions(void **state)
{
    (void)state;
    expect("the cat the dog", "expect sum A[the..the#2] = 3", OUTCOME_DONE);
    expect("the cat the dog", "expect sum A[cat..the#2] = 2", OUTCOME_DONE);
    expect("i see i", "expect sum A[i#2] = 1", OUTCOME_DONE);
    expect("i see i", "expect sum A[i] = 3", OUTCOME_DONE);
}

static void
numbers_are_decimal_and_finite(void **state)
{
    (void)state;
    expect(NULL, "expect 0e-2147483648 = 1", OUTCOME_FAILED);
    expect(NULL, "expect A[0,0] = 0e400", OUTCOME_FAILED);
    expect(NULL, "expect A[0,0] = 0e3", OUTCOME_UNMET);
    expect(NULL, "expect 0x10 = 16", OUTCOME_FAILED);
    expect(NULL, "expect 1 = 1e400", OUTCOME_FAILED);
    expect(NULL, "expect -.e5 = 0", OUTCOME_FAILED);
    expect(NULL, "mask on; expect 0 * Z[The,cat] = 0", OUTCOME_FAILED);
    expect(NULL, "expect 100 > 1e1", OUTCOME_DONE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_apostrophe_is_an_apostrophe),
        cmocka_unit_test(occurrences_count_in_regions),
        cmocka_unit_test(numbers_are_decimal_and_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

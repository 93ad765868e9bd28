/* expect: what is no expectation, and what is said of one that does not hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/rows.h"
#include "support/session.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

struct row {
    const char *expectation, *expected;
};

/* Whether any of them is carried out, or refused with another sentence. */
static int
rows_wrong(const struct row *rows, size_t count)
{
    struct session *session = session_open(NULL);
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        char command[200];
        snprintf(command, sizeof command, "expect %s", rows[i].expectation);
        enum outcome outcome = session_try(session, command);
        wrong += row_wrong(outcome == OUTCOME_FAILED &&
                               strstr(session->err.text, rows[i].expected) != NULL,
                           "%s: expected \"%s\", got \"%s\"", rows[i].expectation,
                           rows[i].expected, session->err.text);
    }
    session_close(session);
    return wrong;
}

static void
errors_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"", "expect: "},
        {"A[chased,cat]", "expect: one of < <= > >= = must stand between two terms"},
        {"A[chased,cat] 0.9", "expect: one of < <= > >= = must stand"},
        {"A[chased,cat] ! 0.9", "expect: one of < <= > >= = must stand"},
        {"A[chased,cat] == 0.9", "expect: "},
        {"A[chased,cat] => 0.9", "expect: "},
        {"A[chased,cat] >", "expect: "},
        {"> 0.9", "expect: "},
        {"A[chased,cat] > 0.9 too",
         "expect: nothing may follow the second term: \"too\""},
        {"A[chased,cat] > 0.9.1", "expect: \"0.9.1\" is no number"},
        {"A[chased,dog] > 0", "there is no token \"dog\"; there are: The cat chased"},
        {"A[chased,5] > 0", "there is no token 5; they go from 0 to 4"},
        {"X[cat,nuon] = 1", "there is no column of X \"nuon\"; there are: det noun"},
        {"A[chased] > 0", "expect: A[chased]: a row and a column must follow"},
        {"A > 0", "expect: A: a row and a column must follow, as in A[0,0]"},
        {"B[0,0] > 0", "expect: \"B\" names no number"},
        {"cat > 0", "names no number"},
        {"loss < 1", "expect: loss: the sentence has no such number"},
        {"1.3:A[5,2] > 0", "expect: "},
        {"lookup:A[0,0] > 0", "the lookup task was not begun"},
        {"2 * 3 = 6", "expect: "},
        {"nan = nan", "names no number"},
        {"inf > 0", "names no number"},
        {"max A[dog] > 0", "expect: max: A: there is no token \"dog\""},
        {"max A[0,dog] > 0", "expect: max: A: there is no token \"dog\""},
        {"max loss > 0",
         "expect: max: loss: the sentence has no such number; its tensors are E P X"},
        {"max lookup:A > 0", "the lookup task was not begun: view train begins it"},
        {"max 1.3:A > 0", "expect: max: 1.3:A: the sentence has no such number"},
        {"max gWq > 0", "expect: max: gWq: the sentence has no such number"},
        {"max dO > 0", "expect: max: dO: A[chased,cat] does not depend on it"},
        {"sum dX[dog] > 0", "expect: sum: dX: there is no token \"dog\""},
        {"symmetry dS = 0", "expect: symmetry looks at all of S or A"},
        {"max Wq[plural..det] = 0", "the rows plural..det stand in the other order"},
        {"max Wq[det..dog] = 0", "there is no column of X \"dog\""},
        {"max Wq[..det] = 0", "expect: max: "},
        {"max Wq[det..] = 0", "expect: max: "},
        {"max A[i,i+5] = 0", "expect: max: no number is there"},
        {"max A[i,i-9] = 0", "expect: max: no number is there"},
        {"max = 0", "expect: max: "},
        {"entropy A > 0", "expect: entropy takes one row, as in: entropy A[chased]"},
        {"entropy A[i,0] > 0", "expect: entropy takes one row"},
        {"argmax A = cat", "expect: argmax takes one row, as in: argmax A[chased]"},
        {"argmax A[0..1] = cat", "expect: argmax takes one row"},
        {"argmax A[chased] > cat", "expect: argmax is compared by =, as in: argmax A"},
        {"argmax A[chased] <= 1", "expect: argmax is compared by ="},
        {"argmax A[chased] = dog", "there is no token \"dog\"; there are: The cat"},
        {"argmax A[chased] = 5", "there is no token 5; they go from 0 to 4"},
        {"argmax A[chased] = cat mouse", "nothing may follow the second term: \"mouse\""},
        {"argmax E[cat] = cat", "there is no column of X \"cat\""},
        {"symmetry X = 0", "expect: symmetry looks at all of S or A: symmetry S"},
        {"symmetry A[0] = 0", "expect: symmetry looks at all of S or A"},
        {"symmetry Z = 0", "expect: symmetry looks at all of S or A"},
        {"symmetry Q = 0", "expect: symmetry looks at all of S or A"},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

/* A number that is too large is no part of the name behind it. */
static void
numbers_that_are_too_large(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"1e999 > 0", "expect: "},
        {"1e999A[chased,cat] > 0.9", "expect: "},
        {"A[chased,cat] < 1e999", "expect: "},
        {"A[chased,cat] > 1e999A[chased,the]", "expect: "},
        {"-1e999 * A[chased,cat] < 0", "expect: "},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

/* Places on different axes have nothing to do with each other, and a place is no amount. */
static void
argmax_is_compared_with_a_label_of_its_axis(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"argmax A[chased] = argmax X[cat]", "expect: "},
        {"0 < argmax A[chased]", "expect: "},
        {"0.5 <= argmax A[chased]", "expect: "},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

static void
unmet_expectations_say_expected_and_got(void **state)
{
    (void)state;
    static const struct {
        const char *expectation, *text;
    } rows[] = {
        {"A[chased,cat] > 0.99",
         "expected A[chased,cat] > 0.99, but A[chased,cat] is 0.939452"},
        {"X[cat,noun] = 0", "expected X[cat,noun] = 0, but X[cat,noun] is 1"},
        {"A[2,1] < 2 * A[2,3]", "expected A[2,1] < 2 * A[2,3], but A[2,1] is 0.939452"},
        {"A[2,1] < 2 * X[cat,one]", NULL},
        {"A[2,1] > 2 * X[cat,one]", " and 2 * X[cat,one] is 2"},
        {"argmax A[chased] = The",
         "expected argmax A[chased] = The, but argmax A[chased] is cat"},
        {"sum A[0] = 2", "expected sum A[0] = 2, but sum A[0] is "},
        {"0 > X[cat,noun]", "X[cat,noun] is 1"},
        {"symmetry S = 0", "expected symmetry S = 0, but symmetry S is 0."},
    };
    struct session *session = session_open(NULL);
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char command[200];
        snprintf(command, sizeof command, "expect %s", rows[i].expectation);
        enum outcome outcome = session_try(session, command);
        wrong += row_wrong(rows[i].text == NULL
                               ? outcome == OUTCOME_DONE
                               : outcome == OUTCOME_UNMET &&
                                     strstr(session->err.text, rows[i].text) != NULL,
                           "%s: %s", rows[i].expectation, session->err.text);
    }
    session_close(session);
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_say_what_is_wrong),
        cmocka_unit_test(numbers_that_are_too_large),
        cmocka_unit_test(argmax_is_compared_with_a_label_of_its_axis),
        cmocka_unit_test(unmet_expectations_say_expected_and_got),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the output of a token is said to be. */
#include "view/words/describe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/session.h"

/* The sentences about token i after some commands. */
static void
assert_says(struct session *session, const char *commands, int i, const char *sentences)
{
    struct prose prose = {0};
    session_do(session, commands);
    explain_output(session->app.explorer, i, &prose);
    assert_false(prose.text.failed);
    assert_string_equal(prose.text.bytes, sentences);
    text_free(&prose.text);
}

static void
an_output_is_what_was_handed_over(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_says(session, "reset", 2,
                "The output of chased is 0.99 noun: cat gives 0.94 of it, mouse 0.05.\n"
                "chased is a verb itself, but its output keeps 0.00 of that.\n");
    assert_says(
        session, "reset", 0,
        "The output of The is 0.68 det and 0.25 noun: of the det, itself gives 0.67, "
        "the 0.01.\n"
        "The is a det itself: 0.67 of that is its own.\n");
    assert_says(session, "mask on", 0,
                "The output of The is 1.00 det: itself gives 1.00 of it.\n"
                "The is a det itself: 1.00 of that is its own.\n");
    session_close(session);
}

static void
what_reads_no_meaning_is_said(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    static const char *const heads[][2] = {
        {"one-before", "\nWq and Wk read place only: every meaning row is 0.\n"},
        {"one-after", "\nWq and Wk read place only: every meaning row is 0.\n"},
        {"same-word", "\nWq and Wk read the name only: every meaning row is 0.\n"},
        {"first-token",
         "\nWq reads the column one only, Wk place: every meaning row is 0.\n"},
        {"average", "\nWq is 0: nothing is asked, and every score is 0.\n"},
    };
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        struct prose prose = {0};
        char command[40] = "head ";
        session_do(session, strcat(command, heads[k][0]));
        explain_output(session->app.explorer, 2, &prose);
        assert_non_null(strstr(prose.text.bytes, heads[k][1]));
        assert_int_equal(explain_reading(session->app.explorer) != NULL, k < 3);
        text_free(&prose.text);
    }
    /* an edit of Wk makes it read a meaning */
    session_do(session, "head one-before; edit Wk[noun,0] 1");
    assert_null(explain_reading(session->app.explorer));
    session_close(session);
}

static void
many_givers_are_counted(void **state)
{
    (void)state;
    struct session *session =
        session_open("a cat , a dog and a mouse and a bird saw a fish");
    assert_says(
        session, "head average", 2,
        "The output of \",\" is 0.36 det, 0.36 noun and 0.14 conj: of the det, a gives "
        "0.07, a#2 0.07, a#3 0.07, 2 others 0.14.\n"
        "Wq is 0: nothing is asked, and every score is 0.\n");
    session_close(session);
}

static void
values_without_names_are_only_numbers(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_says(
        session, "head random", 2,
        "The columns of V have no names: the output of chased is only numbers.\n");
    assert_says(
        session, "head one-before; share kv on", 2,
        "The columns of V have no names here, since V is X Wk: the output of chased is "
        "only numbers.\n"
        "Wq and Wk read place only: every meaning row is 0.\n");
    session_close(session);
}

static void
edited_numbers_are_said_as_they_are(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_says(session, "edit V[cat,noun] -3", 2,
                "The output of chased is -2.77 noun: cat gives -2.82 of it, mouse 0.05.\n"
                "chased is a verb itself, but its output keeps 0.00 of that.\n");
    assert_says(
        session, "reset; edit X[chased,verb] 0", 2,
        "The output of chased is 0.47 det and 0.35 noun: of the det, The gives 0.41, the "
        "0.07.\n");
    for (int j = 0; j < 5; j++)
        for (int c = 0; c < 15; c++) {
            char address[16], command[32];
            snprintf(address, sizeof address, "V[%d,%d]", j, c);
            snprintf(command, sizeof command, "edit %s 0", address);
            if (session_number(session, address) != 0)
                session_do(session, command);
        }
    assert_says(session, "query 0", 2,
                "The output of chased is 0 in all that V hands over.\n");
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_output_is_what_was_handed_over),
        cmocka_unit_test(what_reads_no_meaning_is_said),
        cmocka_unit_test(many_givers_are_counted),
        cmocka_unit_test(values_without_names_are_only_numbers),
        cmocka_unit_test(edited_numbers_are_said_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

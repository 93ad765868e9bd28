/* The questions of a lesson: judged by the live numbers, which they hide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "support/four.h"
#include "support/rows.h"

static void
answers_are_judged_by_the_numbers(void **state)
{
    static const struct {
        const char *go, *answer, *says;
    } rows[] = {
        {"", "answer 0.25", "Right: A[mouse,cat] is 0.2317."},
        {"", "answer 0.9", "Not quite: A[mouse,cat] is 0.2317."},
        {"next", "answer cat", "Right: it is \"cat\"."},
        {"next", "answer mouse", "Not so: it is \"cat\"."},
        {"next; next", "answer no", "Right: the answer is no."},
        {"next; next", "answer yes", "Not so: the answer is no."},
    };
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = four_begun(state, "");
        session_do(session, rows[k].go);
        assert_true(lesson_asks(&session->app));
        session_do(session, rows[k].answer);
        wrong += row_wrong(strcmp(session->app.lesson->said, rows[k].says) == 0 &&
                               !lesson_asks(&session->app),
                           "%s: %s", rows[k].answer, session->app.lesson->said);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
no_answer_changes_nothing(void **state)
{
    static const char *const none[] = {"answer", "answer cat", "answer 1 2"};
    struct session *session = four_begun(state, "");
    for (size_t k = 0; k < sizeof none / sizeof none[0]; k++) {
        assert_int_equal(session_try(session, none[k]), OUTCOME_FAILED);
        assert_true(lesson_asks(&session->app));
    }
    session_do(session, "next");
    assert_int_equal(session_try(session, "answer 3 4 dogs"), OUTCOME_FAILED);
    session_do(session, "next; next");
    assert_int_equal(session_try(session, "answer yes"), OUTCOME_FAILED);
    session_do(session, "lesson off");
    assert_int_equal(session_try(session, "next"), OUTCOME_FAILED);
    assert_int_equal(session_try(session, "lesson off"), OUTCOME_FAILED);
    session_close(session);
}

static bool
hides_text(const struct app *app, enum tensor id, int row, int col)
{
    struct number number = text_number_at(id, row, col);
    return lesson_hides(app, &number);
}

static bool
hides_store(const struct app *app, enum tensor id, int row, int col)
{
    struct number number = store_number_at(id, row, col);
    return lesson_hides(app, &number);
}

static void
what_is_asked_for_is_hidden(void **state)
{
    struct session *session = four_begun(state, "");
    const struct app *app = &session->app;
    assert_true(hides_text(app, TENSOR_A, 4, 1));
    assert_true(hides_text(app, TENSOR_A, 4, 0)); /* the rest adds to 1 */
    assert_true(hides_text(app, TENSOR_O, 4, 3));
    assert_false(hides_text(app, TENSOR_A, 2, 1));
    assert_false(hides_text(app, TENSOR_Z, 4, 1));
    session_do(session, "next");
    assert_true(hides_text(app, TENSOR_A, 2, 1));
    session_do(session, "answer cat");
    assert_false(hides_text(app, TENSOR_A, 2, 1));
    session_do(session, "next");
    assert_true(hides_store(app, TENSOR_A, 0, 1));
    assert_true(hides_store(app, TENSOR_LOSS, 0, 0));
    assert_false(hides_store(app, TENSOR_S, 0, 1));
    session_close(session);
}

/* The receipt of what is asked for would tell it. */
static void
what_is_asked_for_does_not_open(void **state)
{
    struct session *session = four_begun(state, "");
    assert_int_equal(session_try(session, "open A[mouse,cat]"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "the lesson asks for this number"));
    assert_int_equal(session_try(session, "open O[mouse,noun]"), OUTCOME_FAILED);
    session_do(session, "open A[cat,cat]; back; answer 0.2; open A[mouse,cat]");
    session_close(session);
}

/* The question stays about what it was asked of, wherever the reader looks meanwhile. */
static void
a_question_keeps_its_source(void **state)
{
    struct session *session = four_begun(state, "");
    session_do(session, "next; next; view weights; answer no");
    assert_string_equal(session->app.lesson->said, "Right: the answer is no.");
    session_do(session, "prev; view train; answer cat");
    assert_string_equal(session->app.lesson->said, "Right: it is \"cat\".");
    session_close(session);
}

static void
expect_does_not_tell(void **state)
{
    struct session *session = four_begun(state, "");
    assert_int_equal(session_try(session, "expect A[mouse,cat] > 0"), OUTCOME_FAILED);
    assert_int_equal(session_try(session, "expect A[mouse,cat] > 9"), OUTCOME_FAILED);
    session_do(session, "answer 0.2; expect A[mouse,cat] > 0");
    session_close(session);
}

/* The receipt of a lookup number neither. */
static void
a_lookup_number_does_not_open(void **state)
{
    struct session *session = four_begun(state, "");
    session_do(session, "next; next");
    assert_int_equal(session_try(session, "open"), OUTCOME_FAILED);
    assert_int_equal(session_try(session, "open p[query,2]"), OUTCOME_FAILED);
    session_do(session, "open X[1,0]; back; answer no; open");
    session_close(session);
}

/* The largest of a row is the largest of what the row is made of. */
static void
an_argmax_hides_the_scores(void **state)
{
    struct session *session = four_begun(state, "");
    const struct app *app = &session->app;
    session_do(session, "next");
    assert_true(hides_text(app, TENSOR_S, 2, 1));
    assert_true(hides_text(app, TENSOR_Z, 2, 0));
    assert_false(hides_text(app, TENSOR_S, 1, 1));
    assert_false(hides_text(app, TENSOR_Q, 2, 1));
    session_close(session);
}

/* No command tells what is asked for, or changes it under the question. */
static void
commands_do_not_tell(void **state)
{
    static const char *const rows[][2] = {
        {"lesson 1 2", "edit X[chased,noun] 5"},
        {"lesson 1 2", "nudge X[chased,noun] 5"},
        {"lesson 2 2; view page; point K[chased,0]", "prompt edit"},
        {"lesson 2 2", "open K[chased,0]"},
        {"lesson 7 6", "clicked"},
        {"lesson 7 6", "open"},
        {"lesson 5 4", "key hardest"},
        {"lesson 3 1", "expect A[mouse,chased] > 0"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        session_do(session, rows[k][0]);
        if (session_try(session, rows[k][1]) != OUTCOME_FAILED ||
            strstr(session->err.text, "the lesson asks") == NULL)
            fail_msg("%s: %s", rows[k][1], session->err.text);
        assert_string_equal(session->app.ui.prompt.text, "");
        session_close(session);
    }
}

/* Under names that the sentence no longer has, all of the tensor is hidden. */
static void
another_sentence_hides_all(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    session_do(session, "lesson 3 1; sentence The Cat Chased the Mouse");
    assert_true(hides_text(app, TENSOR_A, 4, 2));
    assert_false(hides_text(app, TENSOR_K, 4, 2));
    session_do(session, "undo");
    assert_false(hides_text(app, TENSOR_A, 2, 2));
    session_close(session);
}

/* No command puts the cursor on the word that is asked for. */
static void
the_cursor_does_not_tell(void **state)
{
    static const char *const rows[] = {"reset", "head next", "mask on; mask off"};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        session_do(session, "lesson 5 5");
        session_do(session, rows[k]);
        assert_int_equal(session->app.now.key, session->app.now.query);
        session_close(session);
    }
}

/* A receipt that became one of what is asked for is closed. */
static void
asked_receipts_close(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "lesson 4 2; sentence cat chased the mouse; open O[the,noun]");
    assert_int_equal(session->app.ui.open_count, 1);
    session_do(session, "undo");
    assert_int_equal(session->app.ui.open_count, 0);
    session_close(session);
}

/* Where a matrix is shared its numbers, and what they make, have two names. */
static void
shared_numbers_hide_together(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    session_do(session, "lesson 2 2; share kv on");
    assert_true(hides_text(app, TENSOR_V, 2, 0));
    assert_false(hides_text(app, TENSOR_Q, 2, 0));
    session_do(session, "share kv off; share qk on");
    assert_true(hides_text(app, TENSOR_Q, 2, 0));
    assert_false(hides_text(app, TENSOR_V, 2, 0));
    session_close(session);
}

/* A word that stands there twice can be named with its number or without. */
static void
repeated_words_are_answers(void **state)
{
    static const struct {
        const char *answer, *said;
    } rows[] = {{"the", "Right: it is \"the#2\"."},
                {"the#2", "Right: it is \"the#2\"."},
                {"saw", "Not so: it is \"the#2\"."}};
    const struct four *four = *state;
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&four->folder, "twice.lesson",
                    "title T\nminutes 1\nstep One\ndo sentence the cat saw the dog run\n"
                    "do head one-before\nask word argmax A[dog]\nsay x\n");
    folder_path(&four->folder, "twice.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        char answer[32];
        session_do(session, command);
        assert_int_equal(session_try(session, "answer th"), OUTCOME_FAILED);
        snprintf(answer, sizeof answer, "answer %s", rows[k].answer);
        session_do(session, answer);
        assert_string_equal(session->app.lesson->said, rows[k].said);
        session_close(session);
    }
}

/* Of X also what adds up to it, where that is no other row's. */
static void
an_asked_x_hides_its_parts(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    session_do(session, "lesson 1 2"); /* X[chased,noun] */
    assert_true(hides_text(app, TENSOR_X, 2, 1));
    assert_true(hides_text(app, TENSOR_P, 2, 1));
    assert_true(hides_text(app, TENSOR_E, 2, 1));
    assert_true(hides_text(app, TENSOR_V, 2, 0));
    assert_false(hides_text(app, TENSOR_E, 1, 1));
    assert_false(hides_text(app, TENSOR_P, 2, 2));
    session_do(session, "lesson 1 5"); /* X[cat#2,sin26]; E is the first cat's as well */
    assert_true(hides_text(app, TENSOR_P, 4, FEATURE_POSITION + 4));
    assert_false(hides_text(app, TENSOR_E, 1, FEATURE_POSITION + 4));
    session_close(session);
}

/* What cannot be asked is said where the step is entered. */
static void
questions_must_be_answerable(void **state)
{
    static const char *const rows[][2] = {
        {"number A[dog,cat]", "dog"},
        {"number mask", "the question must name a number"},
        {"colour A[0,0]", "number ADDRESS, word argmax ROW or yes EXPECT"},
        {"yes 1 < 2", "the question must name a number"},
        {"yes accuracy > 0.5", "the question must name a number"},
        {"word max A[chased]", "argmax"},
    };
    const struct four *four = *state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        char lesson[200], path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
        snprintf(lesson, sizeof lesson, "title Bad\nminutes 1\nstep One\nsay x\nask %s\n",
                 rows[k][0]);
        folder_add_text(&four->folder, "ask.lesson", lesson);
        folder_path(&four->folder, "ask.lesson", path);
        snprintf(command, sizeof command, "lesson %s", path);
        assert_int_equal(session_try(session, command), OUTCOME_FAILED);
        if (strstr(session->err.text, "ask.lesson:5: ") == NULL ||
            strstr(session->err.text, rows[k][1]) == NULL)
            fail_msg("%s: %s", rows[k][0], session->err.text);
        assert_null(session->app.lesson);
        session_close(session);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_judged_by_the_numbers),
        cmocka_unit_test(no_answer_changes_nothing),
        cmocka_unit_test(what_is_asked_for_is_hidden),
        cmocka_unit_test(what_is_asked_for_does_not_open),
        cmocka_unit_test(a_question_keeps_its_source),
        cmocka_unit_test(expect_does_not_tell),
        cmocka_unit_test(a_lookup_number_does_not_open),
        cmocka_unit_test(an_argmax_hides_the_scores),
        cmocka_unit_test(an_asked_x_hides_its_parts),
        cmocka_unit_test(commands_do_not_tell),
        cmocka_unit_test(another_sentence_hides_all),
        cmocka_unit_test(the_cursor_does_not_tell),
        cmocka_unit_test(asked_receipts_close),
        cmocka_unit_test(shared_numbers_hide_together),
        cmocka_unit_test(repeated_words_are_answers),
        cmocka_unit_test(questions_must_be_answerable),
    };
    return cmocka_run_group_tests(tests, four_setup, four_teardown);
}

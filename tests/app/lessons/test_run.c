/* A lesson on its way: steps begin afresh, what was there before comes back, and waiting ends
 * when the reader has done it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/keys/input.h"
#include "app/lessons/run.h"
#include "app/state/settle.h"
#include "support/four.h"

static void
what_was_there_comes_back(void **state)
{
    struct session *session = four_begun(
        state, "sentence Tom saw Mary; head one-before; mask on; train 9; work 9; "
               "set lr 0.3");
    const struct trainer *trainer = session->app.trainer;
    assert_null(trainer);
    session_do(session, "next; next");
    assert_int_equal(session->app.trainer->state.step, 5);
    session_do(session, "edit Wq[0,0] 3; lesson off");
    assert_int_equal(session->app.trainer->state.step, 9);
    assert_string_equal(session->app.now.choice.text, "Tom saw Mary");
    session_do(session, "expect step = 9; undo; view weights");
    session_do(session, "expect A[saw,Tom] > 0.9; undo; expect A[Tom,Mary] > 0");
    session_close(session);
}

static void
every_step_can_be_entered(void **state)
{
    struct session *session = four_begun(state, "mask on");
    const struct app *app = &session->app;
    assert_int_equal(app->now.query, 4);
    assert_false(app->now.choice.mask);
    session_do(session, "head random; set seed 5; next");
    assert_true(app->now.choice.mask);
    session_do(session, "answer cat; expect A[The,The] = 1; prev");
    assert_false(app->now.choice.mask);
    assert_int_equal(app->now.query, 4);
    assert_null(app->before); /* the step's numbers are compared with nothing */
    assert_int_equal(session_try(session, "prev"), OUTCOME_FAILED);
    session_close(session);
}

static void
waiting_ends_when_it_is_done(void **state)
{
    struct session *session = four_begun(state, "");
    const struct lesson_run *run = session->app.lesson;
    session_do(session, "next; next; next; hint");
    assert_true(run->waiting);
    assert_non_null(strstr(session->app.ui.status, "mask on"));
    session_do(session, "head random");
    assert_true(run->waiting);
    session_do(session, "mask on");
    assert_false(run->waiting);
    session_close(session);
}

static void
the_end_tells_the_score(void **state)
{
    struct session *session = four_begun(state, "");
    session->app.journaling = true;
    session_do(session, "answer 0.23; next; answer mouse");
    session_do(session, "answer cat; next; answer no; next; next");
    assert_string_equal(session->app.ui.status,
                        "the lesson is over: 2 of 3 answers were right at the first try; "
                        "Esc leaves it");
    assert_non_null(strstr(session->app.journal.bytes,
                           "# lesson four: 2 of 3 right at the first try\n"));
    session_close(session);
}

/* A key that the lesson has no use for is the view's; training ends where it was waited for. */
static void
keys_reach_the_view(void **state)
{
    struct session *session = four_begun(state, "");
    struct app *app = &session->app;
    session_do(session, "next; next; next");
    app_key(app, "m");
    assert_true(app->now.choice.mask);
    assert_string_equal(app->lesson->said, "There it is.");
    app_key(app, "2"); /* no answer is asked for, and no head either */
    assert_string_equal(app->ui.prompt.text, "");
    session_close(session);
}

/* What the next session is to know is asked for once, at the end. */
static void
the_end_is_kept(void **state)
{
    struct session *session = four_begun(state, "");
    session_do(session, "lesson 1; next; answer 0; next; next; next; next; next; next");
    session_do(session, "next");
    assert_int_equal(session->app.request, REQUEST_NONE);
    session_do(session, "next");
    assert_int_equal(session->app.request, REQUEST_KEEP);
    const struct mark *mark = marks_find(&session->app.marks, "1-row-of-numbers");
    assert_non_null(mark);
    assert_int_equal(mark->asked, 3);
    assert_int_equal(mark->right, 1);
    session_close(session);
}

/* A lesson that is in no list has no mark there; nor has one of which steps were passed over. */
static void
the_end_is_not_kept(void **state)
{
    struct session *session = four_begun(state, "");
    session_do(session, "next; next; next; next");
    assert_null(marks_find(&session->app.marks, "four"));
    session_do(session, "lesson 1 9; next");
    assert_string_equal(
        session->app.ui.status,
        "this is the end, but steps 1, 2, 3, 4 ... were not seen yet; ← goes back, "
        "Esc leaves");
    assert_int_equal(session->app.request, REQUEST_NONE);
    session_close(session);
}

/* A single step that was passed over keeps a lesson from being finished, until it is seen. */
static void
one_unseen_step_keeps_it_unfinished(void **state)
{
    struct session *session = four_begun(state, "");
    const struct app *app = &session->app;
    session_do(session, "lesson 1 2");
    int steps = app->lesson->lesson.step_count;
    for (int k = 2; k <= steps; k++)
        session_do(session, "next");
    assert_string_equal(app->ui.status, "this is the end, but step 1 was not seen yet; "
                                        "← goes back, Esc leaves");
    assert_int_equal(app->request, REQUEST_NONE);
    session_do(session, "lesson off");
    assert_int_equal(app->request, REQUEST_NONE);
    assert_null(marks_find(&app->marks, "1-row-of-numbers"));

    session_do(session, "lesson 1 2; prev");
    for (int k = 1; k < steps; k++)
        session_do(session, "next");
    session_do(session, "lesson off");
    assert_int_equal(app->request, REQUEST_KEEP);
    assert_non_null(marks_find(&app->marks, "1-row-of-numbers"));
    session_close(session);
}

/* Whoever leaves at the last step, having seen all, has finished too. */
static void
leaving_at_the_end_is_kept(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "lesson 1; next; next; next; next; next; next; next; next");
    assert_null(marks_find(&session->app.marks, "1-row-of-numbers"));
    app_key(&session->app, "Esc");
    assert_null(session->app.lesson);
    assert_int_equal(session->app.request, REQUEST_KEEP);
    assert_string_equal(session->app.finished.name, "1-row-of-numbers");
    session_close(session);
}

/* An answer that is none leaves an error; Esc takes that away, and then the lesson. */
static void
esc_takes_the_error_first(void **state)
{
    struct session *session = four_begun(state, "");
    app_key(&session->app, "Enter");
    app_key(&session->app, "x");
    app_key(&session->app, "Enter");
    assert_true(session->app.ui.status_is_error);
    app_key(&session->app, "Esc");
    assert_non_null(session->app.lesson);
    assert_string_equal(session->app.ui.status, "");
    app_key(&session->app, "Esc");
    assert_null(session->app.lesson);
    session_close(session);
}

/* What was answered stays answered when one comes back to it. */
static void
answers_are_remembered(void **state)
{
    struct session *session = four_begun(state, "");
    session_do(session, "answer 0.9; next; prev");
    assert_false(session->app.lesson->asking);
    assert_string_equal(session->app.lesson->said,
                        "You answered before: A[mouse,cat] is 0.2317.");
    assert_false(session->app.lesson->right[0]);
    session_close(session);
}

/* What was answered in one lesson is not in another, nor when it begins anew. */
static void
another_lesson_asks_anew(void **state)
{
    struct session *session = four_begun(state, "");
    session_do(session, "answer 0.2; next; answer cat; lesson 1 2");
    assert_true(session->app.lesson->asking);
    session_do(session, "answer 0; lesson 1 2");
    assert_true(session->app.lesson->asking);
    session_close(session);
}

/* Esc first closes what the reader opened, not what the step did. */
static void
esc_closes_numbers_first(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "lesson 1 1; open");
    assert_int_equal(session->app.ui.open_count, 2);
    app_key(&session->app, "Esc");
    assert_int_equal(session->app.ui.open_count, 1);
    assert_non_null(session->app.lesson);
    app_key(&session->app, "Esc");
    assert_null(session->app.lesson);
    session_close(session);
}

/* A step begins with its own cursors, wherever the step before left them. */
static void
cursors_begin_afresh(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "lesson 4 2");
    int row = session->app.ui.vectors.row;
    session_do(session, "point X[cat,id5]; sort size; full; next");
    assert_int_equal(session->app.ui.vectors.row, row);
    assert_false(session->app.ui.vectors.unfold[FOLD_NAME]);
    assert_false(session->app.ui.by_size);
    session_close(session);
}

static void
steps_that_are_not_there(void **state)
{
    (void)state;
    static const char *const rows[] = {"lesson 1 99", "lesson 1 0",
                                       "lesson row-of-numbers 10"};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        assert_int_equal(session_try(session, rows[k]), OUTCOME_FAILED);
        if (strstr(session->err.text, "1-row-of-numbers has steps 1 to 9, and no step") ==
            NULL)
            fail_msg("%s: %s", rows[k], session->err.text);
        session_close(session);
    }
}

/* What a change did is compared with the same after a lesson as before it. */
static void
changes_are_compared_as_before(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct number weight = {.tensor = TENSOR_A, .row = 2, .col = 2},
                        value = {.tensor = TENSOR_V, .row = 1, .col = 1};
    session_do(session, "speed 5; share qk on");
    int changed = app_changed(&session->app, &weight);
    assert_int_not_equal(changed, 0);
    session_do(session, "lesson 7; speed 100; lesson 3 5; lesson off");
    assert_int_equal(app_changed(&session->app, &weight), changed);
    assert_int_equal(app_changed(&session->app, &value), 0);
    assert_int_equal(session->app.speed, 5);
    session_close(session);
}

/* Esc goes back to the view that the list was opened over, with what was open there. */
static void
the_list_lies_over_the_view(void **state)
{
    static const struct {
        const char *before;
        enum view_id view;
        int open;
    } rows[] = {{"view train", VIEW_TRAIN, 0},
                {"view vectors", VIEW_VECTORS, 0},
                {"view page; open A[chased,cat]", VIEW_PAGE, 1},
                {"view vectors; view help", VIEW_VECTORS, 0}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        struct app *app = &session->app;
        session_do(session, rows[k].before);
        session_do(session, "view lessons; view lessons");
        app_key(app, "Esc");
        assert_int_equal(app->ui.view, rows[k].view);
        app_key(app, "L");
        app_key(app, "Enter");
        assert_non_null(app->lesson);
        app_key(app, "Esc");
        assert_null(app->lesson);
        assert_int_equal(app->ui.view, rows[k].view);
        assert_int_equal(app->ui.open_count, rows[k].open);
        session_close(session);
    }
}

static void
keys_walk_and_answer(void **state)
{
    struct session *session = four_begun(state, "");
    struct app *app = &session->app;
    app_key(app, "Right");
    assert_int_equal(app->lesson->step, 1);
    app_key(app, "Left");
    app_key(app, "3");
    assert_string_equal(app->ui.prompt.text, "answer 3");
    app_key(app, "Enter");
    assert_non_null(strstr(app->lesson->said, "Not quite"));
    app_key(app, "Tab");
    app_key(app, "Up"); /* the view's key now */
    assert_int_equal(app->now.query, 3);
    app_key(app, "Tab");
    app_key(app, "Right");
    assert_int_equal(app->lesson->step, 1);
    app_key(app, "Esc");
    assert_null(app->lesson);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_there_comes_back),
        cmocka_unit_test(every_step_can_be_entered),
        cmocka_unit_test(waiting_ends_when_it_is_done),
        cmocka_unit_test(the_end_tells_the_score),
        cmocka_unit_test(keys_reach_the_view),
        cmocka_unit_test(the_end_is_kept),
        cmocka_unit_test(the_end_is_not_kept),
        cmocka_unit_test(one_unseen_step_keeps_it_unfinished),
        cmocka_unit_test(leaving_at_the_end_is_kept),
        cmocka_unit_test(esc_takes_the_error_first),
        cmocka_unit_test(answers_are_remembered),
        cmocka_unit_test(another_lesson_asks_anew),
        cmocka_unit_test(esc_closes_numbers_first),
        cmocka_unit_test(cursors_begin_afresh),
        cmocka_unit_test(steps_that_are_not_there),
        cmocka_unit_test(changes_are_compared_as_before),
        cmocka_unit_test(the_list_lies_over_the_view),
        cmocka_unit_test(keys_walk_and_answer),
    };
    return cmocka_run_group_tests(tests, four_setup, four_teardown);
}

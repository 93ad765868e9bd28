/* A lesson on its way: steps begin afresh, what was there before comes back, questions are
 * judged by the live numbers and cover them, and waiting ends when the reader has done it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/input.h"
#include "app/lesson_question.h"
#include "app/lesson_run.h"
#include "support/folder.h"
#include "support/rows.h"
#include "support/session.h"

static const char text[] = "title    A title\n"
                           "minutes  3\n"
                           "step     One\n"
                           "do       query mouse\n"
                           "say      prose\n"
                           "ask      number A[mouse,cat]\n"
                           "step     Two\n"
                           "do       mask on\n"
                           "say      prose\n"
                           "ask      word argmax A[chased]\n"
                           "step     Three\n"
                           "do       train 5\n"
                           "say      prose\n"
                           "ask      yes A[query,1] > 0.9\n"
                           "step     Four\n"
                           "say      prose\n"
                           "wait     mask = 1\n"
                           "try      mask on\n";

struct scene {
    struct folder folder;
    char command[FOLDER_PATH_BYTES + 16];
};

static int
setup(void **state)
{
    static struct scene scene;
    char path[FOLDER_PATH_BYTES];
    *state = &scene;
    if (!folder_make(&scene.folder))
        return -1;
    folder_add_text(&scene.folder, "four.lesson", text);
    folder_path(&scene.folder, "four.lesson", path);
    snprintf(scene.command, sizeof scene.command, "lesson %s", path);
    return 0;
}

static int
teardown(void **state)
{
    struct scene *scene = *state;
    return folder_remove(&scene->folder) ? 0 : -1;
}

static struct session *
begun(void **state, const char *before)
{
    const struct scene *scene = *state;
    struct session *session = session_open(NULL);
    session_do(session, before);
    session_do(session, scene->command);
    return session;
}

static void
what_was_there_comes_back(void **state)
{
    struct session *session =
        begun(state, "sentence Tom saw Mary; head one-before; mask on; train 9; work 9; "
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
    struct session *session = begun(state, "mask on");
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
answers_are_judged_by_the_numbers(void **state)
{
    static const struct {
        const char *go, *answer, *says;
    } rows[] = {
        {"", "answer 0.25", "Right: A[mouse,cat] is 0.2317."},
        {"", "answer 0.9", "Not quite: A[mouse,cat] is 0.2317."},
        {"next", "answer cat", "Right: it is cat."},
        {"next", "answer mouse", "Not quite: it is cat."},
        {"next; next", "answer no", "Right: no."},
        {"next; next", "answer yes", "Not quite: no."},
    };
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = begun(state, "");
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
    struct session *session = begun(state, "");
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

static void
what_is_asked_for_is_hidden(void **state)
{
    struct session *session = begun(state, "");
    const struct app *app = &session->app;
    assert_true(lesson_hides(app, SOURCE_SENTENCE, TENSOR_A, 4, 1));
    assert_true(
        lesson_hides(app, SOURCE_SENTENCE, TENSOR_A, 4, 0)); /* the rest adds to 1 */
    assert_true(lesson_hides(app, SOURCE_SENTENCE, TENSOR_O, 4, 3));
    assert_false(lesson_hides(app, SOURCE_SENTENCE, TENSOR_A, 2, 1));
    assert_false(lesson_hides(app, SOURCE_SENTENCE, TENSOR_Z, 4, 1));
    session_do(session, "next");
    assert_true(lesson_hides(app, SOURCE_SENTENCE, TENSOR_A, 2, 1));
    session_do(session, "answer cat");
    assert_false(lesson_hides(app, SOURCE_SENTENCE, TENSOR_A, 2, 1));
    session_do(session, "next");
    assert_true(lesson_hides(app, SOURCE_LOOKUP, LOOKUP_A, 0, 1));
    assert_true(lesson_hides(app, SOURCE_LOOKUP, LOOKUP_LOSS, 0, 0));
    assert_false(lesson_hides(app, SOURCE_LOOKUP, LOOKUP_S, 0, 1));
    session_close(session);
}

static void
waiting_ends_when_it_is_done(void **state)
{
    struct session *session = begun(state, "");
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
    struct session *session = begun(state, "");
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

/* The receipt of what is asked for would tell it. */
static void
what_is_asked_for_does_not_open(void **state)
{
    struct session *session = begun(state, "");
    assert_int_equal(session_try(session, "open A[mouse,cat]"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "the lesson asks for this number"));
    assert_int_equal(session_try(session, "open O[mouse,noun]"), OUTCOME_FAILED);
    session_do(session, "open A[cat,cat]; back; answer 0.2; open A[mouse,cat]");
    session_close(session);
}

/* A step takes no longer than a reader waits. */
static void
a_step_trains_only_so_far(void **state)
{
    const struct scene *scene = *state;
    struct session *session = begun(state, "");
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&scene->folder, "long.lesson",
                    "title Long\nminutes 1\nstep One\ndo train 100000\nsay x\n");
    folder_path(&scene->folder, "long.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    assert_int_equal(session_try(session, command), OUTCOME_FAILED);
    assert_non_null(
        strstr(session->err.text, "long.lesson:4: a step of a lesson trains"));
    assert_false(app_is_running(&session->app));
    session_close(session);
}

/* A key that the lesson has no use for is the view's; training ends where it was waited for. */
static void
keys_reach_the_view(void **state)
{
    struct session *session = begun(state, "");
    struct app *app = &session->app;
    session_do(session, "next; next; next");
    app_key(app, "m");
    assert_true(app->now.choice.mask);
    assert_string_equal(app->lesson->said, "There it is. Go on with →.");
    app_key(app, "2"); /* no answer is asked for, and no head either */
    assert_string_equal(app->ui.prompt.text, "");
    session_close(session);
}

/* What the next session is to know is asked for once, at the end. */
static void
the_end_is_kept(void **state)
{
    struct session *session = begun(state, "");
    session_do(session, "next; next; next");
    assert_int_equal(session->app.request, REQUEST_NONE);
    session_do(session, "next");
    assert_int_equal(session->app.request, REQUEST_KEEP);
    const struct mark *mark = marks_find(&session->app.marks, "four");
    assert_non_null(mark);
    assert_int_equal(mark->asked, 3);
    assert_int_equal(mark->right, 0);
    session_close(session);
}

/* A lesson that cannot be entered leaves the one that is on its way, and what came before. */
static void
another_lesson_takes_its_place(void **state)
{
    const struct scene *scene = *state;
    struct session *session = begun(state, "sentence Tom saw Mary");
    const struct app *app = &session->app;
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&scene->folder, "bad.lesson",
                    "title Bad\nminutes 1\nstep One\ndo no-such-command\nsay x\n");
    folder_path(&scene->folder, "bad.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    session_do(session, "next");
    assert_int_equal(session_try(session, command), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "bad.lesson:4: "));
    assert_string_equal(app->lesson->lesson.name, "four");
    assert_int_equal(app->lesson->step, 1);
    assert_true(app->now.choice.mask);
    session_do(session, "lesson 1; lesson off");
    assert_null(app->lesson);
    assert_string_equal(app->now.choice.text, "Tom saw Mary");
    session_close(session);
}

/* An expect that does not hold where the reader stands is told, not hidden. */
static void
what_is_not_so_is_told(void **state)
{
    const struct scene *scene = *state;
    struct session *session = begun(state, "");
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&scene->folder, "false.lesson",
                    "title False\nminutes 1\nstep One\nsay x\nexpect A[0,0] = 0.99\n");
    folder_path(&scene->folder, "false.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    session_do(session, command);
    assert_non_null(strstr(session->app.lesson->said, "Not so here: expected A[0,0]"));
    session_close(session);
}

static void
keys_walk_and_answer(void **state)
{
    struct session *session = begun(state, "");
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
        cmocka_unit_test(answers_are_judged_by_the_numbers),
        cmocka_unit_test(no_answer_changes_nothing),
        cmocka_unit_test(what_is_asked_for_is_hidden),
        cmocka_unit_test(waiting_ends_when_it_is_done),
        cmocka_unit_test(the_end_tells_the_score),
        cmocka_unit_test(what_is_asked_for_does_not_open),
        cmocka_unit_test(a_step_trains_only_so_far),
        cmocka_unit_test(keys_reach_the_view),
        cmocka_unit_test(the_end_is_kept),
        cmocka_unit_test(another_lesson_takes_its_place),
        cmocka_unit_test(what_is_not_so_is_told),
        cmocka_unit_test(keys_walk_and_answer),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* Lessons of one's own: what their steps may do, and what becomes of those that cannot be
 * entered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/lessons/run.h"
#include "app/state/train.h"
#include "support/four.h"
#include "support/rows.h"

/* Writes a lesson of one's own, and the command that opens it. */
static void
write_own(const struct four *four, const char *text, char *command, size_t size)
{
    char path[FOLDER_PATH_BYTES];
    folder_add_text(&four->folder, "own.lesson", text);
    folder_path(&four->folder, "own.lesson", path);
    snprintf(command, size, "lesson %s", path);
}

/* A step takes no longer than a reader waits. */
static void
a_step_trains_only_so_far(void **state)
{
    const struct four *four = *state;
    struct session *session = four_begun(state, "");
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&four->folder, "long.lesson",
                    "title Long\nminutes 1\nstep One\ndo train 100000\nsay x\n");
    folder_path(&four->folder, "long.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    assert_int_equal(session_try(session, command), OUTCOME_FAILED);
    assert_non_null(
        strstr(session->err.text, "long.lesson:4: a step of a lesson trains"));
    assert_false(app_is_running(&session->app));
    session_close(session);
}

/* A step begins no lesson, by whatever way, and touches neither files nor the program. */
static void
some_commands_are_not_for_steps(void **state)
{
    static const struct {
        const char *lines, *says;
    } rows[] = {
        {"do view lessons\n", "own.lesson:4: do: a step sets"},
        {"do view help\n", "own.lesson:4: do: a step sets"},
        {"do lesson 1\n", "own.lesson:4: do: a step sets"},
        {"do theme mono\n", "own.lesson:4: do: a step sets"},
        {"do next\n", "\"next\" is not for it"},
        {"do mask on\ndo save a\n", "own.lesson:5: do: a step sets"},
        {"do save a\n", "\"save a\" is not for it"},
        {"wait mask = 1\ntry  lesson off\n", "own.lesson:5: try: a step sets"},
        {"wait mask = 1\ntry view help\n", "own.lesson:5: try: a step sets"},
    };
    const struct four *four = *state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        char text[200], command[FOLDER_PATH_BYTES + 16];
        snprintf(text, sizeof text, "title Own\nminutes 1\nstep One\n%sdo open\nsay x\n",
                 rows[k].lines);
        write_own(four, text, command, sizeof command);
        wrong += row_wrong(session_try(session, command) == OUTCOME_FAILED &&
                               strstr(session->err.text, rows[k].says) != NULL &&
                               session->app.lesson == NULL,
                           "%s: %s", rows[k].lines, session->err.text);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* Words, the speed and how it is drawn begin afresh too, or are not the lesson's to change. */
static void
words_begin_afresh(void **state)
{
    const struct four *four = *state;
    struct session *session = session_open(NULL);
    char command[FOLDER_PATH_BYTES + 16];
    write_own(four,
              "title Own\nminutes 1\nstep One\ndo word cat verb\ndo speed 1\nsay x\n"
              "step Two\nsay x\nexpect A[chased,cat] = 0.94\n",
              command, sizeof command);
    session_do(session, "speed 7; word cat adj");
    session_do(session, command);
    assert_int_equal(session->app.speed, 1);
    session_do(session, "next; expect A[chased,cat] = 0.94");
    assert_string_equal(session->app.lesson->said, "");
    assert_int_equal(session->app.speed, 7);
    session_do(session, "lesson off; expect X[cat,adj] = 1");
    session_close(session);
}

/* A step's training is over soon, also where its settings are legal and large. */
static void
a_step_is_short(void **state)
{
    static const char *const rows[] = {
        "do set d_model 512\ndo set batch 65536\ndo set entries 8\n",
        "do set d_model 256\ndo train 5000\n",
        "do set batch 4096\ndo fan 1000\n",
        "do set batch 1\ndo set tags 256\ndo set d_model 256\ndo train 5000\n",
    };
    const struct four *four = *state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(NULL);
        char text[600], command[FOLDER_PATH_BYTES + 16];
        snprintf(text, sizeof text,
                 "title Own\nminutes 1\nstep One\ndo view train\n%ssay x\n", rows[k]);
        write_own(four, text, command, sizeof command);
        assert_int_equal(session_try(session, command), OUTCOME_FAILED);
        if (strstr(session->err.text, "is not to take long") == NULL)
            fail_msg("%s: %s", rows[k], session->err.text);
        assert_false(app_is_running(&session->app));
        session_close(session);
    }
}

/* A lesson that cannot be opened changes nothing: neither what was answered nor what was done. */
static void
a_bad_lesson_leaves_all_as_it_was(void **state)
{
    const struct four *four = *state;
    struct session *session = four_begun(state, "");
    const struct app *app = &session->app;
    char command[FOLDER_PATH_BYTES + 16];
    write_own(four, "title Bad\nminutes 1\nstep One\ndo no-such\nsay x\n", command,
              sizeof command);
    session_do(session, "answer 0.2; edit X[cat,noun] 3; mask on; point A[cat,The]");
    char said[sizeof app->lesson->said];
    snprintf(said, sizeof said, "%s", app->lesson->said);
    assert_int_equal(session_try(session, command), OUTCOME_FAILED);
    assert_string_equal(app->lesson->lesson.name, "four");
    assert_false(app->lesson->asking);
    assert_string_equal(app->lesson->said, said);
    assert_true(app->lesson->right[0]);
    assert_int_equal(app->now.query, 1);
    session_do(session, "expect X[cat,noun] = 3; undo; expect mask = 0");
    session_close(session);
}

/* A lesson that cannot be entered leaves the one that is on its way, and what came before. */
static void
another_lesson_takes_its_place(void **state)
{
    const struct four *four = *state;
    struct session *session = four_begun(state, "sentence Tom saw Mary");
    const struct app *app = &session->app;
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&four->folder, "bad.lesson",
                    "title Bad\nminutes 1\nstep One\ndo no-such-command\nsay x\n");
    folder_path(&four->folder, "bad.lesson", path);
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
    const struct four *four = *state;
    struct session *session = four_begun(state, "");
    char path[FOLDER_PATH_BYTES], command[FOLDER_PATH_BYTES + 16];
    folder_add_text(&four->folder, "false.lesson",
                    "title False\nminutes 1\nstep One\nsay x\nexpect A[0,0] = 0.99\n");
    folder_path(&four->folder, "false.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    session_do(session, command);
    assert_non_null(strstr(session->app.lesson->said, "Not so here: expected A[0,0]"));
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_trains_only_so_far),
        cmocka_unit_test(some_commands_are_not_for_steps),
        cmocka_unit_test(words_begin_afresh),
        cmocka_unit_test(a_step_is_short),
        cmocka_unit_test(a_bad_lesson_leaves_all_as_it_was),
        cmocka_unit_test(another_lesson_takes_its_place),
        cmocka_unit_test(what_is_not_so_is_told),
    };
    return cmocka_run_group_tests(tests, four_setup, four_teardown);
}

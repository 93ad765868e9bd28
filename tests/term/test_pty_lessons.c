/* Every lesson walked from its first step to its last and back, with arrow keys and its answers,
 * in the real program: at 80x24 in colour and mono, UTF-8 and ASCII, and on larger screens. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lessons/run.h"
#include "source/shelf.h"
#include "support/folder.h"
#include "support/session.h"
#include "support/visit.h"

/* The answer that is typed: right or wrong, it is one. */
static const char *
guess(const struct lesson_line *ask)
{
    return strncmp(ask->text, "yes", 3) == 0      ? "yes"
           : strncmp(ask->text, "number", 6) == 0 ? "0.5"
                                                  : "The"; /* a word of every sentence */
}

static void
wait_step(struct terminal *terminal, int step, int count)
{
    char shown[32];
    snprintf(shown, sizeof shown, " %d/%d ", step + 1, count);
    terminal_wait_text(terminal, shown);
}

/* How the program must begin what it says of an answer: as it does without a terminal. */
static void
verdict(int which, int step, const char *typed, char *out, size_t size)
{
    struct session *session = session_open(NULL);
    char command[64];
    snprintf(command, sizeof command, "lesson %d %d; answer %s", which + 1, step + 1,
             typed);
    session_do(session, command);
    const char *said = session->app.lesson->said;
    snprintf(out, size, "%.*s:", (int)strcspn(said, ":"), said);
    session_close(session);
}

static void
answer(struct terminal *terminal, const struct lesson *lesson, int which, int step)
{
    const struct lesson_line *ask = lesson_find(lesson, step, LESSON_ASK, 0);
    if (ask == NULL)
        return;
    const char *typed = guess(ask);
    char shown[16];
    terminal_wait_text(terminal, "then your answer");
    terminal_send(terminal, "\r");
    terminal_send(terminal, typed);
    terminal_send(terminal, "\r");
    verdict(which, step, typed, shown, sizeof shown);
    terminal_wait_text(terminal, shown);
}

static void
walk(void **state, int which, const struct terminal_setup *kind)
{
    struct shelf shelf;
    struct lesson lesson;
    struct err err;
    char number[16];
    const char *args[6] = {"--lesson", number};
    struct terminal_setup setup = *kind;
    for (int k = 0; kind->args != NULL && kind->args[k] != NULL; k++)
        args[2 + k] = kind->args[k];
    setup.term = "xterm-256color";
    setup.args = args;
    shelf_fill(&shelf);
    snprintf(number, sizeof number, "%d", which + 1);
    assert_true(shelf_read(&shelf, which, &lesson, &err));
    struct terminal *terminal = visit_start(state, &setup);
    for (int step = 0; step < lesson.step_count; step++) {
        wait_step(terminal, step, lesson.step_count);
        answer(terminal, &lesson, which, step);
        terminal_send(terminal, "\x1b[C");
    }
    terminal_wait_text(terminal, "the lesson is over");
    for (int step = lesson.step_count - 2; step >= 0; step--) {
        terminal_send(terminal, "\x1b[D");
        wait_step(terminal, step, lesson.step_count);
    }
    visit_quit(terminal);
    terminal_close(terminal);
    lesson_free(&lesson);
}

static void
walk_all(void **state, const struct terminal_setup *kind)
{
    struct shelf shelf;
    shelf_fill(&shelf);
    assert_true(shelf.count > 0);
    for (int which = 0; which < shelf.count; which++)
        walk(state, which, kind);
}

static void
in_colour(void **state)
{
    walk_all(state, &(struct terminal_setup){.args = NULL});
}

static void
in_mono(void **state)
{
    static const char *const mono[] = {"--theme", "mono", NULL};
    walk_all(state, &(struct terminal_setup){.args = mono});
}

static void
in_ascii(void **state)
{
    static const char *const ascii[] = {"--ascii", NULL};
    walk_all(state, &(struct terminal_setup){.args = ascii});
}

static void
at_120x40(void **state)
{
    walk_all(state, &(struct terminal_setup){.rows = 40, .cols = 120});
}

static void
at_200x60(void **state)
{
    walk_all(state, &(struct terminal_setup){.rows = 60, .cols = 200});
}

/* From the list, by keys alone; Esc goes back to what was there. */
static void
from_the_list(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "L");
    terminal_wait_text(terminal, "Enter begins one");
    terminal_send(terminal, "\r");
    terminal_wait_text(terminal, " 1/");
    terminal_send(terminal, "\x1b[C");
    terminal_wait_text(terminal, " 2/");
    terminal_send(terminal, ":lesson off\r");
    terminal_wait_text(terminal, "[.94]");
    visit_quit(terminal);
}

#define DOWN_TO_END "\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B"

/* A lesson in the reader's own folder is listed behind the others; that it was finished is known
 * the next time. */
static void
of_ones_own(void **state)
{
    struct folder folder;
    char data[FOLDER_PATH_BYTES + 20], kept[FOLDER_PATH_BYTES + 20];
    const char *env[] = {data, kept, NULL};
    struct terminal_setup setup = {.term = "xterm-256color", .env = env};
    assert_true(folder_make(&folder));
    char *whole = realpath(folder.path, NULL);
    assert_non_null(whole);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s", whole);
    snprintf(kept, sizeof kept, "XDG_STATE_HOME=%s/kept", whole);
    free(whole);
    folder_add_folder(&folder, "qkv");
    folder_add_folder(&folder, "qkv/lessons");
    folder_add_text(
        &folder, "qkv/lessons/mine.lesson",
        "title Mine\nminutes 1\nstep One\nask yes A[cat,The] > 0.5\nsay Is it?\n");
    struct terminal *terminal = visit_start(state, &setup);
    terminal_send(terminal, "L" DOWN_TO_END "\r");
    terminal_wait_text(terminal, " 1/1 ");
    terminal_send(terminal, "\ryes\r");
    terminal_wait_text(terminal, "Right: the answer is yes.");
    terminal_send(terminal, "\x1b[C");
    terminal_wait_text(terminal, "1 of 1 answers were right");
    visit_quit(terminal);
    terminal_close(terminal);
    terminal = visit_start(state, &setup);
    terminal_send(terminal, "L" DOWN_TO_END);
    terminal_wait_text(terminal, "Mine  1 min  finished, 1 of 1 right");
    visit_quit(terminal);
    assert_true(folder_remove(&folder));
}

#define VISIT(test) cmocka_unit_test_setup_teardown(test, visit_set_up, visit_tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        VISIT(in_colour), VISIT(in_mono),       VISIT(in_ascii),    VISIT(at_120x40),
        VISIT(at_200x60), VISIT(from_the_list), VISIT(of_ones_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

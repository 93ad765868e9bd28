/* A step of a lesson on paper: prose, the view without keys, a line for the answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/folder.h"
#include "support/session.h"
#include "view/out/handout.h"

static char *
written(const char *commands, int rows, int cols)
{
    struct session *session = session_open(NULL);
    struct text text = {0};
    struct err err;
    session_do(session, commands);
    assert_true(handout_write(&session->app, rows, cols, &text, &err));
    session_close(session);
    return text.bytes;
}

static void
assert_has(const char *text, const char *expected)
{
    if (strstr(text, expected) == NULL)
        fail_msg("no \"%s\" in\n%s", expected, text);
}

static void
a_question_has_a_line_for_its_answer(void **state)
{
    (void)state;
    char *text = written("lesson 3 1", 24, 80);
    assert_int_equal(strncmp(text, "Why two matrices\n\n1/11 There\n\n", 30), 0);
    assert_has(text, "Row chased, column mouse:\n.93.\n\nNow mouse asks.");
    assert_has(text, " ▶ mouse        ?       ?");
    assert_has(text, "\nYour answer (a number, as in 0.5): ____________________\n");
    assert_null(strstr(text, "*"));
    assert_null(strstr(text, "quit"));
    assert_null(strstr(text, "Esc"));
    free(text);
}

static void
other_steps_have_none(void **state)
{
    (void)state;
    char *text = written("lesson 7 2; glyphs ascii", 24, 80);
    assert_int_equal(strncmp(text, "2/9 No idea yet\n\n.25 each", 25), 0);
    assert_has(text, "| >  2   :  : [.] +  =  -  .  .\n");
    assert_null(strstr(text, "Your answer"));
    assert_null(strstr(text, "[t train]"));
    free(text);
}

/* Whatever the size, no line of it is longer than the screen, or than paper. */
static void
it_fits(void **state)
{
    static const int sizes[][2] = {{24, 80}, {12, 40}, {3, 20}, {60, 200}};
    (void)state;
    for (size_t z = 0; z < sizeof sizes / sizeof sizes[0]; z++) {
        char *text = written("lesson 2 5; glyphs ascii", sizes[z][0], sizes[z][1]);
        size_t most = sizes[z][1] < 80 ? 80 : (size_t)sizes[z][1];
        for (const char *line = text; *line != '\0';) {
            size_t length = strcspn(line, "\n");
            assert_true(length <= most);
            line += length + (line[length] == '\n');
        }
        free(text);
    }
}

/* What has no blanks is broken anywhere, and nothing of it is lost. */
static void
long_words_are_broken(void **state)
{
    (void)state;
    struct folder folder;
    char text[1200] = "title T\nminutes 1\nstep S\nsay ", path[FOLDER_PATH_BYTES];
    char command[FOLDER_PATH_BYTES + 16];
    assert_true(folder_make(&folder));
    for (int k = 0; k < 120; k++)
        strcat(text, "\xe6\xb3\xa8\xe6\x84\x8f"); /* two wide characters */
    strcat(text, "\n");
    folder_add_text(&folder, "wide.lesson", text);
    folder_path(&folder, "wide.lesson", path);
    snprintf(command, sizeof command, "lesson %s", path);
    char *paper = written(command, 24, 80);
    int wide = 0, longest = 0;
    for (const char *line = paper; *line != '\0'; line += strcspn(line, "\n") + 1) {
        int here = 0;
        for (const char *at = line; *at != '\n' && *at != '\0'; at++)
            here += (unsigned char)*at == 0xe6;
        wide += here;
        longest = here > longest ? here : longest;
    }
    assert_int_equal(wide, 240);
    assert_int_equal(longest, 39);
    free(paper);
    assert_true(folder_remove(&folder));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_has_a_line_for_its_answer),
        cmocka_unit_test(other_steps_have_none),
        cmocka_unit_test(it_fits),
        cmocka_unit_test(long_words_are_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The lessons that were finished, from one session to the next. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "source/marks.h"
#include "support/folder.h"

static void
assert_mark(const struct marks *marks, const char *name, int right, int asked)
{
    const struct mark *mark = marks_find(marks, name);
    assert_non_null(mark);
    assert_int_equal(mark->right, right);
    assert_int_equal(mark->asked, asked);
}

/* The folders are made; the last line of a name counts. */
static void
marks_are_kept(void **state)
{
    struct marks marks;
    struct err err = {""};
    char folder[FOLDER_PATH_BYTES];
    folder_path(*state, "a/b", folder);
    marks_read(&marks, folder); /* nothing is there yet */
    assert_int_equal(marks.count, 0);
    const struct mark all[] = {
        {"1-one", 1, 3}, {"a lesson of mine", 0, 0}, {"1-one", 3, 3}};
    for (int k = 0; k < 3; k++)
        if (!marks_keep(folder, &all[k], &err))
            fail_msg("%s", err.text);
    marks_read(&marks, folder);
    assert_int_equal(marks.count, 2);
    assert_mark(&marks, "1-one", 3, 3);
    assert_mark(&marks, "a lesson of mine", 0, 0);
    assert_null(marks_find(&marks, "2-two"));
}

static void
other_lines_are_passed_over(void **state)
{
    const struct folder *folder = *state;
    struct marks marks;
    folder_add_text(folder, "lessons",
                    "\n1 2\nx 2 a\n3 2 more-right-than-asked\n1 65 too-many\n-1 2 b\n"
                    "1 2 a-name-that-is-much-longer-than-the-names-that-lessons-have\n"
                    "1 2 good\n\x01\xff 2 3");
    marks_read(&marks, folder->path);
    assert_int_equal(marks.count, 1);
    assert_mark(&marks, "good", 1, 2);
}

/* A line that was cut stays one, and the new one stands below it. */
static void
a_cut_line_spoils_no_other(void **state)
{
    const struct folder *folder = *state;
    const struct mark mark = {"1-one", 2, 3};
    struct marks marks;
    struct err err;
    folder_add_text(folder, "lessons", "3 3 0-zero");
    assert_true(marks_keep(folder->path, &mark, &err));
    marks_read(&marks, folder->path);
    assert_mark(&marks, "0-zero", 3, 3);
    assert_mark(&marks, "1-one", 2, 3);
}

/* What is no file keeps nothing, and is not waited for. */
static void
a_fifo_is_refused(void **state)
{
    const struct folder *folder = *state;
    const struct mark mark = {"1-one", 2, 3};
    char path[FOLDER_PATH_BYTES];
    struct err err;
    folder_path(folder, "lessons", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(marks_keep(folder->path, &mark, &err));
    assert_non_null(strstr(err.text, "no regular file"));
}

/* A place that cannot be written is named; more marks than there is room for are not kept. */
static void
limits(void **state)
{
    const struct folder *folder = *state;
    static struct marks marks;
    struct err err = {""};
    struct mark mark = {"x", 0, 0};
    char path[FOLDER_PATH_BYTES];
    folder_add_text(folder, "file", "");
    folder_path(folder, "file", path);
    assert_false(marks_keep(path, &mark, &err));
    assert_non_null(strstr(err.text, "it cannot be written: "));
    for (int k = 0; k < MARKS_MOST + 3; k++) {
        snprintf(mark.name, sizeof mark.name, "lesson-%d", k);
        marks_set(&marks, &mark);
    }
    assert_int_equal(marks.count, MARKS_MOST);
}

#define MARKS(test) cmocka_unit_test_setup_teardown(test, folder_set_up, folder_tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        MARKS(marks_are_kept),
        MARKS(other_lines_are_passed_over),
        MARKS(a_cut_line_spoils_no_other),
        MARKS(a_fifo_is_refused),
        MARKS(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The lessons that can be listed: the embedded ones, and those of a folder. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "source/shelf.h"
#include "support/folder.h"

#define LESSON(title) "title " title "\nminutes 3\nstep One\nsay Words.\n"

/* Asserts that a lesson is found and has that title. */
static void
assert_found(const struct shelf *shelf, const char *wanted, const char *title)
{
    struct lesson lesson;
    struct err err = {""};
    if (!shelf_find(shelf, wanted, &lesson, &err))
        fail_msg("%s", err.text);
    assert_string_equal(lesson.title, title);
    lesson_free(&lesson);
}

static void
the_embedded_ones_have_names_and_numbers(void **state)
{
    (void)state;
    struct shelf shelf;
    struct err err = {""};
    shelf_fill(&shelf);
    assert_true(shelf.count >= 8);
    for (int k = 0; k < shelf.count; k++) {
        struct lesson lesson;
        if (!shelf_read(&shelf, k, &lesson, &err))
            fail_msg("%s", err.text);
        assert_found(&shelf, lesson.name, lesson.title);
        lesson_free(&lesson);
    }
    assert_found(&shelf, "1", "A row of numbers");
    assert_found(&shelf, "1-row-of-numbers", "A row of numbers");
    assert_found(&shelf, "row-of-numbers", "A row of numbers");
    shelf_free(&shelf);
}

static void
a_folder_adds_and_replaces(void **state)
{
    const struct folder *folder = *state;
    struct shelf shelf;
    struct err err = {""};
    shelf_fill(&shelf);
    int embedded = shelf.count;
    folder_add_text(folder, "mine.lesson", LESSON("Mine"));
    folder_add_text(folder, "1-row-of-numbers.lesson", LESSON("Instead"));
    folder_add_text(folder, "notes.txt", "no lesson");
    folder_add_text(folder, ".hidden.lesson", "no lesson");
    assert_true(shelf_add(&shelf, folder->path, &err));
    assert_int_equal(shelf.count, embedded + 1);
    assert_found(&shelf, "mine", "Mine");
    assert_found(&shelf, "mine.lesson", "Mine");
    assert_found(&shelf, "1", "Instead");
    shelf_free(&shelf);
}

/* What cannot be listed is named; the others are there all the same. */
static void
odd_names_are_told(void **state)
{
    static const char *const odd[] = {
        "a\nb.lesson", "a\033[31m.lesson",
        "a-name-that-is-much-longer-than-a-list-of-lessons-has-room-for.lesson"};
    const struct folder *folder = *state;
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        struct shelf shelf;
        struct err err = {""};
        char path[FOLDER_PATH_BYTES];
        shelf_fill(&shelf);
        int embedded = shelf.count;
        folder_add_text(folder, odd[k], LESSON("Odd"));
        folder_add_text(folder, "plain.lesson", LESSON("Plain"));
        assert_false(shelf_add(&shelf, folder->path, &err));
        assert_non_null(strstr(err.text, "the name of a lesson has at most 47 bytes"));
        assert_null(strpbrk(err.text, "\n\033"));
        assert_int_equal(shelf.count, embedded + 1);
        shelf_free(&shelf);
        folder_path(folder, odd[k], path);
        assert_int_equal(remove(path), 0);
    }
}

static void
what_is_not_there(void **state)
{
    const struct folder *folder = *state;
    char path[FOLDER_PATH_BYTES];
    struct shelf shelf;
    struct lesson lesson;
    struct err err = {""};
    shelf_fill(&shelf);
    int embedded = shelf.count;
    folder_path(folder, "none", path);
    assert_true(shelf_add(&shelf, path, &err)); /* a folder that is not there is empty */
    folder_add_text(folder, "file", "no folder");
    folder_path(folder, "file", path);
    assert_false(shelf_add(&shelf, path, &err));
    assert_non_null(strstr(err.text, "cannot be read"));
    assert_int_equal(shelf.count, embedded);
    assert_false(shelf_find(&shelf, "no-such", &lesson, &err));
    assert_non_null(strstr(err.text, "there is no lesson \"no-such\""));
    assert_false(shelf_find(&shelf, "99999", &lesson, &err));
    assert_false(shelf_find(&shelf, "no-such.lesson", &lesson, &err));
    assert_non_null(strstr(err.text, "no-such.lesson: it cannot be opened"));
    folder_add_text(folder, "broken.lesson", "title A\nwhat\n");
    assert_true(shelf_add(&shelf, folder->path, &err));
    assert_false(
        shelf_find(&shelf, "broken", &lesson, &err)); /* said when it is opened */
    assert_non_null(strstr(err.text, "broken.lesson:2: "));
    shelf_free(&shelf);
}

static void
too_many_are_refused(void **state)
{
    const struct folder *folder = *state;
    struct shelf shelf;
    struct err err = {""};
    char name[] = "xx.lesson";
    shelf_fill(&shelf);
    for (int k = 0; k < SHELF_MOST; k++) {
        name[0] = (char)('a' + k / 26);
        name[1] = (char)('a' + k % 26);
        folder_add_text(folder, name, LESSON("One of many"));
    }
    assert_false(shelf_add(&shelf, folder->path, &err));
    assert_int_equal(shelf.count, SHELF_MOST);
    assert_non_null(strstr(err.text, "more than 64 lessons"));
    shelf_free(&shelf);
}

#define SHELF(test) cmocka_unit_test_setup_teardown(test, folder_set_up, folder_tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        SHELF(the_embedded_ones_have_names_and_numbers),
        SHELF(a_folder_adds_and_replaces),
        SHELF(odd_names_are_told),
        SHELF(what_is_not_there),
        SHELF(too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Reading lessons: what is in them, and a sentence with its place for everything that is
 * wrong. */
#include "source/lesson.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/rows.h"

static bool
parse(struct lesson *lesson, const char *text, struct err *err)
{
    return lesson_parse(lesson, "a/b.lesson", text, strlen(text), err);
}

static void
a_lesson_is_read(void **state)
{
    (void)state;
    struct lesson lesson;
    struct err err = {""};
    static const char text[] = "# a comment\ntitle  Two words\nminutes 12\n\n"
                               "step   First\ndo mask on\ndo query 1\nsay  one *two*\n"
                               "say\nsay three\nexpect mask = 1\n"
                               "step Second\nsay x\nwait mask = 1\ntry mask on\n";
    if (!parse(&lesson, text, &err))
        fail_msg("%s", err.text);
    assert_string_equal(lesson.name, "b");
    assert_string_equal(lesson.title, "Two words");
    assert_int_equal(lesson.minutes, 12);
    assert_int_equal(lesson.step_count, 2);
    assert_string_equal(lesson_find(&lesson, 0, LESSON_DO, 1)->text, "query 1");
    assert_int_equal(lesson_find(&lesson, 0, LESSON_DO, 1)->number, 7);
    assert_string_equal(lesson_find(&lesson, 0, LESSON_SAY, 1)->text, "");
    assert_null(lesson_find(&lesson, 0, LESSON_WAIT, 0));
    assert_null(lesson_find(&lesson, 1, LESSON_DO, 0));
    assert_string_equal(lesson_find(&lesson, 1, LESSON_TRY, 0)->text, "mask on");
    lesson_free(&lesson);
}

#define HEAD "title T\nminutes 5\n"

static void
wrong_lines_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "a/b.lesson: it has no title, as in: title Who did it"},
        {HEAD, "a/b.lesson: it has no step, as in: step Look"},
        {"title T\nstep S\nsay x\n", "a/b.lesson: it has no minutes"},
        {"title\n", "a/b.lesson:1: title stands once"},
        {HEAD "title U\n", "a/b.lesson:3: title stands once"},
        {"minutes 0\n", "a/b.lesson:1: minutes is a whole number from 1 to 600"},
        {"minutes ten\n", "a/b.lesson:1: minutes is a whole number"},
        {HEAD "say x\n", "a/b.lesson:3: a step must begin before say"},
        {HEAD "step\n", "a/b.lesson:3: step needs something behind it"},
        {HEAD "step S\ndo\n", "a/b.lesson:4: do needs something behind it"},
        {HEAD "step S\nspeak x\n", "a/b.lesson:4: no line begins with \"speak\""},
        {HEAD "step S\ntitle x\n", "a/b.lesson:4: title stands before the first step"},
        {HEAD "step S\ndo mask on\n", "a/b.lesson:3: the step says nothing"},
        {HEAD "step S\nsay x\nask yes 1 = 1\nask yes 1 = 1\n",
         "asks or waits at most once"},
        {HEAD "step S\nsay x\nask yes 1 = 1\nwait 1 = 2\ntry mask on\n", "not both"},
        {HEAD "step S\nsay x\nwait mask = 1\n", "wait and try stand together"},
        {HEAD "step S\nsay x\ntry mask on\n", "wait and try stand together"},
        {HEAD "step S\nsay \x1b[31m\n", "a/b.lesson:4: byte"},
        {HEAD "step S\nsay x\nsay a *b c\nsay\nsay d*\n", "a/b.lesson:5: a * that opens"},
        {HEAD "step S\nsay *a* b *c\n", "a/b.lesson:4: a * that opens"},
    };
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct lesson lesson;
        struct err err = {""};
        bool read = parse(&lesson, rows[k].text, &err);
        wrong += row_wrong(!read && strstr(err.text, rows[k].says) != NULL, "row %zu: %s",
                           k, err.text);
    }
    assert_int_equal(wrong, 0);
}

/* The words of a line, with what is emphasised in brackets. */
static void
spell(const char *line, char *out, size_t size)
{
    bool strong = false;
    size_t used = 0;
    out[0] = '\0';
    while (*line != '\0') {
        struct lesson_piece piece;
        for (bool begins = true; lesson_next_piece(&line, begins, &strong, &piece);
             begins = false)
            used += (size_t)snprintf(out + used, size - used,
                                     piece.strong ? "[%.*s]" : "%.*s", (int)piece.length,
                                     piece.text);
        size_t blanks = strspn(line, " ");
        used += (size_t)snprintf(out + used, size - used, "%.*s", (int)blanks, line);
        line += blanks;
    }
}

static void
stars_emphasise(void **state)
{
    static const char *const rows[][2] = {
        {"a *b* c", "a [b] c"},
        {"*a b* c", "[a] [b] c"},
        {"*.94*, so", "[.94], so"},
        {"2 * 3", "2 * 3"},
        {"a*b*c", "a*b*c"},
        {"*self*-made", "[self]-made"},
        {"a * *b* *", "a * [b] *"},
        {"**a*", "a*"},
        {"", ""},
    };
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char out[100];
        spell(rows[k][0], out, sizeof out);
        wrong += row_wrong(strcmp(out, rows[k][1]) == 0, "%s: %s", rows[k][0], out);
    }
    assert_int_equal(wrong, 0);
}

/* The name is the file's, without folder and ending. */
static void
names_are_stems(void **state)
{
    static const char *const rows[][2] = {{"a/v1.2.lesson", "v1.2"},
                                          {"x.lesson", "x"},
                                          {"lessons/1-row.lesson", "1-row"},
                                          {"notes.txt", "notes"},
                                          {"plain", "plain"}};
    static const char text[] = HEAD "step S\nsay x\n";
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct lesson lesson;
        struct err err;
        assert_true(lesson_parse(&lesson, rows[k][0], text, sizeof text - 1, &err));
        assert_string_equal(lesson.name, rows[k][1]);
        lesson_free(&lesson);
    }
}

static void
too_much_is_refused(void **state)
{
    (void)state;
    static char text[64 * (LESSON_STEPS_MAX + 2)];
    struct lesson lesson;
    struct err err = {""};
    size_t used = (size_t)snprintf(text, sizeof text, HEAD);
    for (int k = 0; k <= LESSON_STEPS_MAX; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "step S\nsay x\n");
    assert_false(parse(&lesson, text, &err));
    assert_non_null(strstr(err.text, "a lesson has at most 64 steps"));
    assert_false(lesson_parse(&lesson, ".lesson", HEAD, strlen(HEAD), &err));
    assert_false(lesson_load(&lesson, "no-such-lesson", &err));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_is_read),    cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(stars_emphasise),     cmocka_unit_test(names_are_stems),
        cmocka_unit_test(too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Wrong head files: each fault is refused with its file and line and a sentence that says what
 * would be right. */
#include "source/head.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/lines.h"
#include "support/rows.h"

enum { TEXT_BYTES = 2 * LINE_BYTES };

struct fault {
    const char *text, *expected;
};

/* Whether a file is accepted, or refused with another sentence; `name` is for the message. */
static int
refused_wrong(const char *name, const char *text, const char *expected)
{
    struct head head;
    struct err err = {0};
    bool done = head_parse(&head, "own", "own.head", text, strlen(text), &err);
    int wrong = row_wrong(!done && strstr(err.text, expected) != NULL,
                          "%.70s: expected \"%s\", got \"%s\"", name, expected,
                          done ? "no error" : err.text);
    if (done)
        head_free(&head);
    else
        wrong += row_wrong(head.checks == NULL && head.weights[PROJECT_Q] == NULL,
                           "%.70s: something is still owned", name);
    return wrong;
}

/* Puts each line into a file that is right but for it, as line 4. */
static int
lines_wrong(const struct fault *rows, size_t count)
{
    int wrong = 0;
    char text[1000];
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "title t\nabout a\nd_k 4\n%s\nvalue meaning\n",
                 rows[i].text);
        wrong += refused_wrong(rows[i].text, text, rows[i].expected);
    }
    return wrong;
}

#define COUNT(rows) (sizeof rows / sizeof rows[0])

static void
lines_of_unknown_kinds(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"colour red",
         "own.head:4: \"colour\" begins no line of a head file; title about"},
        {"Query noun -> 0", "own.head:4: \"Query\" begins no line"},
        {"d_v 4", "own.head:4: \"d_v\" begins no line"},
        {"verb -> 0 : 12", "own.head:4: \"verb\" begins no line"},
        {"-> 0", "own.head:4: \"->\" begins no line"},
        {"query\x01 noun -> 0", "own.head:4: byte 6 is the control character ^A"},
        {"title \xff", "own.head:4: byte 7 (0xFF) is not UTF-8"},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

static void
numbers_out_of_range(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"d_k 5", "own.head:4: a second d_k; it is 4 already"},
        {"place 0", "own.head:4: place is a whole number from 1 to 999, not \"0\""},
        {"place 1000", "own.head:4: place is a whole number from 1 to 999"},
        {"place first", "own.head:4: place is a whole number"},
        {"place", "own.head:4: place is a whole number"},
        {"place 1 2", "own.head:4: place is a whole number"},
    };
    static const struct fault sizes[] = {
        {"d_k 0", "own.head:1: d_k is a whole number from 1 to 256, not \"0\""},
        {"d_k 257", "own.head:1: d_k is a whole number from 1 to 256"},
        {"d_k -1", "own.head:1: d_k is a whole number"},
        {"d_k 4.5", "own.head:1: d_k is a whole number"},
        {"d_k", "own.head:1: d_k is a whole number from 1 to 256, not \"\""},
        {"d_k 99999999999999999999", "own.head:1: d_k is a whole number"},
        {"query noun -> 0\nd_k 4", "own.head:1: d_k must stand before this line"},
        {"key random", "own.head:1: d_k must stand before this line"},
    };
    int wrong = lines_wrong(rows, COUNT(rows));
    for (size_t i = 0; i < COUNT(sizes); i++)
        wrong += refused_wrong(sizes[i].text, sizes[i].text, sizes[i].expected);
    assert_int_equal(wrong, 0);
}

static void
features_and_columns_that_do_not_fit(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"query noun -> 4",
         "own.head:4: query names column 4, but d_k is 4: columns are"},
        {"key noun -> 2..9", "own.head:4: key names column 9, but d_k is 4"},
        {"query noun -> 3..1", "own.head:4: \"3..1\" is no column; write one as 0"},
        {"query noun -> x", "own.head:4: \"x\" is no column"},
        {"query noun -> -1", "own.head:4: \"-1\" is no column"},
        {"query noun -> 1.5", "own.head:4: \"1.5\" is no column"},
        {"query noun -> 0..", "own.head:4: \"0..\" is no column"},
        {"query noun -> ..2", "own.head:4: \"..2\" is no column"},
        {"query noun -> 0..1..2", "own.head:4: \"0..1..2\" is no column"},
        {"query noun ->", "own.head:4: after -> a column must follow, as in: query noun"},
        {"query -> 0", "own.head:4: a query line names features"},
        {"query", "own.head:4: a query line names features"},
        {"key noun", "own.head:4: a key line names features"},
        {"query noum -> 0", "own.head:4: \"noum\" is no column of X; they are det noun"},
        {"query Noun -> 0", "own.head:4: \"Noun\" is no column of X"},
        {"query id12 -> 0", "own.head:4: \"id12\" is no column of X; they are det"},
        {"query 1 -> 0", "own.head:4: \"1\" is no column of X"},
        {"query - noun -> 0", "own.head:4: \"\" is no column of X"},
        {"query --noun -> 0", "own.head:4: \"-noun\" is no column of X"},
        {"query +noun -> 0", "own.head:4: \"+noun\" is no column of X"},
        {"query noun random -> 0", "own.head:4: \"random\" is no column of X"},
        {"query noun verb -> 0..2", "own.head:4: 2 features do not fit 3 columns"},
        {"query name -> 0..3", "own.head:4: 12 features do not fit 4 columns"},
        {"query noun noun -> 0", "own.head:4: query noun -> 0 was already set by line 4"},
        {"query noun -> 0\nquery verb noun -> 0",
         "own.head:5: query noun -> 0 was already set by line 4"},
        {"key noun -> 0 : 0\nkey noun -> 0",
         "own.head:5: key noun -> 0 was already set by line 4"},
        {"query meaning meaning meaning meaning meaning -> 0",
         "own.head:4: the line names more features than X has columns"},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

static void
gains_that_are_none(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"query noun -> 0 12", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 :", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 : x", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 : 1 2", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 : nan", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 : inf", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 : 0x10", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 : 1e999", "own.head:4: after the columns only : and a number"},
        {"query noun -> 0 -> 1", "own.head:4: after the columns only : and a number"},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

/* A weight is a float: what it cannot hold would fill the tensors with infinities and things
 * that are no numbers. */
static void
gains_and_shifts_that_are_too_large(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"query noun -> 0 : 1e39", "own.head:4: "},
        {"query noun -> 0 : -1e300", "own.head:4: "},
        {"query position gain 1e39 periods 4 -> 0..1", "own.head:4: "},
        {"query position shift 1e12 periods 4 -> 0..1", "own.head:4: "},
        {"query position shift -1e300 periods 4 -> 0..1", "own.head:4: "},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

static void
positions_that_do_not_fit(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"query position periods 4 10 26 -> 0..3",
         "own.head:4: 3 periods fill 6 columns (sin and cos of each), but 4 are named"},
        {"query position periods 4 -> 0", "own.head:4: 1 periods fill 2 columns"},
        {"query position periods 4", "own.head:4: 1 periods fill 2 columns"},
        {"query position periods -> 0",
         "own.head:4: position reads: query position shift"},
        {"query position -> 0..1", "own.head:4: position reads: query position shift"},
        {"query position", "own.head:4: position reads: query position shift"},
        {"key position 4 -> 0..1", "own.head:4: position reads: key position shift"},
        {"query position turn 2 periods 4 -> 0..1", "own.head:4: position reads"},
        {"query position shift -> 0..1", "own.head:4: position reads"},
        {"query position shift x periods 4 -> 0..1", "own.head:4: \"x\" is no number"},
        {"query position gain nan periods 4 -> 0..1", "own.head:4: \"nan\" is no number"},
        {"query position periods 5 -> 0..1", "own.head:4: \"5\" is no period"},
        {"query position periods four -> 0..1", "own.head:4: \"four\" is no period"},
        {"query position periods 4 10 26 70 4 -> 0..3",
         "or one too many; the periods are"},
        {"query position periods 4 -> 0..1 : 3",
         "own.head:4: the gain of a position stands before its periods"},
        {"query position periods 4 -> 3..4", "own.head:4: query names column 4"},
        {"query position periods 4 -> 0..1\nquery sin4 -> 0",
         "own.head:5: query sin4 -> 0 was already set by line 4"},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

/* A line that names nothing sets nothing, so it cannot be what was meant. */
static void
a_position_without_periods(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"query position periods", "own.head:4: "},
        {"key position shift 2 gain 3 periods", "own.head:4: "},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

static void
random_lines_that_are_not_alone(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"query random -> 0", "own.head:4: random stands alone: query random"},
        {"key random 8", "own.head:4: random stands alone: key random"},
        {"query noun -> 0\nquery random", "own.head:5: random is the only query line"},
        {"query random\nquery noun -> 0", "own.head:5: random is the only query line"},
        {"key random\nkey random", "own.head:5: random is the only key line"},
        {"query random\nkey noun -> 0",
         "own.head: query, key and value are random togeth"},
        {"query random",
         "own.head: query, key and value are random together or not at all"},
        {"key random", "own.head: query, key and value are random together or not"},
        {"query random\nkey random",
         "own.head: query, key and value are random together"},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

static void
value_lines_that_are_none(void **state)
{
    (void)state;
    /* the frame's own value line comes behind, so these fail first */
    static const struct fault rows[] = {
        {"value", "own.head:4: value names the features that V hands over"},
        {"value noun -> 0", "own.head:4: value names no columns: V has one for each"},
        {"value noum", "own.head:4: \"noum\" is no column of X"},
        {"value position periods 4", "own.head:4: \"position\" is no column of X"},
        {"value noun verb noun", "own.head:4: value names noun twice"},
        {"value meaning noun", "own.head:4: value names noun twice"},
        {"value noun -noun", "own.head:4: value names noun twice"},
        {"value random", "own.head:4: a random value line says how wide V is"},
        {"value random 0", "own.head:4: a random value line says how wide V is"},
        {"value random 257", "own.head:4: a random value line says how wide V is: value"},
        {"value random 8 8", "own.head:4: a random value line says how wide V is"},
        {"value random x", "own.head:4: a random value line says how wide V is"},
        {"value noun", "own.head:5: a second value line"},
    };
    assert_int_equal(lines_wrong(rows, COUNT(rows)), 0);
}

static void
files_that_lack_something(void **state)
{
    (void)state;
    static const struct fault rows[] = {
        {"", "own.head: a title line and an about line are missing"},
        {"# only a comment\n", "own.head: a title line and an about line are missing"},
        {"title t\nd_k 4\nvalue noun\n", "own.head: a title line and an about line are"},
        {"about a\nd_k 4\nvalue noun\n", "own.head: a title line and an about line are"},
        {"title t\nabout a\nvalue noun\n",
         "own.head: a d_k line is missing, as in: d_k 8"},
        {"title t\nabout a\nd_k 4\n", "own.head: a value line is missing, as in: value"},
        {"title\nabout a\n", "own.head:1: a text of 1 to 159 bytes must follow"},
        {"title   # no text\n", "own.head:1: a text of 1 to 159 bytes must follow"},
        {"about\n", "own.head:1: a text of 1 to 159 bytes must follow"},
        {"title t\nexpect A = 1\nvalue noum\n", "own.head:3: \"noum\" is no column of X"},
    };
    int wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        wrong += refused_wrong(rows[i].text, rows[i].text, rows[i].expected);
    assert_int_equal(wrong, 0);
}

/* Texts, words and lines one byte longer than they may be. */
static void
things_that_are_too_long(void **state)
{
    (void)state;
    static char text[TEXT_BYTES], word[LINE_BYTES + 1];
    memset(word, 'w', sizeof word);
    int wrong = 0;
    snprintf(text, sizeof text, "title %.*s\nabout a\nd_k 4\nvalue noun\n",
             HEAD_TEXT_BYTES, word);
    wrong +=
        refused_wrong(text, text, "own.head:1: a text of 1 to 159 bytes must follow");
    snprintf(text, sizeof text, "title t\nabout %.*s\nd_k 4\nvalue noun\n",
             HEAD_TEXT_BYTES - 1, word);
    struct head head;
    struct err err = {0};
    assert_true(head_parse(&head, "own", "own.head", text, strlen(text), &err));
    assert_int_equal(strlen(head.about), HEAD_TEXT_BYTES - 1);
    head_free(&head);

    snprintf(text, sizeof text, "d_k 4\nquery %.40s -> 0\n", word);
    wrong += refused_wrong(text, text, "own.head:2: \"www");
    snprintf(text, sizeof text, "d_k 4\n\nquery noun -> 0 : %.40s\n", word);
    wrong += refused_wrong(text, text, "own.head:3: after the columns only");
    snprintf(text, sizeof text, "\n%.*s\n", LINE_BYTES, word);
    wrong += refused_wrong(text, text, "own.head:2: the line has");
    snprintf(text, sizeof text, "d_k 4\nquery");
    for (int i = 0; i < 70; i++)
        strcat(text, " noun");
    wrong += refused_wrong(text, text, "own.head:2: query has more than 64 words");
    assert_int_equal(wrong, 0);
}

/* The last byte of the longest line counts as much as the first, or the line is refused. */
static void
no_part_of_the_longest_line_is_dropped(void **state)
{
    (void)state;
    static const char front[] = "query noun->0", end[] = ":123456";
    static char text[TEXT_BYTES];
    struct head head;
    struct err err = {0};
    int blanks = LINE_BYTES - 1 - (int)(sizeof front - 1) - (int)(sizeof end - 1);
    snprintf(text, sizeof text, "title t\nabout a\nd_k 4\n%s%*s%s\nvalue noun\n", front,
             blanks, "", end);
    if (!head_parse(&head, "own", "own.head", text, strlen(text), &err)) {
        assert_memory_equal(err.text, "own.head:4: ", 12);
        return;
    }
    double weight = (double)head.weights[PROJECT_Q][FEATURE_NOUN * head.d_k];
    head_free(&head);
    assert_true(weight == 123456.0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_unknown_kinds),
        cmocka_unit_test(numbers_out_of_range),
        cmocka_unit_test(features_and_columns_that_do_not_fit),
        cmocka_unit_test(gains_that_are_none),
        cmocka_unit_test(gains_and_shifts_that_are_too_large),
        cmocka_unit_test(positions_that_do_not_fit),
        cmocka_unit_test(a_position_without_periods),
        cmocka_unit_test(random_lines_that_are_not_alone),
        cmocka_unit_test(value_lines_that_are_none),
        cmocka_unit_test(files_that_lack_something),
        cmocka_unit_test(things_that_are_too_long),
        cmocka_unit_test(no_part_of_the_longest_line_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The walk over the lines of a text file. */
#include "base/lines.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

#define BYTES(s) s, sizeof(s) - 1

/* Walks a copy that ends where `length` says and notes every line as "NUMBER:TEXT|". */
static bool
walk(struct text *seen, const char *bytes, size_t length, struct err *err)
{
    char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    struct lines lines;
    lines_start(&lines, "file", copy, length);
    text_add(seen, "%s", "");
    while (lines_next(&lines, err))
        text_add(seen, "%d:%s|", lines.number, lines.text);
    bool done = !lines.failed;
    if (done) /* the end stays the end */
        assert_false(lines_next(&lines, err));
    assert_int_equal(lines.failed, !done);
    free(copy);
    return done;
}

static void
lines_of_many_texts(void **state)
{
    (void)state;
    static const struct {
        const char *what, *bytes;
        size_t length;
        const char *seen;
    } rows[] = {
        {"nothing", BYTES(""), ""},
        {"one line end", BYTES("\n"), ""},
        {"blank lines", BYTES("\n \n\t\n\r\n"), ""},
        {"one line", BYTES("one\n"), "1:one|"},
        {"no final line end", BYTES("one\ntwo"), "1:one|2:two|"},
        {"CRLF", BYTES("one\r\n\r\ntwo\r\n"), "1:one|3:two|"},
        {"CRLF without the last LF", BYTES("one\r\ntwo\r"), "1:one|2:two|"},
        {"blanks at the ends", BYTES(" \t one  two \t \n"), "1:one  two|"},
        {"comments", BYTES("# a\none\n  # b\n\t#\ntwo # c\n#"), "2:one|5:two # c|"},
        {"numbers count all lines", BYTES("\n\n#\nfour\n\nsix"), "4:four|6:six|"},
        {"UTF-8", BYTES("caf\xc3\xa9 \xe2\x86\x92\n"), "1:caf\xc3\xa9 \xe2\x86\x92|"},
        {"a comment may hold anything", BYTES("#\0\x1b\xff\nx"), "2:x|"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text seen = {0};
        struct err err = {""};
        bool done = walk(&seen, rows[i].bytes, rows[i].length, &err);
        if (!done || strcmp(seen.bytes, rows[i].seen) != 0)
            fail_msg("%s: saw \"%s\" and \"%s\"", rows[i].what, seen.bytes, err.text);
        text_free(&seen);
    }
}

static void
lines_that_are_no_text(void **state)
{
    (void)state;
    static const struct {
        const char *what, *bytes;
        size_t length;
        const char *seen, *start;
    } rows[] = {
        {"NUL", BYTES("one\nt\0wo\n"), "1:one|", "file:2: byte 2 "},
        {"only a NUL", BYTES("\0"), "", "file:1: byte 1 "},
        {"NUL at the end", BYTES("one\0"), "", "file:1: byte 4 "},
        {"escape", BYTES("\n\nred \x1b[31m"), "", "file:3: byte 5 "},
        {"C1 control", BYTES("a\n#\nb\xc2\x9b\nc"), "1:a|", "file:3: byte 2 "},
        {"malformed", BYTES("caf\xe9\r\n"), "", "file:1: byte 4 "},
        {"cut by the line end", BYTES("x\xe2\x82\n\xac"), "", "file:1: byte 2 "},
        {"second byte order mark", BYTES("\xef\xbb\xbfone\n\xef\xbb\xbftwo"), "1:one|",
         "file:2: byte 1 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text seen = {0};
        struct err err = {""};
        bool done = walk(&seen, rows[i].bytes, rows[i].length, &err);
        if (done || strcmp(seen.bytes, rows[i].seen) != 0 ||
            strncmp(err.text, rows[i].start, strlen(rows[i].start)) != 0)
            fail_msg("%s: saw \"%s\" and \"%s\"", rows[i].what, seen.bytes, err.text);
        text_free(&seen);
    }
}

/* The byte that a sentence names is counted in the line as it stands in the file. */
static void
byte_is_counted_from_the_start_of_the_line(void **state)
{
    (void)state;
    struct text seen = {0};
    struct err err = {""};
    assert_false(walk(&seen, BYTES("one\n    \xff\n"), &err));
    if (strncmp(err.text, "file:2: byte 5 ", 15) != 0)
        fail_msg("%s", err.text);
    text_free(&seen);
}

/* Puts a line of `length` letters between two others and walks. */
static bool
walk_long_line(struct text *seen, const char *before, size_t length, const char *after,
               struct err *err)
{
    struct text bytes = {0};
    text_add(&bytes, "first\n%s", before);
    for (size_t i = 0; i < length; i++)
        text_add_bytes(&bytes, "x", 1);
    text_add(&bytes, "%s\nlast\n", after);
    assert_false(bytes.failed);
    bool done = walk(seen, bytes.bytes, bytes.length, err);
    text_free(&bytes);
    return done;
}

static void
line_of_every_length(void **state)
{
    (void)state;
    for (size_t length = LINE_BYTES - 3; length < LINE_BYTES + 3; length++) {
        struct text seen = {0};
        struct err err = {""};
        bool done = walk_long_line(&seen, "", length, "", &err);
        if (length < LINE_BYTES) {
            assert_true(done);
            assert_int_equal(seen.length, strlen("1:first|2:|3:last|") + length);
        } else {
            assert_false(done);
            assert_string_equal(seen.bytes, "1:first|");
            assert_memory_equal(err.text, "file:2: ", 8);
            assert_non_null(strstr(err.text, "65535"));
        }
        text_free(&seen);
    }
}

static void
blanks_and_comments_may_be_longer(void **state)
{
    (void)state;
    struct text seen = {0};
    struct err err = {""};
    assert_true(walk_long_line(&seen, "#", 3 * LINE_BYTES, "", &err));
    assert_string_equal(seen.bytes, "1:first|3:last|");
    text_free(&seen);
    assert_true(walk_long_line(&seen, "   ", LINE_BYTES - 1, " \t \r", &err));
    assert_int_equal(seen.length, strlen("1:first|2:|3:last|") + LINE_BYTES - 1);
    text_free(&seen);
}

static void
place_is_put_in_front(void **state)
{
    (void)state;
    struct lines lines;
    struct err err;
    lines_start(&lines, "odd\x1bname", BYTES("\n# c\nword\n"));
    assert_true(lines_next(&lines, &err));
    err_set(&err, "%s is unknown", lines.text);
    assert_false(lines_place(&lines, &err));
    assert_string_equal(err.text, "odd^[name:3: word is unknown");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_many_texts),
        cmocka_unit_test(lines_that_are_no_text),
        cmocka_unit_test(byte_is_counted_from_the_start_of_the_line),
        cmocka_unit_test(line_of_every_length),
        cmocka_unit_test(blanks_and_comments_may_be_longer),
        cmocka_unit_test(place_is_put_in_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

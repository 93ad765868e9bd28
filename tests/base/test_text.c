/* Growing texts, making foreign text visible, taking words and numbers out of a line. */
#include "base/text.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/utf8.h"

#define BYTES(s) s, sizeof(s) - 1

static void
text_grows(void **state)
{
    (void)state;
    struct text text = {0};
    size_t wanted = 0;
    for (int i = 0; i < 2000; i++) {
        text_add(&text, "%d,", i);
        wanted += i < 10 ? 2 : i < 100 ? 3 : i < 1000 ? 4 : 5;
        assert_int_equal(text.length, wanted);
        assert_true(text.capacity > text.length);
        assert_int_equal(text.bytes[text.length], '\0');
    }
    assert_false(text.failed);
    assert_memory_equal(text.bytes, "0,1,2,3,4,5,6,7,8,9,10,11,", 26);
    assert_string_equal(text.bytes + text.length - 10, "1998,1999,");
    text_free(&text);
    assert_null(text.bytes);
    assert_int_equal(text.length, 0);
    assert_int_equal(text.capacity, 0);
}

static void
text_takes_any_bytes_and_lengths(void **state)
{
    (void)state;
    struct text text = {0};
    text_add_bytes(&text, "", 0);
    assert_non_null(text.bytes);
    assert_string_equal(text.bytes, "");
    text_add(&text, "%s", "");
    text_add_bytes(&text, BYTES("a\0b"));
    assert_int_equal(text.length, 3);
    assert_memory_equal(text.bytes, "a\0b", 4);
    /* one call that is longer than all the room so far */
    text_add(&text, "%5000d", 7);
    assert_int_equal(text.length, 5003);
    assert_memory_equal(text.bytes, "a\0b   ", 6);
    assert_string_equal(text.bytes + 5000, "  7");
    assert_false(text.failed);
    text_free(&text);
}

static void
text_fails_once_and_for_all(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "kept");
    text_add_bytes(&text, "x", SIZE_MAX / 2);
    assert_true(text.failed);
    assert_string_equal(text.bytes, "kept");
    text_add(&text, "more");
    text_add_bytes(&text, "more", 4);
    assert_true(text.failed);
    assert_int_equal(text.length, 4);
    assert_string_equal(text.bytes, "kept");
    text_free(&text);
    assert_false(text.failed);
}

/* What text_visible makes of a text, with a | behind every mark: where it may be cut. */
static const struct visible {
    const char *in;
    size_t length;
    const char *marks;
} visibles[] = {
    {BYTES(""), ""},
    {BYTES("a"), "a|"},
    {BYTES("plain text, 123"), "p|l|a|i|n| |t|e|x|t|,| |1|2|3|"},
    {BYTES("\x1b[31mred"), "^[|[|3|1|m|r|e|d|"},
    {BYTES("a\0b"), "a|^@|b|"},
    {BYTES("\t\n\r\x7f\x01\x1f"), "^I|^J|^M|^?|^A|^_|"},
    {BYTES("\xc2\x80\xc2\x9b\x35n"), "<U+0080>|<U+009B>|5|n|"},
    {BYTES("x\xe2\x80\xaey\xe2\x81\xa6z"), "x|<U+202E>|y|<U+2066>|z|"},
    {BYTES("\xef\xbb\xbf\xe2\x80\xa8"), "<U+FEFF>|<U+2028>|"},
    {BYTES("\xf3\xa0\x80\x81tag"), "<U+E0001>|t|a|g|"},
    {BYTES("\x9b\xff\x80"), "<9B>|<FF>|<80>|"},
    {BYTES("caf\xc3\xa9"), "c|a|f|\xc3\xa9|"},
    {BYTES("\xe2\x82\xac\xe2\x82"), "\xe2\x82\xac|<E2>|<82>|"},
    {BYTES("\xed\xa0\x80\xc0\xaf"), "<ED>|<A0>|<80>|<C0>|<AF>|"},
    {BYTES("\xf4\x90\x80\x80"), "<F4>|<90>|<80>|<80>|"},
    {BYTES("\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80"),
     "\xf0\x9f\x98\x80|\xf0\x9f\x98\x80|\xf0\x9f\x98\x80|\xf0\x9f\x98\x80|"},
};

/* The longest row of whole marks in `room` bytes; returns whether that is all of them. */
static bool
take_marks(char *out, const char *marks, size_t room)
{
    size_t used = 0;
    for (size_t width; *marks != '\0'; marks += width + 1) {
        width = strcspn(marks, "|");
        if (used + width > room)
            break;
        memcpy(out + used, marks, width);
        used += width;
    }
    out[used] = '\0';
    return *marks == '\0';
}

static void
visible_at_every_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof visibles / sizeof *visibles; i++) {
        for (size_t size = 1; size <= 64; size++) {
            char wanted[80], out[80];
            if (!take_marks(wanted, visibles[i].marks, size - 1)) {
                take_marks(wanted, visibles[i].marks, size >= 4 ? size - 4 : 0);
                size_t used = strlen(wanted), dots = size >= 4 ? 3 : size - 1;
                memset(wanted + used, '.', dots);
                wanted[used + dots] = '\0';
            }
            memset(out, '#', sizeof out);
            text_visible(out, size, visibles[i].in, visibles[i].length);
            assert_non_null(memchr(out, '\0', size));
            assert_string_equal(out, wanted);
            for (size_t at = size; at < sizeof out; at++)
                assert_int_equal(out[at], '#');
        }
    }
}

/* Whatever 2 bytes stand in a text, what is shown can be shown. */
static void
visible_is_always_clean(void **state)
{
    (void)state;
    for (int bits = 0; bits < 1 << 16; bits++) {
        char in[4] = {'(', (char)(bits >> 8), (char)(bits & 0xff), ')'}, out[64];
        text_visible(out, sizeof out, in, sizeof in);
        size_t length = strlen(out);
        for (size_t at = 0, step; at < length; at += step) {
            uint32_t code = 0;
            step = utf8_decode(out + at, length - at, &code);
            if (step == 0 || utf8_is_control(code))
                fail_msg("%04X is shown as something that cannot be shown", bits);
        }
    }
}

static void
lower_cuts_between_characters(void **state)
{
    (void)state;
    static const char mixed[] = "Q\xc3\x84\xd0\x96z"; /* Q A-umlaut ZHE z */
    static const char *const wanted[] = {NULL,
                                         "",
                                         "q",
                                         "q",
                                         "q\xc3\xa4",
                                         "q\xc3\xa4",
                                         "q\xc3\xa4\xd0\xb6",
                                         "q\xc3\xa4\xd0\xb6z",
                                         "q\xc3\xa4\xd0\xb6z"};
    for (size_t size = 1; size < sizeof wanted / sizeof *wanted; size++) {
        char out[16];
        memset(out, '#', sizeof out);
        text_lower(out, size, mixed);
        assert_string_equal(out, wanted[size]);
        for (size_t at = size; at < sizeof out; at++)
            assert_int_equal(out[at], '#');
    }
}

static void
check_finds_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *in;
        size_t length;
        const char *start, *mark; /* of the sentence, in the sentence; NULL: passes */
    } rows[] = {
        {BYTES(""), NULL, NULL},
        {BYTES("The cat\tsat.\r\n"), NULL, NULL},
        {BYTES("\xc2\xa0\xe3\x80\x80 caf\xc3\xa9 \xf0\x9f\x98\x80"), NULL, NULL},
        {BYTES("\x1b[m"), "byte 1 is the control character ", "^["},
        {BYTES("red = \x1b[31m"), "byte 7 is the control character ", "^["},
        {BYTES("a\0b"), "byte 2 is the control character ", "^@"},
        {BYTES("caf\xc3\xa9\x7f"), "byte 6 is the control character ", "^?"},
        {BYTES("ab\xc2\x9b"), "byte 3 is the control character ", "U+009B"},
        {BYTES("ab\xe2\x80\xae"), "byte 3 is the control character ", "U+202E"},
        {BYTES("\xef\xbb\xbf# BOM"), "byte 1 is the control character ", "U+FEFF"},
        {BYTES("\xff"), "byte 1 ", "0xFF"},
        {BYTES("latin caf\xe9"), "byte 10 ", "0xE9"},
        {BYTES("x\xe2\x82"), "byte 2 ", "0xE2"},
        {BYTES("x\xc0\xaf"), "byte 2 ", "0xC0"},
        {BYTES("xyz\xed\xa0\x80"), "byte 4 ", "0xED"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = {""};
        bool passes = text_check(rows[i].in, rows[i].length, &err);
        assert_int_equal(passes, rows[i].start == NULL);
        if (!passes && (strncmp(err.text, rows[i].start, strlen(rows[i].start)) != 0 ||
                        strstr(err.text, rows[i].mark) == NULL))
            fail_msg("row %zu: %s", i, err.text);
    }
}

static void
words_one_by_one(void **state)
{
    (void)state;
    char word[8];
    const char *cursor = "  one\ttwo \r\n three7  ";
    assert_true(text_word(&cursor, word, sizeof word));
    assert_string_equal(word, "one");
    assert_string_equal(cursor, "two \r\n three7  ");
    assert_true(text_word(&cursor, word, sizeof word));
    assert_string_equal(word, "two");
    assert_string_equal(cursor, "three7  ");
    assert_true(text_word(&cursor, word, sizeof word));
    assert_string_equal(word, "three7");
    assert_string_equal(cursor, "");
    assert_false(text_word(&cursor, word, sizeof word));
    assert_string_equal(word, "");
    cursor = " \t ";
    assert_false(text_word(&cursor, word, sizeof word));
    assert_string_equal(word, "");
}

static void
word_that_does_not_fit(void **state)
{
    (void)state;
    for (size_t size = 1; size <= 8; size++) {
        const char *line = " abcdef  next", *cursor = line;
        char out[16];
        memset(out, '#', sizeof out);
        bool whole = text_word(&cursor, out, size);
        assert_int_equal(whole, size >= sizeof "abcdef");
        assert_int_equal(strlen(out), whole ? 6 : size - 1);
        assert_memory_equal(out, "abcdef", strlen(out));
        assert_string_equal(cursor + strspn(cursor, " "),
                            whole ? "next" : "abcdef  next");
        for (size_t at = size; at < sizeof out; at++)
            assert_int_equal(out[at], '#');
    }
}

static void
integers(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int least, most;
        bool is;
        int value;
    } rows[] = {
        {"0", 0, 9, true, 0},
        {"9", 0, 9, true, 9},
        {"10", 0, 9, false, 0},
        {"-1", 0, 9, false, 0},
        {"-1", -1, 9, true, -1},
        {"007", 0, 9, true, 7},
        {"2147483647", INT32_MIN, INT32_MAX, true, INT32_MAX},
        {"-2147483648", INT32_MIN, INT32_MAX, true, INT32_MIN},
        {"2147483648", INT32_MIN, INT32_MAX, false, 0},
        {"4294967297", INT32_MIN, INT32_MAX, false, 0},
        {"18446744073709551617", INT32_MIN, INT32_MAX, false, 0},
        {"-99999999999999999999", INT32_MIN, INT32_MAX, false, 0},
        {"", -9, 9, false, 0},
        {"-", -9, 9, false, 0},
        {"1.0", -9, 9, false, 0},
        {"1e0", -9, 9, false, 0},
        {"0x1", -9, 9, false, 0},
        {"1 ", -9, 9, false, 0},
        {"1a", -9, 9, false, 0},
        {"\xd9\xa1", -9, 9, false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int value = -77;
        bool is = text_int(rows[i].word, rows[i].least, rows[i].most, &value);
        if (is != rows[i].is || (is && value != rows[i].value))
            fail_msg("\"%s\": %d", rows[i].word, value);
    }
}

/* A word that starts with a blank is no number, for integers as for the others. */
static void
blanks_are_no_part_of_a_number(void **state)
{
    (void)state;
    double number;
    assert_false(text_number(" 1", &number));
    assert_false(text_number("\n1", &number));
    int integer;
    assert_false(text_int(" 1", -9, 9, &integer));
    assert_false(text_int("\n1", -9, 9, &integer));
}

static void
numbers(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        bool is;
        double value;
    } rows[] = {
        {"0", true, 0},         {"1.5", true, 1.5},  {"-2e3", true, -2000},
        {"+.5", true, 0.5},     {"5.", true, 5},     {"1E-2", true, 0.01},
        {"1e308", true, 1e308}, {"1e-400", true, 0}, {"1e309", false, 0},
        {"-1e309", false, 0},   {"", false, 0},      {".", false, 0},
        {"-", false, 0},        {"e5", false, 0},    {"1e", false, 0},
        {"1e+", false, 0},      {"--1", false, 0},   {"1.2.3", false, 0},
        {"1,5", false, 0},      {"1 ", false, 0},    {"nan", false, 0},
        {"NAN(1)", false, 0},   {"inf", false, 0},   {"-infinity", false, 0},
        {"0x10", false, 0},     {"0x1p3", false, 0}, {"1d", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value = -77;
        bool is = text_number(rows[i].word, &value);
        if (is != rows[i].is || (is && (value < rows[i].value || value > rows[i].value)))
            fail_msg("\"%s\": %g", rows[i].word, value);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows),
        cmocka_unit_test(text_takes_any_bytes_and_lengths),
        cmocka_unit_test(text_fails_once_and_for_all),
        cmocka_unit_test(visible_at_every_size),
        cmocka_unit_test(visible_is_always_clean),
        cmocka_unit_test(lower_cuts_between_characters),
        cmocka_unit_test(check_finds_the_place),
        cmocka_unit_test(words_one_by_one),
        cmocka_unit_test(word_that_does_not_fit),
        cmocka_unit_test(integers),
        cmocka_unit_test(blanks_are_no_part_of_a_number),
        cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The line being typed: every key, characters of several bytes, pastes. */
#include "app/keys/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/prompt_line.h"

struct edit {
    const char *before, *keys, *after;
};

static void
assert_edits(const struct edit *edits, size_t count)
{
    struct prompt prompt = {0};
    for (size_t k = 0; k < count; k++) {
        print_message("  %s  %s\n", edits[k].before, edits[k].keys);
        set_line(&prompt, PROMPT_SENTENCE, edits[k].before);
        press(&prompt, edits[k].keys);
        assert_line(&prompt, edits[k].after);
    }
    prompt_free(&prompt);
}

/* -- keys ----------------------------------------------------------------------------- */

static void
characters_go_in_at_the_cursor(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"|", "a", "a|"},
        {"ac|", "Left b", "ab|c"},
        {"|", "T h e Space c a t", "The cat|"},
        {"x|y", "é", "xé|y"},
        {"x|y", "漢", "x漢|y"},
        {"x|y", "😀", "x😀|y"},
        {"|", ": / ? < & \" ' \\ ~", ":/?<&\"'\\~|"},
        {"a|b", "\xc2\xa0", "a |b"},     /* the no-break space is a blank */
        {"a|b", "\xe3\x80\x80", "a |b"}, /* so is that of an input method */
    };
    assert_edits(edits, sizeof edits / sizeof edits[0]);
}

static void
other_keys_do_nothing(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const keys[] = {
        "F1", "PgUp", "PgDn", "M-x", "S-Tab", "C-x", "C-z", "Mouse", "left", "", "ab",
        "\x1b", "\x01", "\x7f", "\xff", "\xc3", "\x80", "a\xff", "\xc2\x9b",
        "\xe2\x80\xae", "\xed\xa0\x80",
    };
    /* clang-format on */
    struct prompt prompt = {0};
    set_line(&prompt, PROMPT_COMMAND, "a|b");
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        assert_int_equal(prompt_key(&prompt, keys[k]), PROMPT_GOES_ON);
        assert_line(&prompt, "a|b");
    }
    prompt_free(&prompt);
}

static void
the_cursor_moves(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"|", "Left Right Home End C-a C-e", "|"},
        {"ab|", "Left", "a|b"},
        {"|ab", "Left", "|ab"},
        {"ab|", "Right", "ab|"},
        {"a|b", "Right", "ab|"},
        {"ab|c", "Home", "|abc"},
        {"ab|c", "End", "abc|"},
        {"ab|c", "C-a", "|abc"},
        {"ab|c", "C-e", "abc|"},
        {"é漢😀|", "Left", "é漢|😀"},
        {"é漢😀|", "Left Left", "é|漢😀"},
        {"é漢😀|", "Left Left Left Left", "|é漢😀"},
        {"|é漢😀", "Right", "é|漢😀"},
        {"|é漢😀", "Right Right Right Right", "é漢😀|"},
    };
    assert_edits(edits, sizeof edits / sizeof edits[0]);
}

static void
keys_erase(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"|", "Backspace Delete C-d C-h C-w C-u C-k", "|"},
        {"ab|c", "Backspace", "a|c"},
        {"ab|c", "C-h", "a|c"},
        {"|ab", "Backspace", "|ab"},
        {"a|bc", "Delete", "a|c"},
        {"a|bc", "C-d", "a|c"},
        {"ab|", "Delete", "ab|"},
        {"é漢|😀", "Backspace", "é|😀"},
        {"é|漢😀", "Delete", "é|😀"},
        {"ab|cd", "C-u", "|cd"},
        {"ab|cd", "C-k", "ab|"},
        {"one two|", "C-w", "one |"},
        {"one two|", "C-w C-w", "|"},
        {"one two  |", "C-w", "one |"},
        {"one t|wo", "C-w", "one |wo"},
        {"  |", "C-w", "|"},
        {"é 漢😀|", "C-w", "é |"},
    };
    assert_edits(edits, sizeof edits / sizeof edits[0]);
}

static void
marks_go_with_their_character(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"xe" ACUTE "y|", "Left Left", "x|e" ACUTE "y"},
        {"xe" ACUTE TILDE "y|", "Left Left", "x|e" ACUTE TILDE "y"},
        {"x|e" ACUTE "y", "Right", "xe" ACUTE "|y"},
        {"xe" ACUTE "|y", "Backspace", "x|y"},
        {"x|e" ACUTE "y", "Delete", "x|y"},
        {"e|y", ACUTE, "e" ACUTE "|y"},
        {"|y", ACUTE, ACUTE "|y"},            /* it has no character yet, */
        {"|" ACUTE "y", "e", "e" ACUTE "|y"}, /* and gets one here */
        {"|y", "e" ACUTE, "e" ACUTE "|y"},    /* a key of a layout with such letters */
        {ACUTE "y|", "Left Left", "|" ACUTE "y"},
        {ACUTE "|y", "Backspace", "|y"},
        {"a " ACUTE "b|", "C-w", "a |"},
    };
    assert_edits(edits, sizeof edits / sizeof edits[0]);
}

static void
enter_and_escape_close(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        enum prompt_result result;
    } rows[] = {{"Enter", PROMPT_ENTERED}, {"Esc", PROMPT_LEFT}, {"C-c", PROMPT_LEFT}};
    struct prompt prompt = {0};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        set_line(&prompt, PROMPT_FIND, "ca|t");
        assert_int_equal(prompt_key(&prompt, rows[k].key), rows[k].result);
        assert_int_equal(prompt.kind, PROMPT_NONE);
        assert_line(&prompt, "ca|t"); /* what was entered can still be read */
        assert_int_equal(prompt_key(&prompt, "x"), PROMPT_LEFT);
        assert_int_equal(prompt_key(&prompt, "Enter"), PROMPT_LEFT);
        assert_false(prompt_paste(&prompt, "x", 1));
        assert_line(&prompt, "ca|t");
    }
    prompt_free(&prompt);
}

/* -- pastes --------------------------------------------------------------------------- */

static void
pastes_become_one_clean_line(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        const char *before, *bytes;
        size_t length;
        const char *after;
    } rows[] = {
#define PASTE(before, bytes, after) {before, bytes, sizeof(bytes) - 1, after}
        PASTE("a|b", "", "a|b"),
        PASTE("a|b", "xy", "axy|b"),
        PASTE("a|b", "one two", "aone two|b"),
        PASTE("|", "one\ntwo\n", "one two |"),
        PASTE("|", "one\r\ntwo\r\n\r\n", "one two |"),
        PASTE("|", "a \t \v\f b", "a b|"),
        PASTE("|", "a\xc2\xa0\xe3\x80\x80\xe2\x80\xa8\xe2\x80\xa9\xc2\x85z", "a z|"),
        PASTE("a |b", " x", "a  x|b"), /* what stands there already stays */
        PASTE("|", "a\x1b[31mb\x1b[0m", "a[31mb[0m|"),
        PASTE("|", "a\x1b]0;t\x07z", "a]0;tz|"),
        PASTE("|", "a\0b\x01\x7f", "ab|"),
        PASTE("|", "a\xc2\x9b\xe2\x80\xae\xe2\x80\x8b\xef\xbb\xbfz", "az|"),
        PASTE("|", "a \x1b b", "a b|"),
        PASTE("|", "a\xff\xfe\xc0\x80z", "az|"),
        PASTE("|", "\xc3\xa9\xc3", "é|"), /* cut in a character */
        PASTE("|", "a\xed\xa0\x80\xf4\x90\x80\x80\xc0\xafz", "az|"),
        PASTE("|",
              "\x9b"
              "1m\xe2\x82",
              "1m|"),
        PASTE("e|y", ACUTE "z", "e" ACUTE "z|y"),
        PASTE("|" ACUTE "y", "e", "e" ACUTE "|y"),
    };
    /* clang-format on */
    struct prompt prompt = {0};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        print_message("  %zu: %s\n", k, rows[k].after);
        set_line(&prompt, PROMPT_SENTENCE, rows[k].before);
        assert_true(prompt_paste(&prompt, rows[k].bytes, rows[k].length));
        assert_line(&prompt, rows[k].after);
    }
    prompt_free(&prompt);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_go_in_at_the_cursor),
        cmocka_unit_test(other_keys_do_nothing),
        cmocka_unit_test(the_cursor_moves),
        cmocka_unit_test(keys_erase),
        cmocka_unit_test(marks_go_with_their_character),
        cmocka_unit_test(enter_and_escape_close),
        cmocka_unit_test(pastes_become_one_clean_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The line being typed where it is full, and under any keys at all. */
#include "app/keys/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "support/prompt_line.h"

/* -- limits --------------------------------------------------------------------------- */

static void
a_full_line_takes_no_more(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        size_t room;
        const char *key;
        size_t taken;
    } rows[] = {
        {0, "a", 0},   {1, "a", 1},   {0, "Space", 0}, {1, "é", 0},
        {2, "é", 2},   {2, "漢", 0},  {3, "漢", 3},    {3, "😀", 0},
        {4, "😀", 4},  {0, ACUTE, 0}, {1, ACUTE, 0},   {5, "é", 2},
        {0, "Tab", 0}, {0, "\xff", 0},
    };
    /* clang-format on */
    struct prompt prompt = {0};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int middle = 0; middle < 2; middle++) {
            fill(&prompt, rows[k].room);
            press(&prompt, middle ? "Home Right" : "");
            size_t before = prompt.length;
            press(&prompt, rows[k].key);
            assert_int_equal(prompt.length, before + rows[k].taken);
        }
    prompt_free(&prompt);
}

static void
pastes_are_cut_where_the_line_is_full(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    char *bytes = malloc(4 * PROMPT_BYTES);
    assert_non_null(bytes);
    for (size_t k = 0; k < PROMPT_BYTES; k++)
        memcpy(bytes + 4 * k, "😀", 4);
    for (size_t room = 0; room < 24; room++) {
        fill(&prompt, room);
        press(&prompt, "Home");
        assert_false(prompt_paste(&prompt, bytes, 4 * PROMPT_BYTES));
        assert_sound(&prompt);
        assert_int_equal(prompt.cursor, room / 4 * 4);
        assert_int_equal(prompt.length, PROMPT_BYTES - 1 - room % 4);
    }
    fill(&prompt, 8);
    assert_true(prompt_paste(&prompt, bytes, 8));
    assert_true(prompt_paste(&prompt, "", 0));
    assert_true(prompt_paste(&prompt, "\x1b\xff", 2)); /* nothing of it had to fit */
    assert_false(prompt_paste(&prompt, " ", 1));
    free(bytes);
    prompt_free(&prompt);
}

static void
opening_cuts_and_cleans(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    char *text = malloc(3 * PROMPT_BYTES + 1);
    assert_non_null(text);
    for (size_t k = 0; k < PROMPT_BYTES; k++)
        memcpy(text + 3 * k, "漢", 4);
    prompt_open(&prompt, PROMPT_SENTENCE, text);
    assert_sound(&prompt);
    assert_int_equal(prompt.length, (PROMPT_BYTES - 1) / 3 * 3);
    assert_int_equal(prompt.cursor, prompt.length);
    free(text);
    prompt_open(&prompt, PROMPT_SENTENCE, "a\tb  c\x1b[1md\xff\n");
    assert_line(&prompt, "a b  c[1md |");
    prompt_open(&prompt, PROMPT_SENTENCE, "");
    assert_line(&prompt, "|");
    prompt_free(&prompt);
}

/* -- anything ------------------------------------------------------------------------- */

static uint32_t
draw(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void
paste_anything(struct prompt *prompt, uint32_t *seed)
{
    static const char *const parts[] = {"a",    "\x1b[", "漢",          ACUTE,
                                        " \n ", "\xc3",  "\xf0\x9f",    "😀",
                                        "\r",   "word",  "\xe2\x80\xae"};
    char bytes[256];
    size_t used = 0;
    for (uint32_t count = draw(seed) % 24; count > 0; count--) {
        const char *part = parts[draw(seed) % (sizeof parts / sizeof parts[0])];
        memcpy(bytes + used, part, strlen(part));
        used += strlen(part);
    }
    prompt_paste(prompt, bytes, used);
}

static void
no_keys_break_the_line(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const keys[] = {
        "Left", "Right", "Home", "End", "C-a", "C-e", "Backspace", "Delete", "C-d", "C-h",
        "C-w", "C-u", "C-k", "Up", "Down", "C-p", "C-n", "Tab", "Space", "Enter", "Esc",
        "C-c", "a", "b", "m", "é", "漢", "😀", ACUTE, TILDE, "\xff", "F1", "\xc2\xa0", "x",
        "y", "q", "h", "s", "Left", "Right", "Left", "Right",
    };
    /* clang-format on */
    static struct prompt prompt; /* starts as {0} */
    uint32_t seed = 2463534242u;
    for (int step = 0; step < 100000; step++) {
        uint32_t choice = draw(&seed) % 64;
        if (prompt.kind == PROMPT_NONE) {
            prompt_remember(&prompt, prompt.text);
            prompt_open(&prompt, (enum prompt_kind)(1 + choice % 3),
                        choice < 32   ? ""
                        : choice < 48 ? "the cat chased"
                                      : ACUTE "漢\x01");
        } else if (choice < sizeof keys / sizeof keys[0])
            prompt_key(&prompt, keys[choice]);
        else if (choice < 44)
            paste_anything(&prompt, &seed);
        else if (choice < 46)
            prompt_remember(&prompt, choice == 44 ? "one" : "two");
        else
            prompt_key(&prompt, choice % 2 ? "n" : "Space");
        assert_sound(&prompt);
    }
    prompt_free(&prompt);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_line_takes_no_more),
        cmocka_unit_test(pastes_are_cut_where_the_line_is_full),
        cmocka_unit_test(opening_cuts_and_cleans),
        cmocka_unit_test(no_keys_break_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The line being typed: the history of commands, and completion. */
#include "app/keys/prompt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/prompt_line.h"

/* -- history -------------------------------------------------------------------------- */

static void
history_walks_up_and_down_and_keeps_the_draft(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    prompt_open(&prompt, PROMPT_COMMAND, "");
    press(&prompt, "Up Down C-p C-n");
    assert_line(&prompt, "|");
    prompt_remember(&prompt, "query 1");
    prompt_remember(&prompt, "mask on");
    set_line(&prompt, PROMPT_COMMAND, "dr|aft");
    press(&prompt, "Down");
    assert_line(&prompt, "dr|aft");
    press(&prompt, "Up");
    assert_line(&prompt, "mask on|");
    press(&prompt, "C-p");
    assert_line(&prompt, "query 1|");
    press(&prompt, "Up");
    assert_line(&prompt, "query 1|");
    press(&prompt, "Backspace 2"); /* a change of an entry is not kept */
    assert_line(&prompt, "query 2|");
    press(&prompt, "Down");
    assert_line(&prompt, "mask on|");
    press(&prompt, "C-n");
    assert_line(&prompt, "draft|");
    press(&prompt, "Down");
    assert_line(&prompt, "draft|");
    press(&prompt, "Up Up");
    assert_line(&prompt, "query 1|");
    assert_int_equal(prompt_key(&prompt, "Enter"), PROMPT_ENTERED);
    assert_line(&prompt, "query 1|");
    prompt_open(&prompt, PROMPT_COMMAND, "x");
    press(&prompt, "Up Down");
    assert_line(&prompt, "x|"); /* not the draft of the line before */
    prompt_free(&prompt);
}

static void
history_is_of_commands_only(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    prompt_remember(&prompt, "mask on");
    for (int kind = PROMPT_FIND; kind <= PROMPT_SENTENCE; kind++) {
        set_line(&prompt, (enum prompt_kind)kind, "a|b");
        press(&prompt, "Up Down C-p C-n Up");
        assert_line(&prompt, "a|b");
    }
    prompt_free(&prompt);
}

static void
history_keeps_the_newest_once(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    char command[24];
    prompt_remember(&prompt, "");
    assert_int_equal(prompt.history_count, 0);
    for (int k = 0; k < 3 * HISTORY_MAX; k++) {
        snprintf(command, sizeof command, "query %d", k);
        prompt_remember(&prompt, command);
        prompt_remember(&prompt, command);
        assert_sound(&prompt);
        assert_int_equal(prompt.history_count, k + 1 < HISTORY_MAX ? k + 1 : HISTORY_MAX);
        assert_string_equal(prompt.history[prompt.history_count - 1], command);
    }
    snprintf(command, sizeof command, "query %d", 2 * HISTORY_MAX);
    assert_string_equal(prompt.history[0], command);
    prompt_remember(&prompt, "query 0"); /* the same again, but not in a row */
    assert_string_equal(prompt.history[HISTORY_MAX - 1], "query 0");
    prompt_free(&prompt);
    assert_int_equal(prompt.history_count, 0);
}

static void
remembering_while_walking_keeps_the_place(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    for (int k = 0; k < HISTORY_MAX; k++)
        prompt_remember(&prompt, k % 2 ? "b" : "a");
    prompt_open(&prompt, PROMPT_COMMAND, "draft");
    press(&prompt, "Up");
    for (int k = 0; k < 2 * HISTORY_MAX; k++) {
        prompt_remember(&prompt, k % 2 ? "d" : "c");
        assert_sound(&prompt);
    }
    for (int k = 0; k < HISTORY_MAX; k++)
        press(&prompt, "Down");
    assert_line(&prompt, "draft|");
    prompt_free(&prompt);
}

static void
an_entry_longer_than_a_line_is_cut(void **state)
{
    (void)state;
    struct prompt prompt = {0};
    char text[2 * PROMPT_BYTES];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    prompt_remember(&prompt, text);
    prompt_remember(&prompt, "line\nend");
    prompt_open(&prompt, PROMPT_COMMAND, "");
    press(&prompt, "Up");
    assert_line(&prompt, "line end|");
    press(&prompt, "Up");
    assert_int_equal(prompt.length, PROMPT_BYTES - 1);
    prompt_free(&prompt);
}

/* -- completion ----------------------------------------------------------------------- */

static void
words_are_completed_to_what_they_share(void **state)
{
    (void)state;
    static const char *const words[] = {"mask", "head", "help", "quit", "quitter",
                                        "über", "übel", "éa",   "è",    "quit"};
    static const struct {
        const char *before, *after;
    } rows[] = {
        {"m|", "mask |"},
        {"mask|", "mask |"},
        {"mask|x", "mask |x"},
        {"m| x", "mask |x"}, /* the blank is there already */
        {"h|", "he|"},
        {"he|", "he|"},
        {"hea|", "head |"},
        {"q|", "quit|"}, /* one word begins with another */
        {"quit|", "quit|"},
        {"quitt|", "quitter |"},
        {"x|", "x|"},
        {"masks|", "masks|"},
        {"|", "|"},
        {"|m", "|m"},
        {"a b he|", "a b he|"},
        {"a b m|", "a b mask |"},
        {"a |", "a |"},
        {"ü|", "übe|"}, /* r and l differ */
        {"é|", "éa |"}, /* é and è have a byte in common, which does not count */
        {" m|", " mask |"},
        {"m| " ACUTE "z", "mask " ACUTE "|z"},
    };
    struct prompt prompt = {0};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        print_message("  %s\n", rows[k].before);
        set_line(&prompt, PROMPT_COMMAND, rows[k].before);
        prompt_complete(&prompt, words, (int)(sizeof words / sizeof words[0]));
        assert_line(&prompt, rows[k].after);
        set_line(&prompt, PROMPT_COMMAND, rows[k].before);
        prompt_complete(&prompt, NULL, 0);
        assert_line(&prompt, rows[k].before);
    }
    prompt_free(&prompt);
}

static void
completion_stops_where_the_line_is_full(void **state)
{
    (void)state;
    static const char *const words[] = {"müm漢"};
    for (size_t room = 0; room < 10; room++) {
        struct prompt prompt = {0};
        fill(&prompt, room + 2);
        press(&prompt, "Home Space Left m");
        prompt_complete(&prompt, words, 1);
        assert_sound(&prompt);
        assert_int_equal(prompt.cursor, room < 2   ? 1
                                        : room < 3 ? 3
                                        : room < 6 ? 4
                                                   : 8); /* over the blank */
        prompt_free(&prompt);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_walks_up_and_down_and_keeps_the_draft),
        cmocka_unit_test(history_is_of_commands_only),
        cmocka_unit_test(history_keeps_the_newest_once),
        cmocka_unit_test(remembering_while_walking_keeps_the_place),
        cmocka_unit_test(an_entry_longer_than_a_line_is_cut),
        cmocka_unit_test(words_are_completed_to_what_they_share),
        cmocka_unit_test(completion_stops_where_the_line_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

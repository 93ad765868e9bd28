/* The line being typed, written with its cursor. */
#include "support/prompt_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "base/utf8.h"

void
assert_sound(const struct prompt *prompt)
{
    struct err err;
    uint32_t code = 'x';
    assert_true(prompt->length < PROMPT_BYTES);
    assert_int_equal(strlen(prompt->text), prompt->length);
    assert_true(text_check(prompt->text, prompt->length, &err));
    for (size_t at = 0; at < prompt->length;) {
        at += utf8_decode(prompt->text + at, prompt->length - at, &code);
        assert_true(code == ' ' || (!utf8_is_blank(code) && !utf8_is_control(code)));
    }
    assert_true(prompt->cursor <= prompt->length);
    if (prompt->cursor < prompt->length) {
        size_t rest = prompt->length - prompt->cursor;
        assert_true(utf8_decode(prompt->text + prompt->cursor, rest, &code) > 0);
        assert_true(prompt->cursor == 0 || utf8_width(code) > 0);
    }
    assert_in_range(prompt->history_count, 0, HISTORY_MAX);
    assert_in_range(prompt->history_at, 0, prompt->history_count);
    assert_true((prompt->draft != NULL) == (prompt->history_at < prompt->history_count));
    for (int k = 0; k < prompt->history_count; k++)
        assert_non_null(prompt->history[k]);
}

void
set_line(struct prompt *prompt, enum prompt_kind kind, const char *line)
{
    char text[PROMPT_BYTES];
    const char *bar = strchr(line, '|');
    assert_non_null(bar);
    snprintf(text, sizeof text, "%.*s%s", (int)(bar - line), line, bar + 1);
    prompt_open(prompt, kind, text);
    prompt->cursor = (size_t)(bar - line);
    assert_sound(prompt);
}

void
assert_line(const struct prompt *prompt, const char *line)
{
    char shown[PROMPT_BYTES + 1];
    assert_sound(prompt);
    snprintf(shown, sizeof shown, "%.*s|%s", (int)prompt->cursor, prompt->text,
             prompt->text + prompt->cursor);
    assert_string_equal(shown, line);
}

void
press(struct prompt *prompt, const char *keys)
{
    char key[64];
    while (text_word(&keys, key, sizeof key)) {
        assert_int_equal(prompt_key(prompt, key),
                         strcmp(key, "Tab") == 0 ? PROMPT_COMPLETES : PROMPT_GOES_ON);
        assert_sound(prompt);
    }
}

void
fill(struct prompt *prompt, size_t room)
{
    prompt_open(prompt, PROMPT_SENTENCE, "");
    while (prompt->length + room < PROMPT_BYTES - 1)
        prompt_key(prompt, prompt->length % 7 == 6 ? "Space" : "a");
    assert_int_equal(prompt->length, PROMPT_BYTES - 1 - room);
    assert_sound(prompt);
}

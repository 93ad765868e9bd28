/* Bytes to the names of events. */
#include "support/typed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

const char *const typed_terms[TYPED_TERMS] = {
    "xterm-256color", "xterm", "linux",           "vt100",         "vt220",
    "screen",         "tmux",  "screen-256color", "tmux-256color", "nosuch"};

static void
write_event(struct text *out, const struct event *event)
{
    switch (event->kind) {
    case EVENT_KEY:
        text_add(out, "%s ", event->key);
        break;
    case EVENT_PRESS:
        text_add(out, "press:%d,%d ", event->row, event->col);
        break;
    case EVENT_WHEEL:
        text_add(out, "wheel:%d,%d,%d ", event->row, event->col, event->lines);
        break;
    case EVENT_PASTE:
        text_add(out, "paste:%.*s ", (int)event->paste_length, event->paste);
        break;
    }
}

void
typed_feed(struct keys *keys, struct bytes bytes, struct text *out)
{
    struct event event;
    for (size_t k = 0; k < bytes.length; k++)
        if (keys_byte(keys, (unsigned char)bytes.at[k], &event))
            write_event(out, &event);
}

void
typed_wait(struct keys *keys, struct text *out)
{
    struct event event;
    for (int k = 0; keys_patience(keys) >= 0; k++) {
        assert_true(k < 4);
        if (keys_timeout(keys, &event))
            write_event(out, &event);
    }
}

void
assert_typed(const char *term, struct bytes bytes, const char *expected)
{
    struct keys keys;
    struct err err;
    struct text out = {0};
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s%sq ", expected, *expected ? " " : "");
    if (!keys_open(&keys, term, 0, &err))
        fail_msg("%s", err.text);
    typed_feed(&keys, bytes, &out);
    typed_wait(&keys, &out);
    typed_feed(&keys, (struct bytes)BYTES("q"), &out);
    typed_wait(&keys, &out);
    if (strcmp(out.bytes, wanted) != 0) {
        char shown[256];
        text_visible(shown, sizeof shown, bytes.at, bytes.length);
        fail_msg("TERM=%s: %s: \"%s\" instead of \"%s\"", term, shown, out.bytes, wanted);
    }
    text_free(&out);
    keys_close(&keys);
}

void
assert_typed_rows(const struct typed_row *rows, size_t count)
{
    for (int t = 0; t < TYPED_TERMS; t++)
        for (size_t k = 0; k < count; k++)
            assert_typed(typed_terms[t], rows[k].bytes, rows[k].expected);
}

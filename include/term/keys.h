#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "term/splitter.h"

/* Bytes from a terminal become events. Nothing here touches a terminal or knows the time, so
 * all of it can be tested with plain bytes. */

enum event_kind {
    EVENT_KEY,   /* key: its name, as in app/keys/input.h */
    EVENT_PRESS, /* row, col: the left button went down there */
    EVENT_WHEEL, /* row, col, lines: the wheel was turned; lines is negative upwards */
    EVENT_PASTE  /* paste: text that was not typed */
};

enum {
    KEY_BYTES = 32,
    WHEEL_LINES = 3,  /* for one notch */
    ESCAPE_DELAY = 50 /* ms; the default of keys_open */
};

struct event {
    enum event_kind kind;
    char key[KEY_BYTES];
    int row, col; /* from 0; may lie outside the screen */
    int lines;
    const char *paste; /* borrowed until the next call; any bytes, not terminated */
    size_t paste_length;
};

struct keys {
    struct splitter splitter;
    struct TermKey *termkey; /* owned */
};

/* Starts for a type of terminal as terminfo names it (never NULL). escape_delay: how many ms
 * an Esc waits for the rest of a sequence; 0 or less: the default. Input is UTF-8 whatever the
 * locale; bytes that are none are dropped. Fails when memory runs out or libtermkey refuses;
 * then nothing is owned. Free with keys_close. */
bool keys_open(struct keys *keys, const char *term, int escape_delay, struct err *err);
void keys_close(struct keys *keys);

/* Takes a byte; returns whether it completed an event, which is then filled in. */
bool keys_byte(struct keys *keys, unsigned char byte, struct event *event);

/* How many ms without a byte decide what has begun; -1 when nothing has. */
int keys_patience(const struct keys *keys);

/* To be called when no byte came for so long; returns as keys_byte. */
bool keys_timeout(struct keys *keys, struct event *event);

#endif

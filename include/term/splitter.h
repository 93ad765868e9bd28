#ifndef TERM_SPLITTER_H
#define TERM_SPLITTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Cuts the bytes of a terminal into pieces: a character, Esc and a character, a control
 * sequence, a paste. Only pieces that are complete, well-formed and of a known form come out;
 * anything else is read over up to its end, so that no part of it is taken for a key. */

enum {
    PIECE_BYTES = 64,
    PASTE_BYTES = 64 * 1024, /* of a longer paste the rest is dropped */
    MOUSE_ROWS = 1023,       /* libtermkey cannot tell rows beyond that apart */
    MOUSE_COLS = 4095
};

struct piece {
    const char *bytes; /* borrowed until the next call; not terminated */
    size_t length;
    bool is_paste; /* the bytes are what was pasted, any bytes */
};

/* The state between two bytes. Only splitter.c looks inside. */
struct splitter {
    int state;               /* what has begun: enum state in splitter.c */
    char bytes[PIECE_BYTES]; /* of it, as far as they matter */
    size_t length;
    bool overlong; /* more came than fits or matters */
    int missing;   /* bytes it still wants, where their number is known */
    char *paste;   /* PASTE_BYTES, owned */
    size_t paste_length;
    int escape_delay;
};

/* escape_delay: how many ms an Esc waits for the rest of a sequence. Fails when memory runs
 * out. Free with splitter_close. */
bool splitter_open(struct splitter *splitter, int escape_delay, struct err *err);
void splitter_close(struct splitter *splitter);

/* Takes a byte; returns whether it completed a piece. */
bool splitter_byte(struct splitter *splitter, unsigned char byte, struct piece *piece);

/* How many ms without a byte decide what has begun; -1 when nothing has. */
int splitter_patience(const struct splitter *splitter);

/* To be called when no byte came for so long: Esc is a key of its own, half a sequence is
 * nothing, half a paste is what came of it. Returns whether that is a piece. */
bool splitter_timeout(struct splitter *splitter, struct piece *piece);

#endif

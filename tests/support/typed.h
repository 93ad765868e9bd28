#ifndef SUPPORT_TYPED_H
#define SUPPORT_TYPED_H

#include <stddef.h>

#include "base/text.h"
#include "term/keys.h"

/* For tests of what bytes from a terminal become. Events are written as a text: keys by their
 * names, "press:ROW,COL", "wheel:ROW,COL,LINES", "paste:TEXT", a blank behind each. */

/* Bytes that may hold a zero. */
struct bytes {
    const char *at;
    size_t length;
};
#define BYTES(literal)              \
    {                               \
        literal, sizeof literal - 1 \
    }

struct typed_row {
    struct bytes bytes;
    const char *expected; /* without the last blank */
};

/* Types of terminals. The last is on no machine: libtermkey then knows only what all have. */
enum { TYPED_TERMS = 10 };
extern const char *const typed_terms[TYPED_TERMS];

/* Takes bytes, and adds the events they make. */
void typed_feed(struct keys *keys, struct bytes bytes, struct text *out);

/* Lets time pass until nothing has begun any more. */
void typed_wait(struct keys *keys, struct text *out);

/* The test fails where the bytes, and after a while a q, make anything but the expected events
 * and the key q. */
void assert_typed(const char *term, struct bytes bytes, const char *expected);

/* The same for all rows of a table and all types of terminals. */
void assert_typed_rows(const struct typed_row *rows, size_t count);
#define ASSERT_TYPED_ROWS(rows) assert_typed_rows(rows, sizeof rows / sizeof rows[0])

#endif

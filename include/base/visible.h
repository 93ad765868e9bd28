#ifndef BASE_VISIBLE_H
#define BASE_VISIBLE_H

#include <stddef.h>

/* Copies text of unknown origin so that it can be shown: control characters become ^X,
 * bytes that are no UTF-8 become <9B>, other unseen characters <U+202E>. The result is
 * well-formed, NUL-terminated, and ends in "..." where it had to be cut. */
void text_visible(char *out, size_t size, const char *in, size_t length);

/* The beginning of a text of unknown origin, for an error: made visible as above, at most
 * `most` bytes (up to 60), "..." behind what was cut. */
struct shown {
    char text[64];
};
struct shown text_shown(const char *in, size_t most);

enum { MARK_BYTES = 16 };

/* Writes the visible form of the character at `in`; returns how many bytes of `in` it replaces. */
size_t visible_mark(char mark[MARK_BYTES], const char *in, size_t length);

#endif

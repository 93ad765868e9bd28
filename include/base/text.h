#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* A text that grows as it is written. Start with {0}; free with text_free. When memory runs
 * out `failed` is set, further writing does nothing, and the owner reports it once. */
struct text {
    char *bytes; /* NUL-terminated once anything was written; owned */
    size_t length;
    size_t capacity;
    bool failed;
};

/* Appends, as printf would. */
void text_add(struct text *text, const char *format, ...) PRINTF_LIKE(2, 3);

/* Appends `length` bytes as they are. */
void text_add_bytes(struct text *text, const char *bytes, size_t length);

/* Frees the bytes and leaves an empty text. */
void text_free(struct text *text);

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

/* Copies as words are looked up: letters in lower case (utf8_lower), the typographic
 * apostrophe as '. `in` is well-formed UTF-8; what does not
 * fit in `size` bytes is cut between characters. */
void text_lower(char *out, size_t size, const char *in);

/* Takes the blanks off both ends of a text, in place; line ends and tabs inside become single
 * spaces. */
void text_trim(char *text);

/* Checks that a text is well-formed UTF-8 without control characters other than blanks.
 * Fails with the place: "byte 7 is the control character ^[ (U+001B); ...". */
bool text_check(const char *in, size_t length, struct err *err);

/* Copies the next blank-separated word at *cursor and moves past it and the blanks that
 * follow. Returns false at the end, or when the word does not fit (then out holds a cut
 * copy and *cursor still stands before the word). */
bool text_word(const char **cursor, char *out, size_t size);

/* Reads a whole word as a decimal integer from least to most; false if it is none. */
bool text_int(const char *word, int least, int most, int *out);

/* Reads a whole word as a finite decimal number; false if it is none. */
bool text_number(const char *word, double *out);

#endif

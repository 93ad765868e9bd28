#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/visible.h"

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

#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

/* Tells the compiler to check arguments against a printf format. */
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))

/* Why something could not be done, as a finished sentence that names its place:
 *
 *     one-before.head:7: query names column 9, but d_k is 8
 *
 * A function that can fail takes one, returns false, and leaves the sentence here. The
 * text is always printable UTF-8 without control characters or line breaks. */
struct err {
    char text[640];
};

/* Writes the sentence and returns false, so that `return err_set(...)` reads well. What
 * came from outside is made visible (see text_visible); too long a text is cut. */
bool err_set(struct err *err, const char *format, ...) PRINTF_LIKE(2, 3);

/* Puts "PLACE: " in front of the sentence that is there; returns false. */
bool err_place(struct err *err, const char *format, ...) PRINTF_LIKE(2, 3);

#endif

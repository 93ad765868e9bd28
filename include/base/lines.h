#ifndef BASE_LINES_H
#define BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { LINE_BYTES = 1 << 16 }; /* more than the longest sentence */

/* Walks the lines of one of our text formats (heads, lexicon, scripts). Blank lines and
 * lines whose first character other than a blank is # are passed over.
 *
 *     struct lines lines;
 *     lines_start(&lines, "one-before.head", bytes, length);
 *     while (lines_next(&lines, err)) use(lines.text, lines.number);
 *     if (lines.failed) return false;
 */
struct lines {
    const char *name; /* of the file, for errors; borrowed */
    const char *rest;
    size_t left;
    int number;            /* of the line in `text`, from 1 */
    bool failed;           /* the file is no text; err says where */
    char text[LINE_BYTES]; /* without the blanks at its ends */
};

/* Borrows name and bytes until the walk is over. The byte order mark that some editors put in
 * front of a text is passed over. */
void lines_start(struct lines *lines, const char *name, const char *bytes, size_t length);

/* Moves to the next line that says something; false at the end and on failure. Fails where
 * a line is too long or holds bytes that text_check refuses. */
bool lines_next(struct lines *lines, struct err *err);

/* Puts "NAME:NUMBER: " in front of the sentence in err; returns false. */
bool lines_place(const struct lines *lines, struct err *err);

#endif

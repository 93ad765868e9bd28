#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include <stdbool.h>

#include "base/err.h"
#include "base/text.h"

/* For tests that walk a table: prints the sentence where `holds` is false. Returns how many
 * rows that makes wrong, 1 or 0, so that a test can look at every row before it asserts that
 * the sum is 0. */
int row_wrong(bool holds, const char *format, ...) PRINTF_LIKE(2, 3);

/* Whether one of the lines of the text, each ended by \n, is this one. */
bool text_has_line(const struct text *text, const char *line);

#endif

#ifndef SUPPORT_PROMPT_LINE_H
#define SUPPORT_PROMPT_LINE_H

#include <stddef.h>

#include "app/keys/prompt.h"

/* For tests of the line being typed, which write it with "|" for the cursor: "before|behind".
 * They hold for small limits too: PROMPT_BYTES from 32, HISTORY_MAX from 2. */

#define ACUTE "\xcc\x81" /* U+0301, which goes with the character before it */
#define TILDE "\xcc\x83" /* U+0303 */

/* The test fails where something does not hold that always must: the text is well-formed
 * and fits, the cursor stands between characters, the history is in order. */
void assert_sound(const struct prompt *prompt);

/* Opens the prompt with this line. */
void set_line(struct prompt *prompt, enum prompt_kind kind, const char *line);

/* The test fails where the line is another. */
void assert_line(const struct prompt *prompt, const char *line);

/* Presses keys, given with blanks between their names; none of them may close the prompt. */
void press(struct prompt *prompt, const char *keys);

/* Opens the prompt with a line that leaves room for so many bytes, the cursor behind it. */
void fill(struct prompt *prompt, size_t room);

#endif

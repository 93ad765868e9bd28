#ifndef APP_STATE_CURSOR_H
#define APP_STATE_CURSOR_H

#include "app/state/app.h"

/* Where the question and the pointed key go when a command changed the numbers. */
enum cursor {
    CURSOR_KEEP,
    CURSOR_START, /* the first verb asks; the key is what it looks at hardest */
    CURSOR_ARGMAX /* who asks stays; the key is what it looks at hardest now */
};
void cursor_place(struct app *app, enum cursor cursor);

/* Puts the cursor of the page on what the current line makes: of the asking token the score or
 * weight of the asked one, the largest number of its query or output. */
void cursor_follow(struct app *app);

#endif

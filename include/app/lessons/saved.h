#ifndef APP_LESSONS_SAVED_H
#define APP_LESSONS_SAVED_H

#include "app/state/app.h"

/* What there was before a lesson, or a step of one: a copy of the app. It owns trainer, fan, undo
 * and what changes are compared with; all else belongs to the app. */

/* Makes the copy; the app then has neither trainer nor fan nor undo. */
void lesson_put_aside(struct app *app, struct app *saved);

/* Puts what a lesson may change back in the place of what was made since, which is freed. What is
 * being typed, and how the program is drawn, stays. */
void lesson_bring_back(struct app *app, const struct app *saved);

/* Frees what was put aside and is not wanted any more. */
void lesson_drop_saved(struct app *saved);

/* Frees trainer, fan and undo of the app. */
void lesson_drop_made(struct app *app);

#endif

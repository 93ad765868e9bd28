#ifndef APP_STATE_VIEW_H
#define APP_STATE_VIEW_H

#include "app/state/app.h"

/* Goes to a view; the sentence or the lookup task becomes active with it. A trainer must be
 * there for VIEW_TRAIN. */
void view_set(struct app *app, enum view_id view);

/* Takes the help, or the list of lessons, off what it lies over. */
void view_uncover(struct app *app);

/* What is shown in the status line: an error, a remark, or nothing. */
void app_say(struct app *app, bool is_error, const char *format, ...) PRINTF_LIKE(3, 4);
void app_say_nothing(struct app *app);

#endif

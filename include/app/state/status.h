#ifndef APP_STATE_STATUS_H
#define APP_STATE_STATUS_H

#include "app/state/app.h"

/* What is shown in the status line: an error, a remark, or nothing. */
void app_say(struct app *app, bool is_error, const char *format, ...) PRINTF_LIKE(3, 4);
void app_say_nothing(struct app *app);

#endif

/* What is said to the reader. */
#include "app/state/status.h"

#include <stdarg.h>
#include <stdio.h>

void
app_say(struct app *app, bool is_error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(app->ui.status, sizeof app->ui.status, format, args);
    va_end(args);
    app->ui.status_is_error = is_error;
}

void
app_say_nothing(struct app *app)
{
    app->ui.status[0] = '\0';
    app->ui.status_is_error = false;
}

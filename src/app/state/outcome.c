/* What became of a command. */
#include "app/state/outcome.h"

#include <stdarg.h>
#include <stdio.h>

enum outcome
outcome_of(bool done)
{
    return done ? OUTCOME_DONE : OUTCOME_FAILED;
}

enum outcome
failed(struct err *err, const char *format, ...)
{
    char text[sizeof err->text + 8]; /* longer, so that err_set marks the cut */
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    err_set(err, "%s", text);
    return OUTCOME_FAILED;
}

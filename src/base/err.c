/* The sentence of a failure. Whatever a caller puts in is made printable here, once, so
 * that no error can carry an escape sequence to a terminal. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

bool
err_set(struct err *err, const char *format, ...)
{
    char raw[sizeof err->text + 8]; /* longer, so that a cut is seen, and marked */
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    text_visible(err->text, sizeof err->text, raw, strlen(raw));
    return false;
}

bool
err_place(struct err *err, const char *format, ...)
{
    char place[sizeof err->text + 8];
    va_list args;
    va_start(args, format);
    vsnprintf(place, sizeof place, format, args);
    va_end(args);
    struct err inner = *err;
    return err_set(err, "%s: %s", place, inner.text);
}

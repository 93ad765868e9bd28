/* The sentence of a failure. Whatever a caller puts in is made printable here, once, so
 * that no error can carry an escape sequence to a terminal. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/visible.h"

enum { PLACE_MOST = 200 };

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
    char place[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(place, sizeof place, format, args);
    va_end(args);
    struct err inner = *err;
    size_t length = strlen(place); /* of a long path its end is what tells */
    const char *tail = length > PLACE_MOST ? place + length - PLACE_MOST : place;
    while (tail > place && ((unsigned char)*tail & 0xc0) == 0x80)
        tail++;
    return err_set(err, "%s%s: %s", tail > place ? "..." : "", tail, inner.text);
}

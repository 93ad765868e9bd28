/* Rows of tables: all of them are looked at, whichever are wrong. */
#include "support/rows.h"

#include <stdarg.h>
#include <stdio.h>

int
row_wrong(bool holds, const char *format, ...)
{
    if (holds)
        return 0;
    va_list args;
    va_start(args, format);
    fputs("wrong: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return 1;
}

/* Rows of tables: all of them are looked at, whichever are wrong. */
#include "support/rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

bool
text_has_line(const struct text *text, const char *line)
{
    size_t length = strlen(line);
    const char *at = text->bytes;
    for (; (at = strstr(at, line)) != NULL; at++)
        if ((at == text->bytes || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

/* Walking the lines of a text file, with the checks that every one of our formats wants. */
#include "base/lines.h"

#include <string.h>

#include "base/text.h"

void
lines_start(struct lines *lines, const char *name, const char *bytes, size_t length)
{
    lines->name = name;
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    bool marked = length >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0;
    lines->rest = bytes + (marked ? sizeof mark : 0);
    lines->left = length - (marked ? sizeof mark : 0);
    lines->number = 0;
    lines->failed = false;
    lines->text[0] = '\0';
}

bool
lines_place(const struct lines *lines, struct err *err)
{
    return err_place(err, "%s:%d", lines->name, lines->number);
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool
lines_next(struct lines *lines, struct err *err)
{
    while (lines->left > 0) {
        const char *start = lines->rest, *line = start;
        const char *end = memchr(start, '\n', lines->left);
        size_t length = end ? (size_t)(end - start) : lines->left;
        lines->rest += length + (end != NULL);
        lines->left -= length + (end != NULL);
        lines->number++;
        size_t whole = length;
        while (length > 0 && is_blank(line[length - 1]))
            length--;
        while (length > 0 && is_blank(*line)) {
            line++;
            length--;
        }
        if (length == 0 || *line == '#')
            continue;
        if (length >= sizeof lines->text) {
            err_set(err, "the line has %zu bytes; a line may have %zu", length,
                    sizeof lines->text - 1);
            lines->failed = true;
            return lines_place(lines, err);
        }
        if (!text_check(start, whole, err)) {
            lines->failed = true;
            return lines_place(lines, err);
        }
        memcpy(lines->text, line, length);
        lines->text[length] = '\0';
        for (size_t k = 0; k < length; k++)
            if ((unsigned char)line[k] < ' ') /* tabs and their like are blanks */
                lines->text[k] = ' ';
        return true;
    }
    return false;
}

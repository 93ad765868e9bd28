/* Texts: growing ones, checking foreign ones, and taking words and numbers out of a line. */
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Makes room for `more` bytes and the NUL behind them. */
static bool
text_reserve(struct text *text, size_t more)
{
    if (text->failed || more >= SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return false;
    }
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = needed < 128 ? 256 : needed * 2;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void
text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    if (!text_reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void
text_add(struct text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0 && text_reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void
text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

void
text_lower(char *out, size_t size, const char *in)
{
    size_t length = strlen(in), used = 0;
    uint32_t code;
    for (size_t at = 0, step; (step = utf8_decode(in + at, length - at, &code)) > 0;
         at += step) {
        char lower[4];
        uint32_t plain = code == 0x2019 ? '\'' : utf8_lower(code);
        size_t width = utf8_encode(lower, plain);
        if (used + width + 1 > size)
            break;
        memcpy(out + used, lower, width);
        used += width;
    }
    out[used] = '\0';
}

void
text_trim(char *text)
{
    static const char blanks[] = " \t\r\n";
    size_t before = strspn(text, blanks), length = strlen(text + before);
    memmove(text, text + before, length + 1);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL)
        text[--length] = '\0';
    for (; *text != '\0'; text++)
        if (strchr(blanks, *text) != NULL)
            *text = ' ';
}

bool
text_check(const char *in, size_t length, struct err *err)
{
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t size = utf8_decode(in + at, length - at, &code);
        if (size == 0)
            return err_set(err,
                           "byte %zu (0x%02X) is not UTF-8; the text must be plain UTF-8",
                           at + 1, (unsigned)(unsigned char)in[at]);
        if (utf8_is_control(code) && !utf8_is_blank(code)) {
            char mark[MARK_BYTES];
            visible_mark(mark, in + at, size);
            return err_set(err,
                           "byte %zu is the control character %s (U+%04X); letters, "
                           "marks and blanks are what a text may hold",
                           at + 1, mark, (unsigned)code);
        }
        at += size;
    }
    return true;
}

bool
text_word(const char **cursor, char *out, size_t size)
{
    static const char blanks[] = " \t\r\n";
    const char *start = *cursor + strspn(*cursor, blanks);
    size_t length = strcspn(start, blanks);
    size_t kept = length < size ? length : size - 1;
    while (kept > 0 && kept < length && ((unsigned char)start[kept] & 0xc0) == 0x80)
        kept--; /* a cut goes between characters */
    memcpy(out, start, kept);
    out[kept] = '\0';
    if (length == 0)
        *cursor = start;
    if (length == 0 || kept < length)
        return false;
    *cursor = start + length + strspn(start + length, blanks);
    return true;
}

bool
text_int(const char *word, int least, int most, int *out)
{
    char *end;
    if (word[strspn(word, "+-0123456789")] != '\0') /* strtol also skips blanks */
        return false;
    errno = 0;
    long value = strtol(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || value < least || value > most)
        return false;
    *out = (int)value;
    return true;
}

bool
text_number(const char *word, double *out)
{
    char *end;
    if (word[strspn(word, "+-.0123456789eE")] != '\0') /* strtod knows 0x10 and nan */
        return false;
    double value = strtod(word, &end);
    if (end == word || *end != '\0' || !isfinite(value))
        return false;
    *out = value;
    return true;
}

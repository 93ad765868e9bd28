/* Making text of unknown origin safe to show. */
#include "base/visible.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

size_t
visible_mark(char mark[MARK_BYTES], const char *in, size_t length)
{
    uint32_t code;
    size_t size = utf8_decode(in, length, &code);
    if (size == 0) {
        snprintf(mark, MARK_BYTES, "<%02X>", (unsigned)(unsigned char)in[0]);
        return 1;
    }
    if (code < 0x20 || code == 0x7f)
        snprintf(mark, MARK_BYTES, "^%c", (int)(code ^ 0x40));
    else if (utf8_is_control(code))
        snprintf(mark, MARK_BYTES, "<U+%04X>", (unsigned)code);
    else {
        memcpy(mark, in, size);
        mark[size] = '\0';
    }
    return size;
}

void
text_visible(char *out, size_t size, const char *in, size_t length)
{
    static const char cut[] = "...";
    size_t used = 0, safe = 0; /* safe: where "..." still fits behind */
    for (size_t at = 0; at < length;) {
        char mark[MARK_BYTES];
        at += visible_mark(mark, in + at, length - at);
        size_t width = strlen(mark);
        if (used + width + 1 > size) {
            used = safe;
            size_t room = size - used - 1;
            size_t dots = room < sizeof cut - 1 ? room : sizeof cut - 1;
            memcpy(out + used, cut, dots);
            used += dots;
            break;
        }
        memcpy(out + used, mark, width);
        used += width;
        if (used + sizeof cut <= size)
            safe = used;
    }
    out[used] = '\0';
}

struct shown
text_shown(const char *in, size_t most)
{
    struct shown shown;
    size_t size = most + 4 < sizeof shown.text ? most + 4 : sizeof shown.text;
    text_visible(shown.text, size, in, strlen(in));
    return shown;
}

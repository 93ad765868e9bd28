/* UTF-8, and the few classes of characters that the program asks about. No locale is
 * consulted: the same text gives the same tokens on every machine. */
#include "base/utf8.h"

struct range {
    uint32_t first, last;
};

static bool
in_ranges(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

#define IN(code, table) in_ranges(code, table, sizeof(table) / sizeof((table)[0]))

size_t
utf8_decode(const char *s, size_t length, uint32_t *code)
{
    /* the smallest code point that needs 2, 3, 4 bytes: anything below is overlong */
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 0)
        return 0;
    unsigned char lead = (unsigned char)s[0];
    size_t size = lead < 0x80             ? 1
                  : (lead & 0xe0) == 0xc0 ? 2
                  : (lead & 0xf0) == 0xe0 ? 3
                  : (lead & 0xf8) == 0xf0 ? 4
                                          : 0;
    if (size == 0 || size > length)
        return 0;
    uint32_t value = size == 1 ? lead : lead & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        unsigned char next = (unsigned char)s[i];
        if ((next & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (next & 0x3fu);
    }
    if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *code = value;
    return size;
}

size_t
utf8_encode(char out[4], uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00u >> size & 0xf0u) | code);
    return size;
}

bool
utf8_is_control(uint32_t code)
{
    static const struct range controls[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
        {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
        {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff},
    };
    if (code >= 0x20 && code < 0x7f) /* most of all text: no search */
        return false;
    return IN(code, controls) || (code & 0xfffe) == 0xfffe; /* noncharacters too */
}

bool
utf8_is_blank(uint32_t code)
{
    static const struct range blanks[] = {
        {'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
        {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
    };
    return IN(code, blanks);
}

bool
utf8_is_punctuation(uint32_t code)
{
    static const struct range punctuation[] = {
        {'!', '/'},       {':', '@'},       {'[', '`'},       {'{', '~'},
        {0xa1, 0xa1},     {0xa7, 0xa7},     {0xab, 0xab},     {0xb6, 0xb7},
        {0xbb, 0xbb},     {0xbf, 0xbf},     {0x2010, 0x2027}, {0x2030, 0x205e},
        {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301f}, {0xff01, 0xff0f},
        {0xff1a, 0xff20}, {0xff3b, 0xff40}, {0xff5b, 0xff65},
    };
    return IN(code, punctuation);
}

uint32_t
utf8_lower(uint32_t code)
{
    if ((code >= 'A' && code <= 'Z') || (code >= 0xc0 && code <= 0xde && code != 0xd7) ||
        (code >= 0x391 && code <= 0x3a9 && code != 0x3a2) ||
        (code >= 0x410 && code <= 0x42f))
        return code + 32;
    if (code >= 0x400 && code <= 0x40f)
        return code + 80;
    if ((code >= 0x388 && code <= 0x38a) || code == 0x3aa || code == 0x3ab)
        return code == 0x3aa || code == 0x3ab ? code + 32 : code + 37; /* Έ Ή Ί, Ϊ Ϋ */
    if (code == 0x386 || code == 0x38c)                                /* Ά Ό */
        return code == 0x386 ? 0x3ac : 0x3cc;
    if (code == 0x38e || code == 0x38f) /* Ύ Ώ */
        return code + 63;
    /* Latin Extended-A stands in pairs, mostly even upper and odd lower */
    bool even_upper =
        code == 0x1a0 || (code >= 0x1e00 && code <= 0x1e95) ||
        (code >= 0x1ea0 && code <= 0x1eff) || (code >= 0x218 && code <= 0x21b) ||
        code == 0x490 || (code >= 0x100 && code <= 0x12f) ||
        (code >= 0x132 && code <= 0x137) || (code >= 0x14a && code <= 0x177);
    bool odd_upper = code == 0x1af || code == 0x1b0 || (code >= 0x139 && code <= 0x148) ||
                     (code >= 0x179 && code <= 0x17e);
    if (even_upper)
        return code | 1;
    if (odd_upper)
        return code + (code & 1);
    return code == 0x178 ? 0xff : code;
}

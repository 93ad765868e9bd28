/* Glyphs and their twins in the smaller sets. */
#include "view/paint/glyphs.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { ROOT_NAME_MAX = 16, ROOT_BYTES = ROOT_NAME_MAX + sizeof "sqrt()" };

/* clang-format off */
static const struct {
    uint32_t code;
    const char *console; /* NULL: as it is */
    const char *ascii;
} twins[] = {
    {0x2591, NULL,   ":"},    /* ░ from .10 */
    {0x2592, NULL,   "+"},    /* ▒ from .30 */
    {0x2588, NULL,   "#"},    /* █ from .60 */
    {0x2500, NULL,   "-"},    /* ─ */
    {0x2502, NULL,   "|"},    /* │ */
    {0x250c, NULL,   "+"}, {0x2510, NULL, "+"}, {0x2514, NULL, "+"}, {0x2518, NULL, "+"},
    {0x251c, NULL,   "+"}, {0x2524, NULL, "+"}, {0x252c, NULL, "+"}, {0x2534, NULL, "+"},
    {0x253c, NULL,   "+"},    /* ┼ */
    {0x25b6, NULL,   ">"},    /* ▶ asks */
    {0x25bc, NULL,   "*"},    /* ▼ is asked */
    {0x25b2, NULL,   "^"},    /* ▲ */
    {0x00ab, NULL,   "<"}, {0x00bb, NULL, ">"}, /* « » more columns */
    {0x2190, NULL,   "<-"},   /* ← */
    {0x2191, NULL,   "^"},    /* ↑ */
    {0x2192, NULL,   "->"},   /* → */
    {0x2193, NULL,   "v"},    /* ↓ */
    {0x221a, "sqrt", "sqrt"}, /* √ */
    {0x00d7, NULL,   "x"},    /* × */
    {0x00b2, NULL,   "^2"},   /* ² */
    {0x1d40, "^T",   "^T"},   /* ᵀ */
    {0x00b7, NULL,   "."},    /* · */
    {0x2026, "...",  "..."},  /* … */
};
/* clang-format on */

/* What a character that the set lacks becomes, or NULL for one that stays. */
static const char *
twin_of(enum glyph_set set, uint32_t code)
{
    if (utf8_is_control(code)) /* whatever comes in, no cell holds one */
        return utf8_is_blank(code) ? " " : "_";
    for (size_t k = 0; set != GLYPHS_UTF8 && k < sizeof twins / sizeof twins[0]; k++)
        if (twins[k].code == code)
            return set == GLYPHS_ASCII ? twins[k].ascii : twins[k].console;
    if (set != GLYPHS_ASCII)
        return NULL;
    int width = glyph_width(code);
    if (utf8_is_blank(code))
        return width == 2 ? "  " : " ";
    return width == 2 ? "__" : width == 1 ? "_" : "";
}

/* The root of a name or a number, √d_k, √8, where the set has no √: in parentheses, for
 * sqrtd_k reads badly. Returns how many bytes of `in` that was, 0 where it is no such root. */
static size_t
translate_root(enum glyph_set set, const char *in, char out[ROOT_BYTES])
{
    static const char root[] = "√";
    size_t sign = sizeof root - 1, length = 0;
    if (set == GLYPHS_UTF8 || strncmp(in, root, sign) != 0)
        return 0;
    while (isalnum((unsigned char)in[sign + length]) || in[sign + length] == '_')
        length++;
    if (length == 0 || length > ROOT_NAME_MAX)
        return 0;
    snprintf(out, ROOT_BYTES, "sqrt(%.*s)", (int)length, in + sign);
    return sign + length;
}

void
glyphs_translate(enum glyph_set set, const char *in, char *out, size_t size)
{
    assert(size > 0);
    char root[ROOT_BYTES];
    size_t length = strlen(in), used = 0;
    uint32_t code;
    for (size_t at = 0, step; (step = utf8_decode(in + at, length - at, &code)) > 0;
         at += step) {
        if (code >= 0x20 && code < 0x7f) { /* most of all text: it has no twin */
            if (used + 2 > size)
                break;
            out[used++] = (char)code;
            continue;
        }
        const char *twin = twin_of(set, code);
        size_t rooted = translate_root(set, in + at, root);
        if (rooted > 0) {
            twin = root;
            step = rooted;
        }
        size_t width = twin ? strlen(twin) : step;
        if (used + width + 1 > size)
            break;
        memcpy(out + used, twin ? twin : in + at, width);
        used += width;
    }
    out[used] = '\0';
}

int
glyph_width(uint32_t code)
{
    return utf8_width(code);
}

int
glyphs_width(const char *text)
{
    size_t length = strlen(text);
    uint32_t code;
    int width = 0;
    for (size_t at = 0, step; (step = utf8_decode(text + at, length - at, &code)) > 0;
         at += step)
        width += glyph_width(code);
    return width;
}

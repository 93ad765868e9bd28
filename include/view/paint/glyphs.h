#ifndef VIEW_PAINT_GLYPHS_H
#define VIEW_PAINT_GLYPHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/state/ui.h"

/* Panes write UTF-8 with the glyphs of one small table; a glyph set has a twin for each of
 * them that a terminal may lack. */
/* Copies a UTF-8 text as the set can show it: a glyph of the table becomes its twin, which
 * may be longer ("√" is "sqrt" in ASCII); in ASCII any other letter becomes "_". What does
 * not fit is cut between characters. */
void glyphs_translate(enum glyph_set set, const char *in, char *out, size_t size);

/* How many columns a character takes: 0 (combining), 1, or 2 (wide East Asian, emoji). */
int glyph_width(uint32_t code);

/* How many columns a well-formed UTF-8 text takes. */
int glyphs_width(const char *text);

#endif

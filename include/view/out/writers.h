#ifndef VIEW_OUT_WRITERS_H
#define VIEW_OUT_WRITERS_H

#include "base/text.h"
#include "view/paint/grid.h"
#include "view/paint/theme.h"

/* The grid as something to print: --print, goldens, the README's pictures. */

/* Plain text: a line per row, without blanks at its end. */
void write_text(const struct grid *grid, struct text *out);

/* The same with SGR sequences of 256 colours; every line ends reset. Blanks at its end stay
 * where they show: reversed, underlined or on a background. */
void write_ansi(const struct grid *grid, const struct theme *theme, struct text *out);

/* A picture: SVG on a dark background. Words of one style are <text>; blocks, lines and
 * triangles are shapes; every character is at its own column whatever the font. */
void write_svg(const struct grid *grid, const struct theme *theme, struct text *out);

#endif

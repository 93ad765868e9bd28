#ifndef VIEW_PAINT_DRAW_H
#define VIEW_PAINT_DRAW_H

#include "view/paint/glyphs.h"
#include "view/paint/grid.h"

/* A rectangle of the grid to draw on. Rows and columns count from its corner; what falls
 * outside of it is clipped, so no caller checks. */
struct canvas {
    struct grid *grid;
    int row, col, rows, cols; /* within the grid */
    enum glyph_set glyphs;
    unsigned char pane; /* marked in every cell that is drawn */
};

/* What most texts look like, and what most cells show. */
static const struct style plain = {ROLE_TEXT, 0};
static const struct style faint = {ROLE_FAINT, 0};
static const struct tag no_tag = {0};

/* A part of a canvas, clipped to it. */
struct canvas canvas_part(const struct canvas *canvas, int row, int col, int rows,
                          int cols);

/* Writes a text, formatted as printf would, from a column to the right. Returns the column
 * behind it (also where it was clipped). */
int draw_text(const struct canvas *canvas, int row, int col, struct style style,
              struct tag tag, const char *format, ...) PRINTF_LIKE(6, 7);

/* The same, ending before column `end`; and cut with "…" to `width` columns and padded. */
int draw_right(const struct canvas *canvas, int row, int end, struct style style,
               struct tag tag, const char *format, ...) PRINTF_LIKE(6, 7);
int draw_field(const struct canvas *canvas, int row, int col, int width,
               struct style style, struct tag tag, const char *text);

/* Writes a text of any length from a column, which may be left of the canvas. */
void draw_long(const struct canvas *canvas, int row, int col, struct style style,
               struct tag tag, const char *text);

/* Writes a text from the first row on, broken at blanks, "…" where the rest has no
 * room; returns how many rows it took. */
int draw_wrapped(const struct canvas *canvas, struct style style, const char *text);

/* The numbers that some words of a text are, by their place in it, from 0. */
enum { WORD_TAGS_MAX = 64 };
struct word_tags {
    int count;
    struct {
        int word;
        struct number number;
    } list[WORD_TAGS_MAX];
};

/* The same, with tags of words; `first` is the place of the text's first word. */
int draw_tagged(const struct canvas *canvas, struct style style, const char *text,
                const struct word_tags *tags, int first);

/* A horizontal rule over the whole canvas with a title: ── title ────── note ─. The title is
 * bold where the pane has the focus. */
void draw_rule(const struct canvas *canvas, int row, bool focus, const char *title,
               const char *note, struct tag note_tag);

/* A vertical rule from row first to row last; where it meets lines they are joined, and where
 * something is written, as the title of a rule, it passes behind. */
void draw_vertical(const struct canvas *canvas, int col, int first, int last);

/* `count` cells of one character, which is one column wide. */
void draw_fill(const struct canvas *canvas, int row, int col, int count,
               struct style style, struct tag tag, const char *glyph);

/* Adds flags to `count` cells that are drawn already. */
void draw_flags(const struct canvas *canvas, int row, int col, int count, unsigned flags);

/* A weight or other small number with two decimals as cells show it: ".94", "1.00", "-.07".
 * Also for three and four decimals. */
void draw_number(char *out, size_t size, double value, int decimals);

/* The same as a text that is passed on as it is made: short_number(.5, 2).text. */
enum { FIGURE_BYTES = 32 };
struct figure_text {
    char text[FIGURE_BYTES];
};
struct figure_text short_number(double value, int decimals);

/* A number with as many decimals, up to these, as `cols` columns take; with an exponent where
 * even the whole number does not fit: 1.5e5. */
void draw_number_in(char *out, size_t size, double value, int decimals, int cols);

/* Brackets around `cols` cells that are drawn already, which are reversed and get the terminal's
 * cursor. */
void draw_pointed(const struct canvas *canvas, int row, int col, int cols,
                  struct style style, struct tag tag);

/* Puts the terminal's cursor there. */
void draw_cursor(const struct canvas *canvas, int row, int col);

/* Which of `count` lines to show first in `room` rows, so that line `at` is among them, in
 * the middle where it can be. */
int first_shown(int count, int room, int at);

#endif

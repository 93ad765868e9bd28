/* Rules between panes. */
#include <string.h>

#include "base/bounds.h"
#include "base/utf8.h"
#include "view/paint/draw.h"

/* How many columns a text takes with the glyphs of the canvas. */
static int
width_of(const struct canvas *canvas, const char *text)
{
    char shown[4 * GRID_SIDE_MAX + 1];
    glyphs_translate(canvas->glyphs, text, shown, sizeof shown);
    return glyphs_width(shown);
}

void
draw_rule(const struct canvas *canvas, int row, bool focus, const char *title,
          const char *note, struct tag note_tag)
{
    /* a note that leaves less than this before it is not drawn */
    enum { TITLE_LEAST = 8 };
    struct style style = {ROLE_TITLE, focus ? FLAG_BOLD : 0};
    int end = canvas->cols - 1;
    draw_fill(canvas, row, 0, canvas->cols, faint, no_tag, "─");
    if (*note != '\0') {
        int start = end - width_of(canvas, note) - 2;
        if (start >= TITLE_LEAST) {
            draw_text(canvas, row, start, faint, note_tag, " %s ", note);
            end = start;
        }
    }
    /* two cells of the rule before the title, one behind it, and blanks around it */
    int width = smaller(width_of(canvas, title), end - 5);
    if (*title != '\0' && width > 0) {
        draw_text(canvas, row, 2, style, no_tag, " ");
        int at = draw_field(canvas, row, 3, width, style, no_tag, title);
        draw_text(canvas, row, at, style, no_tag, " ");
    }
}

/* Which sides of a cell a line glyph reaches. */
enum { SIDE_LEFT = 1, SIDE_RIGHT = 2, SIDE_UP = 4, SIDE_DOWN = 8 };

static const char *const line_glyphs[16] = {
    [SIDE_LEFT | SIDE_RIGHT] = "─",
    [SIDE_UP | SIDE_DOWN] = "│",
    [SIDE_RIGHT | SIDE_DOWN] = "┌",
    [SIDE_LEFT | SIDE_DOWN] = "┐",
    [SIDE_RIGHT | SIDE_UP] = "└",
    [SIDE_LEFT | SIDE_UP] = "┘",
    [SIDE_RIGHT | SIDE_UP | SIDE_DOWN] = "├",
    [SIDE_LEFT | SIDE_UP | SIDE_DOWN] = "┤",
    [SIDE_LEFT | SIDE_RIGHT | SIDE_DOWN] = "┬",
    [SIDE_LEFT | SIDE_RIGHT | SIDE_UP] = "┴",
    [SIDE_LEFT | SIDE_RIGHT | SIDE_UP | SIDE_DOWN] = "┼",
};

/* The sides that the line in a cell reaches, 0 where there is none. In ASCII what is a line
 * and what is text shows in the role alone. */
static unsigned
line_sides(const struct cell *cell, enum glyph_set glyphs)
{
    if (glyphs == GLYPHS_ASCII)
        return cell->style.role != ROLE_FAINT ? 0
               : cell->code == '-'            ? SIDE_LEFT | SIDE_RIGHT
               : cell->code == '|'            ? SIDE_UP | SIDE_DOWN
               : cell->code == '+' ? SIDE_LEFT | SIDE_RIGHT | SIDE_UP | SIDE_DOWN
                                   : 0;
    for (unsigned sides = 0; sides < 16; sides++) {
        uint32_t code;
        const char *glyph = line_glyphs[sides];
        if (glyph != NULL && utf8_decode(glyph, strlen(glyph), &code) > 0 &&
            code == cell->code)
            return sides;
    }
    return 0;
}

void
draw_vertical(const struct canvas *canvas, int col, int first, int last)
{
    int end = smaller(last, canvas->rows - 1);
    if (col < 0 || col >= canvas->cols)
        return;
    for (int row = first < 0 ? 0 : first; row <= end; row++) {
        const struct cell *cell =
            grid_cell(canvas->grid, canvas->row + row, canvas->col + col);
        unsigned sides = line_sides(cell, canvas->glyphs);
        /* a title is in the rule here, with its blanks */
        if (sides == 0 && (cell->code != ' ' || cell->style.role == ROLE_TITLE ||
                           cell->style.role == ROLE_FAINT))
            continue;
        if (sides == 0 || row > first)
            sides |= SIDE_UP;
        if (sides == SIDE_UP || row < last)
            sides |= SIDE_DOWN;
        draw_text(canvas, row, col, faint, no_tag, "%s", line_glyphs[sides]);
    }
}

int
first_shown(int count, int room, int at)
{
    int first = at - room / 2, last = count - room;
    first = first > last ? last : first;
    return first < 0 ? 0 : first;
}

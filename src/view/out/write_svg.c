/* The grid as a picture. What fonts draw in their own ways, the blocks, lines and triangles
 * that panes are made of, is drawn here as shapes, which fit together everywhere; the rest is
 * text, a word at a time, each from the column it has in the grid. */
#include <stdint.h>

#include "base/utf8.h"
#include "view/out/writers.h"

/* In pixels. Cells are .6 as wide as the font is high, as in most fonts of one width. */
enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, FONT_SIZE = 15, BASELINE = 14, MARGIN = 9 };

static const unsigned page_colour = 0x1e1e1e, text_colour = 0xd4d4d4;

/* -- colours -------------------------------------------------------------------------- */

/* A colour of xterm's palette as 0xRRGGBB: 16 of their own, a cube of 6x6x6, 24 greys. */
static unsigned
palette_colour(int index)
{
    static const unsigned standard[16] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const unsigned levels[6] = {0, 95, 135, 175, 215, 255};
    if (index < 16)
        return standard[index];
    if (index >= 232)
        return 0x010101 * (unsigned)(8 + 10 * (index - 232));
    int cube = index - 16;
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6];
}

/* How a cell looks once its colours are known and reversed where they are to be. */
struct ink {
    unsigned foreground, background;
    bool bold, underline;
};

static struct ink
ink_of(const struct cell *cell, const struct theme *theme)
{
    const struct look *look = &theme->looks[cell->style.role];
    unsigned flags = (unsigned)(look->flags | cell->style.flags);
    unsigned fore = look->foreground < 0 ? text_colour : palette_colour(look->foreground);
    unsigned back = look->background < 0 ? page_colour : palette_colour(look->background);
    bool reverse = flags & FLAG_REVERSE;
    return (struct ink){reverse ? back : fore, reverse ? fore : back, flags & FLAG_BOLD,
                        flags & FLAG_UNDERLINE};
}

/* -- kinds of cells ------------------------------------------------------------------- */

enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8 };

/* How a glyph is drawn: as a block of a density, as lines from the middle to some sides, as a
 * triangle, or as text. */
struct figure {
    uint32_t code;
    const char *opacity;  /* of a block */
    unsigned sides;       /* of lines */
    const char *triangle; /* a path from the upper left corner of the cell */
};

/* clang-format off */
static const struct figure shapes[] = {
    {0x2591, ".3", 0, NULL}, /* ░ */
    {0x2592, ".6", 0, NULL}, /* ▒ */
    {0x2588, "1",  0, NULL}, /* █ */
    {0x2500, NULL, LEFT | RIGHT, NULL},             /* ─ */
    {0x2502, NULL, UP | DOWN, NULL},                /* │ */
    {0x250c, NULL, RIGHT | DOWN, NULL},             /* ┌ */
    {0x2510, NULL, LEFT | DOWN, NULL},              /* ┐ */
    {0x2514, NULL, RIGHT | UP, NULL},               /* └ */
    {0x2518, NULL, LEFT | UP, NULL},                /* ┘ */
    {0x251c, NULL, RIGHT | UP | DOWN, NULL},        /* ├ */
    {0x2524, NULL, LEFT | UP | DOWN, NULL},         /* ┤ */
    {0x252c, NULL, LEFT | RIGHT | DOWN, NULL},      /* ┬ */
    {0x2534, NULL, LEFT | RIGHT | UP, NULL},        /* ┴ */
    {0x253c, NULL, LEFT | RIGHT | UP | DOWN, NULL}, /* ┼ */
    {0x25b6, NULL, 0, "m1 5v9l7-4.5z"},             /* ▶ */
    {0x25bc, NULL, 0, "m.5 6h8l-4 8z"},             /* ▼ */
    {0x25b2, NULL, 0, "m.5 14h8l-4-8z"},            /* ▲ */
};
/* clang-format on */

/* NULL where the cell is text. */
static const struct figure *
shape_of(const struct cell *cell)
{
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        if (shapes[k].code == cell->code)
            return &shapes[k];
    return NULL;
}

/* -- a row ---------------------------------------------------------------------------- */

struct row {
    const struct cell *cells;
    int cols, y; /* y: of its upper edge */
    const struct theme *theme;
};

/* The right half of a wide character looks as the left one does. */
static struct ink
ink_at(const struct row *row, int col)
{
    return ink_of(&row->cells[row->cells[col].code == 0 && col > 0 ? col - 1 : col],
                  row->theme);
}

/* The fill of an element, where it is not that of the whole picture. */
static void
write_fill(unsigned colour, struct text *out)
{
    if (colour != text_colour)
        text_add(out, " fill=\"#%06x\"", colour);
}

static void
write_rect(const struct row *row, int col, int end, int top, int height, struct text *out)
{
    text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", col * CELL_WIDTH,
             row->y + top, (end - col) * CELL_WIDTH, height);
}

/* The backgrounds, or the underlines, of a row: one rectangle for cells that look alike. */
static void
write_strips(const struct row *row, bool underlines, struct text *out)
{
    for (int col = 0, end; col < row->cols; col = end) {
        struct ink ink = ink_at(row, col);
        unsigned colour = underlines ? ink.foreground : ink.background;
        for (end = col + 1; end < row->cols; end++) {
            struct ink next = ink_at(row, end);
            if ((underlines ? next.foreground : next.background) != colour ||
                (underlines && next.underline != ink.underline))
                break;
        }
        if (underlines ? !ink.underline : colour == page_colour)
            continue;
        write_rect(row, col, end, underlines ? BASELINE + 2 : 0,
                   underlines ? 1 : CELL_HEIGHT, out);
        write_fill(colour, out);
        text_add(out, "/>\n");
    }
}

/* -- shapes --------------------------------------------------------------------------- */

/* A length given in halves of a pixel, without the point of any locale. */
static void
write_half(const char *before, int halves, struct text *out)
{
    text_add(out, "%s%d%s", before, halves / 2, halves % 2 != 0 ? ".5" : "");
}

/* The sides that the lines of a cell reach; 0 where it has none. */
static unsigned
sides_of(const struct cell *cell)
{
    const struct figure *shape = shape_of(cell);
    return shape == NULL ? 0 : shape->sides;
}

/* The cells from col to end have lines of one colour: one path, in which what goes on from
 * cell to cell is one stroke. */
static void
write_lines(const struct row *row, int col, int end, struct text *out)
{
    int top = 2 * row->y, across = top + CELL_HEIGHT - 1; /* in halves of a pixel */
    int from = -1; /* the half cell where a stroke began */
    text_add(out, "<path d=\"");
    for (int half = 2 * col; half <= 2 * end; half++) {
        unsigned side = half % 2 == 0 ? LEFT : RIGHT;
        bool on = half < 2 * end && sides_of(&row->cells[half / 2]) & side;
        if (on && from < 0)
            from = half;
        if (!on && from >= 0) {
            write_half("M", from * CELL_WIDTH, out);
            write_half(" ", across, out);
            write_half("H", half * CELL_WIDTH, out);
            from = -1;
        }
    }
    for (int at = col; at < end; at++) {
        unsigned sides = sides_of(&row->cells[at]);
        if (!(sides & (UP | DOWN)))
            continue;
        write_half("M", (2 * at + 1) * CELL_WIDTH, out);
        write_half(" ", sides & UP ? top : across, out);
        write_half("V", sides & DOWN ? top + 2 * CELL_HEIGHT : across, out);
    }
    text_add(out, "\" stroke=\"#%06x\" stroke-linecap=\"square\"/>\n",
             ink_at(row, col).foreground);
}

static void
write_shapes(const struct row *row, struct text *out)
{
    for (int col = 0, end; col < row->cols; col = end) {
        const struct figure *shape = shape_of(&row->cells[col]);
        unsigned colour = ink_at(row, col).foreground;
        end = col + 1;
        if (shape == NULL)
            continue;
        while (shape->triangle == NULL && end < row->cols &&
               ink_at(row, end).foreground == colour &&
               (shape->sides ? sides_of(&row->cells[end]) != 0
                             : shape_of(&row->cells[end]) == shape))
            end++;
        if (shape->sides) {
            write_lines(row, col, end, out);
            continue;
        }
        if (shape->triangle)
            text_add(out, "<path shape-rendering=\"auto\" d=\"M%d %d%s\"",
                     col * CELL_WIDTH, row->y, shape->triangle);
        else
            write_rect(row, col, end, 0, CELL_HEIGHT, out);
        write_fill(colour, out);
        if (shape->opacity)
            text_add(out, " fill-opacity=\"%s\"", shape->opacity);
        text_add(out, "/>\n");
    }
}

/* -- text ----------------------------------------------------------------------------- */

static void
write_code(uint32_t code, struct text *out)
{
    const char *name = code == '&'   ? "&amp;"
                       : code == '<' ? "&lt;"
                       : code == '>' ? "&gt;"
                       : code == '"' ? "&quot;"
                                     : NULL;
    if (name != NULL)
        text_add(out, "%s", name);
    else {
        char bytes[4];
        text_add_bytes(out, bytes, utf8_encode(bytes, code));
    }
}

static void
write_characters(const struct cell *cells, int count, struct text *out)
{
    for (int at = 0; at < count; at++) {
        if (cells[at].code != 0)
            write_code(cells[at].code, out);
        for (int k = 0; k < CELL_MARKS && cells[at].marks[k] != 0; k++)
            write_code(cells[at].marks[k], out);
    }
}

/* Whether a cell is written as text at all. */
static bool
is_text(const struct cell *cell)
{
    return cell->code != 0 && shape_of(cell) == NULL &&
           (!utf8_is_blank(cell->code) || cell->marks[0] != 0);
}

/* Whether a character may come from another font than its neighbours, with another width:
 * symbols, scripts that fonts of one width lack, and characters with marks. */
static bool
stands_alone(const struct cell *cell)
{
    return cell->code >= 0x590 || cell->marks[0] != 0;
}

/* Where the text that begins at col ends: behind the only character, or behind a word. */
static int
text_end(const struct row *row, int col)
{
    struct ink ink = ink_at(row, col);
    int end = col + 1;
    if (stands_alone(&row->cells[col])) {
        while (end < row->cols && row->cells[end].code == 0)
            end++;
        return end;
    }
    for (; end < row->cols; end++) {
        struct ink next = ink_at(row, end);
        if (!is_text(&row->cells[end]) || stands_alone(&row->cells[end]) ||
            next.foreground != ink.foreground || next.bold != ink.bold)
            break;
    }
    return end;
}

/* A word has its columns from textLength; a single one is put in the middle of its
 * place. */
static void
write_words(const struct row *row, struct text *out)
{
    for (int col = 0, end; col < row->cols; col = end) {
        const struct cell *cell = &row->cells[col];
        struct ink ink = ink_at(row, col);
        end = col + 1;
        if (!is_text(cell))
            continue;
        end = text_end(row, col);
        if (stands_alone(cell)) {
            write_half("<text x=\"", (col + end) * CELL_WIDTH, out);
            text_add(out, "\" y=\"%d\" text-anchor=\"middle\"", row->y + BASELINE);
        } else
            text_add(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\"", col * CELL_WIDTH,
                     row->y + BASELINE, (end - col) * CELL_WIDTH);
        write_fill(ink.foreground, out);
        text_add(out, ink.bold ? " font-weight=\"bold\">" : ">");
        write_characters(cell, end - col, out);
        text_add(out, "</text>\n");
    }
}

/* -- the picture ---------------------------------------------------------------------- */

void
write_svg(const struct grid *grid, const struct theme *theme, struct text *out)
{
    int width = grid->cols * CELL_WIDTH + 2 * MARGIN;
    int height = grid->rows * CELL_HEIGHT + 2 * MARGIN;
    text_add(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"%d %d %d %d\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, "
        "Consolas, 'Liberation Mono', monospace\" font-size=\"%d\" fill=\"#%06x\" "
        "shape-rendering=\"crispEdges\">\n",
        width, height, -MARGIN, -MARGIN, width, height, FONT_SIZE, text_colour);
    text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
             -MARGIN, -MARGIN, width, height, page_colour);
    for (int at = 0; at < grid->rows; at++) {
        struct row row = {grid_cell(grid, at, 0), grid->cols, at * CELL_HEIGHT, theme};
        write_strips(&row, false, out);
        write_shapes(&row, out);
        write_strips(&row, true, out);
        write_words(&row, out);
    }
    text_add(out, "</svg>\n");
}

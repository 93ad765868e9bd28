/* The grid as lines of text, plain or with colours. Nothing is written but what cells hold,
 * SGR sequences and line ends. The picture is written in write_svg.c. */
#include "view/out/writers.h"

#include "base/utf8.h"

/* The right half of a wide character writes nothing: the left half takes both columns. */
static void
write_cell(const struct cell *cell, struct text *out)
{
    char bytes[4 + 4 * CELL_MARKS];
    size_t length = 0;
    if (cell->code == 0)
        return;
    length += utf8_encode(bytes, cell->code);
    for (int k = 0; k < CELL_MARKS && cell->marks[k] != 0; k++)
        length += utf8_encode(bytes + length, cell->marks[k]);
    text_add_bytes(out, bytes, length);
}

static bool
is_blank(const struct cell *cell)
{
    return cell->code == ' ' && cell->marks[0] == 0;
}

void
write_text(const struct grid *grid, struct text *out)
{
    for (int row = 0; row < grid->rows; row++) {
        int end = grid->cols;
        while (end > 0 && is_blank(grid_cell(grid, row, end - 1)))
            end--;
        for (int col = 0; col < end; col++)
            write_cell(grid_cell(grid, row, col), out);
        text_add_bytes(out, "\n", 1);
    }
}

/* How SGR writes a cell. */
struct pen {
    int foreground, background; /* -1: the terminal's own */
    unsigned flags;
};

static const struct pen plain_pen = {-1, -1, 0};

static struct pen
pen_of(const struct cell *cell, const struct theme *theme)
{
    const struct look *look = &theme->looks[cell->style.role];
    return (struct pen){look->foreground, look->background,
                        (unsigned)(look->flags | cell->style.flags)};
}

static bool
pen_equal(struct pen left, struct pen right)
{
    return left.foreground == right.foreground && left.background == right.background &&
           left.flags == right.flags;
}

/* Whether a blank written with the pen looks like nothing at all. */
static bool
hides_blanks(struct pen pen)
{
    return pen.background < 0 && !(pen.flags & (FLAG_REVERSE | FLAG_UNDERLINE));
}

/* Every change writes the whole pen, so that a line cut anywhere still means the same. */
static void
write_pen(struct pen pen, struct text *out)
{
    text_add(out, "\x1b[0%s%s%s", pen.flags & FLAG_BOLD ? ";1" : "",
             pen.flags & FLAG_UNDERLINE ? ";4" : "",
             pen.flags & FLAG_REVERSE ? ";7" : "");
    if (pen.foreground >= 0)
        text_add(out, ";38;5;%d", pen.foreground);
    if (pen.background >= 0)
        text_add(out, ";48;5;%d", pen.background);
    text_add(out, "m");
}

void
write_ansi(const struct grid *grid, const struct theme *theme, struct text *out)
{
    for (int row = 0; row < grid->rows; row++) {
        const struct cell *cells = grid_cell(grid, row, 0);
        struct pen pen = plain_pen;
        int end = grid->cols;
        while (end > 0 && is_blank(&cells[end - 1]) &&
               hides_blanks(pen_of(&cells[end - 1], theme)))
            end--;
        for (int col = 0; col < end; col++) {
            struct pen next = pen_of(&cells[col], theme);
            /* a blank that shows neither pen goes with the run before it */
            bool same =
                cells[col].code == 0 || pen_equal(pen, next) ||
                (is_blank(&cells[col]) && hides_blanks(pen) && hides_blanks(next));
            if (!same) {
                write_pen(next, out);
                pen = next;
            }
            write_cell(&cells[col], out);
        }
        if (!pen_equal(pen, plain_pen))
            write_pen(plain_pen, out);
        text_add_bytes(out, "\n", 1);
    }
}

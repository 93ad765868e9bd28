/* Clipped drawing on a part of the grid: texts and fills. Whatever is drawn, a cell holds no
 * control character, and has code 0 only behind a wide character. */
#include "view/paint/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bounds.h"
#include "base/utf8.h"

/* A text as long as the widest row, of characters of four bytes. */
enum { TEXT_BYTES = 4 * GRID_SIDE_MAX + 1 };

/* `at` + `count` as far as `end`, which is behind the last; at < end. */
static int
end_of(int at, int count, int end)
{
    return count < end - at ? at + count : end;
}

struct canvas
canvas_part(const struct canvas *canvas, int row, int col, int rows, int cols)
{
    struct canvas part = *canvas;
    /* what lies before the corner is cut off; the rest starts there */
    if (row < 0) {
        rows = rows < -row ? 0 : rows + row;
        row = 0;
    }
    if (col < 0) {
        cols = cols < -col ? 0 : cols + col;
        col = 0;
    }
    row = smaller(row, canvas->rows);
    col = smaller(col, canvas->cols);
    part.row += row;
    part.col += col;
    part.rows = rows < 0 ? 0 : smaller(rows, canvas->rows - row);
    part.cols = cols < 0 ? 0 : smaller(cols, canvas->cols - col);
    return part;
}

/* The cell at (row, col) of the canvas, or NULL where that is outside. */
static struct cell *
cell_at(const struct canvas *canvas, int row, int col)
{
    if (row < 0 || row >= canvas->rows || col < 0 || col >= canvas->cols)
        return NULL;
    return grid_cell(canvas->grid, canvas->row + row, canvas->col + col);
}

static void
blank_cell(struct cell *cell)
{
    cell->code = ' ';
    memset(cell->marks, 0, sizeof cell->marks);
}

/* Fills a cell of the canvas, at column `at` of the grid. The half that it leaves of a wide
 * character becomes a blank, so that a cell has code 0 only behind a wide character. */
static struct cell *
set_cell(const struct canvas *canvas, struct cell *cell, int at, uint32_t code,
         struct style style, struct tag tag)
{
    if (cell->code == 0 && at > 0)
        blank_cell(cell - 1);
    if (at + 1 < canvas->grid->cols && cell[1].code == 0)
        blank_cell(cell + 1);
    *cell = (struct cell){.code = code, .style = style, .tag = tag, .pane = canvas->pane};
    return cell;
}

/* Puts one character of a width, 1 or 2. Returns its cell, to which marks can be added, or NULL
 * where it was clipped; of a wide one of which half is inside that half is blank. */
static struct cell *
put_code(const struct canvas *canvas, int row, int col, uint32_t code, int width,
         struct style style, struct tag tag)
{
    struct cell *left = cell_at(canvas, row, col);
    int at = canvas->col + col;
    if (width < 2)
        return left != NULL ? set_cell(canvas, left, at, code, style, tag) : NULL;
    struct cell *right = cell_at(canvas, row, col + 1);
    if (left != NULL && right != NULL) {
        set_cell(canvas, left, at, code, style, tag);
        set_cell(canvas, right, at + 1, 0, style, tag);
        return left;
    }
    if (left != NULL)
        set_cell(canvas, left, at, ' ', style, tag);
    if (right != NULL)
        set_cell(canvas, right, at + 1, ' ', style, tag);
    return NULL;
}

/* Adds a combining mark to the cell of its character; marks beyond the few that a cell has
 * room for are left out. */
static void
add_mark(struct cell *cell, uint32_t mark)
{
    for (int k = 0; k < CELL_MARKS; k++)
        if (cell->marks[k] == 0) {
            cell->marks[k] = mark;
            return;
        }
}

/* Puts a text from *col on, and moves it behind. `base` is what a mark at the start of the
 * text belongs to; a mark that follows nothing is left out. Returns the last base. */
static struct cell *
put_part(const struct canvas *canvas, int row, int *col, struct style style,
         struct tag tag, const char *text, struct cell *base)
{
    size_t length = strlen(text);
    uint32_t code;
    for (size_t at = 0, step; (step = utf8_decode(text + at, length - at, &code)) > 0;
         at += step) {
        int width = glyph_width(code);
        if (width > 0) {
            base = put_code(canvas, row, *col, code, width, style, tag);
            *col += width;
        } else if (base != NULL && code != 0x200c && code != 0x200d)
            add_mark(base, code); /* not joiners: terminals differ in what they join */
    }
    return base;
}

/* Puts a text from col on; returns the column behind it. */
static int
put_text(const struct canvas *canvas, int row, int col, struct style style,
         struct tag tag, const char *text)
{
    put_part(canvas, row, &col, style, tag, text, NULL);
    return col;
}

/* Formats and translates to the glyphs of the canvas. */
static void compose(const struct canvas *canvas, char out[TEXT_BYTES], const char *format,
                    va_list args) __attribute__((format(printf, 3, 0)));

static void
compose(const struct canvas *canvas, char out[TEXT_BYTES], const char *format,
        va_list args)
{
    char raw[TEXT_BYTES];
    vsnprintf(raw, sizeof raw, format, args);
    glyphs_translate(canvas->glyphs, raw, out, TEXT_BYTES);
}

int
draw_text(const struct canvas *canvas, int row, int col, struct style style,
          struct tag tag, const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list args;
    va_start(args, format);
    compose(canvas, text, format, args);
    va_end(args);
    return put_text(canvas, row, col, style, tag, text);
}

int
draw_right(const struct canvas *canvas, int row, int end, struct style style,
           struct tag tag, const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list args;
    va_start(args, format);
    compose(canvas, text, format, args);
    va_end(args);
    return put_text(canvas, row, end - glyphs_width(text), style, tag, text);
}

/* What replaces the rest of a text that is cut. */
static const char *
cut_mark(const struct canvas *canvas, int width)
{
    enum { WIDE = 8 }; /* columns that can spare three */
    return canvas->glyphs == GLYPHS_UTF8 ? "…" : width >= WIDE ? "..." : ".";
}

static bool
is_figure(char c)
{
    return c != '\0' && strchr("0123456789.eE+-", c) != NULL;
}

/* Cuts a text, which is wider, to at most `width` columns: never inside of a number, which
 * would then be another one. */
static void
cut_text(char *text, int width)
{
    size_t length = strlen(text), end = 0, step;
    uint32_t code;
    int used = 0;
    while ((step = utf8_decode(text + end, length - end, &code)) > 0 &&
           used + glyph_width(code) <= width) {
        used += glyph_width(code);
        end += step;
    }
    size_t before = end;
    while (before > 0 && is_figure(text[before - 1]) && is_figure(text[before]))
        before--;
    bool number = before < end && strcspn(text + before, "0123456789") <
                                      strspn(text + before, "0123456789.eE+-");
    text[number ? before : end] = '\0';
}

int
draw_field(const struct canvas *canvas, int row, int col, int width, struct style style,
           struct tag tag, const char *text)
{
    if (width <= 0)
        return col;
    char shown[TEXT_BYTES];
    glyphs_translate(canvas->glyphs, text, shown, sizeof shown);
    int end = col + width, at = col;
    if (glyphs_width(shown) > width) {
        const char *mark = cut_mark(canvas, width);
        cut_text(shown, width - glyphs_width(mark));
        at = put_text(canvas, row, at, style, tag, shown);
        at = put_text(canvas, row, at, style, tag, mark);
    } else {
        at = put_text(canvas, row, at, style, tag, shown);
    }
    draw_fill(canvas, row, at, end - at, style, tag, " ");
    return end;
}

void
draw_fill(const struct canvas *canvas, int row, int col, int count, struct style style,
          struct tag tag, const char *glyph)
{
    char shown[16];
    uint32_t code;
    glyphs_translate(canvas->glyphs, glyph, shown, sizeof shown);
    if (col >= canvas->cols || utf8_decode(shown, strlen(shown), &code) == 0)
        return;
    int end = end_of(col, count, canvas->cols), from = col < 0 ? 0 : col;
    struct cell *cell = cell_at(canvas, row, from);
    if (cell == NULL || glyph_width(code) != 1) /* no fill is of wide characters */
        return;
    for (int at = from; at < end; at++)
        set_cell(canvas, cell++, canvas->col + at, code, style, tag);
}

void
draw_flags(const struct canvas *canvas, int row, int col, int count, unsigned flags)
{
    if (col >= canvas->cols)
        return;
    int end = end_of(col, count, canvas->cols);
    for (int at = col < 0 ? 0 : col; at < end; at++) {
        struct cell *cell = cell_at(canvas, row, at);
        if (cell != NULL)
            cell->style.flags = (unsigned char)(cell->style.flags | flags);
    }
}

void
draw_pointed(const struct canvas *canvas, int row, int col, int cols, struct style style,
             struct tag tag)
{
    draw_text(canvas, row, col - 1, style, tag, "[");
    draw_text(canvas, row, col + cols, style, tag, "]");
    draw_flags(canvas, row, col, cols, FLAG_REVERSE);
    draw_cursor(canvas, row, col);
}

void
draw_cursor(const struct canvas *canvas, int row, int col)
{
    if (cell_at(canvas, row, col) != NULL) {
        canvas->grid->cursor_row = canvas->row + row;
        canvas->grid->cursor_col = canvas->col + col;
    }
}

void
draw_long(const struct canvas *canvas, int row, int col, struct style style,
          struct tag tag, const char *text)
{
    struct cell *base = NULL;
    size_t length = strlen(text);
    uint32_t code;
    for (size_t at = 0, step; (step = utf8_decode(text + at, length - at, &code)) > 0;
         at += step) {
        char one[8] = "", shown[16];
        memcpy(one, text + at, step);
        glyphs_translate(canvas->glyphs, one, shown, sizeof shown);
        base = put_part(canvas, row, &col, style, tag, shown, base);
    }
}

int
draw_wrapped(const struct canvas *canvas, struct style style, const char *text)
{
    return draw_tagged(canvas, style, text, NULL, 0);
}

static struct tag
tag_of_word(const struct word_tags *tags, int word)
{
    for (int k = 0; tags != NULL && k < tags->count; k++)
        if (tags->list[k].word == word)
            return tag_of(tags->list[k].number);
    return no_tag;
}

int
draw_tagged(const struct canvas *canvas, struct style style, const char *text,
            const struct word_tags *tags, int first)
{
    char shown[TEXT_BYTES];
    int row = 0, col = 0;
    glyphs_translate(canvas->glyphs, text, shown, sizeof shown);
    for (const char *word = shown; *word != '\0'; first++) {
        char piece[TEXT_BYTES];
        size_t length = strcspn(word, " ");
        snprintf(piece, sizeof piece, "%.*s", (int)length, word);
        int width = glyphs_width(piece);
        if (col > 0 && col + width > canvas->cols) {
            if (row == canvas->rows - 1) { /* no room for the rest: mark it */
                int at = smaller(col, canvas->cols - 1);
                draw_text(canvas, row, at, style, no_tag, "%s",
                          cut_mark(canvas, canvas->cols - at));
                return row + 1;
            }
            row++;
            col = 0;
        }
        col = put_text(canvas, row, col, style, tag_of_word(tags, first), piece) + 1;
        word += length + strspn(word + length, " ");
    }
    return row + 1;
}

/* Pictures of whole screens, read again: each cell looks as it does in a picture of it alone,
 * of which test_write_svg.c knows every element. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/out/writers.h"

/* In pixels, as the writer has them. */
enum { WIDTH = 9, HEIGHT = 18, BASELINE = 14 };

enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8 };

/* What a picture shows where a cell is. Colours are texts such as #1e1e1e. */
struct seen {
    char text[16], colour[8];
    bool bold;
    char back[8], underline[8];
    char shade[4], triangle[20];
    char shape_colour[8]; /* of the shade, the triangle or the lines */
    unsigned sides;       /* that lines reach */
};

struct picture {
    int rows, cols;
    struct seen *cells; /* owned */
};

static struct seen *
seen_at(const struct picture *picture, int row, int col)
{
    assert_true(row >= 0 && row < picture->rows && col >= 0 && col < picture->cols);
    return &picture->cells[row * picture->cols + col];
}

/* -- elements -------------------------------------------------------------------------- */

/* Copies the value of an attribute of the element that a line is; `otherwise` where it has
 * none. */
static void
attribute(const char *line, const char *name, const char *otherwise, char *out,
          size_t size)
{
    char wanted[24];
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    const char *at = strstr(line, wanted);
    at = at ? at + strlen(wanted) : otherwise;
    int length = snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
    assert_true(length >= 0 && (size_t)length < size);
}

static int
pixels(const char *line, const char *name)
{
    char value[16];
    attribute(line, name, "0", value, sizeof value);
    return atoi(value);
}

static void
fill(const char *line, char colour[8])
{
    attribute(line, "fill", "#d4d4d4", colour, 8);
}

/* A background, a shade, or an underline. */
static void
read_rect(const struct picture *picture, const char *line)
{
    int x = pixels(line, "x"), y = pixels(line, "y");
    int width = pixels(line, "width"), height = pixels(line, "height");
    if (x < 0) /* the page */
        return;
    assert_true(x % WIDTH == 0 && width % WIDTH == 0 && width > 0);
    assert_true(height == HEIGHT ? y % HEIGHT == 0 : height == 1 && y % HEIGHT == 16);
    bool shade = strstr(line, " fill-opacity=") != NULL;
    for (int col = x / WIDTH; col < (x + width) / WIDTH; col++) {
        struct seen *seen = seen_at(picture, y / HEIGHT, col);
        if (shade)
            attribute(line, "fill-opacity", "", seen->shade, sizeof seen->shade);
        fill(line, shade         ? seen->shape_colour
                   : height == 1 ? seen->underline
                                 : seen->back);
    }
}

/* Lines through the middles of cells: M x y, then H x or V y, again and again. */
static void
read_lines(const struct picture *picture, const char *line, char *at)
{
    while (*at == 'M') {
        double x = strtod(at + 1, &at), y = strtod(at, &at);
        bool across = *at == 'H';
        assert_true(across || *at == 'V');
        double end = strtod(at + 1, &at), step = across ? WIDTH / 2.0 : HEIGHT / 2.0;
        int from = (int)((across ? x : y) / step + .1), to = (int)(end / step + .1);
        for (int half = from; half < to; half++) {
            struct seen *seen = across ? seen_at(picture, (int)y / HEIGHT, half / 2)
                                       : seen_at(picture, half / 2, (int)x / WIDTH);
            unsigned first = across ? LEFT : UP, second = across ? RIGHT : DOWN;
            seen->sides |= half % 2 == 0 ? first : second;
            attribute(line, "stroke", "", seen->shape_colour, sizeof seen->shape_colour);
        }
    }
    assert_int_equal(*at, '\0');
}

static void
read_path(const struct picture *picture, const char *line)
{
    char path[4096], *rest = path;
    attribute(line, "d", "", path, sizeof path);
    if (strstr(line, "stroke=") != NULL) {
        read_lines(picture, line, path);
        return;
    }
    long x = strtol(path + 1, &rest, 10), y = strtol(rest, &rest, 10);
    struct seen *seen = seen_at(picture, (int)y / HEIGHT, (int)x / WIDTH);
    snprintf(seen->triangle, sizeof seen->triangle, "%s", rest);
    fill(line, seen->shape_colour);
}

/* Moves past a character, which may be written as an entity, and adds it to a text. */
static const char *
read_character(const char *at, char *text, size_t size)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    size_t used = strlen(text), length = 0;
    uint32_t code;
    for (size_t k = 0; k < 4; k++)
        if (strncmp(at, entities[k], strlen(entities[k])) == 0) {
            snprintf(text + used, size - used, "%c", "&<>\""[k]);
            return at + strlen(entities[k]);
        }
    length = utf8_decode(at, strlen(at), &code);
    assert_true(length > 0 && used + length < size);
    snprintf(text + used, size - used, "%.*s", (int)length, at);
    return at + length;
}

/* A word with a character in each of its cells, or what stands alone in the middle of one or
 * two. */
static void
read_text(const struct picture *picture, const char *line)
{
    char x[16], colour[8];
    attribute(line, "x", "", x, sizeof x);
    fill(line, colour);
    bool alone = strstr(line, "text-anchor=\"middle\"") != NULL;
    int halves = (int)(strtod(x, NULL) * 2 / WIDTH + .5), count = 1, col = halves / 2;
    if (alone && halves % 2 == 0) /* the middle of a wide one */
        col--;
    if (!alone)
        count = pixels(line, "textLength") / WIDTH;
    const char *at = strchr(line, '>') + 1;
    for (int k = 0; k < count; k++) {
        struct seen *seen =
            seen_at(picture, (pixels(line, "y") - BASELINE) / HEIGHT, col + k);
        assert_int_equal(seen->text[0], '\0');
        do
            at = read_character(at, seen->text, sizeof seen->text);
        while (alone && *at != '<');
        memcpy(seen->colour, colour, sizeof colour);
        seen->bold = strstr(line, "font-weight=\"bold\"") != NULL;
    }
    assert_string_equal(at, "</text>");
}

/* -- pictures -------------------------------------------------------------------------- */

/* The picture of a grid, read again; the caller frees its cells. */
static struct picture
picture_of(const struct grid *grid, const struct theme *theme)
{
    struct picture picture = {grid->rows, grid->cols, NULL};
    struct text text = {0};
    picture.cells = calloc((size_t)(grid->rows * grid->cols), sizeof *picture.cells);
    assert_non_null(picture.cells);
    write_svg(grid, theme, &text);
    assert_false(text.failed);
    for (char *line = text.bytes, *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        if (strncmp(line, "<rect ", 6) == 0)
            read_rect(&picture, line);
        else if (strncmp(line, "<path ", 6) == 0)
            read_path(&picture, line);
        else if (strncmp(line, "<text ", 6) == 0)
            read_text(&picture, line);
        else
            assert_true(strncmp(line, "<svg ", 5) == 0 || strcmp(line, "</svg>") == 0);
    }
    text_free(&text);
    return picture;
}

/* A cell, with its right half where it is wide, as a grid of its own. */
static struct picture
picture_alone(const struct grid *grid, int row, int col, const struct theme *theme)
{
    struct grid one;
    struct err err;
    int width = col + 1 < grid->cols && grid_cell(grid, row, col + 1)->code == 0 ? 2 : 1;
    assert_true(grid_init(&one, 1, width, &err));
    for (int k = 0; k < width; k++)
        *grid_cell(&one, 0, k) = *grid_cell(grid, row, col + k);
    struct picture picture = picture_of(&one, theme);
    grid_free(&one);
    return picture;
}

/* Whether a cell that is more than a blank shows its character, or a shape in its place. */
static bool
shows_itself(const struct cell *cell, const struct seen *seen)
{
    char text[16] = "";
    size_t used = utf8_encode(text, cell->code);
    for (int k = 0; k < CELL_MARKS && cell->marks[k] != 0; k++)
        used += utf8_encode(text + used, cell->marks[k]);
    if (utf8_is_blank(cell->code) && cell->marks[0] == 0)
        return seen->text[0] == '\0';
    return strcmp(seen->text, text) == 0 || seen->shade[0] || seen->triangle[0] ||
           seen->sides != 0;
}

static int
grid_wrong(const struct grid *grid, const struct theme *theme, const char *name)
{
    struct picture whole = picture_of(grid, theme);
    int wrong = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0, width; col < grid->cols; col += width) {
            const struct seen *seen = seen_at(&whole, row, col);
            struct picture alone = picture_alone(grid, row, col, theme);
            width = alone.cols;
            wrong +=
                row_wrong(memcmp(seen, alone.cells, (size_t)width * sizeof *seen) == 0 &&
                              shows_itself(grid_cell(grid, row, col), seen),
                          "%s: row %d, column %d shows \"%s\", not \"%s\"", name, row,
                          col, seen->text, alone.cells->text);
            free(alone.cells);
        }
    free(whole.cells);
    return wrong;
}

static void
screens_are_made_of_their_cells(void **state)
{
    static const struct {
        const char *sentence, *commands;
        int rows, cols;
    } rows[] = {
        {NULL, "query chased", 24, 80},
        {NULL, "query chased", 60, 200},
        {NULL, "open A[chased,cat]", 24, 80},
        {NULL, "open O[chased,noun]; mask on", 40, 120},
        {NULL, "view train; train 25; work 25", 24, 80},
        {NULL, "view page; share qk on; step", 40, 120},
        {NULL, "view vectors; glyphs ascii", 24, 80},
        {NULL, "lesson 3", 24, 80},
        {NULL, "view help", 30, 80},
        {NULL, "edit X[cat,noun] 3; prompt command", 24, 80},
        {"漢字 saw <a & b> e\xcc\x81t\xc3\xa9 \"so\"", "query 漢字", 24, 80},
        {NULL, "query 0", 11, 39},
    };
    int wrong = 0;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = session_open(rows[k].sentence);
        struct grid grid;
        session_do(session, rows[k].commands);
        assert_true(grid_init(&grid, rows[k].rows, rows[k].cols, &session->err));
        frame_draw(&session->app, &grid);
        for (int theme = 0; theme < THEME_COUNT; theme++)
            wrong += grid_wrong(&grid, &theme_table[theme], rows[k].commands);
        grid_free(&grid);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* Any characters in any styles, next to each other. */
static void
any_grid_is_made_of_its_cells(void **state)
{
    static const char *const words[] = {"cat", "漢",          "e\xcc\x81", " ", "░▒█",
                                        "██",  "<a b=\"&\">", "─┼┐",       "▶", "│"};
    uint32_t seed = 54321;
    int wrong = 0;
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct sketch sketch;
        sketch_open(&sketch, 1 + round % 5, 1 + 2 * round, GLYPHS_UTF8);
        for (int k = 0; k < 12 * round; k++) {
            seed = seed * 1664525u + 1013904223u;
            struct style style = {(unsigned char)((seed >> 24) % ROLE_COUNT),
                                  (unsigned char)(seed >> 20 & 7)};
            draw_text(&sketch.canvas, (int)(seed >> 8 & 7), (int)(seed >> 14 & 63) - 2,
                      style, (struct tag){0}, "%s", words[(seed >> 4 & 15) % 10]);
        }
        wrong += grid_wrong(&sketch.grid, &theme_table[round % THEME_COUNT], "any grid");
        sketch_close(&sketch);
    }
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screens_are_made_of_their_cells),
        cmocka_unit_test(any_grid_is_made_of_its_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

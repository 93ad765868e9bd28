/* Texts on a part of the grid: clipped at every edge, wide characters, combining marks. */
#include "view/paint/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/sketch.h"

#define ACUTE "\xcc\x81"
#define TILDE "\xcc\x83"

static const struct tag none = {0};

/* -- parts ---------------------------------------------------------------------------- */

static void
a_part_is_clipped_to_its_canvas(void **state)
{
    (void)state;
    static const struct {
        int row, col, rows, cols;          /* asked for, of a canvas of 4x6 at (2, 3) */
        int at_row, at_col, height, width; /* in the grid */
    } parts[] = {
        {0, 0, 4, 6, 2, 3, 4, 6},     {1, 2, 2, 3, 3, 5, 2, 3},
        {1, 2, 99, 99, 3, 5, 3, 4},   {-1, -2, 3, 4, 2, 3, 2, 2},
        {-1, -2, 99, 99, 2, 3, 4, 6}, {-5, -5, 3, 3, 2, 3, 0, 0},
        {4, 6, 1, 1, 6, 9, 0, 0},     {99, 99, 1, 1, 6, 9, 0, 0},
        {1, 1, -1, -1, 3, 4, 0, 0},   {1, 1, 0, 0, 3, 4, 0, 0},
        {-1, 0, -5, 6, 2, 3, 0, 6},   {0, 0, INT32_MAX, INT32_MAX, 2, 3, 4, 6},
    };
    struct sketch sketch;
    sketch_open(&sketch, 9, 12, GLYPHS_CONSOLE);
    struct canvas outer = canvas_part(&sketch.canvas, 2, 3, 4, 6);
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct canvas part =
            canvas_part(&outer, parts[k].row, parts[k].col, parts[k].rows, parts[k].cols);
        assert_int_equal(part.row, parts[k].at_row);
        assert_int_equal(part.col, parts[k].at_col);
        assert_int_equal(part.rows, parts[k].height);
        assert_int_equal(part.cols, parts[k].width);
        assert_ptr_equal(part.grid, outer.grid);
        assert_int_equal(part.glyphs, outer.glyphs);
        assert_int_equal(part.pane, outer.pane);
    }
    sketch_close(&sketch);
}

/* -- clipping ------------------------------------------------------------------------- */

/* A text as characters of one or two columns, for a second opinion on where they go. */
struct letters {
    const char *text;
    const char *letter[8];
    int width[8], count;
};

static const struct letters samples[] = {
    {"abcdefg", {"a", "b", "c", "d", "e", "f", "g"}, {1, 1, 1, 1, 1, 1, 1}, 7},
    {"a漢b字c", {"a", "漢", "b", "字", "c"}, {1, 2, 1, 2, 1}, 5},
    {"漢字", {"漢", "字"}, {2, 2}, 2},
    {"e" ACUTE "漢" ACUTE "x", {"e" ACUTE, "漢" ACUTE, "x"}, {1, 2, 1}, 3},
};

/* The row of dots of a grid of 9 columns after the letters were put at `col` of a canvas
 * that has the columns from 2 to 2 + cols. */
static void
expect_row(char *out, size_t size, const struct letters *letters, int col, int cols)
{
    const char *cells[9];
    for (int k = 0; k < 9; k++)
        cells[k] = ".";
    for (int k = 0; k < letters->count; col += letters->width[k++]) {
        int last = col + letters->width[k] - 1, half = col < 0 ? last : col;
        if (col >= 0 && last < cols) {
            cells[2 + last] = "";
            cells[2 + col] = letters->letter[k];
        } else if (half >= 0 && half < cols)
            cells[2 + half] = " "; /* what can be seen of a wide one */
    }
    size_t used = 0;
    for (int k = 0; k < 9; k++)
        used += (size_t)snprintf(out + used, size - used, "%s", cells[k]);
    snprintf(out + used, size - used, "\n");
}

static void
dots(struct sketch *sketch)
{
    for (int row = 0; row < sketch->canvas.rows; row++)
        draw_fill(&sketch->canvas, row, 0, sketch->canvas.cols, plain, none, ".");
}

static void
texts_are_clipped_at_every_edge(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 3, 9, GLYPHS_UTF8);
    for (size_t k = 0; k < sizeof samples / sizeof samples[0]; k++)
        for (int cols = 0; cols <= 6; cols++)
            for (int row = -2; row <= 2; row++)
                for (int col = -9; col <= 9; col++) {
                    struct canvas canvas = canvas_part(&sketch.canvas, 1, 2, 1, cols);
                    char right[128], lines[160];
                    int end = col + glyphs_width(samples[k].text);
                    expect_row(right, sizeof right, &samples[k], col,
                               row == 0 ? cols : 0);
                    snprintf(lines, sizeof lines, ".........\n%s.........\n",
                             row == 0 ? right : ".........\n");
                    dots(&sketch);
                    assert_int_equal(
                        draw_text(&canvas, row, col, plain, none, "%s", samples[k].text),
                        end);
                    assert_grid(&sketch.grid, lines);
                    dots(&sketch);
                    assert_int_equal(
                        draw_right(&canvas, row, end, plain, none, "%s", samples[k].text),
                        end);
                    assert_grid(&sketch.grid, lines);
                    dots(&sketch);
                    draw_long(&canvas, row, col, plain, none, samples[k].text);
                    assert_grid(&sketch.grid, lines);
                }
    sketch_close(&sketch);
}

static void
cells_say_what_they_are_part_of(void **state)
{
    (void)state;
    static const struct style style = {ROLE_ASKED, FLAG_BOLD};
    const struct tag tag = tag_number(TENSOR_ET, 2, 1);
    struct sketch sketch;
    sketch_open(&sketch, 1, 5, GLYPHS_UTF8);
    struct canvas canvas = canvas_part(&sketch.canvas, 0, 1, 1, 3);
    canvas.pane = 7;
    draw_text(&canvas, 0, 0, style, tag, "%s%d", "漢", 1);
    for (int col = 0; col < 5; col++) {
        bool inside = col >= 1 && col < 4;
        const struct cell *cell = grid_cell(&sketch.grid, 0, col);
        assert_int_equal(cell->pane, inside ? 7 : 0);
        assert_int_equal(cell->style.role, inside ? ROLE_ASKED : ROLE_TEXT);
        assert_int_equal(cell->style.flags, inside ? FLAG_BOLD : 0);
        assert_int_equal(cell->tag.kind, inside ? TAG_NUMBER : TAG_NONE);
        assert_int_equal(cell->tag.number.tensor, inside ? TENSOR_ET : 0);
    }
    sketch_close(&sketch);
}

/* -- wide characters and marks -------------------------------------------------------- */

static void
no_half_of_a_wide_character_stays(void **state)
{
    (void)state;
    static const struct {
        int col;
        const char *text, *row;
    } rows[] = {
        {0, "x", "x 字漢\n"},   {1, "x", " x字漢\n"},  {2, "x", "漢x 漢\n"},
        {3, "x", "漢 x漢\n"},   {5, "x", "漢字 x\n"},  {1, "xy", " xy 漢\n"},
        {0, "語", "語字漢\n"},  {1, "語", " 語 漢\n"}, {3, "語", "漢 語\n"},
        {4, "語", "漢字語\n"},  {5, "語", "漢字\n"},   {-1, "語", "  字漢\n"},
        {0, "xyz", "xyz 漢\n"},
    };
    struct sketch sketch;
    sketch_open(&sketch, 1, 6, GLYPHS_UTF8);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        draw_text(&sketch.canvas, 0, 0, plain, none, "漢字漢");
        draw_text(&sketch.canvas, 0, rows[k].col, plain, none, "%s", rows[k].text);
        assert_grid(&sketch.grid, rows[k].row);
    }
    /* also where the other half belongs to another canvas */
    struct canvas left = canvas_part(&sketch.canvas, 0, 0, 1, 3);
    struct canvas right = canvas_part(&sketch.canvas, 0, 3, 1, 3);
    draw_text(&sketch.canvas, 0, 0, plain, none, "漢字漢");
    draw_text(&left, 0, 2, plain, none, "x");
    assert_grid(&sketch.grid, "漢x 漢\n");
    draw_text(&sketch.canvas, 0, 0, plain, none, "漢字漢");
    draw_text(&right, 0, 0, plain, none, "x");
    assert_grid(&sketch.grid, "漢 x漢\n");
    sketch_close(&sketch);
}

static void
marks_go_to_the_character_before_them(void **state)
{
    (void)state;
    static const struct {
        int col;
        const char *text, *row;
    } rows[] = {
        {1, "e" ACUTE "x", ".e" ACUTE "x.\n"},
        {1, "e" ACUTE TILDE ACUTE "x", ".e" ACUTE TILDE "x.\n"}, /* room for two */
        {1, "漢" ACUTE, ".漢" ACUTE ".\n"},
        {1, ACUTE "x", ".x..\n"}, /* not the neighbour's */
        {-1, "e" ACUTE "x", "x...\n"},
        {-1, "漢" ACUTE "x", " x..\n"},
        {3, "ee" ACUTE, "...e\n"},
        {3, "漢" ACUTE, "...\n"},
        {4, "e" ACUTE, "....\n"},
    };
    struct sketch sketch;
    sketch_open(&sketch, 1, 4, GLYPHS_UTF8);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int longer = 0; longer < 2; longer++) {
            dots(&sketch);
            if (longer)
                draw_long(&sketch.canvas, 0, rows[k].col, plain, none, rows[k].text);
            else
                draw_text(&sketch.canvas, 0, rows[k].col, plain, none, "%s",
                          rows[k].text);
            assert_grid(&sketch.grid, rows[k].row);
        }
    /* a new character does not keep the marks of the old */
    draw_text(&sketch.canvas, 0, 0, plain, none, "e" ACUTE);
    draw_text(&sketch.canvas, 0, 0, plain, none, "abcd");
    assert_grid(&sketch.grid, "abcd\n");
    sketch_close(&sketch);
}

static void
no_cell_holds_a_control_character(void **state)
{
    (void)state;
    struct sketch sketch;
    sketch_open(&sketch, 1, 12, GLYPHS_UTF8);
    draw_text(&sketch.canvas, 0, 0, plain, none, "a\tb\x1b[1m\xe2\x80\xae\x7f.");
    assert_grid(&sketch.grid, "a b_[1m__.\n");
    draw_fill(&sketch.canvas, 0, 0, 12, plain, none, "\x1b");
    assert_grid(&sketch.grid, "____________\n");
    sketch_close(&sketch);
}

/* -- fields, long and wrapped texts --------------------------------------------------- */

static void
fields_are_cut_and_padded(void **state)
{
    (void)state;
    static const struct {
        int col, width;
        const char *text, *row, *ascii;
    } rows[] = {
        {1, 5, "cat", ".cat  ..\n", NULL},
        {1, 3, "cat", ".cat....\n", NULL},
        {1, 2, "cat", ".c….....\n", ".c......\n"},
        {1, 1, "cat", ".…......\n", "........\n"},
        {1, 0, "cat", "........\n", NULL},
        {1, -3, "cat", "........\n", NULL},
        {1, 4, "", ".    ...\n", NULL},
        {1, 4, "漢字", ".漢字...\n", ".____...\n"},
        {1, 3, "漢字", ".漢…....\n", ".__.....\n"},
        {1, 2, "漢字", ".… .....\n", "._......\n"},
        {1, 1, "漢字", ".…......\n", "........\n"},
        {1, 5, "漢字", ".漢字 ..\n", ".____ ..\n"},
        {1, 3, "e" ACUTE "xy", ".e" ACUTE "xy....\n", ".exy....\n"},
        {1, 3, "abe" ACUTE "y", ".ab…....\n", ".ab.....\n"},
        {6, 5, "cat", "......ca\n", NULL},
        {6, 2, "cat", "......c…\n", "......c.\n"},
        {6, 3, "catch", "......ca\n", NULL},
        {-2, 5, "cat", "t  .....\n", NULL},
        {-2, 4, "catch", "t…......\n", "t.......\n"},
        {-5, 5, "cat", "........\n", NULL},
        {8, 3, "cat", "........\n", NULL},
        {1, 5, "√5", ".√5   ..\n", ".sqrt...\n"},
        {1, 7, "√5", ".√5\n", ".sqrt(5)\n"},
        {0, 8, "is 13.469", "is …\n", "is ...\n"},
        {0, 8, "is -1.5e+06", "is …\n", "is ...\n"},
        {0, 7, "1234567.8", "…      .\n", ".      .\n"},
        {0, 8, "cat 13 dog", "cat 13 …\n", "cat ...\n"},
    };
    for (int set = 0; set < 2; set++) {
        struct sketch sketch;
        sketch_open(&sketch, 1, 8, set ? GLYPHS_ASCII : GLYPHS_UTF8);
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            int end = rows[k].col + (rows[k].width > 0 ? rows[k].width : 0);
            dots(&sketch);
            assert_int_equal(draw_field(&sketch.canvas, 0, rows[k].col, rows[k].width,
                                        plain, none, rows[k].text),
                             end);
            assert_grid(&sketch.grid, set && rows[k].ascii ? rows[k].ascii : rows[k].row);
            dots(&sketch);
            draw_field(&sketch.canvas, -1, rows[k].col, rows[k].width, plain, none,
                       rows[k].text);
            draw_field(&sketch.canvas, 1, rows[k].col, rows[k].width, plain, none,
                       rows[k].text);
            assert_grid(&sketch.grid, "........\n");
        }
        sketch_close(&sketch);
    }
}

/* A row of the widest grid shows all of its text, whatever its characters. */
static void
texts_are_as_long_as_the_widest_row(void **state)
{
    (void)state;
    char text[4 * GRID_SIDE_MAX + 1];
    struct sketch sketch;
    sketch_open(&sketch, 1, GRID_SIDE_MAX, GLYPHS_UTF8);
    for (size_t k = 0; k < GRID_SIDE_MAX; k++)
        memcpy(text + 4 * k, "𝐀", 5);
    assert_int_equal(draw_text(&sketch.canvas, 0, 0, plain, none, "%s", text),
                     GRID_SIDE_MAX);
    assert_int_equal(grid_cell(&sketch.grid, 0, GRID_SIDE_MAX - 1)->code, 0x1d400);
    draw_long(&sketch.canvas, 0, -1, plain, none, text);
    assert_int_equal(grid_cell(&sketch.grid, 0, GRID_SIDE_MAX - 2)->code, 0x1d400);
    sketch_close(&sketch);
}

static void
texts_are_wrapped_at_blanks(void **state)
{
    (void)state;
    static const struct {
        int cols, rows;
        const char *text, *lines;
    } rows[] = {
        {11, 1, "the cat sat", "the cat sat\n\n\n"},
        {10, 2, "the cat sat", "the cat\nsat\n\n"},
        {7, 2, "the cat sat", "the cat\nsat\n\n"},
        {6, 3, "the cat sat", "the\ncat\nsat\n"},
        {5, 3, "the cat sat on", "the\ncat\nsat …\n"},
        {4, 2, "longer a", "long\na\n\n"},
        {6, 2, "漢字 漢字", "漢字\n漢字\n\n"},
        {9, 1, "漢字 漢字", "漢字 漢字\n\n\n"},
        {5, 1, "e" ACUTE " e" ACUTE, "e" ACUTE " e" ACUTE "\n\n\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct sketch sketch;
        sketch_open(&sketch, 3, rows[k].cols, GLYPHS_UTF8);
        assert_int_equal(draw_wrapped(&sketch.canvas, plain, rows[k].text), rows[k].rows);
        assert_grid(&sketch.grid, rows[k].lines);
        sketch_close(&sketch);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_clipped_to_its_canvas),
        cmocka_unit_test(texts_are_clipped_at_every_edge),
        cmocka_unit_test(cells_say_what_they_are_part_of),
        cmocka_unit_test(no_half_of_a_wide_character_stays),
        cmocka_unit_test(marks_go_to_the_character_before_them),
        cmocka_unit_test(no_cell_holds_a_control_character),
        cmocka_unit_test(fields_are_cut_and_padded),
        cmocka_unit_test(texts_are_as_long_as_the_widest_row),
        cmocka_unit_test(texts_are_wrapped_at_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A grid to draw on, and the rules every grid keeps. */
#include "support/sketch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "base/utf8.h"
#include "view/out/writers.h"

void
sketch_open(struct sketch *sketch, int rows, int cols, enum glyph_set glyphs)
{
    struct err err;
    assert_true(grid_init(&sketch->grid, rows, cols, &err));
    sketch->canvas = (struct canvas){
        .grid = &sketch->grid, .rows = rows, .cols = cols, .glyphs = glyphs, .pane = 1};
}

void
sketch_close(struct sketch *sketch)
{
    grid_free(&sketch->grid);
}

void
assert_grid_sound(const struct grid *grid)
{
    for (int row = 0; row < grid->rows; row++) {
        bool wide = false;
        for (int col = 0; col < grid->cols; col++) {
            const struct cell *cell = grid_cell(grid, row, col);
            assert_true((cell->code == 0) == wide);
            wide = cell->code != 0 && glyph_width(cell->code) == 2;
            assert_true(cell->code == 0 || !utf8_is_control(cell->code));
            assert_true(cell->code == 0 || glyph_width(cell->code) > 0);
            assert_true(cell->style.role < ROLE_COUNT);
            for (int k = 0; k < CELL_MARKS; k++) {
                assert_true(cell->marks[k] == 0 || glyph_width(cell->marks[k]) == 0);
                assert_true(cell->marks[k] == 0 || cell->code != 0);
            }
        }
        assert_false(wide);
    }
}

void
assert_grid(const struct grid *grid, const char *lines)
{
    struct text text = {0};
    assert_grid_sound(grid);
    write_text(grid, &text);
    assert_false(text.failed);
    assert_string_equal(text.bytes, lines);
    text_free(&text);
}

void
assert_grids_equal(const struct grid *left, const struct grid *right)
{
    for (int row = 0; row < left->rows; row++)
        for (int col = 0; col < left->cols; col++)
            assert_true(
                cell_equal(grid_cell(left, row, col), grid_cell(right, row, col)));
    assert_int_equal(left->cursor_row, right->cursor_row);
    assert_int_equal(left->cursor_col, right->cursor_col);
}

/* Cells in rows and columns. */
#include "view/paint/grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
sides_have_limits(void **state)
{
    (void)state;
    static const struct {
        int rows, cols;
        bool works;
    } rows[] = {
        {1, 1, true},
        {24, 80, true},
        {GRID_SIDE_MAX, 1, true},
        {1, GRID_SIDE_MAX, true},
        {GRID_SIDE_MAX, GRID_SIDE_MAX, true},
        {0, 1, false},
        {1, 0, false},
        {-1, 80, false},
        {24, -80, false},
        {GRID_SIDE_MAX + 1, 1, false},
        {1, GRID_SIDE_MAX + 1, false},
        {INT32_MAX, INT32_MAX, false},
        {INT32_MIN, INT32_MIN, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct grid grid;
        struct err err = {""};
        assert_int_equal(grid_init(&grid, rows[k].rows, rows[k].cols, &err),
                         rows[k].works);
        assert_int_equal(grid.rows, rows[k].works ? rows[k].rows : 0);
        assert_int_equal(grid.cols, rows[k].works ? rows[k].cols : 0);
        assert_true((err.text[0] == '\0') == rows[k].works);
        grid_clear(&grid);
        grid_free(&grid);
        assert_null(grid.cells);
        grid_free(&grid);
    }
}

static void
a_grid_is_blank_at_first_and_when_cleared(void **state)
{
    (void)state;
    static const struct cell blank = {.code = ' '};
    struct grid grid;
    struct err err;
    assert_true(grid_init(&grid, 3, 4, &err));
    for (int round = 0; round < 2; round++) {
        assert_int_equal(grid.cursor_row, -1);
        assert_int_equal(grid.cursor_col, -1);
        for (int row = 0; row < 3; row++)
            for (int col = 0; col < 4; col++) {
                assert_true(cell_equal(grid_cell(&grid, row, col), &blank));
                *grid_cell(&grid, row, col) =
                    (struct cell){.code = 'x',
                                  .marks = {0x301},
                                  .style = {1, 1},
                                  .tag = tag_number(TENSOR_P, 3, 4)};
            }
        grid.cursor_row = grid.cursor_col = 1;
        grid_clear(&grid);
    }
    grid_free(&grid);
}

static void
cells_are_rows_by_columns(void **state)
{
    (void)state;
    struct grid grid;
    struct err err;
    assert_true(grid_init(&grid, 3, 4, &err));
    assert_ptr_equal(grid_cell(&grid, 0, 0), grid.cells);
    assert_ptr_equal(grid_cell(&grid, 1, 0), grid.cells + 4);
    assert_ptr_equal(grid_cell(&grid, 2, 3), grid.cells + 11);
    grid_free(&grid);
}

static void
every_part_of_a_cell_counts(void **state)
{
    (void)state;
    static const struct cell cell = {.code = 'x',
                                     .marks = {1, 2},
                                     .style = {3, 4},
                                     .tag = {TAG_NUMBER,
                                             {.tensor = TENSOR_A,
                                              .row = 5,
                                              .col = 6,
                                              .in = IN_STORE,
                                              .of = OF_SLOPE,
                                              .example = 7,
                                              .when = 8}},
                                     .pane = 9};
    struct cell others[15];
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        others[k] = cell;
    assert_true(cell_equal(&cell, &others[14]));
    others[0].code = 'y';
    others[1].marks[0] = 0;
    others[2].marks[1] = 0;
    others[3].style.role = 0;
    others[4].style.flags = 0;
    others[5].tag.kind = TAG_NONE;
    others[6].tag.number.tensor = TENSOR_E;
    others[7].tag.number.row = 0;
    others[8].tag.number.col = 0;
    others[9].tag.number.in = IN_TEXT;
    others[10].tag.number.of = OF_ITSELF;
    others[11].tag.number.example = 0;
    others[12].tag.number.when = 0;
    others[13].pane = 0;
    for (size_t k = 0; k < 14; k++) {
        assert_false(cell_equal(&cell, &others[k]));
        assert_false(cell_equal(&others[k], &cell));
    }
}

static void
the_first_cell_with_a_tag_is_found(void **state)
{
    (void)state;
    const struct tag tag = tag_number(TENSOR_P, -2, 300),
                     other = tag_number(TENSOR_P, -2, 301);
    struct grid grid;
    struct err err;
    int row = -7, col = -7;
    assert_true(grid_init(&grid, 3, 4, &err));
    assert_false(grid_find(&grid, tag, &row, &col));
    assert_int_equal(row, -7);
    grid_cell(&grid, 2, 0)->tag = tag;
    grid_cell(&grid, 1, 3)->tag = tag;
    grid_cell(&grid, 0, 0)->tag = other;
    assert_true(grid_find(&grid, tag, &row, &col));
    assert_int_equal(row, 1);
    assert_int_equal(col, 3);
    assert_true(grid_find(&grid, other, &row, &col));
    assert_int_equal(row, 0);
    assert_int_equal(col, 0);
    grid_free(&grid);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_have_limits),
        cmocka_unit_test(a_grid_is_blank_at_first_and_when_cleared),
        cmocka_unit_test(cells_are_rows_by_columns),
        cmocka_unit_test(every_part_of_a_cell_counts),
        cmocka_unit_test(the_first_cell_with_a_tag_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

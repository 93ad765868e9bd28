/* Cells in rows and columns. */
#include "view/paint/grid.h"

#include <stdlib.h>
#include <string.h>

bool
grid_init(struct grid *grid, int rows, int cols, struct err *err)
{
    *grid = (struct grid){0};
    if (rows < 1 || cols < 1 || rows > GRID_SIDE_MAX || cols > GRID_SIDE_MAX)
        return err_set(err, "a screen has 1 to %d columns and rows, not %dx%d",
                       GRID_SIDE_MAX, cols, rows);
    grid->cells = calloc((size_t)rows * (size_t)cols, sizeof *grid->cells);
    if (grid->cells == NULL)
        return err_set(err, "there is not enough memory for a screen of %dx%d", cols,
                       rows);
    grid->rows = rows;
    grid->cols = cols;
    grid_clear(grid);
    return true;
}

void
grid_free(struct grid *grid)
{
    free(grid->cells);
    *grid = (struct grid){0};
}

void
grid_clear(struct grid *grid)
{
    static const struct cell blank = {.code = ' '};
    for (int at = 0; at < grid->rows * grid->cols; at++)
        grid->cells[at] = blank;
    grid->cursor_row = grid->cursor_col = -1;
}

static bool
tag_equal(struct tag left, struct tag right)
{
    return left.kind == right.kind && number_equal(&left.number, &right.number);
}

bool
cell_equal(const struct cell *left, const struct cell *right)
{
    return left->code == right->code &&
           memcmp(left->marks, right->marks, sizeof left->marks) == 0 &&
           left->style.role == right->style.role &&
           left->style.flags == right->style.flags && tag_equal(left->tag, right->tag) &&
           left->pane == right->pane;
}

bool
grid_find(const struct grid *grid, struct tag tag, int *row, int *col)
{
    for (int at = 0; at < grid->rows * grid->cols; at++)
        if (tag_equal(grid->cells[at].tag, tag)) {
            *row = at / grid->cols;
            *col = at % grid->cols;
            return true;
        }
    return false;
}

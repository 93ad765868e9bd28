#ifndef VIEW_LAYOUT_H
#define VIEW_LAYOUT_H

#include "app/state/app.h"

enum { LEAST_COLS = 40, LEAST_ROWS = 12 };

struct rect {
    int row, col, rows, cols; /* rows 0: not shown */
};

/* Where every pane stands on a screen of a size. A pane's first row is its rule, with its
 * title. What goes first where room is short is decided here, and only here. */
struct layout {
    struct rect panes[PANE_COUNT];
    int divider; /* column of the vertical rule beside the matrix, or -1 */
    int second;  /* column of the one beside the heads, or -1 */
};

/* rows and cols are at least LEAST_ROWS and LEAST_COLS. */
struct layout layout_make(const struct app *app, int rows, int cols);

#endif

#ifndef VIEW_VECTORS_LAYOUT_H
#define VIEW_VECTORS_LAYOUT_H

#include "app/state/vectors.h"
#include "view/paint/draw.h"

/* Where everything of the vectors view is in a pane of a size: the names of the
 * rows, the query, the tokens with the asked one open among them, the output; and
 * which rows are seen. */

/* Lines that are no row of the list; they are shown where there is room for them. */
enum vectors_line {
    LINE_TERMS = -1, /* k × q = term */
    LINE_SUM = -2,   /* the stroke over the total */
    LINE_PARTS = -3, /* v × A = part */
    LINE_BOTTOM = -4 /* the end of the open column */
};

/* A column of numbers; they end at its right end. Bars, where there is room, at its
 * left. */
struct vectors_field {
    int col, cols;
    int bar; /* cells of a bar; 0: none */
};

struct vectors_layout {
    struct vectors_row list[VECTORS_ROWS_MAX];
    int list_count, cursor; /* the cursor's row of the list */
    int line[VECTORS_ROWS_MAX + 4],
        line_count; /* rows of the list, or an enum vectors_line */
    bool more_above, more_below;
    int names; /* columns of the names of rows */
    struct vectors_field asks, output;
    int gutter; /* columns on either side of the tokens where not all of them are seen */
    int label;  /* column of the output's names, or 0 */
    int first, last; /* tokens seen */
    struct vectors_field token[TOKENS_MAX];
    /* the open column: cells 0 to cols - 1 are its frame; where k, q and their product
     * end */
    struct vectors_box {
        int col, cols; /* cols 0: closed */
        int key, query, term;
        int bar; /* first cell of the bars, or 0 */
    } box;
};

/* rows and cols are those of the pane below its title; the heading takes the first
 * row. */
void vectors_lay_out(struct vectors_layout *layout, const struct app *app, int rows,
                     int cols);

/* How many rows of the pane the list needs, its heading too, without the rows of x
 * that are spared first: those that nothing reads. */
int vectors_rows_needed(const struct app *app);

#endif

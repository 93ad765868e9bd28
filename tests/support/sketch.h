#ifndef SUPPORT_SKETCH_H
#define SUPPORT_SKETCH_H

#include "view/paint/draw.h"
#include "view/paint/grid.h"

/* For tests of what is drawn: a grid, a canvas that covers it, and what they must show. */
struct sketch {
    struct grid grid;
    struct canvas canvas;
};

/* The test fails where there is no memory. Free with sketch_close. */
void sketch_open(struct sketch *sketch, int rows, int cols, enum glyph_set glyphs);
void sketch_close(struct sketch *sketch);

/* The test fails where something does not hold that always must: every wide character has
 * its right half behind it and no other cell is one, no cell holds a control character, marks
 * are marks. */
void assert_grid_sound(const struct grid *grid);

/* The test fails where the grid, sound as it must be, is not these lines, each ended by \n,
 * without the blanks at their ends. */
void assert_grid(const struct grid *grid, const char *lines);

/* The test fails where a cell or the cursor's place differs. Both are of one size. */
void assert_grids_equal(const struct grid *left, const struct grid *right);

#endif

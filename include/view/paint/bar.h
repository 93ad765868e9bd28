#ifndef VIEW_PAINT_BAR_H
#define VIEW_PAINT_BAR_H

#include "view/paint/draw.h"

/* A bar of `cols` cells for 1 or -1. The cell where it ends shows by a shade how much of it is
 * covered; below 0 a bar is of = and -. One of a single cell is the shade of the number. */
void bar_draw(const struct canvas *canvas, int row, int col, int cols, double value,
              struct style style, struct tag tag);

/* A bar in the colour of the weight's shade. */
void bar_draw_weight(const struct canvas *canvas, int row, int col, int cols,
                     double weight, struct tag tag);

#endif

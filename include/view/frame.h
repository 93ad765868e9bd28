#ifndef VIEW_FRAME_H
#define VIEW_FRAME_H

#include "app/address/address.h"
#include "app/state/app.h"
#include "view/paint/grid.h"

/* Draws the whole screen: every pane of the view that has room, the places in row 0, the keys
 * or the line being typed in the last row. Any size; below 40x12 one line reports that it is
 * too small. Reads the app and changes nothing but the grid. */
void frame_draw(const struct app *app, struct grid *grid);

/* Writes the commands of a click on a cell of a frame of the app to out; returns how many, 0
 * where a click there means nothing. */
enum { CLICK_COMMANDS = OPEN_MAX, CLICK_BYTES = ADDRESS_BYTES + 16 };
int frame_click(const struct app *app, const struct grid *grid, int row, int col,
                char out[CLICK_COMMANDS][CLICK_BYTES]);

/* The command of turning the wheel over a cell; lines is negative upwards. */
void frame_wheel(const struct grid *grid, int row, int col, int lines,
                 char out[CLICK_BYTES]);

#endif

#ifndef VIEW_VECTORS_BOX_H
#define VIEW_VECTORS_BOX_H

#include "view/vectors/cells.h"

/* The open column of the token that is asked: k × q = term straight across, what the
 * terms add up to, the share, and v × A = part. */

/* How its columns are written: the same decimals down a column. */
struct vectors_decimals {
    int embedding, key, query, term, value, part;
    double largest; /* of the sizes of the terms: a full bar */
};
struct vectors_decimals vectors_decimals(const struct app *app,
                                         const struct vectors_layout *layout);

/* Draws the frame's top with the token's name, or its bottom. */
void vectors_box_top(const struct app *app, const struct canvas *canvas,
                     const struct vectors_layout *layout);
void vectors_box_bottom(const struct canvas *canvas, const struct vectors_layout *layout,
                        int row);

/* Draws a line of the layout: a row of the list, or an enum vectors_line. */
void vectors_box_line(const struct app *app, const struct canvas *canvas,
                      const struct vectors_layout *layout,
                      const struct vectors_decimals *decimals, int row, int line);

#endif

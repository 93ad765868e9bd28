#ifndef VIEW_VECTORS_CELLS_H
#define VIEW_VECTORS_CELLS_H

#include "view/vectors/layout.h"
#include "view/vectors/names.h"

enum { VECTORS_NUMBER_BYTES = 32 };

/* One cell of the vectors view: a number with its marks, a bar, a map
 * of several numbers; and the cursor around it. */

/* How a number is drawn. */
struct vectors_look {
    struct style style;
    int decimals;
    bool pointed;  /* the cursor is there */
    bool repeated; /* it is shown elsewhere too, and marked there */
};

/* Draws the number of a place, ending before column `end`, at most `cols` wide. With a
 * mark where it changed and there is room, underlined where it was set by hand; a
 * masked one is ·. */
void vectors_number(const struct app *app, const struct canvas *canvas, int row, int end,
                    int cols, const struct number *place,
                    const struct vectors_look *look);

/* The same in a field, with its bar: `scale` is the number of a full bar. */
void vectors_cell(const struct app *app, const struct canvas *canvas, int row,
                  const struct vectors_field *field, const struct number *place,
                  double scale, const struct vectors_look *look);

/* Numbers of a row of X as glyphs: ░ ▒ █ above 0, - = below, · about 0; `scale` is
 * the number of the darkest. Returns the column behind. */
int vectors_map(const struct app *app, const struct canvas *canvas, int row, int col,
                int token, int first, int count, double scale, enum role role);

/* The scale where names of words are drawn: the largest of all of
 * them. */
double vectors_name_scale(const struct app *app);

/* The cursor around `cols` cells that are drawn already. */
void vectors_cursor(const struct canvas *canvas, int row, int col, int cols);

#endif

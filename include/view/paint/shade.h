#ifndef VIEW_PAINT_SHADE_H
#define VIEW_PAINT_SHADE_H

#include "view/paint/grid.h"

/* The one scale of all weights and maps: " ", "░" from .10, "▒" from .30, "█" from .60, taken
 * from the number as two decimals print it. *style gets the role of the shade. */
const char *shade_of(double weight, struct style *style);

/* The same of a number with a sign, as a part of the largest of its map: "·" about 0, below it
 * "-" from -.10 and "=" from -.30; "?" of nan. */
const char *shade_signed(double part, struct style *style);

#endif

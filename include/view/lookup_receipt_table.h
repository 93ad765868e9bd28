#ifndef VIEW_LOOKUP_RECEIPT_TABLE_H
#define VIEW_LOOKUP_RECEIPT_TABLE_H

#include "app/address/lookup_open.h"
#include "view/draw.h"

/* Draws the terms of the receipt on top, of which there is at least one, from a row on in at
 * most `room` rows; where `around`, between the heads of the columns and what they add up to.
 * Returns the row behind it. */
int lookup_table_draw(const struct app *app, const struct lookup_receipt *receipt,
                      const struct canvas *canvas, int row, int room, bool around);

#endif

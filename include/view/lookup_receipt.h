#ifndef VIEW_LOOKUP_RECEIPT_H
#define VIEW_LOOKUP_RECEIPT_H

#include "app/address/lookup_open.h"
#include "base/text.h"
#include "view/draw.h"
#include "view/panes.h"

/* Opened numbers of the lookup task in words and on the screen. */

/* What a number is: "how much of the weight entry 1 gets". */
void lookup_meaning(const struct app *app, const struct lookup_spot *spot,
                    struct text *text);

/* How its kind is made, with letters for the indices: "Z[query,e] = S[query,e] × 1/√d_k". */
void lookup_formula(const struct lookup_receipt *receipt, struct text *text);

/* How it came about with its own numbers, in one line: "S[query,1] × .3536 = 1.234". */
void lookup_short(const struct app *app, const struct lookup_receipt *receipt,
                  struct text *text);

/* Where a parameter's number comes from: "step 25 of training", "drawn from N(0, 0.5²), seed
 * 1". */
void lookup_origin(const struct app *app, const struct lookup_spot *spot,
                   struct text *text);

/* The pane of an opened number, while one is open. */
void lookup_receipt_title(const struct app *app, struct pane_title *title);
void lookup_receipt_draw(const struct app *app, const struct canvas *canvas);

/* What the number pane shows then: the pointed factor. */
void lookup_number_title(const struct app *app, struct pane_title *title);
void lookup_number_draw(const struct app *app, const struct canvas *canvas);

#endif

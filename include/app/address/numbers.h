#ifndef APP_ADDRESS_NUMBERS_H
#define APP_ADDRESS_NUMBERS_H

#include "app/state/app.h"
#include "core/receipt.h"

/* Numbers by their names, whatever computation they belong to. */

/* The computation itself: of the sentence, or of the watched store at the shown step. NULL where
 * the lookup task was not begun. */
const struct tensors *app_tensors(const struct app *app, enum in in);

/* The number whose slopes are meant: what `target` set, or the pointed weight of the sentence, or
 * the loss of the lookup task. */
const struct number *app_target(const struct app *app, enum in in);

/* Whether there is such a number. */
bool app_has(const struct app *app, const struct number *number);

/* Its value; all of its row, as many as the tensor has columns; its receipt, to be freed with
 * receipt_free. Fail where memory is short. */
bool app_value(const struct app *app, const struct number *number, double *value,
               struct err *err);
bool app_row(const struct app *app, const struct number *number, double *row,
             struct err *err);
bool app_receipt(const struct app *app, const struct number *number,
                 struct receipt *receipt, struct err *err);

/* Whether a number can be set by hand; fails with the reason. */
bool app_can_edit(const struct app *app, const struct number *number, struct err *err);

#endif

#ifndef APP_STATE_OPENED_H
#define APP_STATE_OPENED_H

#include "app/address/numbers.h"

/* Opened numbers: a stack, each opened out of the one below it, and a cursor in its receipt. */

/* The one on top, or NULL. */
const struct opened *app_top(const struct app *app);

/* The number that the cursor points at: in a receipt the factor of a term, the open number itself
 * where it has no such term, otherwise what the view points at. False where that is no number
 * (a fold). */
bool app_pointed(const struct app *app, struct number *number);

/* Opens a number; the cursor starts on the term to follow down. Closes what is open where that
 * belongs to another computation. Fails where too many are open, and where memory is short. */
bool open_number(struct app *app, const struct number *number, struct err *err);

/* Moves the cursor of the receipt on top. */
void open_move(struct app *app, int rows, int cols);

/* Closes what is no longer there, after the numbers changed. */
void open_settle(struct app *app);

#endif

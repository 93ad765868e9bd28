#ifndef APP_ADDRESS_LOOKUP_OPEN_H
#define APP_ADDRESS_LOOKUP_OPEN_H

#include "app/address/lookup_address.h"
#include "app/address/lookup_number.h"
#include "app/state/outcome.h"

/* Opened numbers of the lookup task: what app/commands/open.h does for a sentence's. */

/* Whether a number may be shown now; fails where a lesson asks for it. */
bool lookup_may_show(const struct app *app, const struct lookup_spot *spot,
                     struct err *err);

/* Whether a number can be set by hand: a parameter, or X, Q, K, V, S of the watched store. */
bool lookup_can_edit(const struct app *app, const struct lookup_spot *spot,
                     struct err *err);

/* The address of a spot: A[query,1], dWq[3,1], loss, #17:A[query,1] of the batch's 17th
 * example. */
void lookup_address_of(const struct lookup_shape *shape, const struct lookup_spot *spot,
                       char *out, size_t size);

/* The name of a factor: its address, or the constant's. */
void lookup_factor_name(const struct lookup_shape *shape,
                        const struct lookup_factor *factor, char *out, size_t size);

/* Whether a number of the task is open; the one on top, or NULL. */
const struct lookup_opened *lookup_top(const struct app *app);

/* The number that the cursor points at: the factor of a term, the open number itself where it
 * has no such term, otherwise the pointed entry's weight. */
bool lookup_pointed(const struct app *app, struct lookup_spot *spot);

/* Opens a number; the cursor starts on the term to follow down. */
enum outcome lookup_open(struct app *app, const struct lookup_spot *spot,
                         struct err *err);

/* What `open` without an address does in the train view. */
enum outcome lookup_open_pointed(struct app *app, struct err *err);

/* Moves the cursor of the receipt on top. */
void lookup_move(struct app *app, int rows, int cols);

/* Closes what is no longer there, after the sizes changed. */
void lookup_open_settle(struct app *app);

#endif

#ifndef APP_ADDRESS_LOOKUP_NUMBER_H
#define APP_ADDRESS_LOOKUP_NUMBER_H

#include "app/state/app.h"
#include "core/lookup_receipt.h"

/* How many examples the coming batch has: those that have numbers of their own. */
int lookup_examples(const struct app *app);

/* The store that a number follows from: the watched one, or that of its example. */
struct lookup_store lookup_store_meant(const struct app *app,
                                       const struct lookup_spot *spot);

/* The receipt of a number of the shown step. As lookup_receipt_make. */
bool lookup_receipt_of(const struct app *app, const struct lookup_spot *spot,
                       struct lookup_receipt *receipt, struct err *err);

/* The number of a spot. Fails where memory is short. */
bool lookup_spot_value(const struct app *app, const struct lookup_spot *spot,
                       double *value, struct err *err);

#endif

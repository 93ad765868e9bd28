#ifndef SOURCE_EXPLORER_NUMBERS_H
#define SOURCE_EXPLORER_NUMBERS_H

#include "core/derivatives.h"
#include "source/explorer.h"

/* Single numbers of a sentence: their values, their receipts, what they answer to. Slopes are
 * those of a target, any number of the sentence; changes are what the edits have changed, to
 * first order. */

/* Small enough that a steep softmax is straight over it, large enough for double precision. */
#define DIFFERENCE_STEP 1e-5

/* Whether there is such a number. */
bool explorer_has(const struct explorer *explorer, const struct number *target,
                  const struct number *number);

/* So many numbers of a row, from `number` on; the receipt of one, to be freed with receipt_free.
 * Fail where memory is short. */
bool explorer_numbers(const struct explorer *explorer, const struct number *target,
                      const struct number *number, int count, double *values,
                      struct err *err);
bool explorer_receipt(const struct explorer *explorer, const struct number *target,
                      const struct number *number, struct receipt *receipt,
                      struct err *err);

/* The check of a slope: (target with the number a little larger - with it a little smaller) / 2h,
 * h = DIFFERENCE_STEP, in double. Fails where memory is short. */
bool explorer_difference(const struct explorer *explorer, const struct number *target,
                         const struct number *number, double *slope, struct err *err);

#endif

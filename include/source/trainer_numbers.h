#ifndef SOURCE_TRAINER_NUMBERS_H
#define SOURCE_TRAINER_NUMBERS_H

#include "core/receipt.h"
#include "source/trainer.h"

/* The numbers of the lookup task, at the shown step or another one, of the watched store, of an
 * example of the step's batch, or of a fresh store: their values and their receipts. */

/* How many examples the batch has that a number is of: the shown step's, or that of its step. */
int trainer_examples(const struct trainer *trainer, const struct number *number);

/* Whether there is the step that a number is of. */
bool trainer_has_step(const struct trainer *trainer, const struct number *number);

/* The store that a number follows from: the watched one, or that of its example. */
struct lookup_store trainer_store(const struct trainer *trainer,
                                  const struct number *number);

/* Whether a number is another one for every store: it can be of an example. */
bool trainer_follows_store(const struct number *number);

/* Whether there is such a number: in the shape; slopes of what the target follows from; gradients
 * and Adam's means of parameters; examples and steps that there are. */
bool trainer_has(const struct trainer *trainer, const struct number *number);

/* So many numbers of a row, from `number` on; the receipt of one, to be freed with receipt_free.
 * Fail where memory is short. */
bool trainer_numbers(struct trainer *trainer, const struct number *number, int count,
                     double *values, struct err *err);
bool trainer_receipt(struct trainer *trainer, const struct number *number,
                     struct receipt *receipt, struct err *err);

#endif

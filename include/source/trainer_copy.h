#ifndef SOURCE_TRAINER_COPY_H
#define SOURCE_TRAINER_COPY_H

#include "source/trainer.h"

/* Copies of a trainer with its whole history, so that whatever was done to it can be taken
 * back at once. */

/* A trainer that is the same to the bit; the caller frees it with trainer_free. NULL where
 * memory is short. */
struct trainer *trainer_copy(const struct trainer *trainer, struct err *err);

/* About how much memory a trainer takes. */
size_t trainer_bytes(const struct trainer *trainer);

/* Whether two are at the same step of the same run, watch the same store and have the same
 * numbers, also those set by hand. */
bool trainer_equal(const struct trainer *a, const struct trainer *b);

#endif

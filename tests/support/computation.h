#ifndef SUPPORT_COMPUTATION_H
#define SUPPORT_COMPUTATION_H

#include <stdint.h>

#include "core/lookup.h"
#include "core/receipt.h"
#include "core/tensors.h"

/* A sentence or an example of the lookup task, made up at random: sizes, parameters, row maps.
 * The same seed draws the same. Sixteen seeds in a row have every combination of shared
 * matrices, the mask on and off, and numbers set by hand or not. */

enum { COMPUTATION_SEEDS = 16 };

struct computation {
    uint64_t seed, drawn;
    struct tensors tensors;
    struct lookup_family parameters; /* of the lookup task */
    struct lookup_store store;
    struct override overrides[TENSORS]; /* at most one in each tensor */
    enum in in;
};

/* Makes one, computed. It points into itself; end with computation_free. */
void computation_make(struct computation *computation, enum in in, uint64_t seed);
void computation_free(struct computation *computation);

/* A sentence of these sizes with random parameters, words, and numbers set by hand in every
 * third tensor; not computed. `flags` are those of tensors_init. End with computation_free. */
void computation_sentence(struct computation *computation, const int size[AXES],
                          unsigned flags, uint64_t seed);

/* A whole number from 0 to count - 1; a number from the normal distribution. */
int computation_pick(struct computation *computation, int count);
double computation_normal(struct computation *computation);

/* A number of a tensor at random. */
struct number computation_number(struct computation *computation, enum tensor id);

/* The first number of a table that begins at `tensor`, row 0, column 0, and the one behind a
 * number, row by row, tensor by tensor; false at the end:
 *
 *     for (struct number n = {0}; number_find(tensors, &n); n.col++) */
bool number_find(const struct tensors *tensors, struct number *number);

/* The test fails where two numbers differ by more than 1e-6 of `scale`. Both may be nan, or the
 * same infinity. */
void assert_near(double left, double right, double scale);

#endif

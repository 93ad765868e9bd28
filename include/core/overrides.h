#ifndef CORE_OVERRIDES_H
#define CORE_OVERRIDES_H

#include <stdbool.h>

#include "core/real.h"

#define overrides_apply CORE_NAME(overrides_apply)
#define overrides_find  CORE_NAME(overrides_find)

/* A computed number set by hand: the forward pass writes it over what it computed. */
struct override {
    int tensor, row, col; /* which one; tensors are those of the trace's own table */
    double value;
    double was; /* what the forward pass computed there; it writes this */
};

struct overrides {
    struct override *list; /* borrowed; of two for one number the later wins */
    int count;
};

/* Writes what is set in a tensor with so many columns over its numbers, row-major. */
void overrides_apply(const struct overrides *overrides, int tensor, int cols,
                     real *numbers);

/* What was set of a number, or NULL. */
const struct override *overrides_find(const struct overrides *overrides, int tensor,
                                      int row, int col);

#endif

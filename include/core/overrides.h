#ifndef CORE_OVERRIDES_H
#define CORE_OVERRIDES_H

#include <stdbool.h>

#include "core/number.h"
#include "core/real.h"

#define overrides_apply CORE_NAME(overrides_apply)
#define overrides_find  CORE_NAME(overrides_find)

/* A computed number set by hand: it is written over what was computed. */
struct override {
    enum tensor tensor;
    int row, col;
    double value;
    double was; /* what was computed there; overrides_apply writes this */
};

struct overrides {
    struct override *list; /* borrowed; of two for one number the later wins */
    int count;
};

/* Writes what is set in rows [first, first + rows) of a tensor with so many columns over its
 * numbers, row-major from row `first` on. */
void overrides_apply(const struct overrides *overrides, enum tensor tensor, int first,
                     int rows, int cols, real *numbers);

/* What was set of a number, or NULL. */
const struct override *overrides_find(const struct overrides *overrides,
                                      enum tensor tensor, int row, int col);

#endif

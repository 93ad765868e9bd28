/* Computed numbers that were set by hand. */
#include "core/overrides.h"

#include <stddef.h>

void
overrides_apply(const struct overrides *overrides, enum tensor tensor, int first,
                int rows, int cols, real *numbers)
{
    for (int k = 0; k < overrides->count; k++) {
        struct override *set = &overrides->list[k];
        if (set->tensor != tensor || set->row < first || set->row >= first + rows)
            continue;
        real *number =
            &numbers[(size_t)(set->row - first) * (size_t)cols + (size_t)set->col];
        set->was = (double)*number;
        *number = (real)set->value;
    }
}

const struct override *
overrides_find(const struct overrides *overrides, enum tensor tensor, int row, int col)
{
    for (int k = overrides->count - 1; k >= 0; k--) {
        const struct override *set = &overrides->list[k];
        if (set->tensor == tensor && set->row == row && set->col == col)
            return set;
    }
    return NULL;
}

/* Which terms of a sum matter most. */
#include "core/order.h"

#include <math.h>
#include <stdbool.h>

struct numbers {
    const char *first;
    size_t stride;
};

/* What is no number counts as the largest: so the order holds, and it is seen. */
static double
size_of(const struct numbers *numbers, int k)
{
    const char *at = numbers->first + (size_t)k * numbers->stride;
    double size = fabs(*(const double *)(const void *)at);
    return isnan(size) ? HUGE_VAL : size;
}

/* Whether a comes before b; no two are equal, so that the order is always the same. */
static bool
is_before(const struct numbers *numbers, int a, int b)
{
    double one = size_of(numbers, a), other = size_of(numbers, b);
    return one > other || (one == other && a < b);
}

int
order_by_size(const double *first, size_t stride, int count, int *order)
{
    struct numbers numbers = {(const char *)first, stride};
    double all = 0, reached = 0;
    int needed = 0;
    for (int k = 0; k < count; k++) {
        order[k] = k;
        all += size_of(&numbers, k);
    }
    /* Shell's sort: lists are short, or nearly all 0 and so in order, or long once */
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int k = gap; k < count; k++) {
            int moved = order[k], at = k;
            for (; at >= gap && is_before(&numbers, moved, order[at - gap]); at -= gap)
                order[at] = order[at - gap];
            order[at] = moved;
        }
    while (needed < count && reached < 0.9 * all)
        reached += size_of(&numbers, order[needed++]);
    return needed;
}

/* Drawing examples, one after the other: the definition. kernels_lookup.c draws several at
 * once. */
#include <string.h>

#include "base/random.h"
#include "core/lookup_step.h"

/* A whole number below `choices` from 32 random bits, by their product's upper half; what is
 * left of it in the lower half serves for a further draw. Uneven by at most the product of
 * all choices so drawn / 2^32: 2 in 100,000 for 256 tags and 256 values. */
static int
take(uint32_t *bits, int choices)
{
    uint64_t product = (uint64_t)*bits * (uint64_t)choices;
    *bits = (uint32_t)product;
    return (int)(product >> 32);
}

/* Half number k of an example's random words: entry k has one, and so has the question. */
static uint32_t
half_of(const struct lookup_draw *draw, int b, int k)
{
    uint64_t words = (uint64_t)draw->entries / 2 + 1;
    uint64_t word = random_word(draw->key, (uint64_t)b * words + (uint64_t)(k / 2));
    return (uint32_t)(word >> (k % 2 ? 32 : 0));
}

/* The tag number `which` of those not among the `count` tags in `taken`, which are in order;
 * puts it among them. In this form, without a table of tags, several examples can be drawn at
 * once. */
static int
take_tag(int *taken, int count, int which)
{
    int at = 0;
    while (at < count && taken[at] <= which) {
        which++;
        at++;
    }
    memmove(taken + at + 1, taken + at, (size_t)(count - at) * sizeof *taken);
    taken[at] = which;
    return which;
}

void
lookup_draw_one_by_one(const struct lookup_draw *draw, int *tag, int *value, int *query,
                       int *answer)
{
    int N = draw->entries, count = draw->count;
    for (int b = 0; b < count; b++) {
        int taken[LOOKUP_ENTRIES_MAX];
        for (int e = 0; e < N; e++) {
            uint32_t bits = half_of(draw, b, e);
            tag[e * count + b] = take_tag(taken, e, take(&bits, draw->tags - e));
            value[e * count + b] = take(&bits, draw->values);
        }
        uint32_t bits = half_of(draw, b, N);
        int asked = take(&bits, N);
        query[b] = tag[asked * count + b];
        answer[b] = value[asked * count + b];
    }
}

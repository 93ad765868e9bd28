/* Counter-based random numbers; no state, no order. */
#include "base/random.h"

#include <math.h>

#include "base/exact.h"

uint64_t
random_key(uint64_t seed, uint64_t stream)
{
    return random_mix(random_mix(seed + RANDOM_ODD) + stream * RANDOM_ODD + RANDOM_ODD);
}

uint64_t
random_bits(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return random_word(random_key(seed, stream), counter);
}

double
random_normal(uint64_t seed, uint64_t stream, uint64_t counter)
{
    uint64_t bits = random_bits(seed, stream, counter);
    double radius = ((double)(bits >> 32) + 0.5) * 0x1p-32; /* in (0, 1) */
    double turns = (double)(bits & 0xffffffffu) * 0x1p-32;
    return sqrt(-2.0 * exact_log(radius)) * exact_cos_turn(turns);
}

uint64_t
random_seed_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3ULL;
    return hash;
}

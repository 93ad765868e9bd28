/* Counter-based random numbers; no state, no order. */
#include "base/random.h"

#include <math.h>

#include "base/exact.h"

static uint64_t
mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

uint64_t
random_bits(uint64_t seed, uint64_t stream, uint64_t counter)
{
    static const uint64_t odd = 0x9e3779b97f4a7c15ULL; /* 2^64 / golden ratio */
    uint64_t key = mix(mix(seed + odd) + stream * odd + odd);
    return mix(key + (counter + 1) * odd);
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

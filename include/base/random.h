#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Random numbers by counting: each is a pure function of (seed, stream, counter), so that
 * any of them can be had in any order, again and again, on any machine. */

/* 64 random bits: the finaliser of SplitMix64 (Steele, Lea, Flood 2014) over the three. */
uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t counter);

/* The same in two parts, for many numbers of one stream: random_word(random_key(seed, stream),
 * counter) is random_bits(seed, stream, counter). */
uint64_t random_key(uint64_t seed, uint64_t stream);

#define RANDOM_ODD  UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio */
#define RANDOM_MIX1 UINT64_C(0xbf58476d1ce4e5b9)
#define RANDOM_MIX2 UINT64_C(0x94d049bb133111eb)

static inline uint64_t
random_mix(uint64_t z)
{
    z = (z ^ z >> 30) * RANDOM_MIX1;
    z = (z ^ z >> 27) * RANDOM_MIX2;
    return z ^ z >> 31;
}

static inline uint64_t
random_word(uint64_t key, uint64_t counter)
{
    return random_mix(key + (counter + 1) * RANDOM_ODD);
}

/* A standard normal number (mean 0, variance 1), by the Box-Muller transform of two 32-bit
 * uniforms; at most 6.8 in size. */
double random_normal(uint64_t seed, uint64_t stream, uint64_t counter);

/* A number for a text, to serve as a seed: the 64-bit FNV-1a hash. */
uint64_t random_seed_of(const char *text);

#endif

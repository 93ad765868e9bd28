#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Random numbers by counting: each is a pure function of (seed, stream, counter), so that
 * any of them can be had in any order, again and again, on any machine. */

/* 64 random bits: the finaliser of SplitMix64 (Steele, Lea, Flood 2014) over the three. */
uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t counter);

/* A standard normal number (mean 0, variance 1), by the Box-Muller transform of two 32-bit
 * uniforms; at most 6.8 in size. */
double random_normal(uint64_t seed, uint64_t stream, uint64_t counter);

/* A number for a text, to serve as a seed: the 64-bit FNV-1a hash. */
uint64_t random_seed_of(const char *text);

#endif

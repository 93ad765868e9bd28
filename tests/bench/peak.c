/* Nothing but multiply-adds, in registers. This file alone is compiled with contraction, so
 * that a product and a sum of vectors become one instruction where the machine has it; where
 * it has none they stay two. */
#include "peak.h"

#ifndef PEAK_NAME
#define PEAK_NAME baseline
#endif
#define GLUE_(a, b) a##b
#define GLUE(a, b)  GLUE_(a, b)
#define TEXT_(a)    #a
#define TEXT(a)     TEXT_(a)

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

typedef float vector __attribute__((vector_size(VECTOR_BYTES)));

/* The longest chain of instructions under way at once is 2 units times 5 cycles; 12 chains and
 * the two constants fit into 16 registers. */
enum { LANES = VECTOR_BYTES / sizeof(float), CHAINS = 12 };

static float
run(long rounds, float factor, float term)
{
    vector zero = {0}, f = zero + factor, t = zero + term;
    vector a = zero, b = zero + 1, c = zero + 2, d = zero + 3, e = zero + 4, g = zero + 5;
    vector h = zero + 6, i = zero + 7, j = zero + 8, k = zero + 9, l = zero + 10,
           m = zero + 11;
    for (long round = 0; round < rounds; round++) {
        a = a * f + t, b = b * f + t, c = c * f + t, d = d * f + t;
        e = e * f + t, g = g * f + t, h = h * f + t, i = i * f + t;
        j = j * f + t, k = k * f + t, l = l * f + t, m = m * f + t;
    }
    vector sum = a + b + c + d + e + g + h + i + j + k + l + m;
    float total = 0;
    for (int lane = 0; lane < LANES; lane++)
        total += sum[lane];
    return total;
}

const struct peak GLUE(peak_, PEAK_NAME) = {TEXT(PEAK_NAME), CHAINS *LANES, run};

#ifndef CORE_VEC_H
#define CORE_VEC_H

#include <string.h>

#include "core/real.h"

#if defined(__FMA__) && !defined(QKV_DOUBLE)
#include <immintrin.h>
#endif

/* Eight numbers side by side, for the kernels: a type that gcc and clang have on every machine.
 * Where its registers are narrower, a vec is several of them. Every operation does to each of
 * the eight what the operation on one number does, to the same bits. */

#pragma GCC diagnostic ignored "-Wpsabi" /* no vec goes from one file to another */

enum { VEC = 8 };

typedef real vec __attribute__((vector_size(VEC * sizeof(real))));

static inline vec
vec_load(const real *from)
{
    vec v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void
vec_store(real *to, vec v)
{
    memcpy(to, &v, sizeof v);
}

static inline vec
vec_all(real x)
{
    return (vec){x, x, x, x, x, x, x, x};
}

/* a * b + c, rounded once: real_fma of each. */
static inline vec
vec_fma(vec a, vec b, vec c)
{
#if defined(__FMA__) && !defined(QKV_DOUBLE)
    return (vec)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#else
    real x[VEC], y[VEC], z[VEC];
    vec_store(x, a);
    vec_store(y, b);
    vec_store(z, c);
    for (int k = 0; k < VEC; k++)
        z[k] = real_fma(x[k], y[k], z[k]);
    return vec_load(z);
#endif
}

/* Whole numbers, and which of eight hold: all bits or none. */
typedef real_int vec_int __attribute__((vector_size(VEC * sizeof(real_int))));

/* a where it holds, else b. */
static inline vec
vec_choose(vec_int which, vec a, vec b)
{
    return (vec)((which & (vec_int)a) | (~which & (vec_int)b));
}

/* a > b ? a : b and a < b ? a : b, of each. */
static inline vec
vec_max(vec a, vec b)
{
#if defined(__FMA__) && !defined(QKV_DOUBLE)
    return (vec)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return vec_choose(a > b, a, b);
#endif
}

static inline vec
vec_min(vec a, vec b)
{
#if defined(__FMA__) && !defined(QKV_DOUBLE)
    return (vec)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return vec_choose(a < b, a, b);
#endif
}

/* real_exp of each. */
static inline vec
vec_exp(vec x)
{
    vec low = vec_all(REAL_EXP_LOW), high = vec_all(REAL_EXP_HIGH),
        round = vec_all(REAL_EXP_ROUND);
    vec inside = vec_min(vec_max(x, low), high);
    vec k = vec_fma(inside, vec_all(REAL_EXP_LOG2_E), round) - round;
    vec r = vec_fma(-k, vec_all(REAL_LN2_HIGH), inside);
    r = vec_fma(-k, vec_all(REAL_LN2_LOW), r);
    vec series = vec_all(real_exp_terms[REAL_EXP_TERMS]);
    for (int n = REAL_EXP_TERMS - 1; n >= 0; n--)
        series = vec_fma(series, r, vec_all(real_exp_terms[n]));
    vec_int bits = (__builtin_convertvector(k, vec_int) + REAL_BIAS) << REAL_MANTISSA;
    vec result = series * (vec)bits;
    result = vec_choose(x > low, result, vec_all(0));
    return vec_choose(x > high, vec_all((real)INFINITY), result);
}

/* real_log of each, of positive normal numbers alone. */
static inline vec
vec_log(vec x)
{
    typedef real_word word __attribute__((vector_size(VEC * sizeof(real_word))));
    const real_word one = (real_word)REAL_BIAS << REAL_MANTISSA;
    word moved = (word)x + (one - REAL_LOG_ROOT_HALF);
    vec k = __builtin_convertvector((vec_int)(moved >> REAL_MANTISSA) - REAL_BIAS, vec);
    vec f =
        (vec)((moved & (((real_word)1 << REAL_MANTISSA) - 1)) + REAL_LOG_ROOT_HALF) - 1;
    vec s = f / (2 + f), square = s * s, half = REAL_(0.5) * f * f;
    vec R = vec_all(real_log_terms[REAL_LOG_TERMS]);
    for (int n = REAL_LOG_TERMS - 1; n >= 1; n--)
        R = vec_fma(R, square, vec_all(real_log_terms[n]));
    R *= square;
    vec small = vec_fma(s, half + R, vec_fma(k, vec_all(REAL_LN2_LOW), -half));
    return vec_fma(k, vec_all(REAL_LN2_HIGH), f + small);
}

/* Turns eight rows round: number k of row r becomes number r of row k. */
static inline __attribute__((always_inline)) void
vec_turn(vec row[VEC])
{
    vec a[VEC], b[VEC];
    for (int k = 0; k < VEC; k += 2) { /* pairs: a0 b0 a1 b1 ..., a2 b2 a3 b3 ... */
        vec x = row[k], y = row[k + 1];
        a[k] = __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
        a[k + 1] = __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int k = 0; k < VEC; k += 4) /* twos: a0 a1 b0 b1 ..., a2 a3 b2 b3 ... */
        for (int l = 0; l < 2; l++) {
            vec x = a[k + l], y = a[k + l + 2];
            b[k + 2 * l] = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
            b[k + 2 * l + 1] = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int k = 0; k < 4; k++) { /* halves */
        row[k] = __builtin_shufflevector(b[k], b[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        row[k + 4] = __builtin_shufflevector(b[k], b[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

#endif

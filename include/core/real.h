#ifndef CORE_REAL_H
#define CORE_REAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The arithmetic of the core. The core is compiled twice: with `real` = float it is what the
 * program shows; with -DQKV_DOUBLE it is the same source in double precision, every public
 * name ending in _double, which serves to check derivatives.
 *
 * The same bits everywhere: a sum of products is a chain of fused multiply-adds in the order
 * of the index (real_fma), everything else is single rounded operations. Nothing here may be
 * contracted or reordered by the compiler. */

#ifdef QKV_DOUBLE
typedef double real;
typedef int64_t real_int;
typedef uint64_t real_word;
#define CORE_NAME(name)  CORE_NAME_(name)
#define CORE_NAME_(name) name##_double
#define REAL_(constant)  constant
#else
typedef float real;
typedef int32_t real_int;
typedef uint32_t real_word;
#define CORE_NAME(name) name
#define REAL_(constant) constant##F
#endif

/* a * b + c, rounded once. */
static inline real
real_fma(real a, real b, real c)
{
#ifdef QKV_DOUBLE
    return fma(a, b, c);
#else
    return fmaf(a, b, c);
#endif
}

/* The square root, correctly rounded. */
static inline real
real_sqrt(real x)
{
#ifdef QKV_DOUBLE
    return sqrt(x);
#else
    return sqrtf(x);
#endif
}

/* What exp and log are computed with, here and in core/vec.h: the parts of the format, ln 2 in
 * two parts, where results leave the range, and the terms of the two series. */
#ifdef QKV_DOUBLE
enum { REAL_MANTISSA = 52, REAL_BIAS = 1023, REAL_EXP_TERMS = 13, REAL_LOG_TERMS = 11 };
#define REAL_LN2_HIGH      0x1.62e42fefa38p-1
#define REAL_LN2_LOW       0x1.ef35793c7673p-45
#define REAL_EXP_LOW       (-708.0)
#define REAL_EXP_HIGH      709.0
#define REAL_EXP_ROUND     0x1.8p52
#define REAL_LOG_ROOT_HALF 0x3fe6a09e667f3bcd
#define REAL_LOG_SMALLEST  0x1p-1022
#else
enum { REAL_MANTISSA = 23, REAL_BIAS = 127, REAL_EXP_TERMS = 7, REAL_LOG_TERMS = 4 };
#define REAL_LN2_HIGH      0x1.62e4p-1F
#define REAL_LN2_LOW       0x1.7f7d1cp-20F
#define REAL_EXP_LOW       (-87.0F)
#define REAL_EXP_HIGH      88.0F
#define REAL_EXP_ROUND     0x1.8p23F
#define REAL_LOG_ROOT_HALF 0x3f3504f3
#define REAL_LOG_SMALLEST  0x1p-126F
#endif
#define REAL_EXP_LOG2_E REAL_(0x1.71547652b82fep0)

static const real real_exp_terms[] = {
    REAL_(1.0),
    REAL_(1.0),
    REAL_(1.0) / REAL_(2.0),
    REAL_(1.0) / REAL_(6.0),
    REAL_(1.0) / REAL_(24.0),
    REAL_(1.0) / REAL_(120.0),
    REAL_(1.0) / REAL_(720.0),
    REAL_(1.0) / REAL_(5040.0),
    REAL_(1.0) / REAL_(40320.0),
    REAL_(1.0) / REAL_(362880.0),
    REAL_(1.0) / REAL_(3628800.0),
    REAL_(1.0) / REAL_(39916800.0),
    REAL_(1.0) / REAL_(479001600.0),
    REAL_(1.0) / REAL_(6227020800.0),
};

static const real real_log_terms[] = {
    REAL_(2.0),
    REAL_(2.0) / REAL_(3.0),
    REAL_(2.0) / REAL_(5.0),
    REAL_(2.0) / REAL_(7.0),
    REAL_(2.0) / REAL_(9.0),
    REAL_(2.0) / REAL_(11.0),
    REAL_(2.0) / REAL_(13.0),
    REAL_(2.0) / REAL_(15.0),
    REAL_(2.0) / REAL_(17.0),
    REAL_(2.0) / REAL_(19.0),
    REAL_(2.0) / REAL_(21.0),
    REAL_(2.0) / REAL_(23.0),
};

/* e^x. At most 1.0 units in the last place off for x above -87 and up to 88 (-708 and 709 in
 * double); 0 from there down, infinity from there up, a little inside of what could be told
 * apart. Not a number in, 0 out: callers look for such numbers before.
 *
 * x = k ln 2 + r with |r| <= ln 2 / 2;  e^x = 2^k (1 + r + r^2/2! + ...). Written without
 * branches, so that compilers can do several at once. */
static inline real
real_exp(real x)
{
    real inside = x > REAL_EXP_LOW ? x : REAL_EXP_LOW;
    inside = inside < REAL_EXP_HIGH ? inside : REAL_EXP_HIGH;
    real k = real_fma(inside, REAL_EXP_LOG2_E, REAL_EXP_ROUND) -
             REAL_EXP_ROUND; /* nearest whole number */
    real r = real_fma(-k, REAL_LN2_HIGH, inside);
    r = real_fma(-k, REAL_LN2_LOW, r);
    real series = real_exp_terms[REAL_EXP_TERMS];
    for (int n = REAL_EXP_TERMS - 1; n >= 0; n--)
        series = real_fma(series, r, real_exp_terms[n]);
    real_int bits = ((real_int)k + REAL_BIAS) * ((real_int)1 << REAL_MANTISSA);
    real power;
    memcpy(&power, &bits, sizeof power);
    real result = series * power;
    result = x > REAL_EXP_LOW ? result : 0;
    return x > REAL_EXP_HIGH ? (real)INFINITY : result;
}

/* The natural logarithm. At most 1.0 units in the last place off for every positive normal
 * number; -infinity for 0 and for what is smaller than normal, infinity for infinity, not a
 * number for negative numbers and for no number.
 *
 * x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), s = f / (2 + f):
 * log(1 + f) = 2 (s + s^3/3 + s^5/5 + ...) = f - (f^2/2 - s (f^2/2 + R)),
 * R = 2 s^2/3 + 2 s^4/5 + ..., in which f, the largest part, has no error (Sun's fdlibm).
 * Written without branches, like real_exp. */
static inline real
real_log(real x)
{
    static const real_word one = (real_word)REAL_BIAS << REAL_MANTISSA;
    real_word bits;
    memcpy(&bits, &x, sizeof bits);
    real_word moved =
        bits + (one - REAL_LOG_ROOT_HALF); /* k changes at sqrt(1/2), not at 1 */
    real k = (real)((real_int)(moved >> REAL_MANTISSA) - REAL_BIAS);
    real_word inside =
        (moved & (((real_word)1 << REAL_MANTISSA) - 1)) + REAL_LOG_ROOT_HALF;
    real f;
    memcpy(&f, &inside, sizeof f);
    f -= 1;
    real s = f / (2 + f), square = s * s, half = REAL_(0.5) * f * f;
    real R = real_log_terms[REAL_LOG_TERMS];
    for (int n = REAL_LOG_TERMS - 1; n >= 1; n--)
        R = real_fma(R, square, real_log_terms[n]);
    R *= square;
    real small = real_fma(s, half + R, real_fma(k, REAL_LN2_LOW, -half));
    real result = real_fma(k, REAL_LN2_HIGH, f + small);
    result = x < REAL_LOG_SMALLEST ? -(real)INFINITY : result;
    result = x < 0 ? (real)NAN : result;
    return x - x == 0 || x < 0 ? result : x; /* infinity and no number stay */
}

#endif

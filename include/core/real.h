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
#define CORE_NAME(name)  CORE_NAME_(name)
#define CORE_NAME_(name) name##_double
#define REAL_(constant)  constant
#else
typedef float real;
typedef int32_t real_int;
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

/* e^x. At most 1.0 units in the last place off for x above -87 and up to 88 (-708 and 709 in
 * double); 0 from there down, infinity from there up, a little inside of what could be told
 * apart. Not a number in, 0 out: callers look for such numbers before.
 *
 * x = k ln 2 + r with |r| <= ln 2 / 2;  e^x = 2^k (1 + r + r^2/2! + ...). Written without
 * branches, so that compilers can do several at once. */
static inline real
real_exp(real x)
{
#ifdef QKV_DOUBLE
    static const real low = -708.0, high = 709.0, round = 0x1.8p52;
    static const real ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
    enum { TERMS = 13, MANTISSA = 52, BIAS = 1023 };
#else
    static const real low = -87.0F, high = 88.0F, round = 0x1.8p23F;
    static const real ln2_high = 0x1.62e4p-1F, ln2_low = 0x1.7f7d1cp-20F;
    enum { TERMS = 7, MANTISSA = 23, BIAS = 127 };
#endif
    static const real inverse_factorial[] = {
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
    static const real log2_e = REAL_(0x1.71547652b82fep0);
    real inside = x > low ? x : low;
    inside = inside < high ? inside : high;
    real k = real_fma(inside, log2_e, round) - round; /* to the nearest whole number */
    real r = real_fma(-k, ln2_high, inside);
    r = real_fma(-k, ln2_low, r);
    real series = inverse_factorial[TERMS];
    for (int n = TERMS - 1; n >= 0; n--)
        series = real_fma(series, r, inverse_factorial[n]);
    real_int bits = ((real_int)k + BIAS) * ((real_int)1 << MANTISSA);
    real power;
    memcpy(&power, &bits, sizeof power);
    real result = series * power;
    result = x > low ? result : 0;
    return x > high ? (real)INFINITY : result;
}

#endif

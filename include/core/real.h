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
#ifdef QKV_DOUBLE
    typedef uint64_t word;
    static const word root_half = 0x3fe6a09e667f3bcd;
    static const real smallest = 0x1p-1022;
    static const real ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
    enum { TERMS = 11, MANTISSA = 52, BIAS = 1023 };
#else
    typedef uint32_t word;
    static const word root_half = 0x3f3504f3;
    static const real smallest = 0x1p-126F;
    static const real ln2_high = 0x1.62e4p-1F, ln2_low = 0x1.7f7d1cp-20F;
    enum { TERMS = 4, MANTISSA = 23, BIAS = 127 };
#endif
    static const real twice_inverse_odd[] = {
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
    static const word one = (word)BIAS << MANTISSA;
    word bits;
    memcpy(&bits, &x, sizeof bits);
    word moved = bits + (one - root_half); /* k changes at sqrt(1/2), not at 1 */
    real k = (real)((real_int)(moved >> MANTISSA) - BIAS);
    word inside = (moved & (((word)1 << MANTISSA) - 1)) + root_half;
    real f;
    memcpy(&f, &inside, sizeof f);
    f -= 1;
    real s = f / (2 + f), square = s * s, half = REAL_(0.5) * f * f;
    real R = twice_inverse_odd[TERMS];
    for (int n = TERMS - 1; n >= 1; n--)
        R = real_fma(R, square, twice_inverse_odd[n]);
    R *= square;
    real small = real_fma(s, half + R, real_fma(k, ln2_low, -half));
    real result = real_fma(k, ln2_high, f + small);
    result = x < smallest ? -(real)INFINITY : result;
    result = x < 0 ? (real)NAN : result;
    return x - x == 0 || x < 0 ? result : x; /* infinity and no number stay */
}

#endif

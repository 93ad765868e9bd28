/* Elementary functions that give the same bits everywhere: an exact reduction of the
 * argument, then the Taylor series up to where its next term is below rounding. */
#include "base/exact.h"

#include <stdint.h>
#include <string.h>

static const double LN2_HIGH = 0x1.62e42fefa38p-1; /* low bits 0: k times it is exact */
static const double LN2_LOW = 0x1.ef35793c7673p-45;
static const double TAU = 0x1.921fb54442d18p2; /* 2 pi */

double
exact_log(double x)
{
    /* x = 2^k m with m from sqrt(1/2) to sqrt(2) */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int k = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 0x1.6a09e667f3bcdp0) {
        m *= 0.5;
        k++;
    }
    /* log m = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1) / (m + 1), |s| <= .1716 */
    double s = (m - 1.0) / (m + 1.0), square = s * s, sum = 0.0;
    for (int power = 23; power >= 3; power -= 2)
        sum = (sum + 1.0 / power) * square;
    double series = 2.0 * s + 2.0 * s * sum;
    return k * LN2_HIGH + (series + k * LN2_LOW);
}

/* sin a = a - a^3/3! + ...,  |a| <= pi/4 */
static double
sin_series(double a)
{
    double square = a * a, sum = 1.0;
    for (int n = 18; n >= 2; n -= 2)
        sum = 1.0 - sum * square / (n * (n + 1));
    return a * sum;
}

/* cos a = 1 - a^2/2! + ...,  |a| <= pi/4 */
static double
cos_series(double a)
{
    double square = a * a, sum = 1.0;
    for (int n = 17; n >= 1; n -= 2)
        sum = 1.0 - sum * square / (n * (n + 1));
    return sum;
}

double
exact_cos_turn(double turns)
{
    /* quarter turns to the nearest; the rest is at most an eighth of a turn and exact */
    int quarters = (int)(turns * 4.0 + (turns < 0 ? -0.5 : 0.5));
    double angle = (turns - quarters * 0.25) * TAU;
    switch ((quarters % 4 + 4) % 4) {
    case 0:
        return cos_series(angle);
    case 1:
        return 0.0 - sin_series(angle); /* 0 at a quarter turn, never -0 */
    case 2:
        return -cos_series(angle);
    default:
        return sin_series(angle);
    }
}

double
exact_sin_turn(double turns)
{
    /* for a negative angle turns - 0.25 would round */
    return turns < 0 ? -exact_sin_turn(-turns) : exact_cos_turn(turns - 0.25);
}

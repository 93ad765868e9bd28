/* A number that is not to be told yet. */
#include "base/unknown.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Of a double: all of the exponent, the bit of a quiet nan, and a mark in those bits that a float
 * has too. */
#define UNKNOWN UINT64_C(0x7ff9515500000000)
#define MASK    UINT64_C(0x7fffffffe0000000)

double
unknown_number(void)
{
    uint64_t bits = UNKNOWN;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool
is_unknown(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & MASK) == UNKNOWN;
}

const char *
nan_text(double value)
{
    return is_unknown(value) ? "?" : "nan";
}

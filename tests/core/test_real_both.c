/* The exponential, in float and in double, against that of the C library. */
#include "core/real.h"

#include <float.h>
#include <stdbool.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

#ifdef QKV_DOUBLE
enum { MANTISSA = DBL_MANT_DIG };
static const double ULPS = 0.9;
static const real LOW = -708, HIGH = 709, SMALLEST = DBL_MIN, EPSILON = DBL_EPSILON;
static const real LOG_SMALLEST = -708.3964185322641, LOG_LARGEST = 709.782712893384;
#else
enum { MANTISSA = FLT_MANT_DIG };
static const double ULPS = 1.0;
static const real LOW = -87, HIGH = 88, SMALLEST = FLT_MIN, EPSILON = FLT_EPSILON;
static const real LOG_SMALLEST = -87.33654F, LOG_LARGEST = 88.72283F;
#endif

/* What expl may be off in units of the last place; counts where long double is double. */
static const double SLACK = LDBL_MANT_DIG > MANTISSA ? 0 : 1;

/* The error in units of the last place of the result. */
static double
error_of(real x)
{
    long double wanted = expl((long double)x);
    int exponent;
    frexpl(wanted, &exponent);
    return (double)(fabsl((long double)real_exp(x) - wanted) /
                    ldexpl(1, exponent - MANTISSA));
}

static void
check(real x)
{
    double error = error_of(x);
    if (!(error <= ULPS + SLACK))
        fail_msg("e^%a: off by %g units in the last place", (double)x, error);
}

#ifdef QKV_DOUBLE
static void
dense(void **state)
{
    (void)state;
    enum { STEPS = 1500000 };
    for (int i = 1; i <= STEPS; i++)
        check(LOW + (HIGH - LOW) * ((double)i / STEPS));
    for (uint64_t i = 0; i < 500000; i++) {
        double unit = (double)random_bits(1, 2, i) * 0x1p-64;
        check(unit * HIGH);
        check(unit * LOW);
        check(ldexp(1 + unit, -1 - (int)(i % 60)));
        check(-ldexp(1 + unit, -1 - (int)(i % 60)));
    }
}
#else
/* Every 997th bit pattern of the numbers from LOW to HIGH. */
static void
dense(void **state)
{
    (void)state;
    static const real ends[] = {88.0F, -87.0F};
    for (int side = 0; side < 2; side++) {
        uint32_t sign = side ? 0x80000000u : 0, last;
        memcpy(&last, &ends[side], sizeof last);
        for (uint32_t bits = sign; bits < last; bits += 997) {
            real x;
            memcpy(&x, &bits, sizeof x);
            check(x);
        }
    }
}
#endif

/* Around the places where the multiple of ln 2 that is taken off changes. */
static void
around_reductions(void **state)
{
    (void)state;
    static const real half_ln2 = (real)0.34657359027997265;
    int first = (int)(LOW / half_ln2) + 2, last = (int)(HIGH / half_ln2) - 2;
    for (int half = first; half <= last; half++)
        for (int i = -20; i <= 20; i++)
            check((real)half * half_ln2 * (1 + (real)i * EPSILON));
}

static void
ends_of_the_range(void **state)
{
    (void)state;
    check(HIGH);
    check(LOW + (real)0.001);
    check((real)0x1p-60);
    check((real)-0x1p-60);
    check(1);
    check(-1);
}

static bool
is_positive_infinity(real x)
{
    return isinf(x) && x > 0;
}

/* Compares bits: a masked weight is +0, not -0. */
static void
assert_zero(real x)
{
    assert_memory_equal(&x, &(real){0}, sizeof x);
}

static void
edges(void **state)
{
    (void)state;
    static const real one = 1;
    real of_zero = real_exp(0), of_minus_zero = real_exp(-(real)0.0);
    assert_memory_equal(&of_zero, &one, sizeof one);
    assert_memory_equal(&of_minus_zero, &one, sizeof one);

    assert_zero(real_exp(-(real)INFINITY));
    assert_zero(real_exp(sizeof(real) == 4 ? -(real)FLT_MAX : -(real)DBL_MAX));
    assert_zero(real_exp((real)-1e30));
    assert_zero(real_exp(2 * LOW));
    assert_zero(real_exp(LOG_SMALLEST - (real)0.01));
    assert_zero(real_exp((real)NAN));

    assert_true(is_positive_infinity(real_exp((real)INFINITY)));
    assert_true(is_positive_infinity(real_exp((real)1e30)));
    assert_true(is_positive_infinity(real_exp(2 * HIGH)));
    assert_true(is_positive_infinity(real_exp(LOG_LARGEST + (real)0.01)));
}

/* Between where the series ends and where the type ends, the result is as good as
 * elsewhere or already 0 or infinity; it is never anything else, and never a denormal. */
static void
between_the_ends(void **state)
{
    (void)state;
    enum { STEPS = 10000 };
    for (int i = 0; i <= STEPS; i++) {
        real part = (real)i / STEPS;
        real low = real_exp(LOW + (LOG_SMALLEST - LOW) * part);
        assert_true(low >= SMALLEST || !(low > 0 || low < 0));
        if (low > 0)
            check(LOW + (LOG_SMALLEST - LOW) * part);
        real x = HIGH + (LOG_LARGEST - HIGH) * part;
        if (!is_positive_infinity(real_exp(x)))
            check(x);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense),
        cmocka_unit_test(around_reductions),
        cmocka_unit_test(ends_of_the_range),
        cmocka_unit_test(edges),
        cmocka_unit_test(between_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The natural logarithm, in float and in double, against that of the C library. */
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
static const real SMALLEST = DBL_MIN, LARGEST = DBL_MAX, EPSILON = DBL_EPSILON;
#else
enum { MANTISSA = FLT_MANT_DIG };
static const real SMALLEST = FLT_MIN, LARGEST = FLT_MAX, EPSILON = FLT_EPSILON;
#endif

/* In units of the last place; logl may be off by one itself where it is no better. */
static const double MOST = LDBL_MANT_DIG > MANTISSA ? 1.0 : 2.0;

static void
check(real x)
{
    long double wanted = logl((long double)x);
    int exponent;
    frexpl(wanted, &exponent);
    long double off = fabsl((long double)real_log(x) - wanted);
    if (!(off <= (long double)MOST * ldexpl(1, exponent - MANTISSA)))
        fail_msg("log %a is off by %Lg units", (double)x,
                 off / ldexpl(1, exponent - MANTISSA));
}

static void
dense(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 1000000; i++) {
        double unit = (double)random_bits(1, 2, i) * 0x1p-64;
        check((real)(1 + unit));
        check((real)(.5 + unit));
        check((real)ldexp(1 + unit, (int)(i % 250) - 125));
    }
}

static void
near_one_and_near_the_root_of_half(void **state)
{
    (void)state;
    for (int i = -5000; i <= 5000; i++) {
        check(1 + (real)i * EPSILON);
        check((real)0.70710678118654752 * (1 + (real)i * EPSILON));
    }
    assert_true(real_log(1) == 0);
}

static void
edges(void **state)
{
    (void)state;
    check(SMALLEST);
    check(LARGEST);
    assert_true(isinf(real_log(0)) && real_log(0) < 0);
    assert_true(isinf(real_log(-(real)0.0)) && real_log(-(real)0.0) < 0);
    assert_true(isinf(real_log(SMALLEST / 2)) && real_log(SMALLEST / 2) < 0);
    assert_true(isinf(real_log((real)INFINITY)) && real_log((real)INFINITY) > 0);
    assert_true(isnan(real_log(-1)));
    assert_true(isnan(real_log(-SMALLEST / 2)));
    assert_true(isnan(real_log(-(real)INFINITY)));
    assert_true(isnan(real_log((real)NAN)));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense),
        cmocka_unit_test(near_one_and_near_the_root_of_half),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

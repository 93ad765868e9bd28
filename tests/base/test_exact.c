/* Logarithm, sine and cosine against those of the C library in long double, within the
 * bounds that base/exact.h states. */
#include "base/exact.h"

#include <float.h>
#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

/* What the reference itself may be off; counts only where long double is double. */
static const long double SLACK = 2 * LDBL_EPSILON;

static void
check_log(double x)
{
    long double wanted = logl((long double)x);
    long double error = fabsl((long double)exact_log(x) - wanted);
    long double bound = 4e-16L * fabsl(wanted);
    if (x > 0.75 && x < 1.33)
        bound = 1e-16L;
    if (!(error < bound + SLACK * fabsl(wanted)))
        fail_msg("log %a: off by %Lg, at most %Lg", x, error, bound);
}

static void
log_of_every_exponent(void **state)
{
    (void)state;
    for (int exponent = DBL_MIN_EXP; exponent <= DBL_MAX_EXP; exponent++) {
        double power = ldexp(0.5, exponent); /* the smallest of this exponent */
        check_log(power);
        check_log(power * (2 - DBL_EPSILON));
        check_log(power * 0x1.6a09e667f3bccp0); /* below, at and above sqrt(2) */
        check_log(power * 0x1.6a09e667f3bcdp0);
        check_log(power * 0x1.6a09e667f3bcep0);
        for (uint64_t i = 0; i < 100; i++) {
            uint64_t bits = random_bits(1, (uint64_t)(exponent + 2000), i);
            check_log(power * (1 + (double)(bits >> 12) * 0x1p-52));
        }
    }
    check_log(DBL_MIN);
    check_log(DBL_MAX);
}

static void
log_near_one(void **state)
{
    (void)state;
    double log_of_one = exact_log(1.0);
    assert_memory_equal(&log_of_one, &(double){0}, sizeof(double));
    for (int i = -200000; i <= 200000; i++)
        check_log(1 + i * 1e-6 * 0.25);
    for (int bit = 1; bit <= 52; bit++) {
        check_log(1 + ldexp(1, -bit));
        check_log(1 - ldexp(1, -bit - 1));
    }
}

/* The uniform numbers that the normal ones are made of. */
static void
log_of_uniform_numbers(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 200000; i++)
        check_log(((double)(random_bits(2, 0, i) >> 32) + 0.5) * 0x1p-32);
    check_log(0x1p-33);
    check_log(1 - 0x1p-33);
}

static void
check_turns(double turns)
{
    static const long double tau = 6.283185307179586476925286766559005768L;
    /* taking whole turns off is exact */
    long double part = (long double)turns - rintl((long double)turns);
    long double bound = 3e-16L + 8 * SLACK;
    long double sine = fabsl((long double)exact_sin_turn(turns) - sinl(part * tau));
    long double cosine = fabsl((long double)exact_cos_turn(turns) - cosl(part * tau));
    if (!(sine < bound))
        fail_msg("sin of %a turns: off by %Lg", turns, sine);
    if (!(cosine < bound))
        fail_msg("cos of %a turns: off by %Lg", turns, cosine);
}

static void
sine_and_cosine_of_a_grid(void **state)
{
    (void)state;
    for (int i = 0; i <= 80000; i++) {
        check_turns(i / 16384.0);
        check_turns(i / 10000.0);
    }
    for (int eighth = 0; eighth <= 40; eighth++) { /* where the quarter changes */
        double at = eighth / 8.0;
        check_turns(nextafter(at, -100));
        check_turns(at);
        check_turns(nextafter(at, 100));
    }
    for (int exponent = -1070; exponent < 0; exponent++) {
        check_turns(ldexp(1, exponent));
        check_turns(ldexp(1.3, exponent));
    }
}

static void
sine_and_cosine_of_many_turns(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        double unit = (double)random_bits(3, 0, i) * 0x1p-64;
        check_turns(unit);
        check_turns(unit * 999999);
        check_turns(ldexp(unit, (int)(i % 20)));
    }
}

static void
sine_and_cosine_of_negative_turns(void **state)
{
    (void)state;
    for (int i = 0; i <= 80000; i++) {
        check_turns(-i / 16384.0);
        check_turns(-i / 10000.0);
    }
    for (int eighth = 0; eighth <= 40; eighth++) {
        check_turns(nextafter(-eighth / 8.0, -100));
        check_turns(nextafter(-eighth / 8.0, 100));
    }
    for (uint64_t i = 0; i < 100000; i++) {
        double unit = (double)random_bits(3, 1, i) * 0x1p-64;
        check_turns(-unit);
        check_turns(-unit * 999999);
        check_turns(-ldexp(unit, (int)(i % 20)));
    }
}

/* On the quarters the result is exact: zeros and ones, not almost. */
static void
quarters_are_exact(void **state)
{
    (void)state;
    static const int cosine[] = {1, 0, -1, 0};
    for (int quarter = -400; quarter <= 400; quarter++) {
        double turns = quarter / 4.0;
        double c = exact_cos_turn(turns), s = exact_sin_turn(turns);
        double c_wanted = cosine[quarter & 3], s_wanted = cosine[(quarter + 3) & 3];
        if (fabs(c - c_wanted) > 0 || fabs(s - s_wanted) > 0)
            fail_msg("%d quarters: cos %a, sin %a", quarter, c, s);
    }
}

static void
cosine_is_even(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        double turns = (double)(random_bits(4, 0, i) >> 20) * 0x1p-40;
        double there = exact_cos_turn(turns), back = exact_cos_turn(-turns);
        assert_memory_equal(&there, &back, sizeof there);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_of_every_exponent),
        cmocka_unit_test(log_near_one),
        cmocka_unit_test(log_of_uniform_numbers),
        cmocka_unit_test(sine_and_cosine_of_a_grid),
        cmocka_unit_test(sine_and_cosine_of_many_turns),
        cmocka_unit_test(sine_and_cosine_of_negative_turns),
        cmocka_unit_test(quarters_are_exact),
        cmocka_unit_test(cosine_is_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

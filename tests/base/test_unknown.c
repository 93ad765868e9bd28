/* A number that is not to be told stays one, whatever is done with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/unknown.h"

static void
other_numbers_are_known(void **state)
{
    (void)state;
    const double known[] = {0, -1, 1e300, HUGE_VAL, -HUGE_VAL, (double)NAN, -(double)NAN};
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        assert_false(is_unknown(known[k]));
    assert_true(is_unknown(unknown_number()));
    assert_true(isnan(unknown_number()));
    assert_string_equal(nan_text((double)NAN), "nan");
    assert_string_equal(nan_text(unknown_number()), "?");
}

static void
a_float_keeps_it(void **state)
{
    (void)state;
    volatile float narrow = (float)unknown_number();
    assert_true(is_unknown((double)narrow));
}

/* What this machine does; where it did not, "nan" would be read in its place. */
static void
arithmetic_hands_it_on(void **state)
{
    (void)state;
    volatile double x = unknown_number(), two = 2;
    assert_true(is_unknown(x + two));
    assert_true(is_unknown(two - x));
    assert_true(is_unknown(-x));
    assert_true(is_unknown(x * two));
    assert_true(is_unknown(two / x));
    assert_true(is_unknown(fma(two, two, x)));
    assert_true(is_unknown(fma(x, two, two)));
    assert_true(is_unknown(fabs(x)));
    assert_true(is_unknown(sqrt(x)));
    assert_true(is_unknown((double)(float)(x * two)));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_numbers_are_known),
        cmocka_unit_test(a_float_keeps_it),
        cmocka_unit_test(arithmetic_hands_it_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

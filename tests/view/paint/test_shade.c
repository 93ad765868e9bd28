/* The one scale of shades. */
#include "view/paint/shade.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether the shade of a weight is that of the number printed for it. */
static void
assert_shade(double weight)
{
    static const struct {
        const char *glyph;
        enum role role;
    } shades[] = {{" ", ROLE_NUMBER},
                  {"░", ROLE_SHADE_1},
                  {"▒", ROLE_SHADE_2},
                  {"█", ROLE_SHADE_3}};
    char printed[16];
    struct style style = {ROLE_ERROR, FLAG_BOLD};
    snprintf(printed, sizeof printed, "%.2f", weight);
    int least = strcmp(printed, "0.60") >= 0   ? 3
                : strcmp(printed, "0.30") >= 0 ? 2
                : strcmp(printed, "0.10") >= 0 ? 1
                                               : 0;
    assert_string_equal(shade_of(weight, &style), shades[least].glyph);
    assert_int_equal(style.role, shades[least].role);
    assert_int_equal(style.flags, FLAG_BOLD);
    if (least > 0) {
        assert_string_equal(shade_signed(weight, &style), shades[least].glyph);
        assert_int_equal(style.role, shades[least].role);
    }
    assert_string_equal(shade_signed(-weight, &style), least > 1    ? "="
                                                       : least == 1 ? "-"
                                                                    : "·");
    assert_int_equal(style.role, least > 0 ? ROLE_NUMBER : ROLE_FAINT);
}

static void
shades_agree_with_the_printed_weight(void **state)
{
    (void)state;
    static const double limits[] = {0.095, 0.1, 0.295, 0.3, 0.595, 0.6};
    struct style style;
    for (int k = 0; k <= 100000; k++) {
        assert_shade(k / 100000.0);
        assert_shade((double)((float)k / 100000.0f));
    }
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
        assert_shade(limits[k]);
        assert_shade(nextafter(limits[k], 0));
        assert_shade(nextafter(limits[k], 1));
        assert_shade((double)(float)limits[k]);
        assert_shade((double)nextafterf((float)limits[k], 0));
        assert_shade((double)nextafterf((float)limits[k], 1));
    }
    assert_string_equal(shade_of((double)NAN, &style), " ");
    assert_string_equal(shade_of(-1, &style), " ");
    assert_string_equal(shade_of((double)INFINITY, &style), "█");
    assert_string_equal(shade_signed((double)NAN, &style), "?");
    assert_string_equal(shade_signed(0, &style), "·");
    assert_string_equal(shade_signed(-(double)INFINITY, &style), "=");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shades_agree_with_the_printed_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

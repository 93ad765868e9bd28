/* Weights and other numbers as cells show them. */
#include "view/paint/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
numbers_have_no_zero_before_the_point(void **state)
{
    (void)state;
    static const struct {
        double value;
        int decimals;
        const char *text;
    } rows[] = {
        {0.94, 2, ".94"},
        {1, 2, "1.00"},
        {0.999, 2, "1.00"},
        {-0.07, 2, "-.07"},
        {0, 2, ".00"},
        {-0.0, 2, ".00"},
        {-0.001, 2, ".00"},
        {-0.001, 3, "-.001"},
        {0.9395, 4, ".9395"},
        {12.5, 2, "12.50"},
        {-12.5, 2, "-12.50"},
        {10, 0, "10"},
        {0, 0, "0"},
        {-0.2, 0, "0"},
        {100.25, 3, "100.250"},
        {(double)NAN, 2, "nan"},
        {-(double)NAN, 2, "nan"},
        {(double)INFINITY, 2, "inf"},
        {-(double)INFINITY, 2, "-inf"},
        {-1e9, 1, "-1e9"},
        {12000028, 3, "1.2e7"},
        {999999, 2, "999999.00"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char out[32];
        draw_number(out, sizeof out, rows[k].value, rows[k].decimals);
        assert_string_equal(out, rows[k].text);
        for (size_t size = 1; size <= strlen(rows[k].text); size++) {
            draw_number(out, size, rows[k].value, rows[k].decimals);
            assert_int_equal(strlen(out), size - 1);
        }
    }
}

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
    assert_string_equal(draw_shade(weight, &style), shades[least].glyph);
    assert_int_equal(style.role, shades[least].role);
    assert_int_equal(style.flags, FLAG_BOLD);
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
    assert_string_equal(draw_shade((double)NAN, &style), " ");
    assert_string_equal(draw_shade(-1, &style), " ");
    assert_string_equal(draw_shade((double)INFINITY, &style), "█");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_no_zero_before_the_point),
        cmocka_unit_test(shades_agree_with_the_printed_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

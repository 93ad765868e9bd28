/* Numbers as cells show them. */
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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_no_zero_before_the_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

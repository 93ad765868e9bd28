/* The themes: what every look must keep. */
#include "view/paint/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
looks_are_of_the_palette(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++)
        for (int role = 0; role < ROLE_COUNT; role++) {
            const struct look *look = &theme_table[theme].looks[role];
            assert_true(look->foreground >= -1 && look->foreground <= 255);
            assert_true(look->background >= -1 && look->background <= 255);
            assert_true(look->basic < 8 || look->basic == 9);
            assert_true((look->flags & ~(FLAG_BOLD | FLAG_REVERSE | FLAG_UNDERLINE)) ==
                        0);
            /* black on black and white on white are how terminals lose text */
            assert_true(look->foreground < 0 || look->foreground != look->background);
            assert_true(look->basic != 0 && look->basic != 7);
        }
}

static void
mono_has_no_colour(void **state)
{
    (void)state;
    for (int role = 0; role < ROLE_COUNT; role++) {
        const struct look *look = &theme_table[THEME_MONO].looks[role];
        assert_int_equal(look->foreground, -1);
        assert_int_equal(look->background, -1);
        assert_int_equal(look->basic, 9);
    }
}

/* What is bold in colour is bold without, so that nothing hangs on colour alone. */
static void
flags_are_the_same_in_every_theme(void **state)
{
    (void)state;
    for (int role = 0; role < ROLE_COUNT; role++)
        assert_int_equal(theme_table[THEME_MONO].looks[role].flags,
                         theme_table[THEME_COLOUR].looks[role].flags);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_are_of_the_palette),
        cmocka_unit_test(mono_has_no_colour),
        cmocka_unit_test(flags_are_the_same_in_every_theme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Bars: how much of their cells is covered, at every end, on both sides of 0. */
#include "view/paint/bar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "support/sketch.h"

static const struct style number = {ROLE_NUMBER, 0};

static void
assert_bar(double value, int cols, const char *line)
{
    struct sketch sketch;
    sketch_open(&sketch, 1, 12, GLYPHS_UTF8);
    bar_draw(&sketch.canvas, 0, 1, cols, value, number, no_tag);
    assert_grid(&sketch.grid, line);
    sketch_close(&sketch);
}

static void
a_bar_covers_its_part(void **state)
{
    (void)state;
    assert_bar(0, 10, "\n");
    assert_bar(0.01, 10, "\n");
    assert_bar(0.02, 10, " ░\n");
    assert_bar(0.25, 10, " ██▒\n");
    assert_bar(0.29, 10, " ███\n");
    assert_bar(1, 10, " ██████████\n");
    assert_bar(7, 10, " ██████████\n");
    assert_bar((double)INFINITY, 3, " ███\n");
    assert_bar((double)NAN, 10, "\n");
    assert_bar(1, 0, "\n");
}

static void
below_zero_it_is_of_other_glyphs(void **state)
{
    (void)state;
    assert_bar(-0.01, 10, "\n");
    assert_bar(-0.12, 10, " =-\n");
    assert_bar(-0.25, 10, " ===\n");
    assert_bar(-2, 4, " ====\n");
}

static void
a_single_cell_is_a_shade(void **state)
{
    (void)state;
    assert_bar(0.09, 1, "\n");
    assert_bar(0.1, 1, " ░\n");
    assert_bar(0.3, 1, " ▒\n");
    assert_bar(0.6, 1, " █\n");
    assert_bar(-0.1, 1, " -\n");
    assert_bar(-0.3, 1, " =\n");
}

static void
the_weight_gives_the_colour(void **state)
{
    (void)state;
    static const struct {
        double weight;
        enum role role;
    } rows[] = {{0.05, ROLE_SHADE_1},
                {0.1, ROLE_SHADE_1},
                {0.3, ROLE_SHADE_2},
                {0.6, ROLE_SHADE_3}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct sketch sketch;
        sketch_open(&sketch, 1, 12, GLYPHS_UTF8);
        bar_draw_weight(&sketch.canvas, 0, 0, 10, rows[k].weight, no_tag);
        assert_int_equal(grid_cell(&sketch.grid, 0, 0)->style.role, rows[k].role);
        sketch_close(&sketch);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_covers_its_part),
        cmocka_unit_test(below_zero_it_is_of_other_glyphs),
        cmocka_unit_test(a_single_cell_is_a_shade),
        cmocka_unit_test(the_weight_gives_the_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

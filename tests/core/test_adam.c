/* Adam: two steps by hand, what must not depend on the way, and the flushing of tiny means. */
#include "core/adam.h"

#include <float.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

static struct adam
make(size_t count)
{
    struct adam adam;
    struct err err = {""};
    assert_true(adam_init(&adam, count, &err));
    return adam;
}

/* g = 2: m = .2, v = .004; u = -.1 (.2 / .1) / (sqrt(.004) / sqrt(.001)) = -.1
 * g = -1: m = .08, v = .003996 + .001 = .004996;
 *     u = -.1 (.08 / .19) / sqrt(.004996 / .001999) = -.0266337 */
static void
two_steps_by_hand(void **state)
{
    (void)state;
    struct adam adam = make(1);
    real x = 5, u;
    adam_coming(&adam, &(real){2}, .1, &u);
    assert_true(fabsf(u + .1F) < 1e-6F);
    adam_step(&adam, &(real){2}, .1, &x, kernels_best());
    assert_true(fabsf(x - 4.9F) < 1e-6F);
    assert_true(fabsf(adam.m[0] - .2F) < 1e-7F && fabsf(adam.v[0] - .004F) < 1e-8F);
    adam_step(&adam, &(real){-1}, .1, &x, kernels_best());
    assert_true(fabsf(adam.m[0] - .08F) < 1e-7F && fabsf(adam.v[0] - .004996F) < 1e-8F);
    assert_true(fabsf(x - (4.9F - .0266337F)) < 2e-6F);
    adam_free(&adam);
}

/* What is said to come is what comes, to the bit, and saying it changes nothing. */
static void
coming_is_what_comes(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    struct adam adam = make(COUNT);
    real x[COUNT] = {0}, g[COUNT], u[COUNT];
    for (uint64_t step = 0; step < 30; step++) {
        real before[COUNT];
        memcpy(before, x, sizeof x);
        for (uint64_t k = 0; k < COUNT; k++)
            g[k] = (real)(random_normal(1, step, k) * (k % 3 == 0 ? 1e-12 : 1));
        adam_coming(&adam, g, .02, u);
        adam_coming(&adam, g, .02, u);
        adam_step(&adam, g, .02, x, kernels_best());
        for (int k = 0; k < COUNT; k++)
            before[k] += u[k];
        assert_memory_equal(before, x, sizeof x);
    }
    struct adam other = make(COUNT);
    adam_set_powers(&other, 30);
    assert_memory_equal(&other.power1, &adam.power1, sizeof adam.power1);
    assert_memory_equal(&other.power2, &adam.power2, sizeof adam.power2);
    adam_free(&other);
    adam_free(&adam);
}

/* Without a gradient the means shrink, and become 0 before they are denormal. */
static void
tiny_means_are_flushed(void **state)
{
    (void)state;
    struct adam adam = make(1);
    real x = 0;
    adam_step(&adam, &(real){1e-3F}, .02, &x, kernels_best());
    for (int step = 0; step < 100000; step++) {
        adam_step(&adam, &(real){0}, .02, &x, kernels_best());
        real m = fabsf(adam.m[0]), v = adam.v[0];
        if ((m > 0 && m < FLT_MIN) || (v > 0 && v < FLT_MIN) || !isfinite(x))
            fail_msg("step %d: m %g, v %g, x %g", step, (double)m, (double)v, (double)x);
    }
    assert_true(!(adam.m[0] > 0) && !(adam.v[0] > 0));
    adam_step(&adam, &(real){1e-20F}, .02, &x,
              kernels_best()); /* its square alone would be denormal */
    assert_true(!(adam.v[0] > 0));
    adam_reset(&adam);
    assert_true(adam.power1 == 1 && adam.power2 == 1);
    adam_free(&adam);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_steps_by_hand),
        cmocka_unit_test(coming_is_what_comes),
        cmocka_unit_test(tiny_means_are_flushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

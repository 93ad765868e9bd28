/* Numbers by counting: fixed for ever, different for different places, and distributed as
 * they should be. The samples are fixed, so that no bound here can fail by chance. */
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Computed by another program from the definition. A change of any of them changes every
 * random number that anyone has noted down. */
static const struct {
    uint64_t seed, stream, counter, bits;
    double normal; /* the last bit left to rounding */
} pinned[] = {
    {0, 0, 0, 0x238275bc38fcbe91, 0x1.5c97f7c0aa4c6p-2},
    {0, 0, 1, 0xf89a2566b5822c54, -0x1.f938c818668d8p-5},
    {0, 1, 0, 0x2f101fe21496ea20, 0x1.9c45c1fca9621p+0},
    {1, 0, 0, 0xb18a02f46d8d86c3, -0x1.89e857ae75238p-1},
    {1, 2, 3, 0x8568f7c4e53b5a35, 0x1.cedef85b4af4ep-1},
    {3, 2, 1, 0x252a19262a60f6e7, 0x1.fd1484f091425p-1},
    {42, 7, 1000000, 0x901c12e1a8da8a47, -0x1.274ea542a387bp-1},
    {UINT64_MAX, UINT64_MAX, UINT64_MAX, 0x179f01f0d2fba97a, 0x1.f624ed72093f7p-1},
};

static void
values_are_pinned(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        uint64_t seed = pinned[i].seed, stream = pinned[i].stream;
        uint64_t counter = pinned[i].counter;
        uint64_t bits = random_bits(seed, stream, counter);
        if (bits != pinned[i].bits)
            fail_msg("row %zu: %016llx", i, (unsigned long long)bits);
        double normal = random_normal(seed, stream, counter);
        if (!(fabs(normal - pinned[i].normal) < 1e-15))
            fail_msg("row %zu: %a", i, normal);
    }
}

/* The normals to the last bit: the same on every machine and with every compiler. */
static void
normals_are_pinned_to_the_bit(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        double normal = random_normal(i % 7, i % 11, i);
        uint64_t bits;
        memcpy(&bits, &normal, sizeof bits);
        hash = hash * 0x100000001b3ULL + bits;
    }
    if (hash != 0xb30a8034f9d35ae8)
        fail_msg("%016llx", (unsigned long long)hash);
}

static void
same_place_same_number(void **state)
{
    (void)state;
    uint64_t first[64];
    for (uint64_t i = 0; i < 64; i++)
        first[i] = random_bits(i / 16, i / 4 % 4, i % 4);
    for (uint64_t i = 64; i-- > 0;) { /* in another order */
        assert_true(random_bits(i / 16, i / 4 % 4, i % 4) == first[i]);
        double normal = random_normal(i / 16, i / 4 % 4, i % 4);
        double again = random_normal(i / 16, i / 4 % 4, i % 4);
        assert_memory_equal(&normal, &again, sizeof normal);
    }
}

static int
order(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* No two of 32 x 32 x 32 places have the same number, nor places far away. */
static void
other_place_other_number(void **state)
{
    (void)state;
    enum { SIDE = 32, COUNT = SIDE * SIDE * SIDE };
    uint64_t *all = malloc((COUNT + 3 * SIDE) * sizeof *all);
    assert_non_null(all);
    size_t used = 0;
    for (uint64_t seed = 0; seed < SIDE; seed++)
        for (uint64_t stream = 0; stream < SIDE; stream++)
            for (uint64_t counter = 0; counter < SIDE; counter++)
                all[used++] = random_bits(seed, stream, counter);
    for (uint64_t i = 0; i < SIDE; i++) {
        all[used++] = random_bits(UINT64_MAX - i, 0, 0);
        all[used++] = random_bits(0, UINT64_MAX - i, 0);
        all[used++] = random_bits(0, 0, UINT64_MAX - 1 - i);
    }
    qsort(all, used, sizeof *all, order);
    for (size_t i = 1; i < used; i++)
        assert_true(all[i] != all[i - 1]);
    free(all);
}

/* Each of the 64 bits is set in half of the numbers, and changes in half of the steps to
 * a neighbour in any of the three directions. */
static void
bits_are_balanced(void **state)
{
    (void)state;
    enum { COUNT = 40000, BOUND = 600 }; /* 6 standard deviations are 600 */
    long set[4][64] = {{0}};
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t bits = random_bits(5, i % 100, i / 100);
        uint64_t sample[4] = {bits, bits ^ random_bits(6, i % 100, i / 100),
                              bits ^ random_bits(5, i % 100 + 1, i / 100),
                              bits ^ random_bits(5, i % 100, i / 100 + 1)};
        for (int kind = 0; kind < 4; kind++)
            for (int bit = 0; bit < 64; bit++)
                set[kind][bit] += (long)(sample[kind] >> bit & 1);
    }
    for (int kind = 0; kind < 4; kind++)
        for (int bit = 0; bit < 64; bit++)
            if (labs(set[kind][bit] - COUNT / 2) > BOUND)
                fail_msg("bit %d, kind %d: %ld of %d", bit, kind, set[kind][bit],
                         (int)COUNT);
}

static void
normals_are_normal(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    double sum = 0, squares = 0, cubes = 0, fourths = 0;
    double next = 0, beside = 0; /* products with the neighbours */
    long within_one = 0, within_two = 0, positive = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        double x = random_normal(9, 4, i);
        if (!(fabs(x) <= 6.8))
            fail_msg("%g is too large", x);
        sum += x;
        squares += x * x;
        cubes += x * x * x;
        fourths += x * x * x * x;
        next += x * random_normal(9, 4, i + 1);
        beside += x * random_normal(9, 5, i);
        within_one += fabs(x) < 1;
        within_two += fabs(x) < 2;
        positive += x > 0;
    }
    double mean = sum / COUNT, variance = squares / COUNT - mean * mean;
    assert_true(fabs(mean) < 0.015);
    assert_true(fabs(variance - 1) < 0.02);
    assert_true(fabs(cubes / COUNT) < 0.05);
    assert_true(fabs(fourths / COUNT - 3) < 0.15);
    assert_true(fabs(next / COUNT) < 0.015);
    assert_true(fabs(beside / COUNT) < 0.015);
    assert_true(labs(within_one - 68269) < 700);
    assert_true(labs(within_two - 95450) < 350);
    assert_true(labs(positive - 50000) < 700);
}

/* The vectors that the inventors of FNV publish. */
static void
seed_of_a_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t hash;
    } rows[] = {
        {"", 0xcbf29ce484222325},       {"a", 0xaf63dc4c8601ec8c},
        {"b", 0xaf63df4c8601f1a5},      {"foo", 0xdcb27518fed9d577},
        {"foobar", 0x85944171f73967e8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(random_seed_of(rows[i].text) == rows[i].hash);
    /* bytes above 0x7f count as unsigned, whatever char is: (basis ^ 0xe9) * prime */
    assert_true(random_seed_of("\xe9") ==
                (0xcbf29ce484222325ULL ^ 0xe9ULL) * 0x100000001b3ULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_pinned),
        cmocka_unit_test(normals_are_pinned_to_the_bit),
        cmocka_unit_test(same_place_same_number),
        cmocka_unit_test(other_place_other_number),
        cmocka_unit_test(bits_are_balanced),
        cmocka_unit_test(normals_are_normal),
        cmocka_unit_test(seed_of_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

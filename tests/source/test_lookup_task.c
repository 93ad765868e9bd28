/* Draws of the lookup task: what they hold, that they are pure functions, that they are even. */
#include "source/lookup_task.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

#include "support/rows.h"

static struct lookup_draws
make(const struct lookup_settings *settings, int capacity)
{
    struct lookup_draws draws;
    struct err err = {""};
    if (!lookup_draws_init(&draws, settings->entries, capacity, &err))
        fail_msg("%s", err.text);
    return draws;
}

static bool
same_store(const struct lookup_store *a, const struct lookup_store *b, int entries)
{
    size_t bytes = (size_t)entries * sizeof *a->tag;
    return memcmp(a->tag, b->tag, bytes) == 0 && memcmp(a->value, b->value, bytes) == 0 &&
           a->asked == b->asked;
}

/* Every example is a store that could be watched; the answer is the value of the tag asked. */
static void
examples_are_stores(void **state)
{
    (void)state;
    static const int sizes[][3] = {{1, 1, 1},      {8, 8, 4},   {5, 3, 5},
                                   {256, 256, 64}, {64, 2, 64}, {9, 7, 3}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct lookup_settings settings = lookup_settings_standard();
        settings.tags = sizes[k][0];
        settings.values = sizes[k][1];
        settings.entries = sizes[k][2];
        struct lookup_draws draws = make(&settings, 300);
        lookup_draw_batch(&draws, &settings, (int)k, 300, kernels_best());
        for (int b = 0; b < 300; b++) {
            struct lookup_store store =
                lookup_batch_store(&draws.batch, draws.entries, b);
            struct err err = {""};
            if (!lookup_store_check(&store, &settings, &err))
                fail_msg("%s", err.text);
            assert_int_equal(store.tag[store.asked], draws.batch.query[b]);
            assert_int_equal(store.value[store.asked], draws.batch.answer[b]);
        }
        lookup_draws_free(&draws);
    }
}

/* The same (seed, step) gives the same, whatever was drawn before and however many. */
static void
pure(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard(), other = settings;
    struct lookup_draws one = make(&settings, 200), two = make(&settings, 200);
    int same_step = 0, same_seed = 0, same_fresh = 0;
    other.seed++;
    lookup_draw_batch(&one, &settings, 17, 200, kernels_best());
    lookup_draw_batch(&two, &settings, 3, 5, kernels_best());
    lookup_draw_batch(&two, &settings, 17, 60, kernels_best());
    for (int b = 0; b < 60; b++) {
        struct lookup_store x = lookup_batch_store(&one.batch, one.entries, b),
                            y = lookup_batch_store(&two.batch, two.entries, b);
        assert_true(same_store(&x, &y, settings.entries));
    }
    for (int kind = 0; kind < 3; kind++) {
        int *same = kind == 0 ? &same_step : kind == 1 ? &same_seed : &same_fresh;
        if (kind == 2)
            lookup_draw_fresh(&two, &settings, 200, kernels_best());
        else
            lookup_draw_batch(&two, kind == 1 ? &other : &settings, kind == 0 ? 18 : 17,
                              200, kernels_best());
        for (int b = 0; b < 200; b++) {
            struct lookup_store x = lookup_batch_store(&one.batch, one.entries, b),
                                y = lookup_batch_store(&two.batch, two.entries, b);
            *same += same_store(&x, &y, settings.entries);
        }
    }
    assert_true(same_step < 2 && same_seed < 2 && same_fresh < 2);
    lookup_draws_free(&one);
    lookup_draws_free(&two);
}

/* Each tag, value, pair of neighbouring tags, and asked entry comes as often as another, to
 * five standard deviations. */
static void
even(void **state)
{
    (void)state;
    enum { STORES = 60000, TAGS = 6, VALUES = 5, ENTRIES = 4 };
    static int tags[ENTRIES][TAGS], values[ENTRIES][VALUES], asked[ENTRIES];
    static int pairs[TAGS][TAGS];
    struct lookup_settings settings = lookup_settings_standard();
    settings.tags = TAGS;
    settings.values = VALUES;
    struct lookup_draws draws = make(&settings, STORES);
    lookup_draw_batch(&draws, &settings, 1, STORES, kernels_best());
    for (int b = 0; b < STORES; b++) {
        struct lookup_store store = lookup_batch_store(&draws.batch, draws.entries, b);
        for (int e = 0; e < ENTRIES; e++) {
            tags[e][store.tag[e]]++;
            values[e][store.value[e]]++;
        }
        pairs[store.tag[1]][store.tag[2]]++;
        asked[store.asked]++;
    }
    int failures = 0;
    for (int e = 0; e < ENTRIES; e++) {
        double expected = (double)STORES / ENTRIES;
        failures += row_wrong(fabs(asked[e] - expected) < 5 * sqrt(expected),
                              "asked %d: %d", e, asked[e]);
        for (int t = 0; t < TAGS; t++) {
            expected = (double)STORES / TAGS;
            failures += row_wrong(fabs(tags[e][t] - expected) < 5 * sqrt(expected),
                                  "entry %d, tag %d: %d", e, t, tags[e][t]);
        }
        for (int v = 0; v < VALUES; v++) {
            expected = (double)STORES / VALUES;
            failures += row_wrong(fabs(values[e][v] - expected) < 5 * sqrt(expected),
                                  "entry %d, value %d: %d", e, v, values[e][v]);
        }
    }
    for (int t = 0; t < TAGS; t++)
        for (int u = 0; u < TAGS; u++) {
            double expected = t == u ? 0 : (double)STORES / (TAGS * (TAGS - 1));
            failures += row_wrong(fabs(pairs[t][u] - expected) <= 5 * sqrt(expected),
                                  "tags %d %d: %d", t, u, pairs[t][u]);
        }
    assert_int_equal(failures, 0);
    lookup_draws_free(&draws);
}

static struct lookup_family
parameters_of(const struct lookup_settings *settings)
{
    struct lookup_family family;
    struct lookup_shape shape = lookup_shape_of(settings);
    struct err err = {""};
    assert_true(lookup_family_init(&family, &shape, &err));
    lookup_draw_parameters(&family, settings);
    return family;
}

/* Deviations are as told; other sizes and sharings keep what they have in common. */
static void
parameters_at_step_0(void **state)
{
    (void)state;
    struct lookup_settings wide = lookup_settings_standard(), narrow = wide;
    wide.tags = wide.values = 100;
    wide.d_model = 64;
    wide.d_k = wide.d_v = 50;
    wide.init = .7;
    struct lookup_family family = parameters_of(&wide);
    for (int p = 0; p < LOOKUP_PARAMETERS; p++) {
        enum tensor id = lookup_parameters[p];
        size_t count = lookup_size(&family.shape, id);
        double sum = 0, squares = 0;
        for (size_t k = 0; k < count; k++) {
            sum += (double)family.tensor[id][k];
            squares += (double)family.tensor[id][k] * (double)family.tensor[id][k];
        }
        double n = (double)count, rows = lookup_rows(&family.shape, id);
        double wanted = id == TENSOR_ET || id == TENSOR_EV ? .7 : 1 / sqrt(rows);
        assert_true(fabs(sum / n) < 5 * wanted / sqrt(n));
        assert_true(fabs(sqrt(squares / n) / wanted - 1) < 5 / sqrt(2 * n));
    }
    narrow.init = .7;
    narrow.d_k = 3;
    narrow.share_kv = true;
    struct lookup_family less = parameters_of(&narrow);
    for (int m = 0; m < narrow.d_model; m++) {
        assert_memory_equal(less.tensor[TENSOR_ET] + 3 * narrow.d_model,
                            family.tensor[TENSOR_ET] + 3 * wide.d_model,
                            (size_t)narrow.d_model * sizeof(float));
        for (int c = 0; c < narrow.d_k; c++) {
            /* N(0, 1/fan_in): the same normal number, another width */
            double x = (double)less.tensor[TENSOR_WK][m * narrow.d_k + c] * 4;
            double y = (double)family.tensor[TENSOR_WK][m * wide.d_k + c] * 8;
            assert_true(fabs(x - y) < 1e-6 * (1 + fabs(x)));
        }
    }
    assert_ptr_equal(less.tensor[TENSOR_WV], less.tensor[TENSOR_WK]);
    lookup_family_free(&family);
    lookup_family_free(&less);
}

static void
standard_store(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct lookup_store store = lookup_store_standard(&settings);
    const struct lookup_store wanted = {{0, 2, 1, 3}, {3, 5, 5, 1}, 1};
    struct err err = {""};
    assert_true(same_store(&store, &wanted, 4));
    for (settings.tags = 1; settings.tags < 8; settings.tags++)
        for (settings.values = 1; settings.values < 8; settings.values++)
            for (settings.entries = 1; settings.entries <= settings.tags;
                 settings.entries++) {
                store = lookup_store_standard(&settings);
                if (!lookup_store_check(&store, &settings, &err))
                    fail_msg("%s", err.text);
            }
}

static void
wrong_stores(void **state)
{
    (void)state;
    static const struct {
        struct lookup_store store;
        const char *sentence;
    } wrong[] = {
        {{{0, 2, 1, 8}, {3, 5, 5, 1}, 1},
         "tag 8 of entry 3 is not there: tags are 0 to 7"},
        {{{-1, 2, 1, 3}, {3, 5, 5, 1}, 1}, "tag -1 of entry 0"},
        {{{0, 2, 1, 3}, {3, 5, 9, 1}, 1}, "value 9 of entry 2 is not there"},
        {{{0, 2, 1, 2}, {3, 5, 5, 1}, 1}, "entries 1 and 3 both have tag 2"},
        {{{0, 2, 1, 3}, {3, 5, 5, 1}, 4}, "entry 4 is not there: entries are 0 to 3"},
        {{{0, 2, 1, 3}, {3, 5, 5, 1}, -1}, "entry -1 is not there"},
    };
    struct lookup_settings settings = lookup_settings_standard();
    int failures = 0;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct err err = {""};
        bool fits = lookup_store_check(&wrong[k].store, &settings, &err);
        failures += row_wrong(!fits && strstr(err.text, wrong[k].sentence) != NULL,
                              "row %zu: %s", k, err.text);
    }
    assert_int_equal(failures, 0);
}

/* Several examples at once are the same as one after the other. */
static void
kernels_draw_the_same(void **state)
{
    (void)state;
    static const int sizes[][3] = {{8, 8, 4},   {1, 1, 1},    {2, 3, 2},     {5, 256, 5},
                                   {256, 7, 3}, {64, 64, 64}, {256, 256, 33}};
    struct err err;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int count = 1; count <= 40; count += 3) {
            int N = sizes[k][2];
            struct lookup_draws one, many;
            struct lookup_draw from = {random_key(7, (uint64_t)count), sizes[k][0],
                                       sizes[k][1], N, count};
            assert_true(lookup_draws_init(&one, N, count, &err));
            assert_true(lookup_draws_init(&many, N, count, &err));
            int *a = one.block, *b = many.block, numbers = N * count;
            lookup_draw_one_by_one(&from, a, a + numbers, a + 2 * numbers,
                                   a + 2 * numbers + count);
            for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
                (*at)->lookup->draw(&from, b, b + numbers, b + 2 * numbers,
                                    b + 2 * numbers + count);
                assert_memory_equal(a, b, (size_t)(2 * numbers + 2 * count) * sizeof *a);
            }
            lookup_draws_free(&one);
            lookup_draws_free(&many);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_stores),
        cmocka_unit_test(pure),
        cmocka_unit_test(even),
        cmocka_unit_test(parameters_at_step_0),
        cmocka_unit_test(standard_store),
        cmocka_unit_test(wrong_stores),
        cmocka_unit_test(kernels_draw_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

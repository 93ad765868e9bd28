/* All kernels give the same bits, and the bits are those that core/kernels.h writes down:
 * the order of every sum is part of the definition. */
#include "core/kernels.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

static real *
make(size_t count)
{
    real *out = malloc(count * sizeof *out);
    assert_non_null(out);
    return out;
}

/* What the numbers of a trial look like. */
enum kind {
    NORMAL, /* about 1 */
    SMALL,  /* products are denormal, or vanish */
    LARGE,  /* sums cancel, and stay finite */
    MIXED,  /* from 1e-12 to 1e12 */
    HOLES,  /* with zeros of both signs, as in hand-built heads */
    KINDS
};

static real *
random_numbers(size_t count, enum kind kind, uint64_t seed, uint64_t stream)
{
    real *out = make(count);
    for (size_t at = 0; at < count; at++) {
        double x = random_normal(seed, stream, at);
        uint64_t bits = random_bits(seed, stream + 1000, at);
        switch (kind) {
        case SMALL:
            x *= 1e-20;
            break;
        case LARGE:
            x *= 1e15;
            break;
        case MIXED:
            x *= pow(10, (double)(bits % 25) - 12);
            break;
        case HOLES:
            x = bits % 3 == 0 ? (bits % 2 ? 0.0 : -0.0) : x;
            break;
        case NORMAL:
        case KINDS:
            break;
        }
        out[at] = (real)x;
    }
    return out;
}

/* The sentinel behind an output shows a kernel that writes too far. */
static const real SENTINEL = 1234567;

static real *
make_out(size_t count)
{
    real *out = make(count + 1);
    for (size_t at = 0; at <= count; at++)
        out[at] = SENTINEL;
    return out;
}

static void
check_bits(const char *what, const char *kernel, const real *got, const real *wanted,
           size_t count)
{
    assert_memory_equal(&got[count], &SENTINEL, sizeof *got);
    for (size_t at = 0; at < count; at++)
        if (memcmp(&got[at], &wanted[at], sizeof *got) != 0)
            fail_msg("%s, %s: number %zu of %zu is %a, not %a", kernel, what, at, count,
                     (double)got[at], (double)wanted[at]);
}

/* The products that add: the same chains, from what is there before. */
static void
check_sums(const struct kernels *kernels, const real *a, const real *b,
           const real *turned, int rows, int inner, int cols)
{
    size_t count = (size_t)rows * (size_t)cols;
    real *before = random_numbers(count, NORMAL, 5, 5), *wanted = make(count);
    real *a_turned = make((size_t)rows * (size_t)inner);
    for (int r = 0; r < rows; r++)
        for (int m = 0; m < inner; m++)
            a_turned[m * rows + r] = a[r * inner + m];
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            real sum = before[r * cols + c];
            for (int m = 0; m < inner; m++)
                sum = real_fma(a[r * inner + m], b[m * cols + c], sum);
            wanted[r * cols + c] = sum;
        }
    for (int which = 0; which < 3; which++) {
        real *out = make_out(count);
        memcpy(out, before, count * sizeof *out);
        if (which == 0)
            kernels->matmul_add(out, a, b, rows, inner, cols);
        else if (which == 1)
            kernels->matmul_left_add(out, a_turned, b, rows, inner, cols);
        else
            kernels->matmul_transposed_add(out, a, turned, rows, inner, cols);
        check_bits("a product that adds", kernels->name, out, wanted, count);
        free(out);
    }
    free(a_turned);
    free(wanted);
    free(before);
}

/* A chain of fused multiply-adds for each number, m upwards, from 0. */
static void
check_products(int rows, int inner, int cols, enum kind kind, uint64_t seed)
{
    size_t count = (size_t)rows * (size_t)cols;
    real *a = random_numbers((size_t)rows * (size_t)inner, kind, seed, 1);
    real *b = random_numbers((size_t)inner * (size_t)cols, kind, seed, 2);
    real *turned = make((size_t)inner * (size_t)cols); /* b, columns as rows */
    for (int m = 0; m < inner; m++)
        for (int c = 0; c < cols; c++)
            turned[c * inner + m] = b[m * cols + c];
    real *wanted = make(count);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            real sum = 0;
            for (int m = 0; m < inner; m++)
                sum = real_fma(a[r * inner + m], b[m * cols + c], sum);
            wanted[r * cols + c] = sum;
        }
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
        real *out = make_out(count);
        (*at)->matmul(out, a, b, rows, inner, cols);
        check_bits("matmul", (*at)->name, out, wanted, count);
        free(out);
        out = make_out(count);
        (*at)->matmul_transposed(out, a, turned, rows, inner, cols);
        check_bits("matmul_transposed", (*at)->name, out, wanted, count);
        free(out);
        check_sums(*at, a, b, turned, rows, inner, cols);
    }
    free(wanted);
    free(turned);
    free(b);
    free(a);
}

static void
products_of_every_width(void **state)
{
    (void)state;
    static const int inners[] = {1, 2, 7, 16, 33};
    for (int kind = 0; kind < KINDS; kind++)
        for (int cols = 1; cols <= 67; cols++) {
            uint64_t seed = (uint64_t)(kind * 100 + cols);
            for (size_t i = 0; i < sizeof inners / sizeof *inners; i++)
                check_products(1 + cols % 5, inners[i], cols, (enum kind)kind, seed);
        }
}

static void
products_of_every_depth(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (int inner = 1; inner <= 67; inner++) {
            uint64_t seed = (uint64_t)(1000 + kind * 100 + inner);
            check_products(3, inner, 5, (enum kind)kind, seed);
            check_products(1, inner, 1, (enum kind)kind, seed);
        }
    check_products(40, 200, 40, NORMAL, 7);
    check_products(67, 1, 67, NORMAL, 8);
    for (int rows = 1; rows <= 17; rows++)
        check_products(rows, 600, 1 + 5 * rows % 48, MIXED, 9);
}

/* The softmax as the header says it: lane l adds the terms l, l + LANES, ... upwards;
 * then the upper half of the lanes is added to the lower half until one is left. */
static void
softmax_as_written(real *out, const real *z, int n, real *max, real *sum)
{
    *max = z[0];
    for (int j = 1; j < n; j++)
        *max = z[j] > *max ? z[j] : *max;
    real lanes[SOFTMAX_LANES];
    for (int l = 0; l < SOFTMAX_LANES; l++) {
        lanes[l] = 0;
        for (int j = l; j < n; j += SOFTMAX_LANES)
            lanes[l] += real_exp(z[j] - *max);
    }
    for (int left = SOFTMAX_LANES; left > 1; left /= 2)
        for (int l = 0; l < left / 2; l++)
            lanes[l] += lanes[l + left / 2];
    *sum = lanes[0];
    for (int j = 0; j < n; j++)
        out[j] = real_exp(z[j] - *max) / *sum;
}

static void
check_softmax(const real *z, int n)
{
    size_t count = (size_t)n;
    real *wanted = make(count), wanted_max, wanted_sum;
    softmax_as_written(wanted, z, n, &wanted_max, &wanted_sum);
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
        real *out = make_out(count), max = SENTINEL, sum = SENTINEL;
        (*at)->softmax(out, z, n, &max, &sum);
        check_bits("softmax", (*at)->name, out, wanted, count);
        assert_memory_equal(&max, &wanted_max, sizeof max);
        assert_memory_equal(&sum, &wanted_sum, sizeof sum);
        free(out);
    }
    free(wanted);
}

static void
softmax_of_every_length(void **state)
{
    (void)state;
    static const double gains[] = {1e-6, 0.1, 1, 10, 100, 1e6, 1e30};
    for (int n = 1; n <= 133; n++)
        for (uint64_t gain = 0; gain < sizeof gains / sizeof *gains; gain++) {
            real *z = make((size_t)n);
            for (size_t j = 0; j < (size_t)n; j++)
                z[j] = (real)(gains[gain] * random_normal((uint64_t)n, gain, j));
            check_softmax(z, n);
            free(z);
        }
    real *z = random_numbers(5000, NORMAL, 3, 3);
    check_softmax(z, 5000);
    free(z);
}

static void
numbers_are_scaled(void **state)
{
    (void)state;
    for (int n = 1; n <= 67; n++)
        for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
            real *in = random_numbers((size_t)n, MIXED, 11, (uint64_t)n);
            real *out = make_out((size_t)n), *wanted = make((size_t)n);
            for (int j = 0; j < n; j++)
                wanted[j] = in[j] * (real)0.3;
            (*at)->scale(out, in, (real)0.3, n);
            check_bits("scale", (*at)->name, out, wanted, (size_t)n);
            free(in);
            free(out);
            free(wanted);
        }
}

static void
softmax_of_special_rows(void **state)
{
    (void)state;
    for (int n = 1; n <= 67; n++) {
        real z[67], out[67], max, sum;
        for (int j = 0; j < n; j++) /* all the same: each has the same weight */
            z[j] = (real)-3.25;
        check_softmax(z, n);
        kernels_best()->softmax(out, z, n, &max, &sum);
        for (int j = 0; j < n; j++)
            assert_memory_equal(&out[j], &(real){1 / (real)n}, sizeof *out);

        for (int best = 0; best < n; best++) { /* one is far ahead, wherever it stands */
            for (int j = 0; j < n; j++)
                z[j] = j == best ? (real)500 : (real)-j;
            check_softmax(z, n);
            kernels_best()->softmax(out, z, n, &max, &sum);
            for (int j = 0; j < n; j++)
                assert_memory_equal(&out[j], &(real){j == best}, sizeof *out);
        }
        for (int j = 0; j < n; j++) /* masked ones have no weight */
            z[j] = j % 3 ? -(real)INFINITY : (real)(0.1 * j);
        check_softmax(z, n);
        kernels_best()->softmax(out, z, n, &max, &sum);
        for (int j = 0; j < n; j++)
            assert_true(j % 3 ? !(out[j] > 0 || out[j] < 0) : out[j] > 0);
    }
}

static void
list_has_names(void **state)
{
    (void)state;
    const struct kernels *const *list = kernels_list();
    assert_non_null(list[0]);
    assert_string_equal(list[0]->name, "baseline");
    const struct kernels *last = NULL;
    for (size_t i = 0; list[i] != NULL; i++) {
        last = list[i];
        assert_true(strcmp(last->name, "baseline") == 0 ||
                    strcmp(last->name, "avx2") == 0 || strcmp(last->name, "avx512") == 0);
        assert_ptr_equal(kernels_named(last->name), last); /* so no name comes twice */
    }
    assert_ptr_equal(kernels_best(), last);
    assert_ptr_equal(kernels_list(), list);
    static const char *const unknown[] = {"", "Baseline", "avx", "avx2 ", "best", "sse2"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_null(kernels_named(unknown[i]));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_of_every_width),
        cmocka_unit_test(products_of_every_depth),
        cmocka_unit_test(softmax_of_every_length),
        cmocka_unit_test(softmax_of_special_rows),
        cmocka_unit_test(numbers_are_scaled),
        cmocka_unit_test(list_has_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

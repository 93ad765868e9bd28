/* The table of tensors and the block that holds them. */
#include "core/trace.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { N = 3, WORDS = 2, POSITIONS = 4, D_MODEL = 5, D_K = 7, D_V = 11 };

static const struct shape small = {.size = {[AXIS_TOKEN] = N,
                                            [AXIS_WORD] = WORDS,
                                            [AXIS_POSITION] = POSITIONS,
                                            [AXIS_MODEL] = D_MODEL,
                                            [AXIS_KEY] = D_K,
                                            [AXIS_VALUE] = D_V}};

/* The shapes as the mathematics has them. */
static const struct {
    const char *name;
    enum tensor_id id;
    int rows, cols;
    bool parameter;
} wanted[] = {
    {"E", TENSOR_E, WORDS, D_MODEL, true}, {"P", TENSOR_P, POSITIONS, D_MODEL, true},
    {"X", TENSOR_X, N, D_MODEL, false},    {"Wq", TENSOR_WQ, D_MODEL, D_K, true},
    {"Wk", TENSOR_WK, D_MODEL, D_K, true}, {"Wv", TENSOR_WV, D_MODEL, D_V, true},
    {"Q", TENSOR_Q, N, D_K, false},        {"K", TENSOR_K, N, D_K, false},
    {"V", TENSOR_V, N, D_V, false},        {"S", TENSOR_S, N, N, false},
    {"Z", TENSOR_Z, N, N, false},          {"A", TENSOR_A, N, N, false},
    {"O", TENSOR_O, N, D_V, false},
};

static void
names_and_shapes(void **state)
{
    (void)state;
    struct trace trace;
    struct err err = {""};
    assert_true(trace_init(&trace, &small, &err));
    assert_int_equal(sizeof wanted / sizeof *wanted, TENSOR_COUNT);
    for (size_t i = 0; i < TENSOR_COUNT; i++) {
        enum tensor_id id = wanted[i].id;
        assert_int_equal(tensor_find(wanted[i].name), id);
        assert_string_equal(tensor_kinds[id].name, wanted[i].name);
        assert_int_equal(tensor_kinds[id].parameter, wanted[i].parameter);
        assert_true(strlen(tensor_kinds[id].formula) > 0);
        assert_int_equal(trace_rows(&trace, id), wanted[i].rows);
        assert_int_equal(trace_cols(&trace, id), wanted[i].cols);
    }
    trace_free(&trace);
}

static void
unknown_names(void **state)
{
    (void)state;
    static const char *const names[] = {"",   "e",  "wq", "WQ", "W",   "Wqq", "Wo",
                                        "Q ", " Q", "QK", "Qr", "dWq", "loss"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(tensor_find(names[i]), TENSOR_COUNT);
}

/* A piece of a trace's memory. */
struct piece {
    const unsigned char *start;
    size_t size;
};

static int
order(const void *a, const void *b)
{
    const struct piece *left = a, *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

static void
pieces_are_apart_and_zero(void **state)
{
    (void)state;
    struct trace trace;
    struct err err = {""};
    assert_true(trace_init(&trace, &small, &err));
    assert_memory_equal(&trace.shape, &small, sizeof small);
    assert_false(trace.masked);
    struct piece pieces[TENSOR_COUNT + 3];
    size_t count = 0;
    for (int id = 0; id < TENSOR_COUNT; id++)
        pieces[count++] = (struct piece){(const unsigned char *)trace.tensor[id],
                                         sizeof(real) * (size_t)wanted[id].rows *
                                             (size_t)wanted[id].cols};
    pieces[count++] = (struct piece){(const unsigned char *)trace.max, N * sizeof(real)};
    pieces[count++] = (struct piece){(const unsigned char *)trace.sum, N * sizeof(real)};
    pieces[count++] = (struct piece){(const unsigned char *)trace.word, N * sizeof(int)};
    qsort(pieces, count, sizeof *pieces, order);
    for (size_t i = 0; i < count; i++) {
        for (size_t at = 0; at < pieces[i].size; at++)
            assert_int_equal(pieces[i].start[at], 0);
        if (i > 0)
            assert_true(pieces[i - 1].start + pieces[i - 1].size <= pieces[i].start);
    }
    assert_true(pieces[0].start >= (const unsigned char *)trace.block);
    trace_free(&trace);
}

/* Writes all of every piece, each with its own number, and finds them again: a sanitizer
 * would see a write beyond the block. */
static void
pieces_hold_what_is_written(void **state)
{
    (void)state;
    struct trace trace;
    struct err err = {""};
    assert_true(trace_init(&trace, &small, &err));
    for (int id = 0; id < TENSOR_COUNT; id++)
        for (int at = 0; at < wanted[id].rows * wanted[id].cols; at++)
            trace.tensor[id][at] = (real)(1000 * id + at);
    for (int i = 0; i < N; i++) {
        trace.max[i] = (real)(-1 - i);
        trace.sum[i] = (real)(-101 - i);
        trace.word[i] = -201 - i;
    }
    for (int id = 0; id < TENSOR_COUNT; id++)
        for (int at = 0; at < wanted[id].rows * wanted[id].cols; at++)
            assert_int_equal((int)trace.tensor[id][at], 1000 * id + at);
    for (int i = 0; i < N; i++) {
        assert_int_equal((int)trace.max[i], -1 - i);
        assert_int_equal((int)trace.sum[i], -101 - i);
        assert_int_equal(trace.word[i], -201 - i);
    }
    trace_free(&trace);
}

static void
free_leaves_nothing(void **state)
{
    (void)state;
    struct trace trace;
    struct err err = {""};
    assert_true(trace_init(&trace, &small, &err));
    trace_free(&trace);
    assert_null(trace.block);
    assert_null(trace.word);
    for (int id = 0; id < TENSOR_COUNT; id++)
        assert_null(trace.tensor[id]);
    trace_free(&trace); /* an empty one may be freed */
}

static void
check_too_large(const struct shape *shape)
{
    struct trace trace;
    struct err err = {""};
    bool made = trace_init(&trace, shape, &err);
    trace_free(&trace);
    assert_false(made);
    assert_non_null(strstr(err.text, "memory"));
}

/* Counts of more than can be addressed, so that no memory is even asked for. */
static void
too_large_a_shape_fails(void **state)
{
    (void)state;
    static const enum axis pairs[][2] = {
        {AXIS_TOKEN, AXIS_TOKEN}, {AXIS_WORD, AXIS_MODEL},  {AXIS_POSITION, AXIS_MODEL},
        {AXIS_TOKEN, AXIS_MODEL}, {AXIS_MODEL, AXIS_KEY},   {AXIS_MODEL, AXIS_VALUE},
        {AXIS_TOKEN, AXIS_KEY},   {AXIS_TOKEN, AXIS_VALUE},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct shape shape = small;
        shape.size[pairs[i][0]] = INT_MAX;
        shape.size[pairs[i][1]] = INT_MAX;
        check_too_large(&shape);
    }
    struct shape all;
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        all.size[axis] = INT_MAX;
    check_too_large(&all);
}

/* Here the numbers are 2^64 + 11: a count of 64 bits sees 11. */
static void
count_that_wraps_fails(void **state)
{
    (void)state;
    struct shape shape = {.size = {[AXIS_TOKEN] = 1,
                                   [AXIS_WORD] = INT_MAX,
                                   [AXIS_POSITION] = INT_MAX,
                                   [AXIS_MODEL] = INT_MAX,
                                   [AXIS_KEY] = INT_MAX,
                                   [AXIS_VALUE] = 5}};
    check_too_large(&shape);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_shapes),
        cmocka_unit_test(unknown_names),
        cmocka_unit_test(pieces_are_apart_and_zero),
        cmocka_unit_test(pieces_hold_what_is_written),
        cmocka_unit_test(free_leaves_nothing),
        cmocka_unit_test(too_large_a_shape_fails),
        cmocka_unit_test(count_that_wraps_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

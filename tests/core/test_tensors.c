/* The memory of a computation: what has any, that it is apart and 0, and shapes that are too
 * large for it. */
#include "core/tensors.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A size of its own for every axis; more tokens and tags than rows are kept. */
static const int small[AXES] = {
    [AXIS_ONE] = 1,    [AXIS_TOKEN] = 67, [AXIS_WORD] = 2,   [AXIS_POSITION] = 68,
    [AXIS_MODEL] = 5,  [AXIS_KEY] = 7,    [AXIS_WIDTH] = 11, [AXIS_TAG] = 71,
    [AXIS_VALUE] = 17, [AXIS_ENTRY] = 19,
};

static const struct kind *const tables[] = {sentence_kinds, lookup_kinds};

/* A piece of a computation's memory. */
struct piece {
    unsigned char *start;
    size_t size;
};

enum { PIECES_MAX = TENSORS * 71 + MAPS }; /* 71 tags are the most rows */

/* All of its memory: what is kept, rows in the caches, maps. Returns how many pieces. */
static size_t
pieces_of(struct tensors *t, unsigned flags, struct piece *pieces)
{
    size_t count = 0;
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_there(&t->kinds[id]))
            continue;
        int rows = tensors_rows(t, (enum tensor)id),
            cols = tensors_cols(t, (enum tensor)id);
        bool rowwise = t->data[id] == NULL && !kind_is_parameter(&t->kinds[id]);
        bool few = t->kinds[id].keep == KEEP_ROWS && (flags & TENSORS_LEAN) == 0;
        for (int r = 0; rowwise && r < rows && (!few || r < ROWS_KEPT); r++)
            pieces[count++] =
                (struct piece){(unsigned char *)tensors_held_row(t, (enum tensor)id, r),
                               (size_t)cols * sizeof(real)};
        if (t->data[id] != NULL)
            pieces[count++] = (struct piece){(unsigned char *)t->data[id],
                                             (size_t)(rows * cols) * sizeof(real)};
    }
    for (int map = 0; map < MAPS; map++)
        pieces[count++] =
            (struct piece){(unsigned char *)t->map[map],
                           (size_t)tensors_map_size(t, (enum map)map) * sizeof(int)};
    return count;
}

static int
order(const void *a, const void *b)
{
    const struct piece *left = a, *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

typedef void (*looker)(struct tensors *tensors, unsigned flags);

/* Every table with every combination of flags. */
static void
for_every_computation(looker look)
{
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        for (unsigned flags = 0; flags <= (TENSORS_OWN | TENSORS_LEAN); flags++) {
            struct tensors t;
            struct err err = {""};
            assert_true(tensors_init(&t, tables[k], small, flags, &err));
            look(&t, flags);
            tensors_free(&t);
        }
}

static void
check_apart(struct tensors *t, unsigned flags)
{
    struct piece *pieces = calloc(PIECES_MAX, sizeof *pieces);
    assert_non_null(pieces);
    size_t count = pieces_of(t, flags, pieces);
    qsort(pieces, count, sizeof *pieces, order);
    for (size_t i = 0; i < count; i++) {
        for (size_t at = 0; at < pieces[i].size; at++)
            assert_int_equal(pieces[i].start[at], 0);
        if (i > 0)
            assert_true(pieces[i - 1].start + pieces[i - 1].size <= pieces[i].start);
    }
    assert_true(pieces[0].start >= (unsigned char *)t->block);
    assert_false(t->masked);
    assert_int_equal(t->overrides.count, 0);
    free(pieces);
}

static void
pieces_are_apart_and_zero(void **state)
{
    (void)state;
    for_every_computation(check_apart);
}

/* Writes all of every piece, each with its own byte, and finds them again: a sanitizer would see
 * a write beyond the block. */
static void
check_written(struct tensors *t, unsigned flags)
{
    struct piece *pieces = calloc(PIECES_MAX, sizeof *pieces);
    assert_non_null(pieces);
    size_t count = pieces_of(t, flags, pieces);
    for (size_t i = 0; i < count; i++)
        memset(pieces[i].start, (int)(1 + i % 251), pieces[i].size);
    for (size_t i = 0; i < count; i++)
        for (size_t at = 0; at < pieces[i].size; at++)
            assert_int_equal(pieces[i].start[at], 1 + i % 251);
    free(pieces);
}

static void
pieces_hold_what_is_written(void **state)
{
    (void)state;
    for_every_computation(check_written);
}

/* Whole are parameters that are owned, what is kept, and what is shown unless it is lean. */
static void
flags_say_what_is_kept_whole(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        for (unsigned flags = 0; flags <= (TENSORS_OWN | TENSORS_LEAN); flags++) {
            struct tensors t;
            struct err err = {""};
            assert_true(tensors_init(&t, tables[k], small, flags, &err));
            for (int id = 0; id < TENSORS; id++) {
                const struct kind *kind = &t.kinds[id];
                bool whole = kind->op == OP_PARAMETER   ? (flags & TENSORS_OWN) != 0
                             : kind->keep == KEEP_SHOWN ? (flags & TENSORS_LEAN) == 0
                                                        : kind->keep == KEEP;
                assert_int_equal(t.data[id] != NULL, kind_is_there(kind) && whole);
            }
            tensors_free(&t);
        }
}

static void
free_leaves_nothing(void **state)
{
    (void)state;
    struct tensors t;
    struct err err = {""};
    assert_true(tensors_init(&t, sentence_kinds, small, TENSORS_OWN, &err));
    tensors_free(&t);
    assert_null(t.block);
    assert_null(t.cache);
    for (int id = 0; id < TENSORS; id++)
        assert_null(t.data[id]);
    for (int map = 0; map < MAPS; map++)
        assert_null(t.map[map]);
    tensors_free(&t); /* an empty one may be freed */
}

/* -- sizes ------------------------------------------------------------------------------ */

static void
check_too_large(const struct kind *kinds, const int size[AXES])
{
    struct tensors t;
    struct err err = {""};
    bool made = tensors_init(&t, kinds, size, TENSORS_OWN, &err);
    tensors_free(&t);
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
        {AXIS_TOKEN, AXIS_MODEL}, {AXIS_MODEL, AXIS_KEY},   {AXIS_MODEL, AXIS_WIDTH},
        {AXIS_TOKEN, AXIS_KEY},   {AXIS_TOKEN, AXIS_WIDTH},
    };
    int size[AXES];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        memcpy(size, small, sizeof size);
        size[pairs[i][0]] = size[pairs[i][1]] = INT_MAX;
        check_too_large(sentence_kinds, size);
    }
    for (int axis = 0; axis < AXES; axis++)
        size[axis] = INT_MAX;
    check_too_large(sentence_kinds, size);
    check_too_large(lookup_kinds, size);
}

/* Here the numbers of E, P and the three matrices are 2^64 and a few: a count of 64 bits sees
 * the few. */
static void
count_that_wraps_fails(void **state)
{
    (void)state;
    const int size[AXES] = {
        [AXIS_TOKEN] = 1,       [AXIS_WORD] = INT_MAX, [AXIS_POSITION] = INT_MAX,
        [AXIS_MODEL] = INT_MAX, [AXIS_KEY] = INT_MAX,  [AXIS_WIDTH] = 5};
    check_too_large(sentence_kinds, size);
}

static void
a_computation_has_what_is_in_its_shape(void **state)
{
    (void)state;
    struct tensors t;
    struct err err = {""};
    assert_true(tensors_init(&t, sentence_kinds, small, TENSORS_OWN, &err));
    static const struct {
        int tensor, row, col;
        bool there;
    } rows[] = {
        {TENSOR_Q, 0, 0, true},         {TENSOR_Q, 66, 6, true},
        {TENSOR_Q, 67, 6, false},       {TENSOR_Q, 66, 7, false},
        {TENSOR_Q, -1, 0, false},       {TENSOR_Q, 0, -1, false},
        {TENSOR_P, 67, 4, true},        {TENSOR_L, 0, 0, false},
        {TENSORS, 0, 0, false},         {TENSOR_ROW_SUM, 66, 0, true},
        {TENSOR_ROW_SUM, 66, 1, false}, {-1, 0, 0, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct number number = {.tensor = (enum tensor)rows[k].tensor,
                                .row = rows[k].row,
                                .col = rows[k].col};
        assert_int_equal(tensors_has(&t, &number), rows[k].there);
    }
    tensors_free(&t);
}

static void
a_shared_matrix_has_an_owner(void **state)
{
    (void)state;
    struct tensors t;
    struct err err = {""};
    int size[AXES];
    memcpy(size, small, sizeof size);
    size[AXIS_WIDTH] = size[AXIS_KEY];
    assert_true(tensors_init(&t, sentence_kinds, size, TENSORS_OWN, &err));
    for (int k = 0; k < 8; k++) { /* also back again */
        bool qk = k & 1, kv = k & 2;
        tensors_share(&t, qk, kv);
        enum tensor wk = qk ? TENSOR_WQ : TENSOR_WK;
        assert_int_equal(t.same[TENSOR_WK], wk);
        assert_int_equal(t.same[TENSOR_WV], kv ? wk : TENSOR_WV);
        assert_ptr_equal(tensors_row(&t, TENSOR_WK, 3), tensors_row(&t, wk, 3));
        for (int id = 0; id < TENSORS; id++)
            if (id != TENSOR_WK && id != TENSOR_WV)
                assert_int_equal(t.same[id], id);
    }
    tensors_free(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_apart_and_zero),
        cmocka_unit_test(pieces_hold_what_is_written),
        cmocka_unit_test(flags_say_what_is_kept_whole),
        cmocka_unit_test(free_leaves_nothing),
        cmocka_unit_test(too_large_a_shape_fails),
        cmocka_unit_test(count_that_wraps_fails),
        cmocka_unit_test(a_computation_has_what_is_in_its_shape),
        cmocka_unit_test(a_shared_matrix_has_an_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The four passes against the table: whatever the kernels, the sizes, the mask and what is set by
 * hand, every number has the bits that its operation gives it, among the others or alone. And
 * what depends on what. */
#include "core/attention.h"

#include "support/sentence_tensors.h"

enum { WIDTH_MOST = 40, SET = 9 };

/* Numbers set by hand in every computed tensor; rows and columns are cut to the size. */
static const struct override by_hand[SET] = {
    {TENSOR_X, 2, 1, 1.5, 0},   {TENSOR_Q, 64, 0, .25, 0}, {TENSOR_K, 3, 0, -2, 0},
    {TENSOR_V, 70, 2, .5, 0},   {TENSOR_S, 4, 2, 3, 0},    {TENSOR_S, 65, 1, 0, 0},
    {TENSOR_Z, 66, 3, 1.25, 0}, {TENSOR_A, 5, 1, .75, 0},  {TENSOR_O, 67, 2, -1, 0},
};

/* What a sentence is like beside its length. */
enum { MASKED = 1, BY_HAND = 2, SHARE_QK = 4, SHARE_KV = 8, WAYS = 16 };

/* A sentence of random widths; `list` (SET) has its numbers set by hand. */
static struct tensors
sentence(int n, int way, unsigned flags, struct override *list)
{
    int width[3];
    for (uint64_t k = 0; k < 3; k++)
        width[k] = 1 + (int)(random_bits((uint64_t)n, (uint64_t)way, k) % WIDTH_MOST);
    struct tensors t = sentence_tensors(n, 1 + n / 2, width[0], width[1],
                                        width[way & SHARE_KV ? 1 : 2], flags);
    tensors_share(&t, way & SHARE_QK, way & SHARE_KV);
    sentence_fill(&t, (uint64_t)n, 1);
    t.masked = way & MASKED;
    memcpy(list, by_hand, sizeof by_hand);
    for (int k = 0; k < SET; k++) {
        list[k].row %= n;
        list[k].col %= tensors_cols(&t, list[k].tensor);
    }
    t.overrides = (struct overrides){list, way & BY_HAND ? SET : 0};
    return t;
}

static void
assert_same_tensors(const struct tensors *got, const struct tensors *wanted)
{
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_there(&wanted->kinds[id]))
            continue;
        real *bits = tensor_bits(wanted, (enum tensor)id);
        for (int i = 0; i < tensors_rows(wanted, (enum tensor)id); i++)
            if (!row_has_bits(got, (enum tensor)id, bits, i))
                fail_msg("%s: row %d of %d of %s has other bits", got->kernels->name, i,
                         got->size[AXIS_TOKEN], got->kinds[id].name);
        free(bits);
    }
}

static void
compare_passes(const struct kernels *kernels, int n, int way)
{
    struct override lists[2][SET];
    struct tensors table = sentence(n, way, 0, lists[0]);
    struct tensors passes = sentence(n, way, 0, lists[1]);
    table.kernels = kernels_list()[0];
    passes.kernels = kernels;
    tensors_compute(&table);
    attention_forward(&passes);
    assert_same_tensors(&passes, &table);
    /* every row was read, so what was replaced is noted everywhere */
    for (int k = 0; k < SET; k++)
        assert_memory_equal(&lists[0][k].was, &lists[1][k].was, sizeof lists[0][k].was);
    tensors_free(&table);
    tensors_free(&passes);
}

static void
the_passes_are_the_table(void **state)
{
    static const int lengths[] = {
        1, 2, 7, ROWS_KEPT - 1, ROWS_KEPT, ROWS_KEPT + 1, 2 * ROWS_KEPT + 3};
    (void)state;
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++)
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            for (int way = 0; way < WAYS; way++)
                compare_passes(*at, lengths[k], way);
}

/* Each row in a computation of its own, which keeps neither weights nor outputs. */
static void
compare_row(const struct tensors *whole, enum tensor id, int i, int way)
{
    struct override list[SET];
    struct tensors alone = sentence(whole->size[AXIS_TOKEN], way, TENSORS_LEAN, list);
    assert_null(alone.data[TENSOR_A]);
    assert_null(alone.data[TENSOR_O]);
    tensors_compute(&alone);
    assert_memory_equal(tensors_row(&alone, id, i), tensors_row(whole, id, i),
                        (size_t)tensors_cols(whole, id) * sizeof(real));
    tensors_free(&alone);
}

static void
a_row_alone_is_the_row(void **state)
{
    static const enum tensor asked[] = {TENSOR_S, TENSOR_Z,       TENSOR_A,
                                        TENSOR_O, TENSOR_ENTROPY, TENSOR_FREE_A};
    (void)state;
    for (int way = 0; way < WAYS; way++)
        for (int n = 7; n < 100; n += 64) {
            struct override list[SET];
            struct tensors whole = sentence(n, way, 0, list);
            attention_forward(&whole);
            for (int i = 0; i < n; i += 1 + n / 9)
                for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
                    compare_row(&whole, asked[k], i, way);
            tensors_free(&whole);
        }
}

/* -- what depends on what ------------------------------------------------------------- */

/* A sentence, computed; every second one masked. */
static struct tensors
random_tensors(uint64_t trial)
{
    int n = 1 + (int)(random_bits(trial, 103, 0) % 40);
    struct override list[SET];
    struct tensors t = sentence(n, trial % 2 == 1 ? MASKED : 0, 0, list);
    t.overrides.list = NULL;
    attention_forward(&t);
    return t;
}

static const enum tensor rowwise[] = {TENSOR_Q, TENSOR_K, TENSOR_V};
static const enum tensor causal[] = {TENSOR_Z, TENSOR_A, TENSOR_O};

/* Moves every number of a row of X, and compares all others. */
static void
check_reach(struct tensors *t, int changed)
{
    struct override set[WIDTH_MOST];
    int n = t->size[AXIS_TOKEN], d_model = t->size[AXIS_MODEL];
    real *before[TENSORS] = {NULL};
    for (int id = TENSOR_X; id <= TENSOR_O; id++)
        if (kind_is_there(&t->kinds[id]))
            before[id] = tensor_bits(t, (enum tensor)id);
    for (int m = 0; m < d_model; m++)
        set[m] =
            (struct override){TENSOR_X, changed, m,
                              tensors_number(t, TENSOR_X, changed, m) + 1 + 0.1 * m, 0};
    t->overrides = (struct overrides){set, d_model};
    attention_forward(t);
    for (int i = 0; i < n; i++) {
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(row_has_bits(t, rowwise[k], before[rowwise[k]], i),
                             i != changed);
        for (size_t k = 0; k < 3 && t->masked && i < changed; k++)
            assert_true(row_has_bits(t, causal[k], before[causal[k]], i));
        if (!t->masked && n > 1) /* S has the token's key in every row */
            assert_false(row_has_bits(t, TENSOR_S, before[TENSOR_S], i));
    }
    for (int id = 0; id < TENSORS; id++)
        free(before[id]);
}

/* Row i of Q, K and V depends on row i of X alone. With the mask, nothing before a token
 * depends on it either. */
static void
token_reaches_only_its_rows(void **state)
{
    (void)state;
    for (uint64_t trial = 1; trial < 21; trial++) {
        struct tensors t = random_tensors(trial);
        uint64_t n = (uint64_t)t.size[AXIS_TOKEN];
        check_reach(&t, (int)(random_bits(trial, 102, 0) % n));
        tensors_free(&t);
    }
}

/* Fills all that is computed with nan, kept or held. */
static void
make_stale(struct tensors *t)
{
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_there(&t->kinds[id]) || kind_is_parameter(&t->kinds[id]))
            continue;
        size_t cols = (size_t)tensors_cols(t, (enum tensor)id);
        for (int i = 0; i < tensors_rows(t, (enum tensor)id); i++) {
            real *row = t->data[id] != NULL ? t->data[id] + (size_t)i * cols
                                            : tensors_held_row(t, (enum tensor)id, i);
            for (size_t c = 0; c < cols; c++)
                row[c] = (real)NAN;
        }
    }
}

/* Nothing of an earlier sentence or head may show through. */
static void
forward_reads_nothing_stale(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 20; trial++) {
        struct tensors t = random_tensors(trial), stale = random_tensors(trial);
        make_stale(&stale);
        attention_forward(&stale);
        assert_same_tensors(&stale, &t);
        tensors_free(&stale);
        tensors_free(&t);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_passes_are_the_table),
        cmocka_unit_test(a_row_alone_is_the_row),
        cmocka_unit_test(token_reaches_only_its_rows),
        cmocka_unit_test(forward_reads_nothing_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

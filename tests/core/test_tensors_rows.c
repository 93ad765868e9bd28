/* Rows that are computed when they are asked for, and kept for a while; numbers set by hand over
 * them; and a veil, which hides some. */
#include "core/tensors.h"

#include <math.h>
#include <stdlib.h>

#include "base/unknown.h"
#include "core/mirror.h"
#include "core/terms.h"
#include "support/computation.h"
#include "support/sentence_tensors.h"

enum { TOKENS = 2 * ROWS_KEPT + 5 };

static const enum tensor by_rows[] = {TENSOR_S, TENSOR_Z, TENSOR_FREE_A, TENSOR_ENTROPY};
enum { BY_ROWS = sizeof by_rows / sizeof *by_rows };

static struct tensors
sentence(unsigned flags)
{
    struct tensors t = sentence_tensors(TOKENS, 20, 6, 5, 4, flags);
    sentence_fill(&t, 1, 1);
    t.masked = true;
    tensors_compute(&t);
    return t;
}

/* -- the cache ---------------------------------------------------------------------------- */

static void
rows_given_up_come_back_the_same(void **state)
{
    (void)state;
    struct tensors t = sentence(0);
    for (int k = 0; k < BY_ROWS; k++) {
        size_t bytes = (size_t)tensors_cols(&t, by_rows[k]) * sizeof(real);
        real *bits = tensor_bits(&t, by_rows[k]); /* all of them once, in order */
        for (uint64_t ask = 0; ask < 2000; ask++) {
            int row = (int)(random_bits(2, (uint64_t)k, ask) % TOKENS);
            assert_memory_equal(tensors_row(&t, by_rows[k], row),
                                bits + (size_t)row * (bytes / sizeof(real)), bytes);
        }
        free(bits);
    }
    tensors_free(&t);
}

/* As many as the cache has may be read side by side; all of them where rows stay. */
static void
check_side_by_side(unsigned flags, int count)
{
    struct tensors t = sentence(flags);
    real *bits = tensor_bits(&t, TENSOR_S);
    for (int first = 0; first + count <= TOKENS; first += 17) {
        const real *row[TOKENS];
        for (int r = 0; r < count; r++)
            row[r] = tensors_row(&t, TENSOR_S, first + r);
        for (int r = 0; r < count; r++) {
            assert_memory_equal(row[r], bits + (size_t)(first + r) * TOKENS,
                                TOKENS * sizeof(real));
            assert_ptr_equal(row[r], tensors_row(&t, TENSOR_S, first + r));
        }
    }
    free(bits);
    tensors_free(&t);
}

static void
the_rows_asked_for_last_stay(void **state)
{
    (void)state;
    check_side_by_side(0, ROWS_KEPT);
    check_side_by_side(TENSORS_LEAN, TOKENS);
}

/* What is put into a row that is held is what is read, until the rows are forgotten. */
static void
a_held_row_is_read_until_it_is_forgotten(void **state)
{
    (void)state;
    struct tensors t = sentence(0);
    real *bits = tensor_bits(&t, TENSOR_S);
    real *held = tensors_held_row(&t, TENSOR_S, 70);
    held[3] = 99;
    assert_ptr_equal(tensors_row(&t, TENSOR_S, 70), held);
    assert_true(tensors_number(&t, TENSOR_S, 70, 3) == 99);
    assert_true(row_has_bits(&t, TENSOR_S, bits, 6)); /* which lies in the same place */
    assert_true(row_has_bits(&t, TENSOR_S, bits, 70));
    tensors_held_row(&t, TENSOR_S, 70)[3] = 99;
    tensors_changed(&t);
    assert_true(row_has_bits(&t, TENSOR_S, bits, 70));
    free(bits);
    tensors_free(&t);
}

/* Every number of two computations has the same bits. */
static void
assert_same_numbers(const struct tensors *got, const struct tensors *wanted)
{
    for (struct number n = {0}; number_find(wanted, &n); n.col++) {
        double one = tensors_at(got, &n), other = tensors_at(wanted, &n);
        if (memcmp(&one, &other, sizeof one) != 0)
            fail_msg("%s[%d,%d] is %.9g, not %.9g", wanted->kinds[n.tensor].name, n.row,
                     n.col, one, other);
    }
}

/* A computation that has been read and then gets another's parameters, mask, overrides and words
 * is the other. */
static void
check_changes(unsigned flags)
{
    struct override set[] = {{TENSOR_Q, 70, 1, .5, 0}, {TENSOR_A, 3, 2, .25, 0}};
    struct override copy[] = {{TENSOR_Q, 70, 1, .5, 0}, {TENSOR_A, 3, 2, .25, 0}};
    struct tensors t = sentence(flags), fresh = sentence(flags);
    for (int change = 0; change < 4; change++) {
        assert_same_numbers(&t, &fresh); /* so that rows are held */
        tensors_free(&fresh);
        fresh = sentence_tensors(TOKENS, 20, 6, 5, 4, flags);
        struct tensors *both[] = {&t, &fresh};
        for (int k = 0; k < 2; k++) {
            sentence_fill(both[k], change >= 1 ? 2 : 1, change >= 1 ? 2 : 1);
            both[k]->masked = change < 2;
            both[k]->map[MAP_WORD][0] = change >= 3 ? 0 : 1;
            if (change >= 3)
                both[k]->overrides = (struct overrides){k == 0 ? set : copy, 2};
            tensors_compute(both[k]);
        }
        assert_same_numbers(&t, &fresh);
    }
    for (int k = 0; k < 2; k++)
        assert_true(set[k].was == copy[k].was && set[k].was != 0);
    tensors_free(&t);
    tensors_free(&fresh);
}

static void
a_change_forgets_all_rows(void **state)
{
    (void)state;
    check_changes(0);
    check_changes(TENSORS_LEAN);
}

/* The same where nothing is kept and another store is set. */
static void
another_store_forgets_all_rows(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++) {
        struct computation c, other;
        computation_make(&c, IN_STORE, seed);
        computation_make(&other, IN_STORE, seed);
        assert_same_numbers(&c.tensors, &other.tensors);
        for (int k = 0; k < 5; k++) {
            int entries = c.tensors.size[AXIS_ENTRY];
            c.store.asked = computation_pick(&c, entries);
            c.store.value[computation_pick(&c, entries)] =
                computation_pick(&c, c.tensors.size[AXIS_VALUE]);
            lookup_tensors_set(&c.tensors, &c.parameters, &c.store);
            tensors_free(&other.tensors);
            struct err err = {""};
            assert_true(lookup_tensors_init(&other.tensors, &c.parameters.shape, &err));
            other.tensors.overrides =
                (struct overrides){other.overrides, c.tensors.overrides.count};
            lookup_tensors_set(&other.tensors, &other.parameters, &c.store);
            assert_same_numbers(&c.tensors, &other.tensors);
        }
        computation_free(&c);
        computation_free(&other);
    }
}

/* -- set by hand --------------------------------------------------------------------------- */

static void
the_later_of_two_wins(void **state)
{
    (void)state;
    struct override list[] = {
        {TENSOR_S, 70, 1, .5, 0}, {TENSOR_S, 70, 1, .25, 0}, {TENSOR_S, 71, 1, 4, 0}};
    struct tensors t = sentence(0);
    double computed = tensors_number(&t, TENSOR_S, 70, 1);
    t.overrides = (struct overrides){list, 3};
    tensors_changed(&t);
    assert_true(tensors_number(&t, TENSOR_S, 70, 1) == .25);
    assert_true(tensors_computed(&t, TENSOR_S, 70, 1) == computed);
    assert_true(list[0].was == computed && list[1].was == .5);
    assert_ptr_equal(overrides_find(&t.overrides, TENSOR_S, 70, 1), &list[1]);
    assert_null(overrides_find(&t.overrides, TENSOR_S, 70, 2));
    assert_true(list[2].was == 0); /* that row was not asked for */
    assert_true(tensors_computed(&t, TENSOR_S, 70, 2) ==
                tensors_number(&t, TENSOR_S, 70, 2));
    tensors_free(&t);
}

static void
overrides_reach_only_their_rows(void **state)
{
    (void)state;
    struct override list[] = {{TENSOR_V, 2, 1, 7, 0}, {TENSOR_V, 4, 0, 8, 0}};
    struct tensors t = sentence(0);
    real rows[3][4] = {{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}};
    t.overrides = (struct overrides){list, 2};
    tensors_override(&t, TENSOR_V, 3, 2, rows[0]); /* rows 3 and 4 */
    assert_true(rows[0][1] == 1 && rows[1][0] == 8 && rows[2][0] == 3);
    assert_true(list[0].was == 0 && list[1].was == 2);
    tensors_override(&t, TENSOR_Q, 2, 2, rows[0]); /* another tensor */
    assert_true(rows[0][1] == 1);
    tensors_free(&t);
}

/* -- a veil -------------------------------------------------------------------------------- */

/* What a veil hides: one number, or a row of a tensor where col is -1. */
struct hidden {
    enum tensor tensor;
    int row, col;
};

static bool
hides(const void *by, enum tensor tensor, int row, int col)
{
    const struct hidden *hidden = by;
    return tensor == hidden->tensor && row == hidden->row &&
           (hidden->col < 0 || col == hidden->col);
}

static void
check_veil(struct computation *c, const struct hidden *hidden)
{
    struct tensors veil;
    struct err err = {""};
    assert_true(tensors_veil(&veil, &c->tensors, hides, hidden, &err));
    for (int time = 0; time < 2; time++) /* computed, and from the cache */
        for (struct number n = {.in = c->in}; number_find(&c->tensors, &n); n.col++) {
            double number = tensors_at(&veil, &n), under = tensors_at(&c->tensors, &n);
            if (hides(hidden, n.tensor, n.row, n.col))
                assert_true(is_unknown(number));
            else
                assert_memory_equal(&number, &under, sizeof number);
        }
    tensors_free(&veil);
}

static void
a_veil_hides_what_it_says(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++)
        for (int in = IN_TEXT; in <= IN_STORE; in++) {
            struct computation c;
            computation_make(&c, (enum in)in, seed);
            for (int id = 0; id < TENSORS; id++) {
                if (!kind_is_there(&c.tensors.kinds[id]))
                    continue;
                struct number n = computation_number(&c, (enum tensor)id);
                check_veil(&c, &(struct hidden){n.tensor, n.row, n.col});
                check_veil(&c, &(struct hidden){n.tensor, n.row, -1});
            }
            computation_free(&c);
        }
}

/* Through a veil receipts are as under it, but that hidden factors are unknown, and with them
 * what they are part of. */
static void
receipts_through_a_veil_know_nothing_hidden(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++) {
        struct computation c;
        struct tensors veil;
        struct err err = {""};
        computation_make(&c, IN_TEXT, seed);
        struct hidden hidden = {TENSOR_Q, 0, 0};
        assert_true(tensors_veil(&veil, &c.tensors, hides, &hidden, &err));
        for (struct number n = {.in = c.in}; number_find(&veil, &n); n.col++) {
            struct receipt receipt, open;
            bool any = false;
            assert_true(tensors_receipt(&veil, &n, &receipt, &err));
            assert_true(tensors_receipt(&c.tensors, &n, &open, &err));
            assert_int_equal(receipt.kind, open.kind);
            assert_int_equal(receipt.is_override, open.is_override);
            assert_int_equal(receipt.term_count, open.term_count);
            for (int k = 0; k < receipt.term_count; k++)
                for (int f = 0; f < receipt.terms[k].factor_count; f++) {
                    const struct factor *factor = &receipt.terms[k].factors[f];
                    const struct number *at = &factor->number;
                    bool is_hidden = factor->constant == NULL &&
                                     hides(&hidden, at->tensor, at->row, at->col);
                    assert_true(number_equal(at, &open.terms[k].factors[f].number));
                    assert_int_equal(is_unknown(factor->value), is_hidden);
                    any = any || is_hidden;
                }
            assert_int_equal(any ? isnan(receipt.total) : 0, any);
            receipt_free(&receipt);
            receipt_free(&open);
        }
        tensors_free(&veil);
        computation_free(&c);
    }
}

/* Also the double core reads through veils, to what is under the last one. */
static void
slopes_are_those_under_a_veil(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++) {
        struct computation c;
        struct tensors veil, second;
        struct err err = {""};
        struct hidden hidden = {TENSOR_E, -1, 0}; /* nothing */
        computation_make(&c, IN_TEXT, seed);
        assert_true(tensors_veil(&veil, &c.tensors, hides, &hidden, &err));
        assert_true(tensors_veil(&second, &veil, hides, &hidden, &err));
        struct number target = computation_number(&c, TENSOR_O);
        struct derivatives_inputs inputs[] = {mirror_inputs(&c.tensors),
                                              mirror_inputs(&second)};
        struct derivatives *open = derivatives_make(&inputs[0], &target, &err);
        struct derivatives *covered = derivatives_make(&inputs[1], &target, &err);
        assert_true(open != NULL && covered != NULL);
        for (struct number n = {.of = OF_SLOPE}; number_find(&c.tensors, &n); n.col++) {
            double one, other;
            assert_true(derivatives_number(open, &n, &one, &err));
            assert_true(derivatives_number(covered, &n, &other, &err));
            assert_memory_equal(&one, &other, sizeof one);
        }
        derivatives_free(open);
        derivatives_free(covered);
        tensors_free(&second);
        tensors_free(&veil);
        computation_free(&c);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_given_up_come_back_the_same),
        cmocka_unit_test(the_rows_asked_for_last_stay),
        cmocka_unit_test(a_held_row_is_read_until_it_is_forgotten),
        cmocka_unit_test(a_change_forgets_all_rows),
        cmocka_unit_test(another_store_forgets_all_rows),
        cmocka_unit_test(the_later_of_two_wins),
        cmocka_unit_test(overrides_reach_only_their_rows),
        cmocka_unit_test(a_veil_hides_what_it_says),
        cmocka_unit_test(receipts_through_a_veil_know_nothing_hidden),
        cmocka_unit_test(slopes_are_those_under_a_veil),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Receipts: of every number of every tensor the terms come to what is kept, and open in
 * turn, down to the parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/receipt.h"
#include "support/choice.h"
#include "support/lottery.h"

enum { ROUNDS = 60, OPENINGS_MOST = 6 };

typedef void (*looker)(const struct explorer *explorer, const struct receipt *receipt);

static void
for_every_number(const struct explorer *explorer, looker look)
{
    const struct trace *trace = &explorer->trace;
    for (int id = 0; id < TENSOR_COUNT; id++)
        for (int row = 0; row < trace_rows(trace, (enum tensor_id)id); row++)
            for (int col = 0; col < trace_cols(trace, (enum tensor_id)id); col++) {
                struct place place = {(enum tensor_id)id, row, col};
                struct receipt receipt;
                struct err err;
                assert_true(receipt_make(&receipt, trace, &place, &err));
                look(explorer, &receipt);
                receipt_free(&receipt);
            }
}

static void
in_random_states(uint64_t seed, looker look)
{
    struct choice *choice = choice_open();
    struct lottery lottery = {.seed = seed};
    for (int round = 0; round < ROUNDS; round++) {
        lottery_choice(&lottery, choice);
        for_every_number(choice_make(choice), look);
    }
    choice_close(choice);
}

/* -- what the terms come to ---------------------------------------------------------- */

static void
assert_near(double left, double right, double scale)
{
    if (!(fabs(left - right) <= 1e-6 * scale))
        fail_msg("%.9g and %.9g are not near, for %.9g", left, right, scale);
}

/* What an edit replaced, or NULL where the number is no edit. */
static const double *
replaced(const struct explorer *explorer, const struct place *place)
{
    const struct override *set = overrides_find(
        &explorer->trace.overrides, (int)place->tensor, place->row, place->col);
    return set != NULL ? &set->was : NULL;
}

static void
check_total(const struct explorer *explorer, const struct receipt *receipt)
{
    const double *was = replaced(explorer, &receipt->place);
    assert_true(receipt->value == trace_number(&explorer->trace, &receipt->place));
    assert_int_equal(receipt->is_override, was != NULL);
    if (receipt->kind == RECEIPT_MASKED) {
        assert_true(receipt->value < 0 && isinf(receipt->value));
        assert_true(receipt->residual == 0);
        return;
    }
    assert_true(receipt->residual == receipt->value - receipt->total);
    if (was != NULL)
        assert_near(*was, receipt->total, receipt->magnitude);
    else
        assert_near(receipt->value, receipt->total, receipt->magnitude);
    if (receipt->kind == RECEIPT_PARAMETER)
        assert_true(receipt->residual == 0 && receipt->term_count == 0);
}

static void
check_terms(const struct explorer *explorer, const struct receipt *receipt)
{
    double sum = 0, magnitude = 0;
    for (int k = 0; k < receipt->term_count; k++) {
        const struct receipt_term *term = &receipt->terms[k];
        double product = 1;
        for (int f = 0; f < term->factor_count; f++)
            product *= term->factors[f].value;
        if (receipt->kind == RECEIPT_SOFTMAX) {
            bool masked = explorer->trace.masked && k > receipt->place.row;
            product = masked ? 0 : exp(term->factors[0].value - receipt->max);
        }
        /* the exponent is a float, up to some hundreds in size */
        bool power = receipt->kind == RECEIPT_SOFTMAX;
        assert_near(term->product, product,
                    fmax(fabs(product), 1e-30) * (power ? 30 : 1));
        sum += term->product;
        magnitude += fabs(term->product);
        assert_near(term->running, sum, magnitude);
    }
    assert_near(receipt->magnitude, magnitude, magnitude);
    if (receipt->kind == RECEIPT_SOFTMAX) {
        assert_near(receipt->sum, sum, sum);
        assert_near(receipt->total, receipt->numerator / sum, 1);
        assert_true(receipt->numerator == receipt->terms[receipt->place.col].product);
    } else if (receipt->term_count > 0 && receipt->kind != RECEIPT_MASKED)
        assert_near(receipt->total, sum, magnitude);
}

static void
the_terms_come_to_the_number(void **state)
{
    (void)state;
    in_random_states(1, check_total);
}

static void
terms_are_what_they_say(void **state)
{
    (void)state;
    in_random_states(2, check_terms);
}

/* -- opening ------------------------------------------------------------------------- */

static void
check_places(const struct explorer *explorer, const struct receipt *receipt)
{
    const struct trace *trace = &explorer->trace;
    for (int k = 0; k < receipt->term_count; k++) {
        const struct receipt_term *term = &receipt->terms[k];
        assert_in_range(term->factor_count, 1, FACTORS_MAX);
        assert_false(term->factors[0].is_constant);
        for (int f = 0; f < term->factor_count; f++) {
            const struct receipt_factor *factor = &term->factors[f];
            const struct place *place = &factor->place;
            struct receipt opened;
            struct err err;
            if (factor->is_constant)
                continue;
            assert_true(place->tensor < TENSOR_COUNT);
            assert_true(place->row >= 0 && place->row < trace_rows(trace, place->tensor));
            assert_true(place->col >= 0 && place->col < trace_cols(trace, place->tensor));
            double value = trace_number(trace, place);
            assert_memory_equal(&factor->value, &value, sizeof value);
            assert_true(receipt_make(&opened, trace, place, &err));
            receipt_free(&opened);
        }
    }
}

static void
every_term_opens(void **state)
{
    (void)state;
    in_random_states(3, check_places);
}

/* The most openings from a number down to a parameter, whatever is opened. */
static int
openings(const struct explorer *explorer, const struct place *place)
{
    struct receipt receipt;
    struct err err;
    int most = 0;
    assert_true(receipt_make(&receipt, &explorer->trace, place, &err));
    assert_int_equal(receipt.term_count == 0, tensor_kinds[place->tensor].parameter &&
                                                  receipt.kind != RECEIPT_COPY);
    /* terms of one sum are alike: the first and the last say it for all */
    for (int k = 0;
         k<receipt.term_count; k += receipt.term_count> 1 ? receipt.term_count - 1 : 1)
        for (int f = 0; f < receipt.terms[k].factor_count; f++)
            if (!receipt.terms[k].factors[f].is_constant) {
                int below = 1 + openings(explorer, &receipt.terms[k].factors[f].place);
                most = below > most ? below : most;
            }
    receipt_free(&receipt);
    assert_true(most <= OPENINGS_MOST);
    return most;
}

static void
every_way_down_ends_after_six_openings(void **state)
{
    (void)state;
    struct choice *choice = choice_open();
    struct lottery lottery = {.seed = 4};
    for (int round = 0; round < ROUNDS; round++) {
        lottery_choice(&lottery, choice);
        const struct explorer *explorer = choice_make(choice);
        struct place place = lottery_place(&lottery, explorer, TENSOR_O);
        bool whole = !choice->choice.mask && choice->choice.edit_count == 0;
        int most = openings(explorer, &place);
        assert_true(most == OPENINGS_MOST || !whole);
    }
    choice_close(choice);
}

/* -- order --------------------------------------------------------------------------- */

static void
check_order(const struct explorer *explorer, const struct receipt *receipt)
{
    int count = receipt->term_count, *order = calloc((size_t)count + 1, sizeof *order);
    bool *seen = calloc((size_t)count + 1, sizeof *seen);
    double reached = 0;
    (void)explorer;
    assert_true(order != NULL && seen != NULL);
    int needed = receipt_order(receipt, order);
    for (int k = 0; k < count; k++) {
        assert_in_range(order[k], 0, count - 1);
        assert_false(seen[order[k]]);
        seen[order[k]] = true;
        double size = fabs(receipt->terms[order[k]].product);
        if (k > 0) {
            double before = fabs(receipt->terms[order[k - 1]].product);
            assert_true(before > size || (before == size && order[k - 1] < order[k]));
        }
        if (k < needed)
            assert_true(reached < 0.9 * receipt->magnitude);
        reached += size;
        if (k == needed - 1)
            assert_true(reached >= 0.9 * receipt->magnitude);
    }
    assert_true(needed > 0 || receipt->magnitude == 0);
    free(order);
    free(seen);
}

static void
the_order_is_by_size(void **state)
{
    (void)state;
    in_random_states(5, check_order);
}

/* -- examples ------------------------------------------------------------------------ */

static void
examples_have_their_kind(void **state)
{
    static const struct {
        struct place place;
        bool mask, share;
        enum receipt_kind kind;
        int terms;
        struct place first; /* of the factors */
    } rows[] = {
        {{TENSOR_A, 2, 1}, false, false, RECEIPT_SOFTMAX, 5, {TENSOR_Z, 2, 0}},
        {{TENSOR_A, 2, 4}, true, false, RECEIPT_SOFTMAX, 5, {TENSOR_Z, 2, 0}},
        {{TENSOR_Z, 2, 4}, true, false, RECEIPT_MASKED, 1, {TENSOR_S, 2, 4}},
        {{TENSOR_Z, 2, 1}, true, false, RECEIPT_SCALE, 1, {TENSOR_S, 2, 1}},
        {{TENSOR_S, 2, 1}, false, false, RECEIPT_DOT, 5, {TENSOR_Q, 2, 0}},
        {{TENSOR_Q, 2, 1}, false, false, RECEIPT_DOT, 36, {TENSOR_X, 2, 0}},
        {{TENSOR_O, 2, 1}, false, false, RECEIPT_DOT, 5, {TENSOR_A, 2, 0}},
        {{TENSOR_X, 3, 2}, false, false, RECEIPT_SUM, 2, {TENSOR_E, 0, 2}},
        {{TENSOR_WK, 3, 2}, false, true, RECEIPT_COPY, 1, {TENSOR_WQ, 3, 2}},
        {{TENSOR_WV, 3, 2}, false, true, RECEIPT_COPY, 1, {TENSOR_WK, 3, 2}},
        {{TENSOR_WK, 3, 2}, false, false, RECEIPT_PARAMETER, 0, {TENSOR_E, 0, 0}},
        {{TENSOR_E, 3, 2}, true, true, RECEIPT_PARAMETER, 0, {TENSOR_E, 0, 0}},
    };
    (void)state;
    struct choice *choice = choice_open();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct receipt receipt;
        choice_start(choice, "verb-noun", "The cat chased the mouse");
        choice->choice.mask = rows[i].mask;
        choice->choice.share_qk = choice->choice.share_kv = rows[i].share;
        const struct explorer *explorer = choice_make(choice);
        assert_true(
            receipt_make(&receipt, &explorer->trace, &rows[i].place, &choice->err));
        assert_int_equal(receipt.kind, rows[i].kind);
        assert_int_equal(receipt.term_count, rows[i].terms);
        if (rows[i].terms > 0)
            assert_memory_equal(&receipt.terms[0].factors[0].place, &rows[i].first,
                                sizeof rows[i].first);
        receipt_free(&receipt);
    }
    choice_close(choice);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terms_come_to_the_number),
        cmocka_unit_test(terms_are_what_they_say),
        cmocka_unit_test(every_term_opens),
        cmocka_unit_test(every_way_down_ends_after_six_openings),
        cmocka_unit_test(the_order_is_by_size),
        cmocka_unit_test(examples_have_their_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

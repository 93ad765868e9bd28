/* Receipts: of every number of every tensor the terms come to what is kept, and open in turn,
 * down to the parameters; in sentences and stores made up at random and under the heads that
 * there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/terms.h"
#include "support/choice.h"
#include "support/computation.h"
#include "support/lottery.h"

enum { ROUNDS = 60, OPENINGS_SENTENCE = 6, OPENINGS_LOOKUP = 8 };

typedef void (*looker)(const struct tensors *tensors, const struct receipt *receipt);

static struct receipt
receipt_of(const struct tensors *tensors, const struct number *number)
{
    struct receipt receipt;
    struct err err = {""};
    if (!tensors_receipt(tensors, number, &receipt, &err))
        fail_msg("%s", err.text);
    return receipt;
}

static void
for_every_number(const struct tensors *tensors, enum in in, looker look)
{
    for (struct number n = {.in = in}; number_find(tensors, &n); n.col++) {
        struct receipt receipt = receipt_of(tensors, &n);
        assert_true(number_equal(&receipt.number, &n));
        look(tensors, &receipt);
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
        for_every_number(&choice_make(choice)->tensors, IN_TEXT, look);
    }
    choice_close(choice);
    for (uint64_t k = 0; k < (uint64_t)4 * COMPUTATION_SEEDS; k++) {
        struct computation c;
        computation_make(&c, k % 2 == 0 ? IN_TEXT : IN_STORE, k / 2);
        for_every_number(&c.tensors, c.in, look);
        computation_free(&c);
    }
}

/* -- what the terms come to ---------------------------------------------------------- */

static void
check_total(const struct tensors *tensors, const struct receipt *receipt)
{
    const struct number *n = &receipt->number;
    const struct override *set = /* of a parameter that is the number itself */
        kind_is_parameter(&tensors->kinds[n->tensor])
            ? NULL
            : overrides_find(&tensors->overrides, n->tensor, n->row, n->col);
    double value = tensors_at(tensors, n);
    assert_memory_equal(&receipt->value, &value, sizeof value);
    assert_int_equal(receipt->is_override, set != NULL);
    /* what is kept, or would be there had it not been set by hand */
    double wanted = set != NULL ? set->was : value;
    double scale = receipt->kind == RECEIPT_SHARE ? 1 : receipt->magnitude;
    assert_near(wanted, receipt->total, scale);
    if (receipt->kind == RECEIPT_MASKED || receipt->kind == RECEIPT_PARAMETER)
        assert_true(receipt->residual == 0);
    else
        assert_near(receipt->residual, value - receipt->total, 0);
    if (receipt->kind == RECEIPT_MASKED)
        assert_true(isinf(receipt->total) && receipt->total < 0);
    if (receipt->kind == RECEIPT_PARAMETER)
        assert_int_equal(receipt->term_count, 0);
}

static void
the_terms_come_to_the_number(void **state)
{
    (void)state;
    in_random_states(1, check_total);
}

/* What is added of exp(factor - max): nothing where the mask hides it. */
static double
power_of(const struct tensors *tensors, const struct receipt *receipt, int k)
{
    enum tensor in = tensors->kinds[receipt->number.tensor].in[0].tensor;
    bool masked = tensors->masked && tensors->kinds[in].causal && k > receipt->number.row;
    double max = receipt_constant(receipt, "max");
    return masked ? 0 : exp(receipt->terms[k].factors[0].value - max);
}

/* The total, by what the kind of the receipt says of its terms, which add up to `sum`. */
static double
total_by_kind(const struct receipt *receipt, double sum)
{
    double first = 0;
    switch (receipt->kind) {
    case RECEIPT_SCALED_DOT:
        return sum * receipt_constant(receipt, "1/sqrt(d_k)");
    case RECEIPT_SOFTMAX:
        assert_near(receipt_constant(receipt, "sum"), sum, sum);
        assert_true(receipt_constant(receipt, "numerator") ==
                    receipt->terms[receipt->number.col].product);
        return receipt_constant(receipt, "numerator") / sum;
    case RECEIPT_LOSS:
        assert_near(receipt_constant(receipt, "sum"), sum, sum);
        return log(sum) -
               (receipt_constant(receipt, "answer") - receipt_constant(receipt, "max"));
    case RECEIPT_RIGHT:
        return receipt_constant(receipt, "largest") ==
               receipt_constant(receipt, "answer");
    case RECEIPT_SHARE:
        for (int k = 0; k < receipt->first_terms; k++)
            first += receipt->terms[k].product;
        assert_near(receipt_constant(receipt, "first"), first, sum);
        assert_near(receipt_constant(receipt, "second"), sum - first, sum);
        return first / sum;
    case RECEIPT_MASKED:
    case RECEIPT_PARAMETER:
        return receipt->total;
    case RECEIPT_COPY:
    case RECEIPT_SUM:
    case RECEIPT_DOT:
    case RECEIPT_SCALE:
        break;
    case RECEIPT_ADAM:
    case RECEIPT_MEAN:
    case RECEIPT_KINDS:
        fail_msg("a number of a computation has kind %s", receipt_kinds[receipt->kind]);
    }
    return sum;
}

static void
check_terms(const struct tensors *tensors, const struct receipt *receipt)
{
    double sum = 0, magnitude = 0;
    bool power = receipt->kind == RECEIPT_SOFTMAX || receipt->kind == RECEIPT_LOSS;
    for (int k = 0; k < receipt->term_count; k++) {
        const struct term *term = &receipt->terms[k];
        double product = 1;
        for (int f = 0; f < term->factor_count; f++)
            product *= term->factors[f].value;
        if (power)
            product = power_of(tensors, receipt, k);
        /* the exponent is a float, up to some hundreds in size */
        assert_near(term->product, product,
                    fmax(fabs(product), 1e-30) * (power ? 30 : 1));
        sum += term->product;
        magnitude += fabs(term->product);
        assert_near(term->running, sum, magnitude);
    }
    assert_near(receipt->total, total_by_kind(receipt, sum),
                receipt->kind == RECEIPT_SHARE ? 1 : receipt->magnitude);
    if (receipt->kind == RECEIPT_LOSS)
        magnitude +=
            fabs(receipt_constant(receipt, "answer") - receipt_constant(receipt, "max"));
    assert_near(receipt->magnitude, magnitude, magnitude);
}

static void
terms_are_what_they_say(void **state)
{
    (void)state;
    in_random_states(2, check_terms);
}

/* -- opening ------------------------------------------------------------------------- */

/* Of a number of a computation only: it exists, has the value that is kept, is not a copy, comes
 * earlier, and can be opened. */
static void
check_factor(const struct tensors *tensors, const struct number *of,
             const struct factor *factor)
{
    const struct number *n = &factor->number;
    assert_true(tensors_has(tensors, n));
    double value = tensors_at(tensors, n);
    assert_memory_equal(&factor->value, &value, sizeof value);
    assert_int_equal(tensors->same[n->tensor], n->tensor);
    assert_true(n->tensor < of->tensor);
    assert_true(n->of == OF_ITSELF && n->in == of->in && n->when == of->when);
    struct receipt opened = receipt_of(tensors, n);
    receipt_free(&opened);
}

static void
check_factors(const struct tensors *tensors, const struct receipt *receipt)
{
    for (int k = 0; k < receipt->term_count; k++) {
        const struct term *term = &receipt->terms[k];
        assert_in_range(term->factor_count, 1, FACTORS_MAX);
        assert_null(term->factors[0].constant);
        for (int f = 0; f < term->factor_count; f++)
            if (term->factors[f].constant == NULL)
                check_factor(tensors, &receipt->number, &term->factors[f]);
    }
}

static void
every_term_opens(void **state)
{
    (void)state;
    in_random_states(3, check_factors);
}

/* The most openings from a number down to a parameter, whatever is opened. */
static int
openings(const struct tensors *tensors, const struct number *number)
{
    struct receipt receipt = receipt_of(tensors, number);
    int most = 0;
    assert_int_equal(receipt.term_count == 0,
                     kind_is_parameter(&tensors->kinds[number->tensor]) &&
                         receipt.kind != RECEIPT_COPY);
    /* terms of one sum are alike: the first and the last say it for all */
    for (int k = 0;
         k<receipt.term_count; k += receipt.term_count> 1 ? receipt.term_count - 1 : 1)
        for (int f = 0; f < receipt.terms[k].factor_count; f++)
            if (receipt.terms[k].factors[f].constant == NULL) {
                int below = 1 + openings(tensors, &receipt.terms[k].factors[f].number);
                most = below > most ? below : most;
            }
    receipt_free(&receipt);
    return most;
}

static void
every_way_down_ends(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++)
        for (int in = IN_TEXT; in <= IN_STORE; in++) {
            struct computation c;
            enum tensor deepest = in == IN_TEXT ? TENSOR_O : TENSOR_LOSS;
            int most = in == IN_TEXT ? OPENINGS_SENTENCE : OPENINGS_LOOKUP;
            computation_make(&c, (enum in)in, seed);
            for (int id = 0; id < TENSORS; id++) {
                if (!kind_is_there(&c.tensors.kinds[id]))
                    continue;
                struct number n = computation_number(&c, (enum tensor)id);
                assert_in_range(openings(&c.tensors, &n), 0, most);
            }
            struct number n = computation_number(&c, deepest);
            assert_int_equal(openings(&c.tensors, &n), most);
            computation_free(&c);
        }
}

/* A term's number has the example only where it follows from the store, the step always. */
static void
terms_have_example_and_step(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++) {
        struct computation c;
        computation_make(&c, IN_STORE, seed);
        for (struct number n = {.in = IN_STORE}; number_find(&c.tensors, &n); n.col++) {
            struct number asked = n;
            asked.example = kinds_follow_store(lookup_kinds, n.tensor) ? 17 : 0;
            asked.when = 5;
            struct receipt receipt = receipt_of(&c.tensors, &asked);
            for (int k = 0; k < receipt.term_count; k++) {
                const struct number *factor = &receipt.terms[k].factors[0].number;
                bool follows = kinds_follow_store(lookup_kinds, factor->tensor);
                assert_int_equal(factor->example, follows ? 17 : 0);
                assert_int_equal(factor->when, 5);
            }
            receipt_free(&receipt);
        }
        computation_free(&c);
    }
}

/* -- order --------------------------------------------------------------------------- */

static void
check_order(const struct tensors *tensors, const struct receipt *receipt)
{
    int count = receipt->term_count, *order = calloc((size_t)count + 1, sizeof *order);
    bool *seen = calloc((size_t)count + 1, sizeof *seen);
    double reached = 0, all = 0;
    (void)tensors;
    assert_true(order != NULL && seen != NULL);
    for (int k = 0; k < count; k++)
        all += fabs(receipt->terms[k].product);
    int needed = receipt_order(receipt, order);
    for (int k = 0; k < count; k++) {
        assert_in_range(order[k], 0, count - 1);
        assert_false(seen[order[k]]);
        seen[order[k]] = true;
        double one = fabs(receipt->terms[order[k]].product);
        if (k > 0) {
            double before = fabs(receipt->terms[order[k - 1]].product);
            assert_true(before > one || (before == one && order[k - 1] < order[k]));
        }
        if (k < needed)
            assert_true(reached < 0.9 * all);
        reached += one;
        if (k == needed - 1)
            assert_true(reached >= 0.9 * all);
    }
    assert_true(needed > 0 || all == 0);
    free(order);
    free(seen);
}

static void
the_order_is_by_size(void **state)
{
    (void)state;
    in_random_states(5, check_order);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terms_come_to_the_number),
        cmocka_unit_test(terms_are_what_they_say),
        cmocka_unit_test(every_term_opens),
        cmocka_unit_test(every_way_down_ends),
        cmocka_unit_test(terms_have_example_and_step),
        cmocka_unit_test(the_order_is_by_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

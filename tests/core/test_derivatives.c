/* Slopes and first-order changes, of random sentences and stores with every number as the target:
 * against central differences, against each other, and as receipts. */
#include "core/derivatives.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mirror.h"
#include "core/terms.h"
#include "support/computation.h"

static const double STEP = 1e-5, CLOSE = 1e-6, FORWARDS_IS_BACKWARDS = 1e-9;

static struct derivatives *
derivatives_ready(const struct derivatives_inputs *inputs, const struct number *target)
{
    struct err err = {""};
    struct derivatives *derivatives = derivatives_make(inputs, target, &err);
    if (derivatives == NULL)
        fail_msg("%s", err.text);
    return derivatives;
}

static double
number_of(struct derivatives *derivatives, const struct number *number, enum of of)
{
    struct number asked = *number;
    struct err err = {""};
    double value = 0;
    asked.of = of;
    if (!derivatives_number(derivatives, &asked, &value, &err))
        fail_msg("%s", err.text);
    return value;
}

typedef void (*looker)(struct computation *c, const struct number *target);

/* A number of every tensor of every computation is the target once. */
static void
for_targets(uint64_t first_seed, looker look)
{
    for (uint64_t k = 0; k < (uint64_t)2 * COMPUTATION_SEEDS; k++) {
        struct computation c;
        computation_make(&c, k % 2 == 0 ? IN_TEXT : IN_STORE, first_seed + k / 2);
        for (int id = 0; id < TENSORS; id++)
            if (kind_is_there(&c.tensors.kinds[id])) {
                struct number target = computation_number(&c, (enum tensor)id);
                look(&c, &target);
            }
        computation_free(&c);
    }
}

/* -- slopes against central differences -------------------------------------------------- */

/* Not of what is -infinity under the mask, and not of the entropy along a weight near 0, where
 * -A ln A is too steep for the step. */
static bool
has_slope(const struct tensors *tensors, const struct number *number,
          const struct number *target)
{
    double value = tensors_at(tensors, number);
    return isfinite(value) && (target->tensor != TENSOR_ENTROPY ||
                               number->tensor != TENSOR_A || value > 0.02);
}

/* How close a slope must be, of its size. A share of small variances bends within the step. */
static double
tolerance(const struct tensors *tensors, const struct number *target, double slope)
{
    return tensors->kinds[target->tensor].op == OP_SHARE
               ? 1e-3 * fmax(fabs(slope), 1e-6)
               : CLOSE * fmax(fabs(slope), 1e-3);
}

static void
check_slopes(struct computation *c, const struct number *target)
{
    struct tensors *t = &c->tensors;
    struct derivatives_inputs inputs = mirror_inputs(t);
    struct derivatives *derivatives = derivatives_ready(&inputs, target);
    struct err err = {""};
    for (struct number n = {.in = c->in}; number_find(t, &n); n.col++) {
        double slope = number_of(derivatives, &n, OF_SLOPE), difference;
        if (target->tensor == TENSOR_ENTROPY && n.tensor == TENSOR_A &&
            tensors_at(t, &n) == 0)
            assert_true(slope == 0); /* by what is agreed */
        if (!has_slope(t, &n, target))
            continue;
        assert_true(derivatives_difference(derivatives, &n, STEP, &difference, &err));
        if (!(fabs(slope - difference) <= tolerance(t, target, slope)))
            fail_msg("seed %d: of %s[%d,%d], d%s[%d,%d] is %.9g, the difference %.9g",
                     (int)c->seed, t->kinds[target->tensor].name, target->row,
                     target->col, t->kinds[n.tensor].name, n.row, n.col, slope,
                     difference);
    }
    derivatives_free(derivatives);
}

static void
slopes_are_central_differences(void **state)
{
    (void)state;
    for_targets(0, check_slopes);
}

/* -- changes against slopes -------------------------------------------------------------- */

/* Changes of the parameters, and of every number that is set by hand. */
struct given {
    float *parameters[TENSORS];
    struct override edits[TENSORS];
};

static void
give(struct given *given, struct computation *c, struct derivatives_inputs *inputs)
{
    struct tensors *t = &c->tensors;
    memset(given, 0, sizeof *given);
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_parameter(&t->kinds[id]) || computation_pick(c, 8) == 0)
            continue;
        size_t count =
            (size_t)(tensors_rows(t, (enum tensor)id) * tensors_cols(t, (enum tensor)id));
        given->parameters[id] = malloc(count * sizeof *given->parameters[id]);
        assert_non_null(given->parameters[id]);
        for (size_t k = 0; k < count; k++)
            given->parameters[id][k] = (float)computation_normal(c);
        inputs->change[id] = given->parameters[id];
    }
    for (int k = 0; k < t->overrides.count; k++) {
        given->edits[k] = t->overrides.list[k];
        given->edits[k].was = given->edits[k].value - computation_normal(c);
    }
    inputs->edits = (struct overrides){given->edits, t->overrides.count};
}

/* The given change of a number; 0 where it is computed from others. */
static double
change_given(const struct given *given, const struct tensors *t, const struct number *n)
{
    size_t at = (size_t)(n->row * tensors_cols(t, n->tensor) + n->col);
    const struct override *set = overrides_find(&t->overrides, n->tensor, n->row, n->col);
    if (set != NULL) {
        const struct override *edit = &given->edits[set - t->overrides.list];
        return edit->value - edit->was;
    }
    return given->parameters[n->tensor] != NULL && t->same[n->tensor] == n->tensor
               ? (double)given->parameters[n->tensor][at]
               : 0;
}

/* What the given changes do to a number, forwards through the table, is the sum over its slopes,
 * backwards. */
static void
check_change(struct computation *c, const struct number *target)
{
    struct tensors *t = &c->tensors;
    struct derivatives_inputs inputs = mirror_inputs(t);
    struct given given;
    give(&given, c, &inputs);
    struct derivatives *derivatives = derivatives_ready(&inputs, target);
    double change = number_of(derivatives, target, OF_CHANGE), sum = 0, sizes = 0;
    for (struct number n = {.in = c->in}; number_find(t, &n); n.col++) {
        double by = change_given(&given, t, &n);
        if (by == 0)
            continue;
        double term = by * number_of(derivatives, &n, OF_SLOPE);
        sum += term;
        sizes += fabs(term);
    }
    if (!(fabs(change - sum) <= FORWARDS_IS_BACKWARDS * sizes + 1e-13))
        fail_msg("seed %d: u%s[%d,%d] is %.12g, over its slopes %.12g", (int)c->seed,
                 t->kinds[target->tensor].name, target->row, target->col, change, sum);
    derivatives_free(derivatives);
    for (int id = 0; id < TENSORS; id++)
        free(given.parameters[id]);
}

static void
forwards_is_backwards(void **state)
{
    (void)state;
    for_targets(100, check_change);
    for_targets(200, check_change);
}

/* -- receipts ---------------------------------------------------------------------------- */

/* A number of a term is there, has the value that the term says, and opens. */
static void
check_factor(struct computation *c, struct derivatives *derivatives,
             const struct factor *factor, const struct number *of)
{
    const struct number *n = &factor->number;
    struct receipt receipt;
    struct err err = {""};
    if (factor->constant != NULL)
        return;
    assert_true(tensors_has(&c->tensors, n));
    assert_int_equal(c->tensors.same[n->tensor], n->tensor);
    assert_int_equal(n->in, of->in);
    assert_int_equal(n->when, of->when);
    if (n->of == OF_ITSELF) {
        double kept = tensors_at(&c->tensors, n); /* of the same numbers in float */
        assert_near(factor->value / 10, kept / 10, fmax(fabs(kept), 1));
        assert_true(tensors_receipt(&c->tensors, n, &receipt, &err));
    } else {
        assert_int_equal(n->of, of->of);
        assert_true(factor->value == number_of(derivatives, n, n->of));
        assert_true(derivatives_receipt(derivatives, n, &receipt, &err));
    }
    receipt_free(&receipt);
}

/* A change stands where the number itself does in a product: uX Wq + X uWq. */
static void
check_places(const struct computation *c, const struct receipt *receipt)
{
    const struct tensors *t = &c->tensors;
    const struct kind *kind = &t->kinds[receipt->number.tensor];
    bool product = kind->op == OP_PRODUCT || kind->op == OP_PRODUCT_T;
    if (receipt->number.of != OF_CHANGE || !product || receipt->kind == RECEIPT_PARAMETER)
        return;
    for (int k = 0; k < receipt->term_count; k++)
        for (int f = 0; f < 2 && receipt->terms[k].factor_count > 1; f++) {
            const struct number *n = &receipt->terms[k].factors[f].number;
            assert_int_equal(n->tensor, t->same[kind->in[f].tensor]);
            assert_int_equal(n->of, f == k % 2 ? OF_CHANGE : OF_ITSELF);
        }
}

static void
check_receipt(struct computation *c, struct derivatives *derivatives,
              const struct number *number)
{
    struct receipt receipt;
    struct err err = {""};
    double running = 0, magnitude = 0;
    assert_true(derivatives_receipt(derivatives, number, &receipt, &err));
    assert_true(number_equal(&receipt.number, number));
    assert_true(receipt.value == number_of(derivatives, number, number->of));
    for (int k = 0; k < receipt.term_count; k++) {
        const struct term *term = &receipt.terms[k];
        double product = 1;
        assert_in_range(term->factor_count, 1, FACTORS_MAX);
        for (int f = 0; f < term->factor_count; f++) {
            product *= term->factors[f].value;
            check_factor(c, derivatives, &term->factors[f], number);
        }
        assert_true(fabs(term->product - product) <= 1e-12 * fabs(product));
        running += term->product;
        magnitude += fabs(term->product);
        assert_true(fabs(term->running - running) <= 1e-12 * magnitude);
    }
    check_places(c, &receipt);
    if (receipt.kind != RECEIPT_PARAMETER) {
        assert_true(receipt.residual == receipt.value - receipt.total);
        assert_true(fabs(receipt.residual) <= 1e-12 * receipt.magnitude);
        assert_true(fabs(receipt.total - running) <= 1e-12 * magnitude);
    }
    receipt_free(&receipt);
}

/* The slopes and the changes of all numbers, for a target or two of each computation. */
static void
check_receipts(struct computation *c, const struct number *target)
{
    struct derivatives_inputs inputs = mirror_inputs(&c->tensors);
    struct given given;
    if (computation_pick(c, 8) != 0)
        return;
    give(&given, c, &inputs);
    struct derivatives *derivatives = derivatives_ready(&inputs, target);
    for (struct number n = {.in = c->in}; number_find(&c->tensors, &n); n.col++) {
        struct number asked = n;
        asked.when = 7;
        asked.of = OF_CHANGE;
        check_receipt(c, derivatives, &asked);
        asked.of = OF_SLOPE;
        check_receipt(c, derivatives, &asked);
    }
    derivatives_free(derivatives);
    for (int id = 0; id < TENSORS; id++)
        free(given.parameters[id]);
}

static void
every_slope_and_change_opens(void **state)
{
    (void)state;
    for_targets(300, check_receipts);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_central_differences),
        cmocka_unit_test(forwards_is_backwards),
        cmocka_unit_test(every_slope_and_change_opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

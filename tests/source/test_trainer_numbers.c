/* The numbers of a run: of every one the terms come to what is kept, and open in turn, at several
 * steps, with and without shared matrices. */
#include "source/trainer_numbers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

static struct trainer *
trainer_at(const struct lookup_settings *settings, int step)
{
    struct err err = {""};
    struct trainer *trainer = trainer_make(settings, kernels_best(), &err);
    if (trainer == NULL || !trainer_seek(trainer, step, &err))
        fail_msg("%s", err.text);
    return trainer;
}

static struct receipt
receipt_of(struct trainer *trainer, const struct number *number)
{
    struct receipt receipt;
    struct err err = {""};
    assert_true(trainer_has(trainer, number));
    if (!trainer_receipt(trainer, number, &receipt, &err))
        fail_msg("%s", err.text);
    assert_true(number_equal(&receipt.number, number));
    return receipt;
}

static double
value_of(struct trainer *trainer, const struct number *number)
{
    struct err err = {""};
    double value;
    assert_true(trainer_has(trainer, number));
    if (!trainer_numbers(trainer, number, 1, &value, &err))
        fail_msg("%s", err.text);
    return value;
}

typedef void (*looker)(struct trainer *trainer, const struct number *number);

/* Every number of a run at its shown step, or only one in so many. Adam's means are made again
 * from step 0 on for each: of them only some. */
static void
for_numbers(struct trainer *trainer, int one_in, looker look)
{
    const struct tensors *tensors = &trainer->tensors;
    for (int of = 0; of < OFS; of++)
        for (int id = 0; id < TENSORS; id++) {
            struct number n = {
                .tensor = (enum tensor)id, .in = IN_STORE, .of = (enum of)of};
            if (!trainer_has(trainer, &n))
                continue;
            for (n.row = 0; n.row < tensors_rows(tensors, n.tensor); n.row++)
                for (n.col = 0; n.col < tensors_cols(tensors, n.tensor); n.col++)
                    if (of == OF_M || of == OF_V ? n.row % 5 == 0 && n.col == 0
                                                 : (n.row + n.col) % one_in == 0)
                        look(trainer, &n);
        }
}

static void
in_runs(looker look)
{
    static const int steps[] = {0, 25, 200};
    for (int k = 0; k < 15; k++) {
        struct lookup_settings settings = lookup_settings_standard();
        settings.batch = 5;
        settings.share_qk = k / 3 % 2 == 1;
        settings.share_kv = k / 6 == 1;
        if (k >= 12) { /* as small as it gets, and all three sizes apart */
            settings.entries = k - 11;
            settings.tags = settings.values = k - 10;
            settings.d_model = k - 11;
            settings.d_k = 1;
        }
        struct trainer *trainer = trainer_at(&settings, steps[k % 3]);
        for_numbers(trainer, k == 1 || k == 11 || k >= 12 ? 1 : 7, look);
        trainer_free(trainer);
    }
}

/* -- what the terms come to ------------------------------------------------------------ */

/* What a residual is small against: the sizes of the terms. Training gathers a gradient in
 * another order, through tables: the two agree to 1e-5 of the largest gradient, or where all are
 * small to the rounding of p in dL = p - 1. A share is at most 1. */
static double
scale_of(const struct trainer *trainer, const struct receipt *receipt)
{
    const struct lookup_family *gradient = &trainer->state.gradient;
    double largest = 0;
    if (receipt->kind == RECEIPT_SHARE)
        return 1;
    for (size_t k = 0; k < gradient->count; k++)
        largest = fmax(largest, fabs((double)gradient->numbers[k]));
    return receipt->magnitude + (receipt->kind == RECEIPT_MEAN ? 10 * largest + .1 : 0);
}

static void
check_sum(struct trainer *trainer, const struct receipt *receipt)
{
    const char *name = lookup_kinds[receipt->number.tensor].name;
    double running = 0, kept = value_of(trainer, &receipt->number);
    assert_true(receipt->value == kept);
    if (!(fabs(receipt->residual) <= 1e-6 * scale_of(trainer, receipt)))
        fail_msg("%s of %d, a %s: residual %.3g of %.9g", name, (int)receipt->number.of,
                 receipt_kinds[receipt->kind], receipt->residual, receipt->magnitude);
    for (int k = 0; k < receipt->term_count; k++) {
        running += receipt->terms[k].product;
        double most =
            receipt->magnitude + fabs(running) + fabs(receipt->terms[0].product);
        assert_true(fabs(receipt->terms[k].running - running) <= 1e-5 * most);
    }
}

static void
terms_add_up(struct trainer *trainer, const struct number *number)
{
    struct receipt receipt = receipt_of(trainer, number);
    check_sum(trainer, &receipt);
    receipt_free(&receipt);
}

static void
every_number_adds_up(void **state)
{
    (void)state;
    in_runs(terms_add_up);
}

/* Factors are numbers that are there, under their owner's name, and have the value that is said;
 * what is kept in float is in double in a slope. The largest of them opens. */
static void
factors_are_kept(struct trainer *trainer, const struct number *number)
{
    const struct tensors *tensors = &trainer->tensors;
    if (number->row % 3 != 0 || number->col % 3 != 0)
        return;
    struct receipt receipt = receipt_of(trainer, number);
    int largest = receipt_largest(&receipt), count = receipt.term_count;
    bool moment = number->of == OF_M || number->of == OF_V;
    for (int k = 0; k < count; k += moment && k + 1 < count ? count - 1 - k : 1)
        for (int f = 0; f < receipt.terms[k].factor_count; f++) {
            const struct factor *factor = &receipt.terms[k].factors[f];
            if (factor->constant != NULL)
                continue;
            double kept = value_of(trainer, &factor->number);
            assert_true(fabs(factor->value - kept) <= 1e-5 * fmax(fabs(kept), 1));
            assert_int_equal(tensors->same[factor->number.tensor], factor->number.tensor);
            if (k != largest)
                continue;
            struct receipt below = receipt_of(trainer, &factor->number);
            receipt_free(&below);
        }
    receipt_free(&receipt);
}

static void
factors_are_the_kept_numbers(void **state)
{
    (void)state;
    in_runs(factors_are_kept);
}

/* -- examples and steps ------------------------------------------------------------------ */

/* The terms of a gradient are the slopes of the batch's examples, one after the other, and what
 * they are made of belongs to the same example. */
static void
terms_are_examples(struct trainer *trainer, const struct number *n)
{
    if (n->of != OF_GRADIENT || trainer->tensors.same[n->tensor] != n->tensor ||
        n->row % 3 != 0 || n->col % 4 != 0)
        return;
    struct receipt receipt = receipt_of(trainer, n);
    assert_int_equal(receipt.kind, RECEIPT_MEAN);
    assert_int_equal(receipt.term_count, trainer_examples(trainer, n));
    for (int b = 0; b < receipt.term_count; b++) {
        const struct factor *factor = &receipt.terms[b].factors[0];
        struct number slope = *n;
        slope.of = OF_SLOPE;
        slope.example = b + 1;
        assert_true(number_equal(&factor->number, &slope));
        assert_true(factor->value == value_of(trainer, &slope));
        struct receipt below = receipt_of(trainer, &slope);
        check_sum(trainer, &below);
        for (int k = 0; k < below.term_count; k++)
            for (int f = 0; f < below.terms[k].factor_count; f++) {
                const struct number *at = &below.terms[k].factors[f].number;
                bool follows =
                    at->of == OF_SLOPE || kinds_follow_store(lookup_kinds, at->tensor);
                if (below.terms[k].factors[f].constant == NULL)
                    assert_int_equal(at->example, follows ? b + 1 : 0);
            }
        receipt_free(&below);
    }
    receipt_free(&receipt);
}

static void
gradients_open_into_examples(void **state)
{
    (void)state;
    in_runs(terms_are_examples);
}

/* Adam's means open into the gradients of the steps before, each of which opens at its step. */
static void
moments_open_into_steps(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    settings.batch = 5;
    struct trainer *trainer = trainer_at(&settings, 12);
    for (int of = OF_M; of <= OF_V; of++) {
        struct number n = {
            .tensor = TENSOR_WQ, .row = 2, .col = 3, .in = IN_STORE, .of = (enum of)of};
        struct receipt receipt = receipt_of(trainer, &n);
        assert_int_equal(receipt.term_count, 12);
        for (int k = 0; k < 12; k++) {
            const struct factor *factor = &receipt.terms[k].factors[0];
            struct number gradient = n;
            gradient.of = OF_GRADIENT;
            gradient.when = k + 1; /* step k */
            assert_true(number_equal(&factor->number, &gradient));
            assert_true(factor->value == value_of(trainer, &gradient));
            struct receipt below = receipt_of(trainer, &gradient);
            check_sum(trainer, &below);
            receipt_free(&below);
        }
        receipt_free(&receipt);
    }
    trainer_free(trainer);
}

/* The mean loss opens into the batch's examples, accuracy into the fresh stores. */
static void
means_open_into_stores(void **state)
{
    (void)state;
    static const enum tensor means[] = {TENSOR_LOSS, TENSOR_RIGHT};
    struct lookup_settings settings = lookup_settings_standard();
    settings.batch = 5;
    struct trainer *trainer = trainer_at(&settings, 60);
    for (int m = 0; m < 2; m++) {
        struct number n = {
            .tensor = means[m], .in = IN_STORE, .of = m == 0 ? OF_MEAN : OF_FRESH};
        struct receipt receipt = receipt_of(trainer, &n);
        assert_int_equal(receipt.term_count, m == 0 ? 5 : FRESH_STORES);
        assert_true(fabs(receipt.residual) <= 1e-6 * receipt.magnitude);
        for (int b = 0; b < receipt.term_count; b += m == 0 ? 1 : 97) {
            const struct factor *factor = &receipt.terms[b].factors[0];
            struct number example = n;
            example.of = OF_ITSELF;
            example.example = m == 0 ? b + 1 : -(b + 1);
            assert_true(number_equal(&factor->number, &example));
            assert_true(factor->value == value_of(trainer, &example));
            struct receipt below = receipt_of(trainer, &example);
            check_sum(trainer, &below);
            receipt_free(&below);
        }
        receipt_free(&receipt);
    }
    trainer_free(trainer);
}

/* A parameter's total is what is there one step later, to the bit; and a step's numbers are the
 * same whichever step is shown. */
static void
parameters_say_what_comes_next(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *now = trainer_at(&settings, 25), *next = trainer_at(&settings, 26);
    for (int k = 0; k < LOOKUP_PARAMETERS; k++)
        for (int row = 0; row < tensors_rows(&now->tensors, lookup_parameters[k]);
             row++) {
            struct number n = {
                .tensor = lookup_parameters[k], .row = row, .col = 3, .in = IN_STORE};
            struct number before = n;
            before.when = 25 + 1;
            struct receipt receipt = receipt_of(now, &n);
            assert_int_equal(receipt.kind, RECEIPT_PARAMETER);
            assert_true(receipt.total == value_of(next, &n));
            assert_true(receipt.value == value_of(next, &before));
            struct receipt again = receipt_of(next, &before);
            assert_true(again.total == receipt.total);
            receipt_free(&again);
            receipt_free(&receipt);
        }
    trainer_free(now);
    trainer_free(next);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_adds_up),
        cmocka_unit_test(factors_are_the_kept_numbers),
        cmocka_unit_test(gradients_open_into_examples),
        cmocka_unit_test(moments_open_into_steps),
        cmocka_unit_test(means_open_into_stores),
        cmocka_unit_test(parameters_say_what_comes_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

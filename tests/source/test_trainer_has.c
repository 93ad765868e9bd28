/* Which numbers of the lookup task there are, at which step and of which example, whatever step
 * is shown; what a mean is the mean of; and how long what that is made of is kept. */
#include "source/trainer_numbers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "source/discovery.h"
#include "support/computation.h"
#include "support/training.h"

enum { SHOWN = 12 };

/* A trainer that went to step 20 and shows step 12; batches from step 8 on are smaller. */
static struct trainer *
trained(void)
{
    struct lookup_settings settings = lookup_settings_standard();
    struct trainer *trainer = trainer_ready(&settings);
    struct err err = {""};
    int dropped;
    trainer_go(trainer, 8);
    assert_true(trainer_change(trainer, CHANGE_BATCH, NULL, 32, &dropped, &err));
    trainer_go(trainer, 20);
    trainer_go(trainer, SHOWN);
    return trainer;
}

static double
value_of(struct trainer *trainer, const struct number *number)
{
    double value = 0;
    struct err err = {""};
    if (!trainer_has(trainer, number))
        fail_msg("there is no %s", lookup_kinds[number->tensor].name);
    if (!trainer_numbers(trainer, number, 1, &value, &err))
        fail_msg("%s", err.text);
    return value;
}

static struct number
meant(struct number number, enum of of)
{
    number.of = of;
    return number;
}

/* -- which there are ------------------------------------------------------------------- */

static const struct {
    struct number number;
    bool there;
} numbers[] = {
    {{.tensor = TENSOR_A, .col = 3, .in = IN_STORE}, true},
    {{.tensor = TENSOR_A, .col = 4, .in = IN_STORE}, false},
    {{.tensor = TENSOR_A, .row = 1, .in = IN_STORE}, false},
    {{.tensor = TENSOR_A, .col = -1, .in = IN_STORE}, false},
    {{.tensor = TENSOR_A, .in = IN_TEXT}, false},
    {{.tensor = TENSOR_E, .in = IN_STORE}, false},
    {{.tensor = TENSORS, .in = IN_STORE}, false},
    {{.tensor = TENSOR_KEY_SHARE, .in = IN_STORE}, true},

    /* slopes, of what the loss follows from */
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_SLOPE}, true},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .of = OF_SLOPE}, true},
    {{.tensor = TENSOR_PROBABILITY, .in = IN_STORE, .of = OF_SLOPE}, false},
    {{.tensor = TENSOR_ZT, .in = IN_STORE, .of = OF_SLOPE}, false},

    /* what training has of a parameter, and means */
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_GRADIENT}, true},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_M}, true},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_V}, true},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_CHANGE}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .of = OF_CHANGE}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .of = OF_GRADIENT}, false},
    {{.tensor = TENSOR_A, .in = IN_STORE, .of = OF_M}, false},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .of = OF_MEAN}, true},
    {{.tensor = TENSOR_RIGHT, .in = IN_STORE, .of = OF_MEAN}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .of = OF_MEAN}, false},
    {{.tensor = TENSOR_RIGHT, .in = IN_STORE, .of = OF_FRESH}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .of = OF_FRESH}, false},

    /* examples, of what is another number for every store */
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 32}, true},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 33}, false},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = -FRESH_STORES}, true},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = -FRESH_STORES - 1}, false},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_SLOPE, .example = 32}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .of = OF_CHANGE, .example = -3}, true},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .example = 1}, false},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_GRADIENT, .example = 1}, false},
    {{.tensor = TENSOR_WQ, .in = IN_STORE, .of = OF_CHANGE, .example = 1}, false},
    {{.tensor = TENSOR_ZT, .in = IN_STORE, .example = -1}, false},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .of = OF_MEAN, .example = 1}, false},

    /* steps, with the batches that they had */
    {{.tensor = TENSOR_A, .in = IN_STORE, .when = 1}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .when = 21}, true},
    {{.tensor = TENSOR_A, .in = IN_STORE, .when = 22}, false},
    {{.tensor = TENSOR_A, .in = IN_STORE, .when = -1}, false},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 128, .when = 8}, true},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 129, .when = 8}, false},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 33, .when = 9}, false},
    {{.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 32, .when = 21}, true},
};

static void
which_numbers_there_are(void **state)
{
    (void)state;
    struct trainer *trainer = trained();
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        if (trainer_has(trainer, &numbers[k].number) != numbers[k].there)
            fail_msg("row %zu, %s", k, lookup_kinds[numbers[k].number.tensor].name);
    trainer_free(trainer);
}

/* Slopes are those of the target; of a shared matrix those of its owner. */
static void
another_target_has_other_slopes(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    const struct number L = meant(store_number_at(TENSOR_L, 0, 1), OF_SLOPE);
    const struct number Wv = meant(store_number_at(TENSOR_WV, 2, 1), OF_SLOPE);
    const struct number Wk = meant(store_number_at(TENSOR_WK, 2, 1), OF_SLOPE);
    struct trainer *trainer = trainer_ready(&settings);
    trainer_go(trainer, 5);
    assert_true(trainer_has(trainer, &L) && trainer_has(trainer, &Wv));
    trainer->target = store_number_at(TENSOR_A, 0, 1);
    assert_true(value_of(trainer, &(struct number){.tensor = TENSOR_A,
                                                   .col = 1,
                                                   .in = IN_STORE,
                                                   .of = OF_SLOPE}) == 1);
    assert_false(trainer_has(trainer, &L) || trainer_has(trainer, &Wv));
    trainer_free(trainer);

    settings.share_kv = true;
    trainer = trainer_ready(&settings);
    trainer->target = store_number_at(TENSOR_A, 0, 1);
    assert_true(value_of(trainer, &Wv) == value_of(trainer, &Wk));
    assert_true(value_of(trainer, &Wk) != 0);
    trainer_free(trainer);
}

/* -- values ---------------------------------------------------------------------------- */

/* The number is what its row and its receipt say. */
static void
assert_one_number(struct trainer *trainer, const struct number *number)
{
    double value = value_of(trainer, number);
    int cols = tensors_cols(&trainer->tensors, number->tensor);
    double *row = calloc((size_t)cols, sizeof *row);
    struct number first = *number;
    struct receipt receipt;
    struct err err = {""};
    assert_non_null(row);
    first.col = 0;
    assert_true(trainer_numbers(trainer, &first, cols, row, &err));
    assert_near(row[number->col], value, 0);
    assert_true(trainer_receipt(trainer, number, &receipt, &err));
    assert_near(receipt.value, value, 0);
    assert_near(receipt.residual, 0, fmax(receipt.magnitude, fabs(value)));
    receipt_free(&receipt);
    free(row);
}

static void
values_rows_and_receipts_agree(void **state)
{
    (void)state;
    static const enum of meanings[] = {OF_ITSELF, OF_SLOPE, OF_GRADIENT, OF_CHANGE,
                                       OF_MEAN,   OF_FRESH, OF_M,        OF_V};
    static const int whens[] = {0, 1, 6, SHOWN + 1, 21},
                     examples[] = {0, 1, 32, -1, -2000};
    struct trainer *trainer = trained();
    struct computation lot = {.seed = 3, .in = IN_STORE, .tensors = trainer->tensors};
    int looked = 0;
    for (int round = 0; round < 3000; round++) {
        enum tensor id = (enum tensor)computation_pick(&lot, TENSORS);
        if (!kind_is_there(&lookup_kinds[id]))
            continue;
        struct number number = computation_number(&lot, id);
        number.of = meanings[computation_pick(&lot, 8)];
        number.when = whens[computation_pick(&lot, 5)];
        number.example = examples[computation_pick(&lot, 5)];
        if (!trainer_has(trainer, &number))
            continue;
        assert_one_number(trainer, &number);
        looked++;
    }
    assert_true(looked > 300);
    trainer_free(trainer);
}

/* What is said of another step is what that step shows. */
static void
a_step_has_its_numbers(void **state)
{
    (void)state;
    static const struct number asked[] = {
        {.tensor = TENSOR_A, .col = 1, .in = IN_STORE},
        {.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 7},
        {.tensor = TENSOR_LOSS, .in = IN_STORE, .example = -7},
        {.tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE},
        {.tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE, .of = OF_SLOPE},
        {.tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE, .of = OF_GRADIENT},
        {.tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE, .of = OF_CHANGE},
        {.tensor = TENSOR_A, .col = 1, .in = IN_STORE, .of = OF_CHANGE},
        {.tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE, .of = OF_M},
        {.tensor = TENSOR_WQ, .row = 3, .col = 1, .in = IN_STORE, .of = OF_V},
        {.tensor = TENSOR_LOSS, .in = IN_STORE, .of = OF_MEAN},
        {.tensor = TENSOR_RIGHT, .in = IN_STORE, .of = OF_MEAN},
        {.tensor = TENSOR_RIGHT, .in = IN_STORE, .of = OF_FRESH},
        {.tensor = TENSOR_KEY_SHARE, .in = IN_STORE},
    };
    static const int steps[] = {0, 3, 8, SHOWN, 20};
    struct trainer *trainer = trained();
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
            struct number number = asked[k];
            number.when = steps[s] + 1;
            trainer_go(trainer, SHOWN);
            double from_afar = value_of(trainer, &number);
            trainer_go(trainer, steps[s]);
            assert_true(value_of(trainer, &asked[k]) == from_afar);
        }
    trainer_free(trainer);
}

/* A mean is that of the numbers that its receipt names. */
static void
assert_mean(struct trainer *trainer, const struct number *mean, int count)
{
    struct receipt receipt;
    struct err err = {""};
    double sum = 0;
    assert_true(trainer_receipt(trainer, mean, &receipt, &err));
    assert_int_equal(receipt.kind, RECEIPT_MEAN);
    assert_int_equal(receipt.term_count, count);
    for (int k = 0; k < count; k += count / 16) {
        const struct factor *factor = &receipt.terms[k].factors[0];
        double value = value_of(trainer, &factor->number);
        assert_near(factor->value, value, fmax(fabs(value), 1e-3));
    }
    for (int k = 0; k < count; k++)
        sum += receipt.terms[k].factors[0].value;
    assert_near(sum / count, receipt.value, fmax(fabs(receipt.value), 1e-3));
    receipt_free(&receipt);
}

static void
means_are_of_their_examples(void **state)
{
    (void)state;
    struct trainer *trainer = trained();
    struct number loss = meant(store_number_at(TENSOR_LOSS, 0, 0), OF_MEAN);
    struct number accuracy = meant(store_number_at(TENSOR_RIGHT, 0, 0), OF_FRESH);
    struct number gradient = meant(store_number_at(TENSOR_WQ, 3, 1), OF_GRADIENT);
    assert_mean(trainer, &loss, 32);
    assert_mean(trainer, &gradient, 32);
    struct number right = meant(accuracy, OF_MEAN);
    assert_mean(trainer, &right, 32);
    assert_mean(trainer, &accuracy, FRESH_STORES);
    assert_near(value_of(trainer, &accuracy),
                run_state_fresh(&trainer->state, &trainer->fresh.batch, trainer->kernels),
                0);
    assert_near(value_of(trainer, &loss), (double)trainer_loss(trainer, SHOWN), 0);
    assert_near(value_of(trainer, &right), (double)trainer_accuracy(trainer, SHOWN), 0);
    loss.when = gradient.when = 4;
    assert_mean(trainer, &loss, 128);
    assert_mean(trainer, &gradient, 128);
    trainer_free(trainer);
}

/* The change of a weight is what is predicted of it. */
static void
changes_are_the_prediction(void **state)
{
    (void)state;
    struct trainer *trainer = trained();
    struct lookup_family u;
    struct err err = {""};
    double predicted[LOOKUP_ENTRIES_MAX];
    assert_true(run_state_coming(&trainer->state, &u, &err));
    assert_true(trainer_predict(trainer, &u, predicted, &err));
    for (int e = 0; e < 4; e++) {
        struct number weight = meant(store_number_at(TENSOR_A, 0, e), OF_CHANGE);
        assert_near(value_of(trainer, &weight), predicted[e], fabs(predicted[e]));
    }
    lookup_family_free(&u);
    trainer_free(trainer);
}

/* -- what is kept of examples ---------------------------------------------------------- */

static const double *
kept_of(struct trainer *trainer, const struct number *mean)
{
    struct err err = {""};
    const struct run_state *shown = &trainer->state;
    const double *kept = examples_of(&trainer->examples, mean, &shown->parameters,
                                     &shown->draws.batch, &err);
    assert_non_null(kept);
    return kept;
}

/* Two numbers that a screen shows by turns are both kept; a step further neither is. */
static void
examples_are_kept_by_turns(void **state)
{
    (void)state;
    struct trainer *trainer = trained();
    struct number loss = meant(store_number_at(TENSOR_LOSS, 0, 0), OF_MEAN);
    struct number gradient = meant(store_number_at(TENSOR_WQ, 3, 1), OF_GRADIENT);
    const double *losses = kept_of(trainer, &loss);
    const double *gradients = kept_of(trainer, &gradient);
    assert_ptr_not_equal(losses, gradients);
    for (int k = 0; k < 5; k++) {
        assert_ptr_equal(kept_of(trainer, &loss), losses);
        assert_ptr_equal(kept_of(trainer, &gradient), gradients);
    }
    assert_near(
        losses[0],
        value_of(trainer,
                 &(struct number){.tensor = TENSOR_LOSS, .in = IN_STORE, .example = 1}),
        0);

    double before = losses[0];
    trainer_go(trainer, SHOWN + 1);
    for (int k = 0; k < EXAMPLES_KEPT; k++)
        assert_null(trainer->examples.kept[k].numbers);
    assert_true(kept_of(trainer, &loss)[0] != before);
    trainer_free(trainer);
}

/* So many are kept, and the one that was asked for first is given up. */
static void
no_more_examples_are_kept(void **state)
{
    (void)state;
    struct trainer *trainer = trained();
    const double *kept[EXAMPLES_KEPT];
    struct number number = meant(store_number_at(TENSOR_WQ, 0, 0), OF_GRADIENT);
    for (number.col = 0; number.col < EXAMPLES_KEPT; number.col++)
        kept[number.col] = kept_of(trainer, &number);
    kept_of(trainer, &number);
    for (number.col = 1; number.col < EXAMPLES_KEPT; number.col++)
        assert_ptr_equal(kept_of(trainer, &number), kept[number.col]);
    examples_forget(&trainer->examples);
    trainer_free(trainer);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_numbers_there_are),
        cmocka_unit_test(another_target_has_other_slopes),
        cmocka_unit_test(values_rows_and_receipts_agree),
        cmocka_unit_test(a_step_has_its_numbers),
        cmocka_unit_test(means_are_of_their_examples),
        cmocka_unit_test(changes_are_the_prediction),
        cmocka_unit_test(examples_are_kept_by_turns),
        cmocka_unit_test(no_more_examples_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Single numbers of a sentence: slopes agree with differences, changes with what an edit really
 * does, receipts with values; and an edit changes what depends on it, number by number, and
 * nothing else. */
#include "source/explorer.h"

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

static const enum tensor editable[] = {TENSOR_X, TENSOR_Q,  TENSOR_K, TENSOR_S,
                                       TENSOR_E, TENSOR_WQ, TENSOR_WK};
enum { EDITABLE = sizeof editable / sizeof editable[0] };

static struct number
meant(const struct number *number, enum of of)
{
    struct number asked = *number;
    asked.of = of;
    return asked;
}

static double
value_of(const struct explorer *explorer, const struct number *target,
         const struct number *number)
{
    double value = 0;
    struct err err = {""};
    assert_true(explorer_has(explorer, target, number));
    if (!explorer_numbers(explorer, target, number, 1, &value, &err))
        fail_msg("%s", err.text);
    return value;
}

static double
slope_at(const struct explorer *explorer, const struct number *target,
         const struct number *place)
{
    struct number slope = meant(place, OF_SLOPE);
    return value_of(explorer, target, &slope);
}

static double
difference_at(const struct explorer *explorer, const struct number *target,
              const struct number *place)
{
    double difference = 0;
    struct err err = {""};
    if (!explorer_difference(explorer, target, place, &difference, &err))
        fail_msg("%s", err.text);
    return difference;
}

/* -- slopes -------------------------------------------------------------------------- */

/* To 1e-3 of the slope, or of 1e-6 where it is smaller. Returns the slope. */
static double
assert_agree(const struct explorer *explorer, const struct number *target,
             const struct number *place)
{
    double slope = slope_at(explorer, target, place);
    double difference = difference_at(explorer, target, place);
    /* differences of large numbers, and of what is made from large scores, are coarser */
    double noise = target->tensor == TENSOR_A
                       ? 1e-6
                       : 1e-5 * fmax(fabs(tensors_at(&explorer->tensors, target)), 1);
    if (!(fabs(slope - difference) <= 1e-3 * fmax(fabs(slope), noise)))
        fail_msg("%s: d %s[%d,%d] / d %s[%d,%d] is %.9g, by differences %.9g",
                 explorer->head->name, sentence_kinds[target->tensor].name, target->row,
                 target->col, sentence_kinds[place->tensor].name, place->row, place->col,
                 slope, difference);
    return slope;
}

/* Of random heads, sentences and edits; the targets are numbers of one tensor. */
static void
check_target(uint64_t seed, enum tensor aimed, int rounds)
{
    struct lottery lottery = {.seed = seed};
    struct choice *choice = choice_open();
    int telling = 0;
    for (int round = 0; round < rounds; round++) {
        lottery_choice(&lottery, choice);
        const struct explorer *explorer = choice_make(choice);
        struct number target = lottery_number(&lottery, explorer, aimed);
        enum tensor tensor = editable[lottery_pick(&lottery, EDITABLE)];
        struct number place = lottery_number(&lottery, explorer, tensor);
        if (place.tensor > aimed || !isfinite(tensors_at(&explorer->tensors, &target)) ||
            !explorer_can_edit(explorer, &place, &choice->err))
            continue;
        telling += fabs(assert_agree(explorer, &target, &place)) > 1e-4;
    }
    assert_true(telling > rounds / 20);
    choice_close(choice);
}

static void
slopes_of_a_weight_agree_with_differences(void **state)
{
    (void)state;
    check_target(1, TENSOR_A, 2000);
}

static void
slopes_of_other_targets_agree_with_differences(void **state)
{
    (void)state;
    check_target(2, TENSOR_O, 600);
    check_target(3, TENSOR_Z, 600);
    check_target(4, TENSOR_ENTROPY, 600);
}

static void
values_and_hidden_tokens_do_not_move_a_weight(void **state)
{
    static const struct number places[] = {
        {.tensor = TENSOR_V, .row = 1, .col = 1},
        {.tensor = TENSOR_WV, .row = 1, .col = 1},
        {.tensor = TENSOR_X, .row = 4, .col = 1},
        {.tensor = TENSOR_K, .row = 4},
    };
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    choice->choice.mask = true;
    const struct explorer *explorer = choice_make(choice);
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
        for (int j = 0; j < 5; j++) {
            struct number target = text_number_at(TENSOR_A, 2, j);
            assert_true(slope_at(explorer, &target, &places[k]) == 0);
            assert_true(difference_at(explorer, &target, &places[k]) == 0);
        }
    choice_close(choice);
}

/* Worked by hand: A = softmax(S / sqrt(5)), so dA[2,1]/dS[2,1] = A (1 - A) / sqrt(5). */
static void
an_example_by_hand(void **state)
{
    struct number place = text_number_at(TENSOR_S, 2, 1);
    struct number target = text_number_at(TENSOR_A, 2, 1);
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    const struct explorer *explorer = choice_make(choice);
    double A = choice_at(explorer, TENSOR_A, 2, 1);
    double slope = slope_at(explorer, &target, &place);
    assert_true(fabs(slope - A * (1 - A) / sqrt(5)) < 1e-7);
    assert_true(slope_at(explorer, &target, &target) == 1);
    choice_close(choice);
}

/* -- which numbers there are, and all of a row ---------------------------------------- */

static void
which_numbers_there_are(void **state)
{
    static const struct {
        struct number number;
        bool there;
    } rows[] = {
        {{.tensor = TENSOR_A, .row = 4, .col = 4}, true},
        {{.tensor = TENSOR_A, .row = 5}, false},
        {{.tensor = TENSOR_A, .col = -1}, false},
        {{.tensor = TENSOR_ENTROPY, .row = 4}, true},
        {{.tensor = TENSOR_LOSS}, false},
        {{.tensor = TENSOR_X, .of = OF_SLOPE}, true},
        {{.tensor = TENSOR_A, .of = OF_SLOPE}, true},
        {{.tensor = TENSOR_O, .of = OF_SLOPE}, false}, /* A does not follow from it */
        {{.tensor = TENSOR_O, .of = OF_CHANGE}, true},
        {{.tensor = TENSOR_WQ, .of = OF_GRADIENT}, false},
        {{.tensor = TENSOR_WQ, .of = OF_M}, false},
        {{.tensor = TENSOR_A, .in = IN_STORE}, false},
        {{.tensor = TENSOR_A, .example = 1}, false},
        {{.tensor = TENSOR_A, .when = 1}, false},
    };
    const struct number target = text_number_at(TENSOR_A, 2, 1);
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    const struct explorer *explorer = choice_make(choice);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if (explorer_has(explorer, &target, &rows[k].number) != rows[k].there)
            fail_msg("row %zu", k);
    choice_close(choice);
}

/* What a receipt adds up to, and a number in its row, is the number. */
static void
assert_one_number(const struct explorer *explorer, const struct number *target,
                  const struct number *number, double *row)
{
    struct receipt receipt;
    struct err err = {""};
    double value = value_of(explorer, target, number);
    int cols = tensors_cols(&explorer->tensors, number->tensor);
    struct number first = *number;
    first.col = 0;
    assert_true(explorer_numbers(explorer, target, &first, cols, row, &err));
    assert_near(row[number->col], value, 0);
    assert_true(explorer_receipt(explorer, target, number, &receipt, &err));
    assert_near(receipt.value, value, 0);
    if (!receipt.is_override)
        assert_near(receipt.total, value, receipt.magnitude);
    receipt_free(&receipt);
}

static void
values_rows_and_receipts_agree(void **state)
{
    (void)state;
    struct lottery lottery = {.seed = 5};
    struct choice *choice = choice_open();
    for (int round = 0; round < 300; round++) {
        lottery_choice(&lottery, choice);
        const struct explorer *explorer = choice_make(choice);
        const struct tensors *tensors = &explorer->tensors;
        struct number target = lottery_number(&lottery, explorer, TENSOR_O);
        enum tensor tensor = attention_tensors[lottery_pick(&lottery, ATTENTION_TENSORS)];
        struct number number = lottery_number(&lottery, explorer, tensor);
        double *row = calloc((size_t)tensors_cols(tensors, tensor), sizeof *row);
        assert_non_null(row);
        static const enum of meanings[] = {OF_ITSELF, OF_SLOPE, OF_CHANGE};
        for (int k = 0; k < 3; k++) {
            struct number asked = meant(&number, meanings[k]);
            assert_one_number(explorer, &target, &asked, row);
        }
        free(row);
    }
    choice_close(choice);
}

/* -- changes -------------------------------------------------------------------------- */

/* A small edit: what it did is what it was said to do, but for a hundredth of that. */
static void
a_small_edit_changes_what_it_is_said_to(void **state)
{
    static const enum tensor changed[] = {TENSOR_Q, TENSOR_S, TENSOR_Z, TENSOR_A,
                                          TENSOR_O};
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    struct explorer *before =
        explorer_make(&choice->choice, &choice->library, kernels_best(), &choice->err);
    assert_non_null(before);
    struct number place = text_number_at(TENSOR_X, 2, feature_find("verb"));
    double was = tensors_at(&before->tensors, &place);
    choice->choice.edits[choice->choice.edit_count++] =
        (struct edit){place, was - 0.001953125};
    const struct explorer *after = choice_make(choice);
    for (int k = 0; k < 5; k++) {
        double largest = 0, off = 0;
        struct number at = {.tensor = changed[k]};
        for (; number_find(&after->tensors, &at) && at.tensor == changed[k]; at.col++) {
            struct number change = meant(&at, OF_CHANGE);
            double said = value_of(after, &at, &change);
            double done =
                tensors_at(&after->tensors, &at) - tensors_at(&before->tensors, &at);
            largest = fmax(largest, fabs(said));
            off = fmax(off, fabs(said - done));
        }
        assert_true(largest > 1e-5);
        assert_true(off < 0.01 * largest);
    }
    explorer_free(before);
    choice_close(choice);
}

/* -- what an edit changes ------------------------------------------------------------ */

/* For every number whether it depends on a place: its terms say so. */
struct dependents {
    bool *depends[TENSORS];
};

static bool *
mark_of(const struct dependents *dependents, const struct tensors *tensors,
        const struct number *place)
{
    int cols = tensors_cols(tensors, place->tensor);
    return &dependents->depends[place->tensor][place->row * cols + place->col];
}

static bool
term_depends(const struct dependents *dependents, const struct tensors *tensors,
             const struct term *term)
{
    for (int f = 0; f < term->factor_count; f++)
        if (term->factors[f].constant == NULL &&
            *mark_of(dependents, tensors, &term->factors[f].number))
            return true;
    return false;
}

static void
mark(const struct dependents *dependents, const struct tensors *tensors,
     const struct number *place, const struct number *edited)
{
    struct receipt receipt;
    struct err err;
    bool *depends = mark_of(dependents, tensors, place);
    assert_true(tensors_receipt(tensors, place, &receipt, &err));
    bool fixed = receipt.is_override || receipt.kind == RECEIPT_MASKED;
    if (place->tensor == TENSOR_A && tensors->masked && place->col > place->row)
        fixed = true; /* 0, whatever the others are */
    for (int k = 0; k < receipt.term_count && !fixed; k++)
        *depends = *depends || term_depends(dependents, tensors, &receipt.terms[k]);
    if (number_equal(place, edited))
        *depends = true;
    receipt_free(&receipt);
}

/* Tensors are in the order in which they are made. */
static void
find_dependents(struct dependents *dependents, const struct tensors *tensors,
                const struct number *edited)
{
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_there(&sentence_kinds[id]))
            continue;
        size_t rows = (size_t)tensors_rows(tensors, (enum tensor)id);
        size_t cols = (size_t)tensors_cols(tensors, (enum tensor)id);
        dependents->depends[id] = calloc(rows * cols, sizeof(bool));
        assert_non_null(dependents->depends[id]);
    }
    for (struct number at = {0}; number_find(tensors, &at); at.col++)
        mark(dependents, tensors, &at, edited);
}

/* Every number that does not depend on the edit has the bits that it had. */
static void
assert_only_dependents_differ(const struct explorer *before, const struct explorer *after,
                              const struct number *edited)
{
    struct dependents dependents = {{NULL}};
    const struct tensors *tensors = &before->tensors;
    find_dependents(&dependents, tensors, edited);
    for (struct number at = {0}; number_find(tensors, &at); at.col++) {
        const real *old = tensors_row(tensors, at.tensor, at.row);
        const real *new = tensors_row(&after->tensors, at.tensor, at.row);
        bool same = memcmp(&old[at.col], &new[at.col], sizeof(real)) == 0;
        if (!same && !*mark_of(&dependents, tensors, &at))
            fail_msg("%s: %s[%d,%d] changed %s[%d,%d]", before->head->name,
                     sentence_kinds[edited->tensor].name, edited->row, edited->col,
                     sentence_kinds[at.tensor].name, at.row, at.col);
    }
    for (int id = 0; id < TENSORS; id++)
        free(dependents.depends[id]);
}

static void
an_edit_changes_only_what_depends_on_it(void **state)
{
    static const enum tensor tensors[] = {TENSOR_E,  TENSOR_P,  TENSOR_X, TENSOR_WQ,
                                          TENSOR_WK, TENSOR_WV, TENSOR_Q, TENSOR_K,
                                          TENSOR_V,  TENSOR_S};
    (void)state;
    struct lottery lottery = {.seed = 2};
    struct choice *choice = choice_open();
    for (int round = 0; round < 300; round++) {
        lottery_choice(&lottery, choice);
        int count = choice->choice.edit_count;
        if (!lottery_edit(&lottery, choice, tensors, 10))
            continue;
        struct explorer_choice with = choice->choice, without = with;
        const struct edit *edit = &with.edits[count];
        without.edit_count = count;
        struct explorer *before =
            explorer_make(&without, &choice->library, kernels_best(), &choice->err);
        const struct explorer *after = choice_make(choice);
        assert_non_null(before);
        assert_true(tensors_at(&after->tensors, &edit->place) == edit->value);
        assert_true(after->changes[count].was ==
                    tensors_at(&before->tensors, &edit->place));
        assert_only_dependents_differ(before, after, &edit->place);
        explorer_free(before);
    }
    choice_close(choice);
}

static bool
same_row(const struct explorer *a, const struct explorer *b, enum tensor id, int row)
{
    size_t cols = (size_t)tensors_cols(&a->tensors, id);
    return memcmp(tensors_row(&a->tensors, id, row), tensors_row(&b->tensors, id, row),
                  cols * sizeof(real)) == 0;
}

/* A number of one token, read by Wq and Wk: one row of X, Q and K, and of A those that
 * see it. */
static void
an_edit_of_a_token_changes_its_row(void **state)
{
    static const enum tensor row_wise[] = {TENSOR_X, TENSOR_Q, TENSOR_K, TENSOR_V};
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    choice->choice.mask = true;
    struct explorer *before =
        explorer_make(&choice->choice, &choice->library, kernels_best(), &choice->err);
    assert_non_null(before);
    choice->choice.edits[choice->choice.edit_count++] =
        (struct edit){text_number_at(TENSOR_X, 1, feature_find("cos26")), 1};
    const struct explorer *after = choice_make(choice);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 4; k++) {
            enum tensor id = row_wise[k];
            assert_int_equal(same_row(before, after, id, i), i != 1 || id == TENSOR_V);
        }
        assert_int_equal(same_row(before, after, TENSOR_A, i), i < 1);
    }
    explorer_free(before);
    choice_close(choice);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_of_a_weight_agree_with_differences),
        cmocka_unit_test(slopes_of_other_targets_agree_with_differences),
        cmocka_unit_test(values_and_hidden_tokens_do_not_move_a_weight),
        cmocka_unit_test(an_example_by_hand),
        cmocka_unit_test(which_numbers_there_are),
        cmocka_unit_test(values_rows_and_receipts_agree),
        cmocka_unit_test(a_small_edit_changes_what_it_is_said_to),
        cmocka_unit_test(an_edit_changes_only_what_depends_on_it),
        cmocka_unit_test(an_edit_of_a_token_changes_its_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Receipts by example: which kind of receipt a number has, of how many terms, and what the first
 * of them is; what is said of a number that was set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/terms.h"
#include "support/choice.h"
#include "support/computation.h"

static struct receipt
receipt_at(const struct tensors *tensors, enum in in, enum tensor id, int row, int col)
{
    struct number number = {.tensor = id, .row = row, .col = col, .in = in};
    struct receipt receipt;
    struct err err = {""};
    if (!tensors_receipt(tensors, &number, &receipt, &err))
        fail_msg("%s", err.text);
    return receipt;
}

struct example {
    enum tensor id;
    int row, col;
    bool mask, share;
    enum receipt_kind kind;
    int terms;
    enum tensor first; /* the first factor */
    int first_row, first_col;
};

static void
check_example(const struct tensors *tensors, enum in in, const struct example *example)
{
    struct receipt receipt =
        receipt_at(tensors, in, example->id, example->row, example->col);
    const char *name = tensors->kinds[example->id].name;
    if (receipt.kind != example->kind || receipt.term_count != example->terms)
        fail_msg("%s[%d,%d] is a %s of %d terms", name, example->row, example->col,
                 receipt_kinds[receipt.kind], receipt.term_count);
    if (example->terms > 0) {
        struct number first = {.tensor = example->first,
                               .row = example->first_row,
                               .col = example->first_col,
                               .in = in};
        assert_true(number_equal(&receipt.terms[0].factors[0].number, &first));
    }
    receipt_free(&receipt);
}

/* clang-format off */
static void
kinds_in_a_sentence(void **state)
{
    static const struct example rows[] = {
        {TENSOR_A, 2, 1, false, false, RECEIPT_SOFTMAX, 5, TENSOR_Z, 2, 0},
        {TENSOR_A, 2, 4, true, false, RECEIPT_SOFTMAX, 5, TENSOR_Z, 2, 0},
        {TENSOR_Z, 2, 4, true, false, RECEIPT_MASKED, 1, TENSOR_S, 2, 4},
        {TENSOR_Z, 2, 1, true, false, RECEIPT_SCALE, 1, TENSOR_S, 2, 1},
        {TENSOR_S, 2, 1, false, false, RECEIPT_DOT, 5, TENSOR_Q, 2, 0},
        {TENSOR_Q, 2, 1, false, false, RECEIPT_DOT, 36, TENSOR_X, 2, 0},
        {TENSOR_O, 2, 1, false, false, RECEIPT_DOT, 5, TENSOR_A, 2, 0},
        {TENSOR_X, 3, 2, false, false, RECEIPT_SUM, 2, TENSOR_E, 0, 2},
        {TENSOR_WK, 3, 2, false, true, RECEIPT_COPY, 1, TENSOR_WQ, 3, 2},
        {TENSOR_WV, 3, 2, false, true, RECEIPT_COPY, 1, TENSOR_WQ, 3, 2}, /* the owner */
        {TENSOR_V, 3, 2, false, true, RECEIPT_DOT, 36, TENSOR_X, 3, 0},
        {TENSOR_WK, 3, 2, false, false, RECEIPT_PARAMETER, 0, TENSOR_E, 0, 0},
        {TENSOR_E, 3, 2, true, true, RECEIPT_PARAMETER, 0, TENSOR_E, 0, 0},
        {TENSOR_ENTROPY, 2, 0, true, false, RECEIPT_DOT, 5, TENSOR_A, 2, 0},
        {TENSOR_ROW_SUM, 2, 0, true, false, RECEIPT_SUM, 5, TENSOR_A, 2, 0},
        {TENSOR_FREE_Z, 2, 4, true, false, RECEIPT_SCALE, 1, TENSOR_S, 2, 4},
        {TENSOR_FREE_A, 2, 4, true, false, RECEIPT_SOFTMAX, 5, TENSOR_FREE_Z, 2, 0},
    };
    (void)state;
    struct choice *choice = choice_open();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        choice_start(choice, "verb-noun", "The cat chased the mouse");
        choice->choice.mask = rows[i].mask;
        choice->choice.share_qk = choice->choice.share_kv = rows[i].share;
        check_example(&choice_make(choice)->tensors, IN_TEXT, &rows[i]);
    }
    choice_close(choice);
}

/* The store that a new trainer watches: tags 0 2 1 3, values 3 5 5 1, tag 2 asked. */
static void
kinds_in_a_store(void **state)
{
    static const struct example rows[] = {
        {TENSOR_X, 1, 3, false, false, RECEIPT_SUM, 2, TENSOR_ET, 2, 3},
        {TENSOR_X, 4, 3, false, false, RECEIPT_SUM, 1, TENSOR_ET, 2, 3}, /* the query */
        {TENSOR_Q, 0, 3, false, false, RECEIPT_DOT, 16, TENSOR_X, 4, 0},
        {TENSOR_K, 2, 3, false, false, RECEIPT_DOT, 16, TENSOR_X, 2, 0},
        {TENSOR_S, 0, 2, false, false, RECEIPT_DOT, 8, TENSOR_Q, 0, 0},
        {TENSOR_Z, 0, 2, false, false, RECEIPT_SCALE, 1, TENSOR_S, 0, 2},
        {TENSOR_A, 0, 2, false, false, RECEIPT_SOFTMAX, 4, TENSOR_Z, 0, 0},
        {TENSOR_L, 0, 2, false, false, RECEIPT_DOT, 16, TENSOR_O, 0, 0},
        {TENSOR_PROBABILITY, 0, 2, false, false, RECEIPT_SOFTMAX, 8, TENSOR_L, 0, 0},
        {TENSOR_LOSS, 0, 0, false, false, RECEIPT_LOSS, 8, TENSOR_L, 0, 0},
        {TENSOR_RIGHT, 0, 0, false, false, RECEIPT_RIGHT, 8, TENSOR_L, 0, 0},
        {TENSOR_KV, 2, 3, false, true, RECEIPT_DOT, 16, TENSOR_EV, 2, 0},
        {TENSOR_ZT, 1, 2, false, false, RECEIPT_SCALED_DOT, 8, TENSOR_QT, 1, 0},
        {TENSOR_CT, 1, 2, false, false, RECEIPT_DOT, 8, TENSOR_LT, 1, 0},
        {TENSOR_VAR_ZV, 1, 0, false, false, RECEIPT_DOT, 8, TENSOR_ZV, 1, 0},
        {TENSOR_VAR_LT, 1, 0, false, false, RECEIPT_DOT, 8, TENSOR_CT, 0, 1},
        {TENSOR_KEY_SHARE, 0, 0, false, false, RECEIPT_SHARE, 16, TENSOR_VAR_ZT, 0, 0},
        {TENSOR_VALUE_SHARE, 0, 0, false, false, RECEIPT_SHARE, 16, TENSOR_VAR_LV, 0, 0},
        {TENSOR_WV, 3, 2, false, true, RECEIPT_COPY, 1, TENSOR_WQ, 3, 2},
        {TENSOR_WO, 3, 2, false, true, RECEIPT_PARAMETER, 0, TENSOR_E, 0, 0},
    };
    static const struct lookup_store store = {{0, 2, 1, 3}, {3, 5, 5, 1}, 1};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct lookup_settings settings = lookup_settings_standard();
        settings.share_qk = settings.share_kv = rows[i].share;
        struct lookup_shape shape = lookup_shape_of(&settings);
        struct lookup_family family;
        struct tensors tensors;
        struct err err = {""};
        assert_true(lookup_family_init(&family, &shape, &err));
        assert_true(lookup_tensors_init(&tensors, &shape, &err));
        lookup_tensors_set(&tensors, &family, &store);
        check_example(&tensors, IN_STORE, &rows[i]);
        tensors_free(&tensors);
        lookup_family_free(&family);
    }
}
/* clang-format on */

/* -- many terms --------------------------------------------------------------------------- */

/* What is added up in double is, with hundreds of terms, the number to the rounding of a float. */
static void
long_rows_add_up(void **state)
{
    (void)state;
    static const enum tensor in_double[] = {TENSOR_ENTROPY, TENSOR_ROW_SUM};
    static const int size[AXES] = {
        [AXIS_TOKEN] = 500, [AXIS_WORD] = 100, [AXIS_POSITION] = 500,
        [AXIS_MODEL] = 6,   [AXIS_KEY] = 4,    [AXIS_WIDTH] = 3};
    struct computation c;
    computation_sentence(&c, size, 0, 1);
    tensors_compute(&c.tensors);
    for (int row = 0; row < size[AXIS_TOKEN]; row += 7)
        for (int k = 0; k < 2; k++) {
            struct receipt receipt =
                receipt_at(&c.tensors, IN_TEXT, in_double[k], row, 0);
            if (!receipt.is_override)
                assert_true(fabs(receipt.residual) <= 6e-8 * receipt.magnitude);
            receipt_free(&receipt);
        }
    computation_free(&c);
}

/* -- set by hand ------------------------------------------------------------------------- */

/* Sets a number by hand in every computed tensor in turn: its receipt says what would be there,
 * and that it is not. */
static void
set_by_hand(struct computation *c, const struct number *n)
{
    double was = tensors_at(&c->tensors, n);
    struct override set = {n->tensor, n->row, n->col, 0.375, 0};
    c->tensors.overrides = (struct overrides){&set, 1};
    tensors_compute(&c->tensors);
    struct receipt receipt = receipt_at(&c->tensors, c->in, n->tensor, n->row, n->col);
    assert_true(receipt.is_override);
    assert_true(receipt.value == 0.375);
    assert_near(receipt.total, was, fmax(receipt.magnitude, 1));
    if (receipt.kind != RECEIPT_MASKED)
        assert_true(receipt.residual == 0.375 - receipt.total);
    receipt_free(&receipt);
    c->tensors.overrides.count = 0;
    tensors_compute(&c->tensors);
}

static void
what_was_set_says_what_would_be_there(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < COMPUTATION_SEEDS; seed++)
        for (int in = IN_TEXT; in <= IN_STORE; in++) {
            struct computation c;
            computation_make(&c, (enum in)in, seed);
            c.tensors.overrides.count = 0;
            tensors_compute(&c.tensors);
            for (struct number n = {.in = c.in}; number_find(&c.tensors, &n); n.col++)
                if (!kind_is_parameter(&c.tensors.kinds[n.tensor]))
                    set_by_hand(&c, &n);
            computation_free(&c);
        }
}

/* What the mask hides stays hidden from the weights, whatever is set there. */
static void
the_mask_is_above_what_was_set(void **state)
{
    (void)state;
    struct override set = {TENSOR_Z, 1, 2, 5, 0};
    static const int size[AXES] = {[AXIS_TOKEN] = 4, [AXIS_WORD] = 2, [AXIS_POSITION] = 4,
                                   [AXIS_MODEL] = 5, [AXIS_KEY] = 3,  [AXIS_WIDTH] = 2};
    struct computation c;
    computation_sentence(&c, size, 0, 1);
    c.tensors.masked = true;
    c.tensors.overrides = (struct overrides){&set, 1};
    tensors_compute(&c.tensors);
    assert_true(isinf(set.was) && tensors_number(&c.tensors, TENSOR_Z, 1, 2) == 5);
    assert_true(tensors_number(&c.tensors, TENSOR_A, 1, 2) == 0);
    for (int col = 0; col < 4; col++) {
        struct receipt receipt = receipt_at(&c.tensors, IN_TEXT, TENSOR_A, 1, col);
        assert_true(receipt.terms[2].product == 0 && receipt.terms[3].product == 0);
        assert_near(receipt.total, receipt.value, 1);
        receipt_free(&receipt);
    }
    computation_free(&c);
}

/* Of equal logits the first counts as the largest. */
static void
the_first_of_equals_is_right(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct lookup_shape shape = lookup_shape_of(&settings);
    struct lookup_family family;
    struct tensors tensors;
    struct err err = {""};
    assert_true(lookup_family_init(&family, &shape, &err)); /* all 0, and so are logits */
    assert_true(lookup_tensors_init(&tensors, &shape, &err));
    for (int value = 0; value < settings.values; value++) {
        struct lookup_store store = {{0, 1, 2, 3}, {value, value, value, value}, 0};
        lookup_tensors_set(&tensors, &family, &store);
        struct receipt receipt = receipt_at(&tensors, IN_STORE, TENSOR_RIGHT, 0, 0);
        assert_true(receipt.value == (value == 0 ? 1 : 0));
        assert_true(receipt.total == receipt.value);
        assert_true(receipt_constant(&receipt, "largest") == 0);
        assert_true(receipt_constant(&receipt, "answer") == value);
        receipt_free(&receipt);
    }
    tensors_free(&tensors);
    lookup_family_free(&family);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_in_a_sentence),
        cmocka_unit_test(kinds_in_a_store),
        cmocka_unit_test(long_rows_add_up),
        cmocka_unit_test(what_was_set_says_what_would_be_there),
        cmocka_unit_test(the_mask_is_above_what_was_set),
        cmocka_unit_test(the_first_of_equals_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

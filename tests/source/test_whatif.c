/* What if: the derivative of a weight agrees with its differences; and an edit changes
 * what depends on it, number by number, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/whatif.h"
#include "support/choice.h"
#include "support/lottery.h"

static const enum tensor editable[] = {TENSOR_X, TENSOR_Q,  TENSOR_K, TENSOR_S,
                                       TENSOR_E, TENSOR_WQ, TENSOR_WK};
enum { EDITABLE = sizeof editable / sizeof editable[0] };

/* -- the derivative ------------------------------------------------------------------ */

/* To 1e-3 of the derivative, or of 1e-6 where it is smaller. */
static void
assert_agree(const struct what_if *what_if, const struct explorer *explorer)
{
    double off = fabs(what_if->derivative - what_if->difference);
    if (!(off <= 1e-3 * fmax(fabs(what_if->derivative), 1e-6)))
        fail_msg("%s: d A[%d,%d] / d %s[%d,%d] is %.9g, by differences %.9g",
                 explorer->head->name, what_if->watched.row, what_if->watched.col,
                 sentence_kinds[what_if->edited.tensor].name, what_if->edited.row,
                 what_if->edited.col, what_if->derivative, what_if->difference);
}

static void
derivatives_agree_with_differences(void **state)
{
    (void)state;
    struct lottery lottery = {.seed = 1};
    struct choice *choice = choice_open();
    int telling = 0;
    for (int round = 0; round < 2000; round++) {
        struct what_if what_if;
        lottery_choice(&lottery, choice);
        const struct explorer *explorer = choice_make(choice);
        int n = explorer->sentence.token_count;
        int i = lottery_pick(&lottery, n), j = lottery_pick(&lottery, n);
        enum tensor tensor = editable[lottery_pick(&lottery, EDITABLE)];
        struct number place = lottery_place(&lottery, explorer, tensor);
        if (!explorer_can_edit(explorer, &place, &choice->err))
            continue;
        assert_true(what_if_make(&what_if, explorer, &place, i, j, &choice->err));
        assert_memory_equal(&what_if.edited, &place, sizeof place);
        assert_true(what_if.watched.tensor == TENSOR_A && what_if.watched.row == i &&
                    what_if.watched.col == j);
        assert_agree(&what_if, explorer);
        telling += fabs(what_if.derivative) > 1e-4;
    }
    assert_true(telling > 100);
    choice_close(choice);
}

static void
values_and_hidden_tokens_do_not_move_a_weight(void **state)
{
    static const struct number places[] = {
        {TENSOR_V, 1, 1}, {TENSOR_WV, 1, 1}, {TENSOR_X, 4, 1}, {TENSOR_K, 4, 0}};
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    choice->choice.mask = true;
    const struct explorer *explorer = choice_make(choice);
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
        for (int j = 0; j < 5; j++) {
            struct what_if what_if;
            assert_true(what_if_make(&what_if, explorer, &places[k], 2, j, &choice->err));
            assert_true(what_if.derivative == 0 && what_if.difference == 0);
        }
    choice_close(choice);
}

/* Worked by hand: A = softmax(S / sqrt(5)), so dA[2,1]/dS[2,1] = A (1 - A) / sqrt(5). */
static void
an_example_by_hand(void **state)
{
    struct what_if what_if;
    struct number place = {TENSOR_S, 2, 1};
    (void)state;
    struct choice *choice = choice_open();
    choice_start(choice, "verb-noun", "The cat chased the mouse");
    const struct explorer *explorer = choice_make(choice);
    double A = choice_at(explorer, TENSOR_A, 2, 1);
    assert_true(what_if_make(&what_if, explorer, &place, 2, 1, &choice->err));
    assert_true(fabs(what_if.derivative - A * (1 - A) / sqrt(5)) < 1e-7);
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
        if (!term->factors[f].is_constant &&
            *mark_of(dependents, tensors, &term->factors[f].place))
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
    assert_true(receipt_make(&receipt, tensors, place, &err));
    bool fixed = receipt.is_override || receipt.kind == RECEIPT_MASKED;
    if (receipt.kind == RECEIPT_SOFTMAX && tensors->masked && place->col > place->row)
        fixed = true; /* 0, whatever the others are */
    for (int k = 0; k < receipt.term_count && !fixed; k++)
        *depends = *depends || term_depends(dependents, tensors, &receipt.terms[k]);
    if (memcmp(place, edited, sizeof *place) == 0)
        *depends = true;
    receipt_free(&receipt);
}

/* The tensors stand in the table in the order in which they are made. */
static void
find_dependents(struct dependents *dependents, const struct tensors *tensors,
                const struct number *edited)
{
    for (int id = 0; id < TENSORS; id++) {
        int rows = tensors_rows(tensors, (enum tensor)id);
        int cols = tensors_cols(tensors, (enum tensor)id);
        dependents->depends[id] = calloc((size_t)rows * (size_t)cols, sizeof(bool));
        assert_non_null(dependents->depends[id]);
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < cols; col++) {
                struct number place = {(enum tensor)id, row, col};
                mark(dependents, tensors, &place, edited);
            }
    }
}

/* Every number that does not depend on the edit has the bits that it had. */
static void
assert_only_dependents_differ(const struct explorer *before, const struct explorer *after,
                              const struct number *edited)
{
    struct dependents dependents;
    const struct tensors *tensors = &before->tensors;
    find_dependents(&dependents, tensors, edited);
    for (int id = 0; id < TENSORS; id++) {
        int rows = tensors_rows(tensors, (enum tensor)id);
        int cols = tensors_cols(tensors, (enum tensor)id);
        for (int k = 0; k < rows * cols; k++) {
            bool same = memcmp(&tensors->tensor[id][k], &after->tensors.tensor[id][k],
                               sizeof(real)) == 0;
            if (!same && !dependents.depends[id][k])
                fail_msg("%s: %s[%d,%d] changed %s[%d,%d]", before->head->name,
                         sentence_kinds[edited->tensor].name, edited->row, edited->col,
                         sentence_kinds[id].name, k / cols, k % cols);
        }
        free(dependents.depends[id]);
    }
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
        assert_true(after->was[count] == tensors_at(&before->tensors, &edit->place));
        assert_only_dependents_differ(before, after, &edit->place);
        explorer_free(before);
    }
    choice_close(choice);
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
        (struct edit){{TENSOR_X, 1, feature_find("cos26")}, 1};
    const struct explorer *after = choice_make(choice);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 4; k++) {
            enum tensor id = row_wise[k];
            size_t cols = (size_t)tensors_cols(&before->tensors, id),
                   at = (size_t)i * cols;
            bool same = memcmp(before->tensors.tensor[id] + at,
                               after->tensors.tensor[id] + at, cols * sizeof(real)) == 0;
            assert_int_equal(same, i != 1 || id == TENSOR_V);
        }
        bool same =
            memcmp(before->tensors.tensor[TENSOR_A] + i * 5,
                   after->tensors.tensor[TENSOR_A] + i * 5, 5 * sizeof(real)) == 0;
        assert_int_equal(same, i < 1);
    }
    explorer_free(before);
    choice_close(choice);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_agree_with_differences),
        cmocka_unit_test(values_and_hidden_tokens_do_not_move_a_weight),
        cmocka_unit_test(an_example_by_hand),
        cmocka_unit_test(an_edit_changes_only_what_depends_on_it),
        cmocka_unit_test(an_edit_of_a_token_changes_its_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

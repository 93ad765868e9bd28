/* A sentence under a head: the embeddings, the choices and what they do to the tensors. What
 * every head is for stands in test_explorer_heads.c. */
#include "source/explorer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/choice.h"
#include "support/rows.h"

static const char cat_text[] = "The cat chased the mouse";

static int
set_up(void **state)
{
    *state = choice_open();
    return 0;
}

static int
tear_down(void **state)
{
    choice_close(*state);
    return 0;
}

/* Makes the explorer of the choice; the caller frees it with explorer_free. */
static struct explorer *
take(struct choice *choice)
{
    choice_make(choice);
    struct explorer *explorer = choice->explorer;
    choice->explorer = NULL;
    return explorer;
}

/* -- E, P, X -------------------------------------------------------------------------- */

static void
rows_of_e_are_meaning_one_and_name(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "verb-noun", "The cat saw the CAT blorping, 2");
    const struct explorer *explorer = choice_make(choice);
    const struct sentence *sentence = &explorer->sentence;
    assert_int_equal(tensors_rows(&explorer->tensors, TENSOR_E), 6);
    assert_int_equal(tensors_cols(&explorer->tensors, TENSOR_E), FEATURE_COUNT);
    for (int w = 0; w < sentence->word_count; w++) {
        float name[NAME_COUNT];
        feature_name_row(name, sentence->words[w].text);
        for (int m = 0; m < FEATURE_COUNT; m++) {
            double expected = 0;
            if (m < MEANING_COUNT)
                expected = sentence->words[w].meaning >> m & 1;
            else if (m == FEATURE_ONE)
                expected = 1;
            else if (m < FEATURE_POSITION)
                expected = (double)name[m - FEATURE_NAME];
            assert_true(choice_at(explorer, TENSOR_E, w, m) == expected);
        }
    }
    assert_true(choice_at(explorer, TENSOR_E, 1, feature_find("animate")) == 1);
    assert_true(choice_at(explorer, TENSOR_E, 3, FEATURE_VERB) == 1);
    assert_true(choice_at(explorer, TENSOR_E, 5, FEATURE_OTHER) == 1);
}

static void
rows_of_p_are_positions(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "average", "a b c d e f g h i j k l");
    const struct explorer *explorer = choice_make(choice);
    for (int i = 0; i < 12; i++) {
        float row[2 * PERIOD_COUNT];
        feature_position_row(row, i);
        for (int m = 0; m < FEATURE_COUNT; m++)
            assert_true(choice_at(explorer, TENSOR_P, i, m) ==
                        (m < FEATURE_POSITION ? 0.0 : (double)row[m - FEATURE_POSITION]));
    }
}

static void
x_is_e_plus_p(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "verb-noun", cat_text);
    const struct explorer *explorer = choice_make(choice);
    static const int words[] = {0, 1, 2, 0, 3};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(explorer->tensors.map[MAP_WORD][i], words[i]);
        for (int m = 0; m < FEATURE_COUNT; m++)
            assert_true(choice_at(explorer, TENSOR_X, i, m) ==
                        choice_at(explorer, TENSOR_E, words[i], m) +
                            choice_at(explorer, TENSOR_P, i, m));
    }
}

/* Two nouns are not the same row: they mean the same here and have names of their own. */
static void
names_tell_words_of_one_meaning_apart(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "verb-noun", cat_text);
    const struct explorer *explorer = choice_make(choice);
    double square = 0, other = 0, dot = 0;
    for (int m = 0; m < MEANING_COUNT; m++)
        assert_true(choice_at(explorer, TENSOR_E, 1, m) ==
                    choice_at(explorer, TENSOR_E, 3, m));
    for (int m = FEATURE_NAME; m < FEATURE_POSITION; m++) {
        double cat = choice_at(explorer, TENSOR_E, 1, m);
        double mouse = choice_at(explorer, TENSOR_E, 3, m);
        square += cat * cat;
        other += mouse * mouse;
        dot += cat * mouse;
    }
    assert_true(fabs(square - 1) < 1e-6 && fabs(other - 1) < 1e-6);
    assert_true(dot < 0.9);
}

/* -- mask ----------------------------------------------------------------------------- */

static void
the_mask_hides_later_keys(void **state)
{
    struct choice *choice = *state;
    for (int h = 0; h < choice->library.head_count; h++) {
        choice_start(choice, choice->library.heads[h].name, cat_text);
        struct explorer *open = take(choice);
        choice->choice.mask = true;
        const struct explorer *masked = choice_make(choice);
        assert_true(masked->tensors.masked && !open->tensors.masked);
        assert_true(choice_same(open, masked, TENSOR_S));
        assert_true(choice_at(masked, TENSOR_A, 0, 0) == 1);
        for (int i = 0; i < 5; i++) {
            double seen = 0, sum = 0;
            for (int j = 0; j <= i; j++)
                seen += choice_at(open, TENSOR_A, i, j);
            for (int j = 0; j < 5; j++) {
                double a = choice_at(masked, TENSOR_A, i, j);
                double z = choice_at(masked, TENSOR_Z, i, j);
                sum += a;
                if (j > i)
                    assert_true(a == 0 && isinf(z) && z < 0);
                else {
                    assert_true(z == choice_at(open, TENSOR_Z, i, j));
                    /* what was hidden is shared out in proportion */
                    if (seen > 1e-3)
                        assert_true(fabs(a - choice_at(open, TENSOR_A, i, j) / seen) <
                                    1e-4);
                }
            }
            assert_true(fabs(sum - 1) < 1e-5);
        }
        explorer_free(open);
    }
}

/* -- sharing -------------------------------------------------------------------------- */

static void
sharing_qk_makes_s_symmetric_and_a_not(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "verb-noun", cat_text);
    choice->choice.share_qk = true;
    const struct explorer *explorer = choice_make(choice);
    const struct tensors *tensors = &explorer->tensors;
    size_t size = (size_t)(FEATURE_COUNT * tensors->size[AXIS_KEY]) * sizeof(real);
    assert_memory_equal(tensors_row(tensors, TENSOR_WK, 0),
                        tensors_row(tensors, TENSOR_WQ, 0), size);
    size = (size_t)(5 * tensors->size[AXIS_KEY]) * sizeof(real);
    assert_memory_equal(tensors_row(tensors, TENSOR_K, 0),
                        tensors_row(tensors, TENSOR_Q, 0), size);
    double asymmetry = 0;
    for (int i = 0; i < 5; i++) {
        double square = 0;
        for (int c = 0; c < tensors->size[AXIS_KEY]; c++)
            square += pow(choice_at(explorer, TENSOR_Q, i, c), 2);
        assert_true(fabs(choice_at(explorer, TENSOR_S, i, i) - square) < 1e-5 * square);
        for (int j = 0; j < 5; j++) {
            assert_true(choice_at(explorer, TENSOR_S, i, j) ==
                        choice_at(explorer, TENSOR_S, j, i));
            asymmetry += fabs(choice_at(explorer, TENSOR_A, i, j) -
                              choice_at(explorer, TENSOR_A, j, i));
        }
    }
    assert_true(asymmetry > 0.1);
}

static void
sharing_kv_makes_v_equal_k(void **state)
{
    struct choice *choice = *state;
    char label[LABEL_BYTES];
    choice_start(choice, "verb-noun", cat_text);
    struct explorer *apart = take(choice);
    choice->choice.share_kv = true;
    const struct explorer *explorer = choice_make(choice);
    const struct tensors *tensors = &explorer->tensors;
    assert_int_equal(tensors->size[AXIS_WIDTH], 5);
    assert_memory_equal(tensors_row(tensors, TENSOR_WV, 0),
                        tensors_row(tensors, TENSOR_WK, 0),
                        FEATURE_COUNT * 5 * sizeof(real));
    assert_memory_equal(tensors_row(tensors, TENSOR_V, 0),
                        tensors_row(tensors, TENSOR_K, 0), 5 * 5 * sizeof(real));
    assert_true(choice_same(apart, explorer, TENSOR_A));
    explorer_label(apart, AXIS_WIDTH, 1, label, sizeof label);
    assert_string_equal(label, "noun");
    explorer_label(explorer, AXIS_WIDTH, 1, label, sizeof label);
    assert_string_equal(label, "1");
    explorer_free(apart);
}

static void
sharing_both_makes_all_three_equal(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "pronoun-antecedent", cat_text);
    choice->choice.share_qk = choice->choice.share_kv = true;
    const struct tensors *tensors = &choice_make(choice)->tensors;
    assert_memory_equal(tensors_row(tensors, TENSOR_WV, 0),
                        tensors_row(tensors, TENSOR_WQ, 0),
                        FEATURE_COUNT * 8 * sizeof(real));
    assert_memory_equal(tensors_row(tensors, TENSOR_V, 0),
                        tensors_row(tensors, TENSOR_Q, 0), 5 * 8 * sizeof(real));
}

/* -- sizes ---------------------------------------------------------------------------- */

static void
a_larger_d_k_keeps_s_and_shrinks_z(void **state)
{
    struct choice *choice = *state;
    static const int sizes[] = {6, 20, 80, HEAD_WIDTH_MAX};
    choice_start(choice, "verb-noun", cat_text);
    struct explorer *own = take(choice);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        choice->choice.d_k = sizes[k];
        const struct explorer *wide = choice_make(choice);
        double shrink = sqrt(5.0 / sizes[k]);
        assert_int_equal(wide->tensors.size[AXIS_KEY], sizes[k]);
        assert_true(choice_same(own, wide, TENSOR_S));
        assert_true(choice_same(own, wide, TENSOR_V));
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                double before = choice_at(own, TENSOR_Z, i, j);
                double after = choice_at(wide, TENSOR_Z, i, j);
                assert_true(fabs(after - before * shrink) <= 1e-5 * fabs(before));
                assert_true(fabs(after) < fabs(before));
            }
            for (int c = 0; c < sizes[k]; c++)
                assert_true(choice_at(wide, TENSOR_Q, i, c) ==
                            (c < 5 ? choice_at(own, TENSOR_Q, i, c) : 0));
        }
    }
    explorer_free(own);
}

static void
a_smaller_d_k_is_refused_with_the_line(void **state)
{
    struct choice *choice = *state;
    static const struct {
        const char *head;
        int d_k;
        const char *expected; /* NULL: it is accepted */
    } rows[] = {
        {"verb-noun", 5, NULL},
        {"verb-noun", 4, "line 7 of verb-noun.head sets column 4; 5 or more would do"},
        {"verb-noun", 1, "d_k 1 is too small for verb-noun: line 7 of verb-noun.head"},
        {"one-before", 7, "line 5 of one-before.head sets column 7; 8 or more would do"},
        {"same-word", 11, "line 5 of same-word.head sets column 11"},
        {"first-token", 3, "line 5 of first-token.head sets column 3"},
        {"average", 1, NULL},
        {"random", 1, NULL},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        choice_start(choice, rows[i].head, cat_text);
        choice->choice.d_k = rows[i].d_k;
        bool done = choice_try(choice);
        wrong += row_wrong(rows[i].expected == NULL
                               ? done
                               : !done && strstr(choice->err.text, rows[i].expected),
                           "%s, d_k %d: %s", rows[i].head, rows[i].d_k, choice->err.text);
    }
    choice_start(choice, "verb-noun", cat_text);
    choice->choice.d_v = 3;
    wrong +=
        row_wrong(!choice_try(choice) &&
                      strstr(choice->err.text, "d_v follows the value line of verb-"),
                  "d_v: %s", choice->err.text);
    assert_int_equal(wrong, 0);
}

/* -- texts and labels ----------------------------------------------------------------- */

static void
texts_have_a_limit(void **state)
{
    struct choice *choice = *state;
    char *text = malloc(SENTENCE_BYTES + 1);
    assert_non_null(text);
    memset(text, ' ', SENTENCE_BYTES);
    text[SENTENCE_BYTES] = '\0';
    strcpy(choice->choice.text, "kept");
    assert_false(choice_set_text(&choice->choice, text, &choice->err));
    assert_non_null(strstr(choice->err.text, "sentence: it has "));
    assert_string_equal(choice->choice.text, "kept");
    text[SENTENCE_BYTES - 1] = '\0';
    assert_true(choice_set_text(&choice->choice, text, &choice->err));
    assert_false(choice_try(choice)); /* it is blank */
    assert_non_null(strstr(choice->err.text, "there is no word in it"));
    free(text);
}

static void
rows_and_columns_have_labels(void **state)
{
    struct choice *choice = *state;
    static const struct {
        enum axis axis;
        int index;
        const char *label;
    } rows[] = {
        {AXIS_TOKEN, 0, "The"},  {AXIS_TOKEN, 3, "cat#2"},   {AXIS_TOKEN, 4, "Cat"},
        {AXIS_WORD, 0, "the"},   {AXIS_WORD, 1, "cat"},      {AXIS_POSITION, 3, "3"},
        {AXIS_MODEL, 0, "det"},  {AXIS_MODEL, 35, "cos70"},  {AXIS_KEY, 1, "1"},
        {AXIS_WIDTH, 1, "noun"}, {AXIS_WIDTH, 14, "plural"},
    };
    choice_start(choice, "verb-noun", "The cat saw cat Cat");
    const struct explorer *explorer = choice_make(choice);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char label[LABEL_BYTES];
        explorer_label(explorer, rows[i].axis, rows[i].index, label, sizeof label);
        assert_string_equal(label, rows[i].label);
    }
}

static void
the_question_starts_at_the_first_verb(void **state)
{
    struct choice *choice = *state;
    static const struct {
        const char *text;
        int query;
    } rows[] = {{"The cat chased the mouse", 2},
                {"Runs the cat", 0},
                {"hello , world", 0},
                {"the cat , grimed and saw", 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        choice_start(choice, "verb-noun", rows[i].text);
        assert_int_equal(explorer_first_query(choice_make(choice)), rows[i].query);
    }
}

static void
argmax_is_the_first_of_the_largest(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "verb-noun", cat_text);
    assert_int_equal(explorer_argmax(choice_make(choice), 2), 1);
    choice_start(choice, "average", cat_text);
    assert_int_equal(explorer_argmax(choice_make(choice), 4), 0);
    choice_start(choice, "one-after", cat_text);
    assert_int_equal(explorer_argmax(choice_make(choice), 0), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_of_e_are_meaning_one_and_name),
        TEST(rows_of_p_are_positions),
        TEST(x_is_e_plus_p),
        TEST(names_tell_words_of_one_meaning_apart),
        TEST(the_mask_hides_later_keys),
        TEST(sharing_qk_makes_s_symmetric_and_a_not),
        TEST(sharing_kv_makes_v_equal_k),
        TEST(sharing_both_makes_all_three_equal),
        TEST(a_larger_d_k_keeps_s_and_shrinks_z),
        TEST(a_smaller_d_k_is_refused_with_the_line),
        TEST(texts_have_a_limit),
        TEST(rows_and_columns_have_labels),
        TEST(the_question_starts_at_the_first_verb),
        TEST(argmax_is_the_first_of_the_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What each head of the library is for, in numbers; and that a choice always gives numbers. */
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
#include "support/computation.h"
#include "support/rows.h"

enum { PLACES = 32 };

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

/* -- looking at a kind of word ---------------------------------------------------------- */

static const char cat_text[] = "The cat chased the mouse";
static const char black_text[] = "The black cat quickly chased the mouse";

static const struct {
    const char *head, *text, *query, *key;
    double least, most;
} seen[] = {
    {"verb-noun", cat_text, "chased", "cat", 0.935, 0.945},
    {"verb-noun", black_text, "chased", "cat", 0.945, 0.955},
    {"verb-object", cat_text, "chased", "mouse", 0.925, 0.935},
    {"verb-object", cat_text, "mouse", "chased", 0.025, 0.035},
    {"determiner-noun", cat_text, "The", "cat", 0.955, 0.965},
    {"determiner-noun", cat_text, "the", "mouse", 0.95, 1},
    {"pronoun-antecedent", "Mary met Tom because she liked music", "she", "Mary", 0.99,
     1},
    {"pronoun-antecedent", "Mary met Tom because he liked music", "he", "Tom", 0.99, 1},
    {"pronoun-antecedent", "Tom kicked the ball and it rolled away", "it", "ball", 0.99,
     1},
    {"pronoun-antecedent", "The dogs saw Mary and they barked", "they", "dogs", 0.99, 1},
    {"same-word", cat_text, "cat", "cat", 0.995, 1},
    {"same-word", cat_text, "mouse", "mouse", 0.995, 1},
    {"same-word", cat_text, "The", "The", 0.495, 0.505},
    {"same-word", cat_text, "The", "the", 0.495, 0.505},
    {"same-word", cat_text, "the", "The", 0.495, 0.505},
};

static void
heads_look_where_they_should(void **state)
{
    struct choice *choice = *state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof seen / sizeof seen[0]; k++) {
        choice_start(choice, seen[k].head, seen[k].text);
        const struct explorer *explorer = choice_make(choice);
        int i = sentence_find(&explorer->sentence, seen[k].query, 1);
        int j = sentence_find(&explorer->sentence, seen[k].key, 1);
        double a = choice_at(explorer, TENSOR_A, i, j);
        wrong += row_wrong(a >= seen[k].least && a <= seen[k].most,
                           "%s: A[%s,%s] is %.9g, not from %g to %g", seen[k].head,
                           seen[k].query, seen[k].key, a, seen[k].least, seen[k].most);
    }
    assert_int_equal(wrong, 0);
}

/* -- looking at a place ----------------------------------------------------------------- */

/* `count` words: all different, or all the same. */
static void
some_words(char *text, size_t size, int count, bool same)
{
    size_t used = 0;
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, "w%d ", same ? 0 : i);
}

/* Whether what a head reads is the place alone shows in sentences of any words. */
static void
heads_of_places_work_to_32_tokens(void **state)
{
    struct choice *choice = *state;
    static const struct {
        const char *head;
        int shift; /* from the query to the key; PLACES: the key is token 0 */
        double least;
    } rows[] = {
        {"one-before", -1, 0.98}, {"one-after", 1, 0.98}, {"first-token", PLACES, 0.999}};
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int n = 2; n <= PLACES; n++) {
            char text[8 * PLACES];
            some_words(text, sizeof text, n, n % 2);
            choice_start(choice, rows[k].head, text);
            const struct explorer *explorer = choice_make(choice);
            for (int i = 0; i < n; i++) {
                int j = rows[k].shift == PLACES ? 0 : i + rows[k].shift;
                if (j < 0 || j >= n)
                    continue;
                double a = choice_at(explorer, TENSOR_A, i, j);
                wrong += row_wrong(a >= rows[k].least, "%s, %d tokens: A[%d,%d] is %.9g",
                                   rows[k].head, n, i, j, a);
            }
        }
    assert_int_equal(wrong, 0);
}

/* It reads no meaning, no name, and not even that there is a word. */
static void
one_before_reads_places_only(void **state)
{
    struct choice *choice = *state;
    choice_start(choice, "one-before", cat_text);
    const struct explorer *explorer = choice_make(choice);
    double places = 0;
    for (int m = 0; m < FEATURE_COUNT; m++)
        for (int c = 0; c < explorer->tensors.size[AXIS_KEY]; c++) {
            double q = choice_at(explorer, TENSOR_WQ, m, c);
            double k = choice_at(explorer, TENSOR_WK, m, c);
            if (m < FEATURE_POSITION)
                assert_true(q == 0 && k == 0);
            else
                places += fabs(q) + fabs(k);
        }
    assert_true(places > 0);
}

static void
average_is_uniform(void **state)
{
    struct choice *choice = *state;
    static const int sizes[] = {1, 2, 5, 17, TOKENS_MAX};
    char text[8 * TOKENS_MAX];
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        int n = sizes[s];
        some_words(text, sizeof text, n, false);
        choice_start(choice, "average", text);
        const struct explorer *explorer = choice_make(choice);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                assert_true(fabs(choice_at(explorer, TENSOR_A, i, j) - 1.0 / n) < 1e-6);
    }
}

/* -- the random head -------------------------------------------------------------------- */

static const enum tensor drawn[] = {TENSOR_WQ, TENSOR_WK, TENSOR_WV};

/* Makes the explorer of the random head with these sizes; the caller frees it. */
static struct explorer *
take_random(struct choice *choice, int d_k, int d_v, int seed)
{
    choice_start(choice, "random", cat_text);
    choice->choice.d_k = d_k;
    choice->choice.d_v = d_v;
    choice->choice.seed = seed;
    choice_make(choice);
    struct explorer *explorer = choice->explorer;
    choice->explorer = NULL;
    return explorer;
}

static void
a_wider_random_head_begins_with_the_narrower(void **state)
{
    struct choice *choice = *state;
    static const int widths[] = {1, 3, 8, 64, HEAD_WIDTH_MAX};
    struct explorer *widest = take_random(choice, HEAD_WIDTH_MAX, HEAD_WIDTH_MAX, 7);
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        struct explorer *narrow = take_random(choice, widths[w], widths[w], 7);
        for (int t = 0; t < 3; t++) {
            assert_int_equal(tensors_cols(&narrow->tensors, drawn[t]), widths[w]);
            for (int m = 0; m < FEATURE_COUNT; m++)
                for (int c = 0; c < widths[w]; c++)
                    assert_true(choice_at(narrow, drawn[t], m, c) ==
                                choice_at(widest, drawn[t], m, c));
        }
        explorer_free(narrow);
    }
    explorer_free(widest);
}

/* N(0, 1/d_model): 9216 draws, so the mean is within .01 / 6 and the square within a few
 * parts in a hundred. */
static void
random_weights_have_the_stated_spread(void **state)
{
    struct choice *choice = *state;
    enum { COUNT = FEATURE_COUNT * HEAD_WIDTH_MAX };
    struct explorer *explorer = take_random(choice, HEAD_WIDTH_MAX, HEAD_WIDTH_MAX, 1);
    for (int t = 0; t < 3; t++) {
        double sum = 0, square = 0;
        for (int k = 0; k < COUNT; k++) {
            double w = (double)explorer->tensors.data[drawn[t]][k];
            sum += w;
            square += w * w;
        }
        assert_true(fabs(sum / COUNT) < 0.01);
        assert_true(fabs(FEATURE_COUNT * square / COUNT - 1) < 0.06);
    }
    assert_memory_not_equal(explorer->tensors.data[TENSOR_WQ],
                            explorer->tensors.data[TENSOR_WK], COUNT * sizeof(real));
    explorer_free(explorer);
}

static void
a_seed_always_gives_the_same_head(void **state)
{
    struct choice *choice = *state;
    struct explorer *first = take_random(choice, 8, 8, 1);
    struct explorer *again = take_random(choice, 8, 8, 1);
    struct explorer *other = take_random(choice, 8, 8, 2);
    assert_true(choice_same_all(first, again));
    for (int t = 0; t < 3; t++)
        assert_false(choice_same(first, other, drawn[t]));
    explorer_free(first);
    explorer_free(again);
    explorer_free(other);
}

/* Raw scores grow with d_k, as sums of more products do; 1/sqrt(d_k) takes that back. */
static void
the_scale_keeps_a_wide_random_head_open(void **state)
{
    struct choice *choice = *state;
    struct explorer *narrow = take_random(choice, 4, 8, 1);
    struct explorer *wide = take_random(choice, HEAD_WIDTH_MAX, 8, 1);
    double narrow_square = 0, wide_square = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            double a = choice_at(wide, TENSOR_A, i, j);
            assert_true(a > 0.1 && a < 0.4);
            narrow_square += pow(choice_at(narrow, TENSOR_S, i, j), 2);
            wide_square += pow(choice_at(wide, TENSOR_S, i, j), 2);
        }
    assert_true(wide_square > 16 * narrow_square);
    explorer_free(narrow);
    explorer_free(wide);
}

/* -- all heads -------------------------------------------------------------------------- */

/* Whether all numbers are numbers, and every row of weights adds up to 1. */
static int
tensors_wrong(const struct explorer *explorer, const char *name)
{
    const struct tensors *tensors = &explorer->tensors;
    int wrong = 0, n = tensors->size[AXIS_TOKEN];
    for (struct number at = {0}; wrong == 0 && number_find(tensors, &at); at.col++)
        if (!(at.tensor == TENSOR_Z && tensors->masked && at.col > at.row))
            wrong += row_wrong(isfinite(tensors_at(tensors, &at)) != 0,
                               "%s: %s[%d,%d] is no number", name,
                               sentence_kinds[at.tensor].name, at.row, at.col);
    for (int i = 0; i < n && wrong == 0; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += choice_at(explorer, TENSOR_A, i, j);
        wrong +=
            row_wrong(fabs(sum - 1) < 1e-5, "%s: row %d adds up to %.9g", name, i, sum);
    }
    return wrong;
}

static void
every_head_gives_numbers_on_every_sentence(void **state)
{
    struct choice *choice = *state;
    char many[8 * TOKENS_MAX];
    some_words(many, sizeof many, TOKENS_MAX, false);
    const char *const texts[] = {"one",          ",", "The The the", "\" ' \\ 2 i C#",
                                 "größe 🐈 мышь", many};
    int wrong = 0;
    for (int h = 0; h < choice->library.head_count; h++)
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
            const char *name = choice->library.heads[h].name;
            choice_start(choice, name, texts[t]);
            choice->choice.mask = t % 2 == 1;
            wrong += tensors_wrong(choice_make(choice), name);
        }
    assert_int_equal(wrong, 0);
}

/* Every variant of the kernels gives the same bits. */
static void
kernels_agree_to_the_bit(void **state)
{
    struct choice *choice = *state;
    for (int h = 0; h < choice->library.head_count; h++) {
        choice_start(choice, choice->library.heads[h].name,
                     "Mary met Tom because she liked it");
        const struct explorer *best = choice_make(choice);
        for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
            struct explorer *other =
                explorer_make(&choice->choice, &choice->library, *at, &choice->err);
            assert_non_null(other);
            assert_true(choice_same_all(best, other));
            explorer_free(other);
        }
    }
}

/* A head whose scores are too large for a float is refused, by its file or by its tensors; it
 * never shows what is no number. */
static void
no_head_gives_what_is_no_number(void **state)
{
    struct choice *choice = *state;
    static const char *const lines[] = {
        "query one -> 0 : 1e30\nkey one -> 0 : 1e30",
        "query one -> 0 : 1e38\nkey one -> 0 : 9",
        "query meaning name -> 0 : 3e38\nkey one -> 0",
        "query one -> 0 : 1e39\nkey one -> 0",
        "query position shift 1e15 periods 4 -> 0..1\nkey position periods 4 -> 0..1",
    };
    int wrong = 0;
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        char text[400];
        struct head own;
        snprintf(text, sizeof text, "title t\nabout a\nd_k 2\n%s\nvalue meaning\n",
                 lines[k]);
        if (!head_parse(&own, "own", "own.head", text, strlen(text), &choice->err))
            continue;
        choice_start(choice, "average", cat_text);
        struct head *place = &choice->library.heads[choice->choice.head];
        struct head kept = *place;
        *place = own;
        if (choice_try(choice))
            wrong += tensors_wrong(choice->explorer, lines[k]);
        *place = kept;
        head_free(&own);
    }
    assert_int_equal(wrong, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(heads_look_where_they_should),
        TEST(heads_of_places_work_to_32_tokens),
        TEST(one_before_reads_places_only),
        TEST(average_is_uniform),
        TEST(a_wider_random_head_begins_with_the_narrower),
        TEST(random_weights_have_the_stated_spread),
        TEST(a_seed_always_gives_the_same_head),
        TEST(the_scale_keeps_a_wide_random_head_open),
        TEST(every_head_gives_numbers_on_every_sentence),
        TEST(kernels_agree_to_the_bit),
        TEST(no_head_gives_what_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

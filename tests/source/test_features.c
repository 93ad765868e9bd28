/* The columns of X: their names, the name rows and the position rows. */
#include "source/features.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "support/rows.h"

static const double TAU = 6.283185307179586;

static bool
is_close(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

/* -- names ---------------------------------------------------------------------------- */

/* The order is part of every saved file and every drawing, so it is written out again here. */
static void
columns_have_their_names_in_order(void **state)
{
    (void)state;
    static const char names[] = "det noun verb adj adv pron prep conj other animate "
                                "person thing male female plural "
                                "one id0 id1 id2 id3 id4 id5 id6 id7 id8 id9 id10 id11 "
                                "sin4 cos4 sin10 cos10 sin26 cos26 sin70 cos70 ";
    char joined[sizeof names + 64];
    size_t used = 0;
    for (int m = 0; m < FEATURE_COUNT; m++)
        used += (size_t)snprintf(joined + used, sizeof joined - used, "%s ",
                                 feature_names[m]);
    assert_string_equal(joined, names);
    assert_string_equal(feature_names[FEATURE_NOUN], "noun");
    assert_string_equal(feature_names[FEATURE_VERB], "verb");
    assert_string_equal(feature_names[FEATURE_ADJ], "adj");
    assert_string_equal(feature_names[FEATURE_ADV], "adv");
    assert_string_equal(feature_names[FEATURE_OTHER], "other");
    assert_int_equal(FEATURE_OTHER, CLASS_COUNT - 1);
    assert_string_equal(feature_names[FEATURE_PLURAL], "plural");
    assert_int_equal(FEATURE_PLURAL, MEANING_COUNT - 1);
    assert_string_equal(feature_names[FEATURE_ONE], "one");
    assert_string_equal(feature_names[FEATURE_NAME], "id0");
    assert_string_equal(feature_names[FEATURE_POSITION], "sin4");
    assert_int_equal(FEATURE_NAME + NAME_COUNT, FEATURE_POSITION);
    assert_int_equal(FEATURE_POSITION + 2 * PERIOD_COUNT, FEATURE_COUNT);
}

static void
a_name_finds_its_column(void **state)
{
    (void)state;
    static const char *const unknown[] = {"",     "Noun", "noun ", "id12",   "sin",
                                          "id01", "0",    "cos5",  "meaning"};
    for (int m = 0; m < FEATURE_COUNT; m++) {
        assert_int_equal(feature_find(feature_names[m]), m);
        /* an address tells a name from a number by its first letter */
        assert_true(isalpha((unsigned char)feature_names[m][0]));
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_int_equal(feature_find(unknown[i]), -1);
}

static void
meaning_sets_have_a_bit_for_each_column(void **state)
{
    (void)state;
    assert_int_equal(MEANING(0), 1);
    assert_int_equal(MEANING(FEATURE_VERB), 4);
    assert_int_equal(MEANING(FEATURE_PLURAL), 1 << 14);
}

/* -- name rows ------------------------------------------------------------------------ */

static const char *const words[] = {
    "cat", "mouse", "the",   "a", "i",     "tac", "cats", "2",
    ",",   "\"",    "can't", "ä", "größe", "am",  "ma",   "aa",
};
enum { WORD_ROWS = sizeof words / sizeof words[0] };

static double
dot(const float a[NAME_COUNT], const float b[NAME_COUNT])
{
    double sum = 0;
    for (int c = 0; c < NAME_COUNT; c++)
        sum += (double)a[c] * (double)b[c];
    return sum;
}

static void
name_rows_are_unit_vectors_that_differ(void **state)
{
    (void)state;
    float rows[WORD_ROWS][NAME_COUNT], again[NAME_COUNT];
    int wrong = 0;
    for (int w = 0; w < WORD_ROWS; w++) {
        feature_name_row(rows[w], words[w]);
        feature_name_row(again, words[w]);
        wrong += row_wrong(is_close(sqrt(dot(rows[w], rows[w])), 1, 1e-6), "|%s| is %.9g",
                           words[w], sqrt(dot(rows[w], rows[w])));
        assert_memory_equal(rows[w], again, sizeof again);
        for (int v = 0; v < w; v++)
            wrong += row_wrong(dot(rows[v], rows[w]) < 0.95, "%s and %s look alike",
                               words[v], words[w]);
    }
    assert_int_equal(wrong, 0);
}

/* Normal numbers of the word's seed, divided by their length. */
static void
name_rows_come_from_the_hash_of_the_word(void **state)
{
    (void)state;
    for (int w = 0; w < WORD_ROWS; w++) {
        float row[NAME_COUNT];
        double square = 0;
        uint64_t seed = random_seed_of(words[w]);
        feature_name_row(row, words[w]);
        for (uint64_t c = 0; c < NAME_COUNT; c++)
            square += pow(random_normal(seed, 0, c), 2);
        for (uint64_t c = 0; c < NAME_COUNT; c++)
            assert_true(
                is_close((double)row[c], random_normal(seed, 0, c) / sqrt(square), 1e-6));
    }
}

/* -- position rows -------------------------------------------------------------------- */

static void
position_rows_are_sines_and_cosines(void **state)
{
    (void)state;
    static const int periods[PERIOD_COUNT] = {4, 10, 26, 70};
    int wrong = 0;
    for (int p = 0; p < PERIOD_COUNT; p++)
        assert_int_equal(feature_periods[p], periods[p]);
    for (int i = 0; i < 600; i++) {
        float row[2 * PERIOD_COUNT];
        feature_position_row(row, i);
        for (int p = 0; p < PERIOD_COUNT; p++) {
            double angle = TAU * i / periods[p];
            wrong += row_wrong(is_close((double)row[2 * p], sin(angle), 1e-6) &&
                                   is_close((double)row[2 * p + 1], cos(angle), 1e-6),
                               "position %d, period %d: %.9g %.9g", i, periods[p],
                               (double)row[2 * p], (double)row[2 * p + 1]);
        }
    }
    assert_int_equal(wrong, 0);
}

static void
position_rows_repeat_to_the_bit(void **state)
{
    (void)state;
    float row[2 * PERIOD_COUNT], later[2 * PERIOD_COUNT];
    for (int i = 0; i < 80; i++)
        for (int p = 0; p < PERIOD_COUNT; p++) {
            feature_position_row(row, i);
            feature_position_row(later, i + 7 * feature_periods[p]);
            assert_memory_equal(&row[2 * p], &later[2 * p], 2 * sizeof row[0]);
        }
    feature_position_row(row, 0);
    for (int p = 0; p < PERIOD_COUNT; p++)
        assert_true(row[2 * p] == 0 && row[2 * p + 1] == 1);
}

/* Turning the pair of place i by s places gives the pair of place i + s. */
static void
a_turn_shifts_a_place(void **state)
{
    (void)state;
    for (int p = 0; p < PERIOD_COUNT; p++)
        for (int shift = -30; shift <= 30; shift++)
            for (int i = 30; i < 60; i++) {
                float from[2 * PERIOD_COUNT], to[2 * PERIOD_COUNT];
                double sine, cosine;
                feature_position_row(from, i);
                feature_position_row(to, i + shift);
                feature_turn(p, shift, &sine, &cosine);
                double s = (double)from[2 * p], c = (double)from[2 * p + 1];
                double turned_s = s * cosine + c * sine, turned_c = c * cosine - s * sine;
                assert_true(is_close(turned_s, (double)to[2 * p], 1e-6));
                assert_true(is_close(turned_c, (double)to[2 * p + 1], 1e-6));
            }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_their_names_in_order),
        cmocka_unit_test(a_name_finds_its_column),
        cmocka_unit_test(meaning_sets_have_a_bit_for_each_column),
        cmocka_unit_test(name_rows_are_unit_vectors_that_differ),
        cmocka_unit_test(name_rows_come_from_the_hash_of_the_word),
        cmocka_unit_test(position_rows_are_sines_and_cosines),
        cmocka_unit_test(position_rows_repeat_to_the_bit),
        cmocka_unit_test(a_turn_shifts_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Head files: every form of a line becomes the weights that it says. What is refused stands in
 * test_head_wrong.c. */
#include "source/head.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/rows.h"

enum { D_K = 16, WEIGHTS = 17, FIRST_LINE = 4, TEXT_BYTES = 2000 };

static const double TAU = 6.283185307179586;

/* Compiles a head of which only some lines matter; the first of them is line FIRST_LINE. */
static void
compile(struct head *head, const char *lines)
{
    char text[TEXT_BYTES];
    struct err err = {0};
    const char *value = strstr(lines, "value") == NULL ? "\nvalue meaning" : "";
    snprintf(text, sizeof text, "title t\nabout a\nd_k %d\n%s%s\n", D_K, lines, value);
    if (!head_parse(head, "own", "own.head", text, strlen(text), &err))
        fail_msg("%s: %s", lines, err.text);
}

/* -- features ------------------------------------------------------------------------- */

struct weight {
    const char *feature;
    int column;
    double value;
};

/* Whether the matrix holds these weights, and no others. */
static int
matrix_wrong(const struct head *head, enum projection which, const struct weight *weights,
             double tolerance, const char *name)
{
    int width = head_width(head, which), wrong = 0;
    double *expected = calloc(FEATURE_COUNT * (size_t)width, sizeof *expected);
    assert_non_null(expected);
    for (int k = 0; weights[k].feature != NULL; k++)
        expected[feature_find(weights[k].feature) * width + weights[k].column] =
            weights[k].value;
    for (int m = 0; m < FEATURE_COUNT; m++)
        for (int c = 0; c < width; c++) {
            double got = (double)head->weights[which][m * width + c];
            double want = expected[m * width + c];
            wrong +=
                row_wrong(fabs(got - want) <= tolerance, "%s: %s -> %d is %.9g, not %.9g",
                          name, feature_names[m], c, got, want);
        }
    free(expected);
    return wrong;
}

static void
features_go_to_columns(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        const char *lines;
        enum projection which;
        struct weight weights[WEIGHTS];
    } rows[] = {
        {"query noun -> 0", PROJECT_Q, {{"noun", 0, 1}}},
        {"key noun -> 0 : 12", PROJECT_K, {{"noun", 0, 12}}},
        {"query verb -> 15 : -2.5", PROJECT_Q, {{"verb", 15, -2.5}}},
        {"query verb -> 3 : 1e-2", PROJECT_Q, {{"verb", 3, (double)0.01F}}},
        {"query -noun -> 2 : 4", PROJECT_Q, {{"noun", 2, -4}}},
        {"query -noun -> 2 : -4", PROJECT_Q, {{"noun", 2, 4}}},
        {"query noun->0:12", PROJECT_Q, {{"noun", 0, 12}}},
        {"query noun -> 0 : 12   # Wq[noun,0] = 12", PROJECT_Q, {{"noun", 0, 12}}},
        {"  query\tnoun  ->\t0  ", PROJECT_Q, {{"noun", 0, 1}}},
        /* one feature goes to every column */
        {"query one -> 1..3 : 20", PROJECT_Q,
         {{"one", 1, 20}, {"one", 2, 20}, {"one", 3, 20}}},
        {"query one -> 7..7", PROJECT_Q, {{"one", 7, 1}}},
        /* as many of both go one to each */
        {"key cos4 -cos10 cos26 -> 4..6 : 3", PROJECT_K,
         {{"cos4", 4, 3}, {"cos10", 5, -3}, {"cos26", 6, 3}}},
        {"query name -> 0..11 : 100", PROJECT_Q,
         {{"id0", 0, 100}, {"id1", 1, 100}, {"id2", 2, 100}, {"id3", 3, 100},
          {"id4", 4, 100}, {"id5", 5, 100}, {"id6", 6, 100}, {"id7", 7, 100},
          {"id8", 8, 100}, {"id9", 9, 100}, {"id10", 10, 100}, {"id11", 11, 100}}},
        /* several features and one column add up */
        {"query female -male -> 1 : 20", PROJECT_Q, {{"female", 1, 20}, {"male", 1, -20}}},
        {"query -meaning one -> 5", PROJECT_Q,
         {{"det", 5, -1}, {"noun", 5, -1}, {"verb", 5, -1}, {"adj", 5, -1},
          {"adv", 5, -1}, {"pron", 5, -1}, {"prep", 5, -1}, {"conj", 5, -1},
          {"other", 5, -1}, {"animate", 5, -1}, {"person", 5, -1}, {"thing", 5, -1},
          {"male", 5, -1}, {"female", 5, -1}, {"plural", 5, -1}, {"one", 5, 1}}},
        /* so do several lines; the other matrix stays 0 */
        {"query noun -> 0\nquery verb -> 0 : 2\nquery noun -> 1 : 3", PROJECT_Q,
         {{"noun", 0, 1}, {"verb", 0, 2}, {"noun", 1, 3}}},
        {"key noun -> 0", PROJECT_Q, {{NULL, 0, 0}}},
        {"query noun -> 0 : 0", PROJECT_Q, {{NULL, 0, 0}}},
        /* V has a column for each feature, in the order of the line */
        {"value plural -noun sin4", PROJECT_V,
         {{"plural", 0, 1}, {"noun", 1, -1}, {"sin4", 2, 1}}},
        {"value one", PROJECT_V, {{"one", 0, 1}}},
        {"value meaning one", PROJECT_V,
         {{"det", 0, 1}, {"noun", 1, 1}, {"verb", 2, 1}, {"adj", 3, 1}, {"adv", 4, 1},
          {"pron", 5, 1}, {"prep", 6, 1}, {"conj", 7, 1}, {"other", 8, 1},
          {"animate", 9, 1}, {"person", 10, 1}, {"thing", 11, 1}, {"male", 12, 1},
          {"female", 13, 1}, {"plural", 14, 1}, {"one", 15, 1}}},
    };
    /* clang-format on */
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct head head;
        compile(&head, rows[i].lines);
        assert_int_equal(head.d_k, D_K);
        wrong += matrix_wrong(&head, rows[i].which, rows[i].weights, 0, rows[i].lines);
        head_free(&head);
    }
    assert_int_equal(wrong, 0);
}

static void
a_value_line_makes_the_width_of_v(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int d_v;
    } rows[] = {{"value meaning", 15},
                {"value name", 12},
                {"value noun", 1},
                {"value one name", 13}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct head head;
        compile(&head, rows[i].line);
        assert_int_equal(head.d_v, rows[i].d_v);
        assert_int_equal(head_width(&head, PROJECT_V), rows[i].d_v);
        assert_int_equal(head_width(&head, PROJECT_Q), D_K);
        assert_int_equal(head_width(&head, PROJECT_K), D_K);
        head_free(&head);
    }
}

static void
weights_know_their_line(void **state)
{
    (void)state;
    struct head head;
    compile(&head,
            "query noun -> 0\n# nothing\n\nquery verb -> 1 : 2\nkey -one -> 2 : 0\n"
            "value det noun");
    static const struct {
        enum projection which;
        const char *feature;
        int column, line;
    } rows[] = {
        {PROJECT_Q, "noun", 0, FIRST_LINE},
        {PROJECT_Q, "verb", 1, FIRST_LINE + 3},
        {PROJECT_Q, "noun", 1, 0},
        {PROJECT_K, "one", 2, FIRST_LINE + 4},
        {PROJECT_K, "noun", 0, 0},
        {PROJECT_V, "det", 0, FIRST_LINE + 5},
        {PROJECT_V, "noun", 1, FIRST_LINE + 5},
        {PROJECT_V, "noun", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int width = head_width(&head, rows[i].which), m = feature_find(rows[i].feature);
        assert_int_equal(head.lines[rows[i].which][m * width + rows[i].column],
                         rows[i].line);
    }
    head_free(&head);
}

/* -- positions ------------------------------------------------------------------------ */

/* The pair (sin, cos) of each period, turned by the shift and multiplied by the gain. */
static void
positions_are_turned(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        double shift, gain;
        int periods[5], first;
    } rows[] = {
        {"query position periods 26 70 -> 1..4", 0, 1, {26, 70}, 1},
        {"query position gain 3 periods 4 -> 0..1", 0, 3, {4}, 0},
        {"query position shift -1 gain 12 periods 4 10 26 70 -> 0..7",
         -1,
         12,
         {4, 10, 26, 70},
         0},
        {"query position gain 14 shift -2 periods 26 70 -> 1..4", -2, 14, {26, 70}, 1},
        {"query position shift 3 periods 70 10 -> 2..5", 3, 1, {70, 10}, 2},
        {"query position shift 2.5 gain -2 periods 26 -> 14..15", 2.5, -2, {26}, 14},
        {"query position shift 1 periods 4->8..9", 1, 1, {4}, 8},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct weight weights[WEIGHTS] = {{NULL, 0, 0}};
        char names[8][8];
        int count = 0;
        for (int k = 0; rows[i].periods[k] != 0; k++) {
            double angle = rows[i].shift * TAU / rows[i].periods[k];
            double along = rows[i].gain * cos(angle), across = rows[i].gain * sin(angle);
            int column = rows[i].first + 2 * k;
            char *sine = names[2 * k], *cosine = names[2 * k + 1];
            snprintf(sine, sizeof names[0], "sin%d", rows[i].periods[k]);
            snprintf(cosine, sizeof names[0], "cos%d", rows[i].periods[k]);
            weights[count++] = (struct weight){sine, column, along};
            weights[count++] = (struct weight){cosine, column, across};
            weights[count++] = (struct weight){sine, column + 1, -across};
            weights[count++] = (struct weight){cosine, column + 1, along};
        }
        struct head head;
        compile(&head, rows[i].line);
        wrong += matrix_wrong(&head, PROJECT_Q, weights, 1e-6 * fabs(rows[i].gain),
                              rows[i].line);
        head_free(&head);
    }
    assert_int_equal(wrong, 0);
}

/* What the lines are for: a query fits best the key that stands `shift` places on. */
static void
a_shifted_query_fits_the_key_so_far_on(void **state)
{
    (void)state;
    enum { PLACES = 32, COLUMNS = 2 * PERIOD_COUNT };
    for (int shift = -6; shift <= 6; shift++) {
        char lines[200];
        snprintf(lines, sizeof lines,
                 "query position shift %d gain 12 periods 4 10 26 70 -> 0..7\n"
                 "key position periods 4 10 26 70 -> 0..7",
                 shift);
        struct head head;
        double q[PLACES][COLUMNS] = {{0}}, k[PLACES][COLUMNS] = {{0}};
        compile(&head, lines);
        for (int i = 0; i < PLACES; i++) {
            float row[COLUMNS];
            feature_position_row(row, i);
            for (int m = 0; m < COLUMNS; m++)
                for (int c = 0; c < COLUMNS; c++) {
                    int at = (FEATURE_POSITION + m) * D_K + c;
                    q[i][c] += (double)row[m] * (double)head.weights[PROJECT_Q][at];
                    k[i][c] += (double)row[m] * (double)head.weights[PROJECT_K][at];
                }
        }
        for (int i = 6; i < PLACES - 6; i++) {
            double best = -1e9;
            int at = -1;
            for (int j = 0; j < PLACES; j++) {
                double score = 0;
                for (int c = 0; c < COLUMNS; c++)
                    score += q[i][c] * k[j][c];
                if (score > best) {
                    best = score;
                    at = j;
                }
            }
            assert_int_equal(at, i + shift);
        }
        head_free(&head);
    }
}

/* -- the rest of a file --------------------------------------------------------------- */

static void
texts_places_and_checks_are_kept(void **state)
{
    (void)state;
    static const char text[] = "# all of it\n"
                               "title verb → noun   # not this\n"
                               "about  a verb # not this\r\n"
                               "place 7\n"
                               "d_k 2\n"
                               "value noun\n"
                               "sentence The \"#1 cat#2 # \" said\n"
                               "mask on\t# causal\n"
                               "  expect A[\"#\",cat] > 0.9\n";
    static const char *const checks[] = {"sentence The \"#1 cat#2", "mask on",
                                         "expect A[\"#\",cat] > 0.9"};
    struct head head;
    struct err err = {0};
    if (!head_parse(&head, "own", "own.head", text, sizeof text - 1, &err))
        fail_msg("%s", err.text);
    assert_string_equal(head.name, "own");
    assert_string_equal(head.title, "verb → noun");
    assert_string_equal(head.about, "a verb");
    assert_int_equal(head.place, 7);
    assert_int_equal(head.d_k, 2);
    assert_false(head.random);
    assert_int_equal(head.check_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(head.checks[i].line, 7 + i);
        assert_string_equal(head.checks[i].command, checks[i]);
    }
    head_free(&head);
    assert_null(head.checks);
}

static void
a_head_without_place_stands_last(void **state)
{
    (void)state;
    struct head head;
    compile(&head, "value noun");
    assert_int_equal(head.place, HEAD_LAST);
    head_free(&head);
}

static void
a_random_head_has_sizes_and_no_weights(void **state)
{
    (void)state;
    struct head head;
    char name[64];
    compile(&head, "query random\nkey random\nvalue random 5");
    assert_true(head.random);
    assert_int_equal(head.d_k, D_K);
    assert_int_equal(head.d_v, 5);
    assert_int_equal(matrix_wrong(&head, PROJECT_Q, (struct weight[1]){{0}}, 0, "Wq"), 0);
    head_column_name(&head, PROJECT_V, 0, name, sizeof name);
    assert_string_equal(name, "");
    head_free(&head);
}

static void
columns_are_named_by_what_they_read(void **state)
{
    (void)state;
    struct head head;
    compile(&head,
            "query verb -> 0 : 12\nkey noun -> 0\nkey female -male -> 1 : 5\n"
            "key plural noun adj -> 2\nkey det noun verb adj -> 3\n"
            "key position periods 26 -> 4..5\nkey -thing -> 6\nkey -noun verb -> 8\n"
            "value plural -noun");
    static const struct {
        enum projection which;
        int column;
        const char *name;
    } rows[] = {
        {PROJECT_K, 0, "noun"},
        {PROJECT_Q, 0, "noun"},
        {PROJECT_K, 1, "female-male"},
        {PROJECT_K, 2, "noun+adj+plural"},
        {PROJECT_K, 3, ""},
        {PROJECT_K, 4, "sin26"},
        {PROJECT_Q, 5, "cos26"},
        {PROJECT_K, 6, "-thing"},
        {PROJECT_K, 7, ""},
        {PROJECT_K, 8, "verb-noun"},
        {PROJECT_K, 99, ""},
        {PROJECT_V, 0, "plural"},
        {PROJECT_V, 1, "-noun"},
        {PROJECT_V, 2, ""},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[64];
        head_column_name(&head, rows[i].which, rows[i].column, name, sizeof name);
        wrong += row_wrong(strcmp(name, rows[i].name) == 0,
                           "row %zu: expected %s, got %s", i, rows[i].name, name);
    }
    head_free(&head);
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_go_to_columns),
        cmocka_unit_test(a_value_line_makes_the_width_of_v),
        cmocka_unit_test(weights_know_their_line),
        cmocka_unit_test(positions_are_turned),
        cmocka_unit_test(a_shifted_query_fits_the_key_so_far_on),
        cmocka_unit_test(texts_places_and_checks_are_kept),
        cmocka_unit_test(a_head_without_place_stands_last),
        cmocka_unit_test(a_random_head_has_sizes_and_no_weights),
        cmocka_unit_test(columns_are_named_by_what_they_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

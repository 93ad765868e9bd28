/* The lookup task and Adam against numbers from PyTorch: tests/reference/lookup.txt, which
 * tests/reference/lookup_torch_fixture.py writes. Run from the top of the repository. */
#include "core/adam.h"
#include "core/lookup_step.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/words.h"

static const char FIXTURE[] = "tests/reference/lookup.txt";
static const double TOLERANCE = 1e-5; /* of the largest gradient */
static const double UPDATED = 1e-6;   /* of a parameter after the step */
static const double LR = 0.02;

/* -- reading the fixture ------------------------------------------------------------------ */

static double
next_number(struct words *words)
{
    char word[32] = "";
    double value = 0;
    if (!words_next(words, word) || !text_number(word, &value))
        fail_msg("line %d: \"%s\" is no number", words->lines.number, word);
    return value;
}

static int
next_int(struct words *words)
{
    return (int)next_number(words);
}

/* Reads "NAME[SUFFIX] ROWS COLS". */
static void
next_heading(struct words *words, const char *name, const char *suffix, int rows,
             int cols)
{
    char word[32] = "", wanted[32];
    snprintf(wanted, sizeof wanted, "%s%s", name, suffix);
    assert_true(words_next(words, word));
    assert_string_equal(word, wanted);
    assert_int_equal(next_int(words), rows);
    assert_int_equal(next_int(words), cols);
}

/* Reads a number for each of a family, or for each number of one of its parameters if only
 * that is given. */
static void
next_parameter(struct words *words, const struct lookup_family *family, enum tensor id,
               const char *suffix, real *out)
{
    int rows = lookup_rows(&family->shape, id);
    int cols = lookup_cols(&family->shape, id);
    next_heading(words, lookup_kinds[id].name, suffix, rows, cols);
    for (int k = 0; k < rows * cols; k++)
        out[k] = (real)next_number(words);
}

static bool
has_numbers(const struct lookup_family *family, enum tensor id)
{
    return lookup_owner(&family->shape, id) == id;
}

static void
next_family(struct words *words, struct lookup_family *family, const char *suffix)
{
    for (int k = 0; k < LOOKUP_PARAMETERS; k++) {
        enum tensor id = lookup_parameters[k];
        if (has_numbers(family, id))
            next_parameter(words, family, id, suffix, family->tensor[id]);
    }
}

static int *
next_ints(struct words *words, const char *name, int rows, int cols)
{
    int *out = calloc((size_t)(rows * cols), sizeof *out);
    assert_non_null(out);
    next_heading(words, name, "", rows, cols);
    for (int k = 0; k < rows * cols; k++)
        out[k] = next_int(words);
    return out;
}

/* -- comparing --------------------------------------------------------------------------- */

static double
largest(const struct lookup_family *family)
{
    double most = 0;
    for (size_t k = 0; k < family->count; k++)
        if (fabs((double)family->numbers[k]) > most)
            most = fabs((double)family->numbers[k]);
    return most;
}

static void
compare(const struct lookup_family *got, const struct lookup_family *wanted,
        double tolerance, const char *what, int line)
{
    for (size_t k = 0; k < wanted->count; k++)
        if (!(fabs((double)got->numbers[k] - (double)wanted->numbers[k]) <= tolerance))
            fail_msg("case before line %d, %s number %zu: %.9g, not %.9g", line, what, k,
                     (double)got->numbers[k], (double)wanted->numbers[k]);
}

static struct lookup_family
make_family(const struct lookup_shape *shape)
{
    struct lookup_family family;
    struct err err = {""};
    assert_true(lookup_family_init(&family, shape, &err));
    return family;
}

/* Takes the step with PyTorch's own gradient: at the first step u is nearly the sign of g, so
 * that the least difference of a tiny g would be seen. */
static void
check_adam(struct adam *adam, struct lookup_family *parameters,
           const struct lookup_family *gradient, const struct lookup_family *wanted,
           int line)
{
    struct lookup_family coming = make_family(&parameters->shape);
    adam_coming(adam, gradient->numbers, LR, coming.numbers);
    for (size_t k = 0; k < coming.count; k++)
        coming.numbers[k] += parameters->numbers[k];
    adam_step(adam, gradient->numbers, LR, parameters->numbers, kernels_best());
    assert_memory_equal(coming.numbers, parameters->numbers,
                        coming.count * sizeof *coming.numbers);
    compare(parameters, wanted, UPDATED, "updated", line);
    lookup_family_free(&coming);
}

/* -- a case ------------------------------------------------------------------------------ */

static struct lookup_settings
next_settings(struct words *words, int *step)
{
    struct lookup_settings settings = {0};
    settings.tags = next_int(words);
    settings.values = next_int(words);
    settings.entries = next_int(words);
    settings.d_model = next_int(words);
    settings.d_k = next_int(words);
    settings.d_v = next_int(words);
    settings.batch = next_int(words);
    settings.share_qk = next_int(words) == 1;
    settings.share_kv = next_int(words) == 1;
    *step = next_int(words);
    return settings;
}

static void
check_case(struct words *words)
{
    int step;
    struct lookup_settings settings = next_settings(words, &step);
    struct lookup_shape shape = lookup_shape_of(&settings);
    struct lookup_family parameters = make_family(&shape), got = make_family(&shape);
    struct lookup_family gradient = make_family(&shape), after = make_family(&shape);
    struct lookup_work work;
    struct adam adam;
    struct err err = {""};
    assert_true(lookup_work_init(&work, &shape, &err));
    assert_true(adam_init(&adam, parameters.count, &err));

    next_family(words, &parameters, "");
    for (int k = 0; step > 0 && k < LOOKUP_PARAMETERS; k++) {
        enum tensor id = lookup_parameters[k];
        ptrdiff_t at = parameters.tensor[id] - parameters.numbers;
        if (!has_numbers(&parameters, id))
            continue;
        next_parameter(words, &parameters, id, ".m", adam.m + at);
        next_parameter(words, &parameters, id, ".v", adam.v + at);
    }
    adam_set_powers(&adam, step);
    int N = settings.entries, B = settings.batch;
    int *tag = next_ints(words, "tags", N, B), *value = next_ints(words, "values", N, B);
    int *query = next_ints(words, "query", 1, B);
    int *answer = next_ints(words, "answer", 1, B);
    next_heading(words, "loss", "", 1, 1);
    double loss = next_number(words);
    next_family(words, &gradient, ".g");
    next_family(words, &after, ".after");

    struct lookup_batch batch = {B, tag, value, query, answer};
    struct lookup_result result =
        lookup_gradient(&work, &parameters, &batch, &got, kernels_best());
    assert_true(fabs((double)result.loss - loss) < 1e-6 * (1 + loss));
    compare(&got, &gradient, TOLERANCE * largest(&gradient), "gradient",
            words->lines.number);
    check_adam(&adam, &parameters, &gradient, &after, words->lines.number);

    free(tag);
    free(value);
    free(query);
    free(answer);
    lookup_family_free(&parameters);
    lookup_family_free(&got);
    lookup_family_free(&gradient);
    lookup_family_free(&after);
    lookup_work_free(&work);
    adam_free(&adam);
}

static void
agrees_with_torch(void **state)
{
    (void)state;
    assert_int_equal(words_each_case(FIXTURE, 200000, check_case),
                     8); /* nothing was cut off */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_torch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

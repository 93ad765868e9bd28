/* Attention against numbers from PyTorch: tests/reference/attention.txt, which
 * tests/reference/attention_torch.py writes. Run from the top of the repository. */
#include "core/attention.h"

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

static const char FIXTURE[] = "tests/reference/attention.txt";
static const double TOLERANCE = 1e-5; /* of the largest number of the tensor */

/* In the order of the file. */
static const enum tensor compared[] = {TENSOR_Q, TENSOR_K, TENSOR_V, TENSOR_S,
                                       TENSOR_Z, TENSOR_A, TENSOR_O};
enum { COMPARED = sizeof compared / sizeof *compared };

static int
next_int(struct words *words, int least, int most)
{
    char word[32];
    int value = 0;
    if (!words_next(words, word) || !text_int(word, least, most, &value))
        fail_msg("line %d: no number from %d to %d", words->lines.number, least, most);
    return value;
}

/* Reads "NAME ROWS COLS" and the numbers into an array that the caller frees. */
static double *
next_tensor(struct words *words, const struct tensors *t, enum tensor id)
{
    char word[32];
    assert_true(words_next(words, word));
    assert_string_equal(word, sentence_kinds[id].name);
    int rows = next_int(words, tensors_rows(t, id), tensors_rows(t, id));
    int cols = next_int(words, tensors_cols(t, id), tensors_cols(t, id));
    size_t count = (size_t)rows * (size_t)cols;
    double *numbers = malloc(count * sizeof *numbers);
    assert_non_null(numbers);
    for (size_t at = 0; at < count; at++) {
        assert_true(words_next(words, word));
        numbers[at] = -(double)INFINITY;
        if (strcmp(word, "-inf") != 0 && !text_number(word, &numbers[at]))
            fail_msg("line %d: \"%s\"", words->lines.number, word);
    }
    return numbers;
}

static void
read_input(struct words *words, struct tensors *t, enum tensor id, real *out)
{
    double *numbers = next_tensor(words, t, id);
    size_t count = (size_t)tensors_rows(t, id) * (size_t)tensors_cols(t, id);
    for (size_t at = 0; at < count; at++)
        out[at] = (real)numbers[at];
    free(numbers);
}

static void
compare(const struct tensors *t, enum tensor id, const double *wanted, int line)
{
    size_t count = (size_t)tensors_rows(t, id) * (size_t)tensors_cols(t, id);
    double largest = 0;
    for (size_t at = 0; at < count; at++)
        if (isfinite(wanted[at]) && fabs(wanted[at]) > largest)
            largest = fabs(wanted[at]);
    for (size_t at = 0; at < count; at++) {
        int cols = tensors_cols(t, id), k = (int)at;
        double got = tensors_number(t, id, k / cols, k % cols);
        bool good = isinf(wanted[at]) ? isinf(got) && got < 0
                                      : fabs(got - wanted[at]) <= TOLERANCE * largest;
        if (!good)
            fail_msg("%s, %s before line %d: number %zu is %.9g, not %.9g",
                     t->kernels->name, sentence_kinds[id].name, line, at, got,
                     wanted[at]);
    }
}

/* Reads what stands behind the word "case" and compares it. */
static void
check_case(struct words *words)
{
    int n = next_int(words, 1, 1000), d_model = next_int(words, 1, 1000);
    int d_k = next_int(words, 1, 1000), d_v = next_int(words, 1, 1000);
    const int size[AXES] = {[AXIS_TOKEN] = n,       [AXIS_WORD] = n,  [AXIS_POSITION] = n,
                            [AXIS_MODEL] = d_model, [AXIS_KEY] = d_k, [AXIS_WIDTH] = d_v};
    struct tensors t;
    struct err err = {""};
    if (!tensors_init(&t, sentence_kinds, size, TENSORS_OWN, &err))
        fail_msg("%s", err.text);
    t.masked = next_int(words, 0, 1) == 1;
    /* every token is a word of its own at position 0: E is X */
    for (int i = 0; i < n; i++)
        t.map[MAP_WORD][i] = i;
    read_input(words, &t, TENSOR_X, t.data[TENSOR_E]);
    read_input(words, &t, TENSOR_WQ, t.data[TENSOR_WQ]);
    read_input(words, &t, TENSOR_WK, t.data[TENSOR_WK]);
    read_input(words, &t, TENSOR_WV, t.data[TENSOR_WV]);

    double *wanted[COMPARED];
    for (int k = 0; k < COMPARED; k++)
        wanted[k] = next_tensor(words, &t, compared[k]);
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
        t.kernels = *at;
        attention_forward(&t);
        for (int k = 0; k < COMPARED; k++)
            compare(&t, compared[k], wanted[k], words->lines.number);
    }
    for (int k = 0; k < COMPARED; k++)
        free(wanted[k]);
    tensors_free(&t);
}

static void
agrees_with_torch(void **state)
{
    (void)state;
    assert_int_equal(words_each_case(FIXTURE, 150000, check_case),
                     9); /* nothing was cut off */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_torch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

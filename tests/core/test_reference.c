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
next_tensor(struct words *words, const struct trace *trace, enum tensor_id id)
{
    char word[32];
    assert_true(words_next(words, word));
    assert_string_equal(word, tensor_kinds[id].name);
    int rows = next_int(words, trace_rows(trace, id), trace_rows(trace, id));
    int cols = next_int(words, trace_cols(trace, id), trace_cols(trace, id));
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
read_input(struct words *words, struct trace *trace, enum tensor_id id, real *out)
{
    double *numbers = next_tensor(words, trace, id);
    size_t count = (size_t)trace_rows(trace, id) * (size_t)trace_cols(trace, id);
    for (size_t at = 0; at < count; at++)
        out[at] = (real)numbers[at];
    free(numbers);
}

static void
compare(const char *kernel, const struct trace *trace, enum tensor_id id,
        const double *wanted, int line)
{
    size_t count = (size_t)trace_rows(trace, id) * (size_t)trace_cols(trace, id);
    double largest = 0;
    for (size_t at = 0; at < count; at++)
        if (isfinite(wanted[at]) && fabs(wanted[at]) > largest)
            largest = fabs(wanted[at]);
    for (size_t at = 0; at < count; at++) {
        double got = (double)trace->tensor[id][at];
        bool good = isinf(wanted[at]) ? isinf(got) && got < 0
                                      : fabs(got - wanted[at]) <= TOLERANCE * largest;
        if (!good)
            fail_msg("%s, %s before line %d: number %zu is %.9g, not %.9g", kernel,
                     tensor_kinds[id].name, line, at, got, wanted[at]);
    }
}

/* Reads what stands behind the word "case" and compares it. */
static void
check_case(struct words *words)
{
    int n = next_int(words, 1, 1000), d_model = next_int(words, 1, 1000);
    int d_k = next_int(words, 1, 1000), d_v = next_int(words, 1, 1000);
    struct shape shape = {.size = {[AXIS_TOKEN] = n,
                                   [AXIS_WORD] = n,
                                   [AXIS_POSITION] = n,
                                   [AXIS_MODEL] = d_model,
                                   [AXIS_KEY] = d_k,
                                   [AXIS_VALUE] = d_v}};
    struct trace trace;
    struct err err = {""};
    if (!trace_init(&trace, &shape, &err))
        fail_msg("%s", err.text);
    trace.masked = next_int(words, 0, 1) == 1;
    /* every token is a word of its own at position 0: E is X */
    for (int i = 0; i < n; i++)
        trace.word[i] = i;
    read_input(words, &trace, TENSOR_X, trace.tensor[TENSOR_E]);
    read_input(words, &trace, TENSOR_WQ, trace.tensor[TENSOR_WQ]);
    read_input(words, &trace, TENSOR_WK, trace.tensor[TENSOR_WK]);
    read_input(words, &trace, TENSOR_WV, trace.tensor[TENSOR_WV]);

    double *wanted[TENSOR_COUNT];
    for (int id = TENSOR_Q; id <= TENSOR_O; id++)
        wanted[id] = next_tensor(words, &trace, (enum tensor_id)id);
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++) {
        attention_forward(&trace, *at);
        for (int id = TENSOR_Q; id <= TENSOR_O; id++)
            compare((*at)->name, &trace, (enum tensor_id)id, wanted[id],
                    words->lines.number);
    }
    for (int id = TENSOR_Q; id <= TENSOR_O; id++)
        free(wanted[id]);
    trace_free(&trace);
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

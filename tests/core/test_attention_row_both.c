/* One row of the weights, computed alone, has the bits that it has among the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/random.h"
#include "core/attention.h"

enum { N = 7, D = 6, DK = 5, DV = 3 };

static void
fill(struct trace *trace, bool masked, struct override *overrides)
{
    static const enum tensor_id given[] = {TENSOR_E, TENSOR_P, TENSOR_WQ, TENSOR_WK,
                                           TENSOR_WV};
    uint64_t counter = 0;
    for (int k = 0; k < 5; k++) {
        int count = trace_rows(trace, given[k]) * trace_cols(trace, given[k]);
        for (int at = 0; at < count; at++)
            trace->tensor[given[k]][at] = (real)random_normal(1, 2, counter++);
    }
    for (int i = 0; i < N; i++)
        trace->word[i] = i % 4;
    trace->masked = masked;
    trace->overrides = (struct overrides){overrides, 4};
}

static void
a_row_alone_is_the_row(void **state)
{
    static const struct override overrides[] = {
        {TENSOR_X, 2, 1, 1.5, 0},
        {TENSOR_K, 3, 0, -2, 0},
        {TENSOR_S, 4, 2, 3, 0},
        {TENSOR_S, 1, 1, 0, 0},
    };
    struct shape shape = {{[AXIS_TOKEN] = N,
                           [AXIS_WORD] = 4,
                           [AXIS_POSITION] = N,
                           [AXIS_MODEL] = D,
                           [AXIS_KEY] = DK,
                           [AXIS_VALUE] = DV}};
    (void)state;
    for (int masked = 0; masked < 2; masked++) {
        struct trace whole, alone;
        struct override copies[2][4];
        struct err err;
        memcpy(copies[0], overrides, sizeof overrides);
        memcpy(copies[1], overrides, sizeof overrides);
        assert_true(trace_init(&whole, &shape, &err));
        fill(&whole, masked == 1, copies[0]);
        attention_forward(&whole, kernels_best());
        for (int i = 0; i < N; i++) {
            assert_true(trace_init(&alone, &shape, &err));
            fill(&alone, masked == 1, copies[1]);
            attention_row(&alone, kernels_best(), i);
            for (int id = TENSOR_S; id <= TENSOR_A; id++)
                assert_memory_equal(alone.tensor[id] + i * N, whole.tensor[id] + i * N,
                                    N * sizeof(real));
            assert_true(alone.max[i] == whole.max[i] && alone.sum[i] == whole.sum[i]);
            trace_free(&alone);
        }
        trace_free(&whole);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_alone_is_the_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

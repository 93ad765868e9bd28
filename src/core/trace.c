/* The tensors of attention as one table, and the block of memory that holds them. */
#include "core/trace.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const struct tensor_kind tensor_kinds[TENSOR_COUNT] = {
    [TENSOR_E]  = {"E",  AXIS_WORD,     AXIS_MODEL, true,  "embedding table"},
    [TENSOR_P]  = {"P",  AXIS_POSITION, AXIS_MODEL, true,  "position rows"},
    [TENSOR_X]  = {"X",  AXIS_TOKEN,    AXIS_MODEL, false, "E + P"},
    [TENSOR_WQ] = {"Wq", AXIS_MODEL,    AXIS_KEY,   true,  "query projection"},
    [TENSOR_WK] = {"Wk", AXIS_MODEL,    AXIS_KEY,   true,  "key projection"},
    [TENSOR_WV] = {"Wv", AXIS_MODEL,    AXIS_VALUE, true,  "value projection"},
    [TENSOR_Q]  = {"Q",  AXIS_TOKEN,    AXIS_KEY,   false, "X Wq"},
    [TENSOR_K]  = {"K",  AXIS_TOKEN,    AXIS_KEY,   false, "X Wk"},
    [TENSOR_V]  = {"V",  AXIS_TOKEN,    AXIS_VALUE, false, "X Wv"},
    [TENSOR_S]  = {"S",  AXIS_TOKEN,    AXIS_TOKEN, false, "Q K^T"},
    [TENSOR_Z]  = {"Z",  AXIS_TOKEN,    AXIS_TOKEN, false, "S / sqrt(d_k), then the mask"},
    [TENSOR_A]  = {"A",  AXIS_TOKEN,    AXIS_TOKEN, false, "softmax of each row of Z"},
    [TENSOR_O]  = {"O",  AXIS_TOKEN,    AXIS_VALUE, false, "A V"},
};
/* clang-format on */

enum tensor_id
tensor_find(const char *name)
{
    int id = 0;
    while (id < TENSOR_COUNT && strcmp(tensor_kinds[id].name, name) != 0)
        id++;
    return (enum tensor_id)id;
}

int
trace_rows(const struct trace *trace, enum tensor_id id)
{
    return trace->shape.size[tensor_kinds[id].rows];
}

int
trace_cols(const struct trace *trace, enum tensor_id id)
{
    return trace->shape.size[tensor_kinds[id].cols];
}

bool
trace_init(struct trace *trace, const struct shape *shape, struct err *err)
{
    *trace = (struct trace){.shape = *shape};
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        assert(shape->size[axis] >= 1);

    /* sizes are ints, so rows * cols fits 64 bits; a sum that does not is too large anyway */
    size_t n = (size_t)shape->size[AXIS_TOKEN];
    uint64_t numbers = 2 * (uint64_t)n;
    for (int id = 0; id < TENSOR_COUNT; id++) {
        uint64_t more = (uint64_t)trace_rows(trace, (enum tensor_id)id) *
                        (uint64_t)trace_cols(trace, (enum tensor_id)id);
        numbers = more > UINT64_MAX - numbers ? UINT64_MAX : numbers + more;
    }
    if (numbers <= (SIZE_MAX / 2 - n * sizeof(int)) / sizeof(real))
        trace->block = calloc(1, (size_t)numbers * sizeof(real) + n * sizeof(int));
    if (trace->block == NULL)
        return err_set(err, "there is not enough memory for %llu numbers",
                       (unsigned long long)numbers);

    real *next = trace->block;
    for (int id = 0; id < TENSOR_COUNT; id++) {
        trace->tensor[id] = next;
        next += (size_t)trace_rows(trace, (enum tensor_id)id) *
                (size_t)trace_cols(trace, (enum tensor_id)id);
    }
    trace->max = next;
    trace->sum = next + n;
    trace->word = (int *)(next + 2 * n);
    return true;
}

void
trace_free(struct trace *trace)
{
    free(trace->block);
    *trace = (struct trace){0};
}

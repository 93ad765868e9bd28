/* Attention with its whole trace kept, and the receipts of its numbers. */
#include "bench.h"

#include "core/attention.h"
#include "core/receipt.h"

enum { WIDTH = 64, RECEIPT_TOKENS = 512 }; /* d_model, d_k and d_v */

/* A head of random numbers over random rows of X, each token a word of its own. */
static bool
make_trace(struct trace *trace, int n, struct err *err)
{
    const struct shape shape = {.size = {[AXIS_TOKEN] = n,
                                         [AXIS_WORD] = n,
                                         [AXIS_POSITION] = n,
                                         [AXIS_MODEL] = WIDTH,
                                         [AXIS_KEY] = WIDTH,
                                         [AXIS_VALUE] = WIDTH}};
    static const enum tensor_id projections[] = {TENSOR_WQ, TENSOR_WK, TENSOR_WV};
    if (!trace_init(trace, &shape, err))
        return false;
    for (int i = 0; i < n; i++)
        trace->word[i] = i;
    bench_fill(trace->tensor[TENSOR_E], n * WIDTH, 1);
    for (int k = 0; k < 3; k++)
        bench_fill(trace->tensor[projections[k]], WIDTH * WIDTH, .2);
    return true;
}

static void
forward(void *what)
{
    attention_forward(what, kernels_best());
}

static bool
attention(const struct row *row, double seconds, double *value, struct err *err)
{
    struct trace trace;
    if (!make_trace(&trace, row->size, err))
        return false;
    *value = 1e3 / bench_rate(forward, &trace, seconds);
    trace_free(&trace);
    return true;
}

/* -- receipts -------------------------------------------------------------------------- */

struct places {
    struct trace trace;
    unsigned counter;
    struct err *err;
    bool failed;
};

/* The receipt of a computed number, drawn at random: parameters have no terms. */
static void
open_one(void *what)
{
    static const enum tensor_id computed[] = {TENSOR_X, TENSOR_Q, TENSOR_K, TENSOR_V,
                                              TENSOR_S, TENSOR_Z, TENSOR_A, TENSOR_O};
    struct places *places = what;
    const struct trace *trace = &places->trace;
    unsigned at = places->counter;
    enum tensor_id id =
        computed[bench_pick(at, (int)(sizeof computed / sizeof *computed))];
    struct place place = {id, bench_pick(at + 1, trace_rows(trace, id)),
                          bench_pick(at + 2, trace_cols(trace, id))};
    struct receipt receipt;
    places->counter += 3;
    if (receipt_make(&receipt, trace, &place, places->err))
        receipt_free(&receipt);
    else
        places->failed = true;
}

static bool
receipts(const struct row *row, double seconds, double *value, struct err *err)
{
    struct places places = {.err = err};
    if (!make_trace(&places.trace, row->size, err))
        return false;
    attention_forward(&places.trace, kernels_best());
    *value = bench_rate(open_one, &places, seconds);
    trace_free(&places.trace);
    return !places.failed;
}

const struct row attention_rows[] = {
    {"attention-64", "ms", true, attention, 64},
    {"attention-256", "ms", true, attention, 256},
    {"attention-512", "ms", true, attention, 512},
    {"attention-1024", "ms", true, attention, 1024},
    {"attention-2048", "ms", true, attention, 2048},
    {"receipts", "receipts/s", false, receipts, RECEIPT_TOKENS},
    {0},
};

/* Attention with all that it computes kept, and the receipts of its numbers. */
#include "bench.h"

#include "core/attention.h"
#include "core/op.h"
#include "core/receipt.h"

enum { WIDTH = 64, RECEIPT_TOKENS = 512 }; /* d_model, d_k and d_v */

/* A head of random numbers over random rows of X, each token a word of its own. */
static bool
make_tensors(struct tensors *tensors, int n, struct err *err)
{
    const int size[AXES] = {[AXIS_ONE] = 1,      [AXIS_TOKEN] = n,     [AXIS_WORD] = n,
                            [AXIS_POSITION] = n, [AXIS_MODEL] = WIDTH, [AXIS_KEY] = WIDTH,
                            [AXIS_WIDTH] = WIDTH};
    static const enum tensor projections[] = {TENSOR_WQ, TENSOR_WK, TENSOR_WV};
    if (!tensors_init(tensors, sentence_kinds, size, TENSORS_OWN, err))
        return false;
    tensors->kernels = kernels_best();
    for (int i = 0; i < n; i++)
        tensors->map[MAP_WORD][i] = i;
    bench_fill(tensors->data[TENSOR_E], n * WIDTH, 1);
    for (int k = 0; k < 3; k++)
        bench_fill(tensors->data[projections[k]], WIDTH * WIDTH, .2);
    return true;
}

static void
forward(void *what)
{
    attention_forward(what);
}

static bool
attention(const struct row *row, double seconds, double *value, struct err *err)
{
    struct tensors tensors;
    if (!make_tensors(&tensors, row->size, err))
        return false;
    *value = 1e3 / bench_rate(forward, &tensors, seconds);
    tensors_free(&tensors);
    return true;
}

/* -- receipts -------------------------------------------------------------------------- */

struct places {
    struct tensors tensors;
    unsigned counter;
    struct err *err;
    bool failed;
};

/* The receipt of a computed number, drawn at random: parameters have no terms. */
static void
open_one(void *what)
{
    static const enum tensor computed[] = {TENSOR_X, TENSOR_Q, TENSOR_K, TENSOR_V,
                                           TENSOR_S, TENSOR_Z, TENSOR_A, TENSOR_O};
    struct places *places = what;
    const struct tensors *tensors = &places->tensors;
    unsigned at = places->counter;
    enum tensor id = computed[bench_pick(at, (int)(sizeof computed / sizeof *computed))];
    struct number number =
        text_number_at(id, bench_pick(at + 1, tensors_rows(tensors, id)),
                       bench_pick(at + 2, tensors_cols(tensors, id)));
    struct receipt receipt;
    places->counter += 3;
    if (tensors_receipt(tensors, &number, &receipt, places->err))
        receipt_free(&receipt);
    else
        places->failed = true;
}

static bool
receipts(const struct row *row, double seconds, double *value, struct err *err)
{
    struct places places = {.err = err};
    if (!make_tensors(&places.tensors, row->size, err))
        return false;
    attention_forward(&places.tensors);
    *value = bench_rate(open_one, &places, seconds);
    tensors_free(&places.tensors);
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

/* Receipts: the terms that a number was made of, found from its place alone. */
#include "core/receipt.h"

#include <math.h>
#include <stdlib.h>

#include "core/attention.h"
#include "core/order.h"

double
trace_number(const struct trace *trace, const struct place *place)
{
    size_t cols = (size_t)trace_cols(trace, place->tensor);
    return (double)
        trace->tensor[place->tensor][(size_t)place->row * cols + (size_t)place->col];
}

static struct receipt_factor
factor_at(const struct trace *trace, enum tensor_id tensor, int row, int col)
{
    struct receipt_factor factor = {.place = {tensor, row, col}};
    factor.value = trace_number(trace, &factor.place);
    return factor;
}

static bool
allocate(struct receipt *receipt, int count, struct err *err)
{
    receipt->terms = calloc((size_t)count, sizeof *receipt->terms);
    receipt->term_count = receipt->terms != NULL ? count : 0;
    return receipt->terms != NULL ||
           err_set(err, "there is not enough memory for %d terms", count);
}

/* -- sums of products ------------------------------------------------------------------ */

/* out[r,c] = sum over m of left[r,m] right[m,c], or right[c,m] where it is transposed. */
struct product {
    enum tensor_id left, right;
    bool transposed;
};

/* What a tensor is the product of; false where it is none. A shared matrix goes by the name
 * of the one that it shares. */
static bool
find_product(const struct trace *trace, enum tensor_id id, struct product *product)
{
    enum tensor_id key = trace->share_qk ? TENSOR_WQ : TENSOR_WK;
    enum tensor_id value = trace->share_kv ? key : TENSOR_WV;
    switch (id) {
    case TENSOR_Q:
        *product = (struct product){TENSOR_X, TENSOR_WQ, false};
        return true;
    case TENSOR_K:
        *product = (struct product){TENSOR_X, key, false};
        return true;
    case TENSOR_V:
        *product = (struct product){TENSOR_X, value, false};
        return true;
    case TENSOR_S:
        *product = (struct product){TENSOR_Q, TENSOR_K, true};
        return true;
    case TENSOR_O:
        *product = (struct product){TENSOR_A, TENSOR_V, false};
        return true;
    case TENSOR_E:
    case TENSOR_P:
    case TENSOR_X:
    case TENSOR_WQ:
    case TENSOR_WK:
    case TENSOR_WV:
    case TENSOR_Z:
    case TENSOR_A:
    case TENSOR_COUNT:
        break;
    }
    return false;
}

static bool
make_dot(struct receipt *receipt, const struct trace *trace,
         const struct product *product, struct err *err)
{
    int row = receipt->place.row, col = receipt->place.col;
    if (!allocate(receipt, trace_cols(trace, product->left), err))
        return false;
    receipt->kind = RECEIPT_DOT;
    real running = 0;
    for (int m = 0; m < receipt->term_count; m++) {
        struct receipt_term *term = &receipt->terms[m];
        term->factor_count = 2;
        term->factors[0] = factor_at(trace, product->left, row, m);
        term->factors[1] = product->transposed ? factor_at(trace, product->right, col, m)
                                               : factor_at(trace, product->right, m, col);
        term->product = term->factors[0].value * term->factors[1].value;
        /* as the kernels add: fused, in this order */
        running =
            real_fma((real)term->factors[0].value, (real)term->factors[1].value, running);
        term->running = (double)running;
    }
    receipt->total = (double)running;
    return true;
}

/* -- the other kinds ------------------------------------------------------------------- */

static bool
make_sum(struct receipt *receipt, const struct trace *trace, struct err *err)
{
    int row = receipt->place.row, col = receipt->place.col;
    if (!allocate(receipt, 2, err))
        return false;
    receipt->kind = RECEIPT_SUM;
    receipt->terms[0].factors[0] = factor_at(trace, TENSOR_E, trace->word[row], col);
    receipt->terms[1].factors[0] = factor_at(trace, TENSOR_P, row, col);
    real running = 0;
    for (int k = 0; k < 2; k++) {
        struct receipt_term *term = &receipt->terms[k];
        term->factor_count = 1;
        term->product = term->factors[0].value;
        running += (real)term->product;
        term->running = (double)running;
    }
    receipt->total = (double)running;
    return true;
}

static bool
make_scale(struct receipt *receipt, const struct trace *trace, struct err *err)
{
    int row = receipt->place.row, col = receipt->place.col;
    bool masked = trace->masked && col > row;
    if (!allocate(receipt, 1, err))
        return false;
    struct receipt_term *term = &receipt->terms[0];
    real scale = attention_scale(trace->shape.size[AXIS_KEY]);
    receipt->kind = masked ? RECEIPT_MASKED : RECEIPT_SCALE;
    term->factor_count = 2;
    term->factors[0] = factor_at(trace, TENSOR_S, row, col);
    term->factors[1] =
        (struct receipt_factor){.is_constant = true, .value = (double)scale};
    term->product = term->running = (double)((real)term->factors[0].value * scale);
    receipt->total = masked ? receipt->value : term->product;
    return true;
}

static bool
make_softmax(struct receipt *receipt, const struct trace *trace, struct err *err)
{
    int row = receipt->place.row, col = receipt->place.col;
    int n = trace->shape.size[AXIS_TOKEN];
    if (!allocate(receipt, n, err))
        return false;
    receipt->kind = RECEIPT_SOFTMAX;
    receipt->max = (double)trace->max[row];
    receipt->sum = (double)trace->sum[row];
    double running = 0;
    for (int j = 0; j < n; j++) {
        struct receipt_term *term = &receipt->terms[j];
        bool masked = trace->masked && j > row;
        term->factor_count = 1;
        term->factors[0] = factor_at(trace, TENSOR_Z, row, j);
        term->product =
            masked ? 0 : (double)real_exp((real)term->factors[0].value - trace->max[row]);
        running += term->product;
        term->running = running;
    }
    receipt->numerator = receipt->terms[col].product;
    receipt->total = receipt->numerator / running;
    return true;
}

static bool
make_copy(struct receipt *receipt, const struct trace *trace, enum tensor_id of,
          struct err *err)
{
    if (!allocate(receipt, 1, err))
        return false;
    struct receipt_term *term = &receipt->terms[0];
    receipt->kind = RECEIPT_COPY;
    term->factor_count = 1;
    term->factors[0] = factor_at(trace, of, receipt->place.row, receipt->place.col);
    term->product = term->running = receipt->total = term->factors[0].value;
    return true;
}

static bool
make_terms(struct receipt *receipt, const struct trace *trace, struct err *err)
{
    struct product product;
    enum tensor_id id = receipt->place.tensor;
    if (find_product(trace, id, &product))
        return make_dot(receipt, trace, &product, err);
    if (id == TENSOR_X)
        return make_sum(receipt, trace, err);
    if (id == TENSOR_Z)
        return make_scale(receipt, trace, err);
    if (id == TENSOR_A)
        return make_softmax(receipt, trace, err);
    if (id == TENSOR_WK && trace->share_qk)
        return make_copy(receipt, trace, TENSOR_WQ, err);
    if (id == TENSOR_WV && trace->share_kv)
        return make_copy(receipt, trace, TENSOR_WK, err);
    receipt->kind = RECEIPT_PARAMETER;
    receipt->total = receipt->value;
    return true;
}

bool
receipt_make(struct receipt *receipt, const struct trace *trace,
             const struct place *place, struct err *err)
{
    *receipt = (struct receipt){.place = *place, .value = trace_number(trace, place)};
    receipt->is_override = overrides_find(&trace->overrides, (int)place->tensor,
                                          place->row, place->col) != NULL;
    if (!make_terms(receipt, trace, err))
        return false;
    for (int k = 0; k < receipt->term_count; k++)
        if (!isnan(receipt->terms[k].product))
            receipt->magnitude += fabs(receipt->terms[k].product);
    if (receipt->kind != RECEIPT_MASKED)
        receipt->residual = receipt->value - receipt->total;
    return true;
}

void
receipt_free(struct receipt *receipt)
{
    free(receipt->terms);
    *receipt = (struct receipt){0};
}

int
receipt_order(const struct receipt *receipt, int *order)
{
    return receipt->term_count == 0
               ? 0
               : order_by_size(&receipt->terms->product, sizeof *receipt->terms,
                               receipt->term_count, order);
}

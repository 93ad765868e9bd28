/* Receipts of the slopes of the watched example's loss: the chain rule, term by term in the
 * order of lookup_backward. */
#include <math.h>

#include "core/attention.h"
#include "core/lookup_receipt_parts.h"

/* A term d left[..] * right[..]. */
static void
add(struct lookup_making *making, enum lookup_tensor slope, int slope_row, int slope_col,
    enum lookup_tensor number, int row, int col)
{
    struct lookup_spot left =
        lookup_at(making, LOOKUP_SLOPE, slope, slope_row, slope_col);
    struct lookup_spot right = lookup_at(making, LOOKUP_NUMBER, number, row, col);
    making->receipt->kind = LOOKUP_RECEIPT_DOT;
    lookup_add_product(making, &left, &right);
}

static int
size_of(const struct lookup_making *making, enum lookup_axis axis)
{
    return making->moment->trace->shape.size[axis];
}

/* loss:  dL[v] = p[v] - (v = answer) */
static void
make_logit(struct lookup_making *making)
{
    const struct lookup_store *store = &making->moment->trace->store;
    int value = making->receipt->spot.place.col;
    struct lookup_spot p = lookup_at(making, LOOKUP_NUMBER, LOOKUP_P, 0, value);
    making->receipt->kind = LOOKUP_RECEIPT_SUM;
    lookup_add_number(making, &p);
    if (value == store->value[store->asked])
        lookup_add_constant(making, "-1", -1);
}

/* A = softmax(Z):  dZ[e] = A[e] (dA[e] - sum over k of A[k] dA[k]) */
static void
make_scaled_score(struct lookup_making *making)
{
    struct lookup_receipt *receipt = making->receipt;
    int entry = receipt->spot.place.col;
    for (int k = 0; k < size_of(making, LOOKUP_AXIS_ENTRY); k++)
        add(making, LOOKUP_A, 0, k, LOOKUP_A, 0, k);
    if (making->failed)
        return;
    receipt->kind = LOOKUP_RECEIPT_BACK_SOFTMAX;
    double A = receipt->terms[entry].factors[1].value;
    double dA = receipt->terms[entry].factors[0].value;
    lookup_note(making, "A", A);
    lookup_note(making, "dA", dA);
    lookup_note(making, "sum", (double)making->running);
    receipt->total = A * (dA - (double)making->running);
    receipt->magnitude = fabs(A) * (fabs(dA) + receipt->magnitude);
}

/* Z = S / sqrt(d_k) */
static void
make_score(struct lookup_making *making)
{
    real scale = attention_scale(size_of(making, LOOKUP_AXIS_KEY));
    struct lookup_spot dZ =
        lookup_at(making, LOOKUP_SLOPE, LOOKUP_Z, 0, making->receipt->spot.place.col);
    making->receipt->kind = LOOKUP_RECEIPT_SCALE;
    lookup_add_scaled(making, "1/sqrt(d_k)", (double)scale, &dZ);
}

/* Q = X[query] Wq, K = X[entries] Wk, V = X[entries] Wv */
static void
make_row_of_x(struct lookup_making *making)
{
    int row = making->receipt->spot.place.row, m = making->receipt->spot.place.col;
    bool query = row == size_of(making, LOOKUP_AXIS_ENTRY);
    for (int c = 0; c < size_of(making, LOOKUP_AXIS_KEY); c++)
        if (query)
            add(making, LOOKUP_Q, 0, c, LOOKUP_WQ, m, c);
        else
            add(making, LOOKUP_K, row, c, LOOKUP_WK, m, c);
    for (int c = 0; !query && c < size_of(making, LOOKUP_AXIS_WIDTH); c++)
        add(making, LOOKUP_V, row, c, LOOKUP_WV, m, c);
}

/* Of a matrix that is shared: what every use of it adds. */
static void
make_projection(struct lookup_making *making)
{
    const struct lookup_shape *shape = &making->moment->trace->shape;
    enum lookup_tensor id = making->receipt->spot.place.tensor;
    int m = making->receipt->spot.place.row, c = making->receipt->spot.place.col;
    int entries = size_of(making, LOOKUP_AXIS_ENTRY);
    if (id == LOOKUP_WQ)
        add(making, LOOKUP_Q, 0, c, LOOKUP_X, entries, m);
    for (int e = 0; lookup_owner(shape, LOOKUP_WK) == id && e < entries; e++)
        add(making, LOOKUP_K, e, c, LOOKUP_X, e, m);
    for (int e = 0; lookup_owner(shape, LOOKUP_WV) == id && e < entries; e++)
        add(making, LOOKUP_V, e, c, LOOKUP_X, e, m);
}

/* X[e] = Et[tag e] + Ev[value e];  X[query] = Et[tag asked] */
static void
make_embedding(struct lookup_making *making)
{
    const struct lookup_store *store = &making->moment->trace->store;
    const struct lookup_place *place = &making->receipt->spot.place;
    int entries = size_of(making, LOOKUP_AXIS_ENTRY);
    bool tag = place->tensor == LOOKUP_ET;
    making->receipt->kind = LOOKUP_RECEIPT_SUM;
    for (int e = 0; e <= entries; e++) {
        int row = e == entries ? (tag ? store->tag[store->asked] : -1)
                  : tag        ? store->tag[e]
                               : store->value[e];
        struct lookup_spot dX = lookup_at(making, LOOKUP_SLOPE, LOOKUP_X, e, place->col);
        if (row == place->row)
            lookup_add_number(making, &dX);
    }
}

void
lookup_make_slope(struct lookup_making *making)
{
    const struct lookup_place *place = &making->receipt->spot.place;
    int row = place->row, col = place->col;
    switch (place->tensor) {
    case LOOKUP_ET:
    case LOOKUP_EV:
        make_embedding(making);
        break;
    case LOOKUP_WQ:
    case LOOKUP_WK:
    case LOOKUP_WV:
        make_projection(making);
        break;
    case LOOKUP_WO:
        add(making, LOOKUP_L, 0, col, LOOKUP_O, 0, row);
        break;
    case LOOKUP_X:
        make_row_of_x(making);
        break;
    case LOOKUP_Q:
        for (int e = 0; e < size_of(making, LOOKUP_AXIS_ENTRY); e++)
            add(making, LOOKUP_S, 0, e, LOOKUP_K, e, col);
        break;
    case LOOKUP_K:
        add(making, LOOKUP_S, 0, row, LOOKUP_Q, 0, col);
        break;
    case LOOKUP_V:
        add(making, LOOKUP_O, 0, col, LOOKUP_A, 0, row);
        break;
    case LOOKUP_S:
        make_score(making);
        break;
    case LOOKUP_Z:
        make_scaled_score(making);
        break;
    case LOOKUP_A:
        for (int c = 0; c < size_of(making, LOOKUP_AXIS_WIDTH); c++)
            add(making, LOOKUP_O, 0, c, LOOKUP_V, col, c);
        break;
    case LOOKUP_O:
        for (int v = 0; v < size_of(making, LOOKUP_AXIS_VALUE); v++)
            add(making, LOOKUP_L, 0, v, LOOKUP_WO, col, v);
        break;
    case LOOKUP_L:
        make_logit(making);
        break;
    case LOOKUP_P:
    case LOOKUP_LOSS:
    case LOOKUP_QT:
    case LOOKUP_KT:
    case LOOKUP_ZT:
    case LOOKUP_TENSORS:
        break;
    }
}

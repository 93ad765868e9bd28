/* Receipts of the lookup task: forward numbers, parameters and what moves them. */
#include "core/lookup_receipt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/attention.h"
#include "core/lookup_receipt_parts.h"
#include "core/order.h"

const char *const lookup_receipt_kinds[LOOKUP_RECEIPT_KINDS] = {
    [LOOKUP_RECEIPT_PARAMETER] = "parameter",
    [LOOKUP_RECEIPT_COPY] = "copy",
    [LOOKUP_RECEIPT_SUM] = "sum",
    [LOOKUP_RECEIPT_DOT] = "dot",
    [LOOKUP_RECEIPT_SCALED_DOT] = "scaled_dot",
    [LOOKUP_RECEIPT_SCALE] = "scale",
    [LOOKUP_RECEIPT_SOFTMAX] = "softmax",
    [LOOKUP_RECEIPT_LOSS] = "loss",
    [LOOKUP_RECEIPT_BACK_SOFTMAX] = "back_softmax",
    [LOOKUP_RECEIPT_ADAM] = "adam",
    [LOOKUP_RECEIPT_MEAN] = "mean",
};

/* -- numbers --------------------------------------------------------------------------- */

bool
lookup_spot_equal(const struct lookup_spot *a, const struct lookup_spot *b)
{
    return a->of == b->of && a->place.tensor == b->place.tensor &&
           a->place.row == b->place.row && a->place.col == b->place.col &&
           a->example == b->example;
}

bool
lookup_spot_has_example(const struct lookup_spot *spot)
{
    enum lookup_tensor id = spot->place.tensor;
    return spot->of == LOOKUP_SLOPE ||
           (spot->of == LOOKUP_NUMBER && id >= LOOKUP_PARAMETERS && id < LOOKUP_EXAMPLE);
}

bool
lookup_spot_exists(const struct lookup_shape *shape, int examples,
                   const struct lookup_spot *spot)
{
    enum lookup_tensor id = spot->place.tensor;
    int tensors = spot->of == LOOKUP_NUMBER  ? LOOKUP_TENSORS
                  : spot->of == LOOKUP_SLOPE ? LOOKUP_P
                  : spot->of == LOOKUP_MEAN  ? LOOKUP_EXAMPLE
                                             : LOOKUP_PARAMETERS;
    int last = lookup_spot_has_example(spot) ? examples : 0;
    return spot->example >= 0 && spot->example <= last && (int)id < tensors &&
           spot->place.row >= 0 && spot->place.col >= 0 &&
           spot->place.row < lookup_rows(shape, id) &&
           spot->place.col < lookup_cols(shape, id) &&
           (spot->of != LOOKUP_MEAN || id == LOOKUP_LOSS);
}

/* Where a parameter's number lies among all of them. */
static size_t
index_of(const struct lookup_family *family, const struct lookup_place *place)
{
    size_t cols = (size_t)lookup_cols(&family->shape, place->tensor);
    return (size_t)(family->tensor[place->tensor] - family->numbers) +
           (size_t)place->row * cols + (size_t)place->col;
}

/* One parameter's means on the way through the coming step. */
struct coming {
    real g, m_before, v_before, m, v, u;
    double power1, power2; /* of the coming step */
};

static struct coming
coming_of(const struct lookup_moment *moment, const struct lookup_place *place)
{
    size_t at = index_of(moment->gradient, place);
    const struct adam *adam = moment->adam;
    struct coming coming = {.g = moment->gradient->numbers[at],
                            .m_before = adam->m[at],
                            .v_before = adam->v[at],
                            .m = adam->m[at],
                            .v = adam->v[at]};
    struct adam one = {1, &coming.m, &coming.v, adam->power1, adam->power2};
    adam_step(&one, &coming.g, moment->lr, &coming.u, kernels_best());
    coming.power1 = one.power1;
    coming.power2 = one.power2;
    return coming;
}

double
lookup_spot_number(const struct lookup_moment *moment, const struct lookup_spot *spot)
{
    switch (spot->of) {
    case LOOKUP_NUMBER:
        break;
    case LOOKUP_SLOPE:
        return (double)lookup_number(moment->slopes, &spot->place);
    case LOOKUP_GRADIENT:
        return (double)
            moment->gradient->numbers[index_of(moment->gradient, &spot->place)];
    case LOOKUP_CHANGE:
        return (double)coming_of(moment, &spot->place).u;
    case LOOKUP_MEAN:
        return moment->mean_loss;
    }
    return (double)lookup_number(moment->trace, &spot->place);
}

/* -- forward --------------------------------------------------------------------------- */

static void
make_embedding(struct lookup_making *making)
{
    const struct lookup_store *store = &making->moment->trace->store;
    const struct lookup_place *place = &making->receipt->spot.place;
    bool query = place->row == making->moment->trace->shape.size[LOOKUP_AXIS_ENTRY];
    int entry = query ? store->asked : place->row;
    struct lookup_spot tag =
        lookup_at(making, LOOKUP_NUMBER, LOOKUP_ET, store->tag[entry], place->col);
    struct lookup_spot value =
        lookup_at(making, LOOKUP_NUMBER, LOOKUP_EV, store->value[entry], place->col);
    making->receipt->kind = LOOKUP_RECEIPT_SUM;
    lookup_add_number(making, &tag);
    if (!query)
        lookup_add_number(making, &value);
}

/* left[first + row, m] right[m, col], or right[col, m] of S and Zt */
static void
make_dot(struct lookup_making *making, enum lookup_tensor left, int first,
         enum lookup_tensor right)
{
    const struct lookup_place *place = &making->receipt->spot.place;
    int count = lookup_cols(&making->moment->trace->shape, left);
    making->receipt->kind = LOOKUP_RECEIPT_DOT;
    for (int m = 0; m < count; m++) {
        struct lookup_spot a =
            lookup_at(making, LOOKUP_NUMBER, left, first + place->row, m);
        struct lookup_spot b =
            place->tensor == LOOKUP_S || place->tensor == LOOKUP_ZT
                ? lookup_at(making, LOOKUP_NUMBER, right, place->col, m)
                : lookup_at(making, LOOKUP_NUMBER, right, m, place->col);
        lookup_add_product(making, &a, &b);
    }
}

/* Zt[t,u] = sum over c of Qt[t,c] Kt[u,c], times 1/sqrt(d_k) */
static void
make_table_score(struct lookup_making *making)
{
    real scale = attention_scale(making->moment->trace->shape.size[LOOKUP_AXIS_KEY]);
    make_dot(making, LOOKUP_QT, 0, LOOKUP_KT);
    making->receipt->kind = LOOKUP_RECEIPT_SCALED_DOT;
    lookup_note(making, "1/sqrt(d_k)", (double)scale);
    making->receipt->total = (double)(making->running * scale);
}

static void
make_scale(struct lookup_making *making)
{
    const struct lookup_trace *trace = making->moment->trace;
    real scale = attention_scale(trace->shape.size[LOOKUP_AXIS_KEY]);
    struct lookup_spot score =
        lookup_at(making, LOOKUP_NUMBER, LOOKUP_S, 0, making->receipt->spot.place.col);
    making->receipt->kind = LOOKUP_RECEIPT_SCALE;
    lookup_add_scaled(making, "1/sqrt(d_k)", (double)scale, &score);
}

/* Of A and p, and of the loss, which has the same exponentials. */
static void
make_softmax(struct lookup_making *making, enum lookup_tensor in, real max, real sum)
{
    const struct lookup_trace *trace = making->moment->trace;
    struct lookup_receipt *receipt = making->receipt;
    bool loss = receipt->spot.place.tensor == LOOKUP_LOSS;
    int count = lookup_cols(&trace->shape, in);
    for (int k = 0; k < count; k++) {
        struct lookup_spot spot = lookup_at(making, LOOKUP_NUMBER, in, 0, k);
        lookup_add_exponential(making, &spot, max);
    }
    if (making->failed)
        return;
    receipt->kind = loss ? LOOKUP_RECEIPT_LOSS : LOOKUP_RECEIPT_SOFTMAX;
    lookup_note(making, "max", (double)max);
    lookup_note(making, "sum", (double)sum);
    if (loss) {
        double answer =
            receipt->terms[trace->store.value[trace->store.asked]].factors[0].value;
        lookup_note(making, "answer", answer);
        receipt->total = log((double)making->running) - (answer - (double)max);
        receipt->magnitude += fabs(answer - (double)max);
    } else {
        double numerator = receipt->terms[receipt->spot.place.col].product;
        lookup_note(making, "numerator", numerator);
        receipt->total = numerator / (double)making->running;
    }
}

static void
make_number(struct lookup_making *making)
{
    const struct lookup_trace *trace = making->moment->trace;
    int query = trace->shape.size[LOOKUP_AXIS_ENTRY];
    switch (making->receipt->spot.place.tensor) {
    case LOOKUP_X:
        make_embedding(making);
        break;
    case LOOKUP_Q:
        make_dot(making, LOOKUP_X, query, LOOKUP_WQ);
        break;
    case LOOKUP_K:
        make_dot(making, LOOKUP_X, 0, LOOKUP_WK);
        break;
    case LOOKUP_V:
        make_dot(making, LOOKUP_X, 0, LOOKUP_WV);
        break;
    case LOOKUP_S:
        make_dot(making, LOOKUP_Q, 0, LOOKUP_K);
        break;
    case LOOKUP_Z:
        make_scale(making);
        break;
    case LOOKUP_A:
        make_softmax(making, LOOKUP_Z, trace->A_max, trace->A_sum);
        break;
    case LOOKUP_O:
        make_dot(making, LOOKUP_A, 0, LOOKUP_V);
        break;
    case LOOKUP_L:
        make_dot(making, LOOKUP_O, 0, LOOKUP_WO);
        break;
    case LOOKUP_P:
    case LOOKUP_LOSS:
        make_softmax(making, LOOKUP_L, trace->p_max, trace->p_sum);
        break;
    case LOOKUP_QT:
        make_dot(making, LOOKUP_ET, 0, LOOKUP_WQ);
        break;
    case LOOKUP_KT:
        make_dot(making, LOOKUP_ET, 0, LOOKUP_WK);
        break;
    case LOOKUP_ZT:
        make_table_score(making);
        break;
    case LOOKUP_ET:
    case LOOKUP_EV:
    case LOOKUP_WQ:
    case LOOKUP_WK:
    case LOOKUP_WV:
    case LOOKUP_WO:
    case LOOKUP_TENSORS:
        break;
    }
}

/* -- parameters ------------------------------------------------------------------------ */

/* What the number will be once the coming change is added. */
static void
make_parameter(struct lookup_making *making)
{
    struct lookup_spot change = making->receipt->spot;
    change.of = LOOKUP_CHANGE;
    making->receipt->kind = LOOKUP_RECEIPT_PARAMETER;
    lookup_add_number(making, &making->receipt->spot);
    lookup_add_number(making, &change);
}

/* m of the coming step, added up, and u made of it with numbers that anyone can follow. */
static void
make_change(struct lookup_making *making)
{
    struct lookup_receipt *receipt = making->receipt;
    const struct lookup_moment *moment = making->moment;
    struct coming coming = coming_of(moment, &receipt->spot.place);
    struct lookup_spot gradient = receipt->spot;
    gradient.of = LOOKUP_GRADIENT;
    receipt->kind = LOOKUP_RECEIPT_ADAM;
    lookup_add_constant(making, ".9 m", (double)(REAL_(0.9) * coming.m_before));
    lookup_add_scaled(making, ".1", (double)REAL_(0.1), &gradient);
    double m = (double)coming.m / (1 - coming.power1);
    double root = sqrt((double)coming.v / (1 - coming.power2));
    lookup_note(making, "lr", moment->lr);
    lookup_note(making, "m", (double)coming.m);
    lookup_note(making, "v", (double)coming.v);
    lookup_note(making, "g", (double)coming.g);
    lookup_note(making, "v before", (double)coming.v_before);
    lookup_note(making, "m corrected", m);
    lookup_note(making, "root v corrected", root);
    receipt->total = -moment->lr * m / (root + 1e-8);
    receipt->magnitude = fabs(receipt->total);
}

/* Of mean_loss and of a gradient: what each example adds. */
static void
make_mean(struct lookup_making *making)
{
    const struct lookup_moment *moment = making->moment;
    const struct lookup_spot *mean = &making->receipt->spot;
    enum lookup_of of = mean->of == LOOKUP_MEAN ? LOOKUP_NUMBER : LOOKUP_SLOPE;
    making->receipt->kind = LOOKUP_RECEIPT_MEAN;
    for (int b = 0; b < moment->batch; b++) {
        struct lookup_spot spot = {mean->place, of, b + 1};
        lookup_add_share(making, &spot, moment->examples[b], 1 / (double)moment->batch);
    }
}

static bool
make_copy(struct lookup_making *making)
{
    struct lookup_receipt *receipt = making->receipt;
    const struct lookup_place *place = &receipt->spot.place;
    struct lookup_spot owner =
        lookup_at(making, receipt->spot.of, place->tensor, place->row, place->col);
    if (lookup_spot_equal(&owner, &receipt->spot))
        return false;
    receipt->kind = LOOKUP_RECEIPT_COPY;
    lookup_add_number(making, &owner);
    return true;
}

static void
make_terms(struct lookup_making *making)
{
    struct lookup_receipt *receipt = making->receipt;
    if (make_copy(making))
        return;
    if (receipt->spot.of == LOOKUP_SLOPE)
        lookup_make_slope(making);
    else if (receipt->spot.of == LOOKUP_CHANGE)
        make_change(making);
    else if (receipt->spot.of == LOOKUP_GRADIENT || receipt->spot.of == LOOKUP_MEAN)
        make_mean(making);
    else if (receipt->spot.place.tensor < LOOKUP_PARAMETERS)
        make_parameter(making);
    else
        make_number(making);
}

/* Whether the total is not simply what the terms add up to. */
static bool
has_own_total(enum lookup_receipt_kind kind)
{
    return kind == LOOKUP_RECEIPT_SOFTMAX || kind == LOOKUP_RECEIPT_LOSS ||
           kind == LOOKUP_RECEIPT_BACK_SOFTMAX || kind == LOOKUP_RECEIPT_ADAM ||
           kind == LOOKUP_RECEIPT_MEAN || kind == LOOKUP_RECEIPT_SCALED_DOT;
}

bool
lookup_receipt_make(struct lookup_receipt *receipt, const struct lookup_moment *moment,
                    const struct lookup_spot *spot, struct err *err)
{
    *receipt =
        (struct lookup_receipt){.spot = *spot, .value = lookup_spot_number(moment, spot)};
    struct lookup_making making = {.receipt = receipt, .moment = moment};
    receipt->is_override =
        spot->of == LOOKUP_NUMBER &&
        overrides_find(&moment->trace->overrides, (int)spot->place.tensor,
                       spot->place.row, spot->place.col) != NULL;
    make_terms(&making);
    if (making.failed) {
        lookup_receipt_free(receipt);
        return err_set(err, "there is not enough memory for the terms of a number");
    }
    if (!has_own_total(receipt->kind))
        receipt->total = (double)making.running;
    if (receipt->kind != LOOKUP_RECEIPT_PARAMETER)
        receipt->residual = receipt->value - receipt->total;
    return true;
}

void
lookup_receipt_free(struct lookup_receipt *receipt)
{
    free(receipt->terms);
    *receipt = (struct lookup_receipt){0};
}

/* -- reading them ---------------------------------------------------------------------- */

double
lookup_receipt_constant(const struct lookup_receipt *receipt, const char *name)
{
    for (int k = 0; k < receipt->constant_count; k++)
        if (strcmp(receipt->constants[k].name, name) == 0)
            return receipt->constants[k].value;
    return 0;
}

int
lookup_receipt_largest(const struct lookup_receipt *receipt)
{
    int at = receipt->term_count > 0 ? 0 : -1;
    if (receipt->kind == LOOKUP_RECEIPT_PARAMETER || receipt->kind == LOOKUP_RECEIPT_ADAM)
        return 1;
    if (receipt->kind == LOOKUP_RECEIPT_SOFTMAX)
        return receipt->spot.place.col;
    for (int k = 1; k < receipt->term_count; k++)
        if (fabs(receipt->terms[k].product) > fabs(receipt->terms[at].product))
            at = k;
    return at;
}

int
lookup_receipt_order(const struct lookup_receipt *receipt, int *order)
{
    return receipt->term_count == 0
               ? 0
               : order_by_size(&receipt->terms->product, sizeof *receipt->terms,
                               receipt->term_count, order);
}

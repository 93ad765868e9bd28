/* The tabulated step, in plain loops: the definition of training. */
#include "core/lookup_step.h"

#include <stdlib.h>
#include <string.h>

#include "core/attention.h"

struct lookup_store
lookup_batch_store(const struct lookup_batch *batch, int entries, int b)
{
    struct lookup_store store = {.asked = 0};
    for (int e = 0; e < entries; e++) {
        store.tag[e] = batch->tag[e * batch->count + b];
        store.value[e] = batch->value[e * batch->count + b];
        if (store.tag[e] == batch->query[b])
            store.asked = e;
    }
    return store;
}

bool
lookup_work_init(struct lookup_work *work, const struct lookup_shape *shape,
                 struct err *err)
{
    size_t T = (size_t)shape->size[AXIS_TAG];
    size_t V = (size_t)shape->size[AXIS_VALUE];
    size_t DK = (size_t)shape->size[AXIS_KEY];
    size_t DV = (size_t)shape->size[AXIS_WIDTH];
    size_t N = (size_t)shape->size[AXIS_ENTRY];
    size_t rows = T * DK + (T + V) * (DK + DV), tables = T * T + 2 * T * V + V * V;
    size_t wide = (V + LOOKUP_ROW - 1) / LOOKUP_ROW * LOOKUP_ROW;
    size_t lane = T * T + T * V + (T + V) * wide, scratch = (N + 3) * wide * LOOKUP_LANES;
    size_t count = 2 * (rows + tables) + LOOKUP_LANES * lane + (T + V) * wide + scratch;
    *work = (struct lookup_work){.shape = *shape};
    work->block = calloc(count, sizeof *work->block);
    if (work->block == NULL)
        return err_set(err, "there is not enough memory for tables of %zu numbers",
                       count);
    work->Qt = work->block;
    work->Kt = work->Qt + T * DK;
    work->Kv = work->Kt + T * DK;
    work->Ut = work->Kv + V * DK;
    work->Uv = work->Ut + T * DV;
    work->Zt = work->Uv + V * DV;
    work->Zv = work->Zt + T * T;
    work->Lt = work->Zv + T * V;
    work->Lv = work->Lt + T * V;
    work->d_tables = work->Lv + V * V;
    work->d_rows = work->d_tables + tables;
    work->lanes = work->d_rows + rows;
    work->lane_size = lane;
    work->Lt_rows = work->lanes + LOOKUP_LANES * lane;
    work->Lv_rows = work->Lt_rows + T * wide;
    work->scratch = work->Lv_rows + V * wide;
    return true;
}

void
lookup_work_free(struct lookup_work *work)
{
    free(work->block);
    *work = (struct lookup_work){0};
}

/* -- 1. the tables --------------------------------------------------------------------- */

/* Fills Qt ... Lv; false where a number of Zt, Zv, Lt, Lv is not finite. */
static bool
tabulate(struct lookup_work *work, const struct lookup_family *parameters,
         const struct kernels *kernels)
{
    real *const *p = parameters->tensor;
    const int *size = work->shape.size;
    int T = size[AXIS_TAG], V = size[AXIS_VALUE];
    int D = size[AXIS_MODEL], DK = size[AXIS_KEY];
    int DV = size[AXIS_WIDTH];

    kernels->matmul(work->Qt, p[TENSOR_ET], p[TENSOR_WQ], T, D, DK);
    kernels->matmul(work->Kt, p[TENSOR_ET], p[TENSOR_WK], T, D, DK);
    kernels->matmul(work->Kv, p[TENSOR_EV], p[TENSOR_WK], V, D, DK);
    kernels->matmul(work->Ut, p[TENSOR_ET], p[TENSOR_WV], T, D, DV);
    kernels->matmul(work->Uv, p[TENSOR_EV], p[TENSOR_WV], V, D, DV);

    kernels->matmul_transposed(work->Zt, work->Qt, work->Kt, T, DK, T);
    kernels->matmul_transposed(work->Zv, work->Qt, work->Kv, T, DK, V);
    real scale = attention_scale(DK);
    for (int k = 0; k < T * T + T * V; k++)
        work->Zt[k] *= scale; /* Zv is behind Zt */

    kernels->matmul(work->Lt, work->Ut, p[TENSOR_WO], T, DV, V);
    kernels->matmul(work->Lv, work->Uv, p[TENSOR_WO], V, DV, V);

    real sum = 0; /* 0 times a number that is not finite is not 0 */
    for (int k = 0; k < T * T + 2 * T * V + V * V; k++)
        sum += work->Zt[k] * 0;
    return sum == 0;
}

/* -- 2. one example -------------------------------------------------------------------- */

struct example {
    int query, answer;
    int tag[LOOKUP_ENTRIES_MAX], value[LOOKUP_ENTRIES_MAX];
    real A[LOOKUP_ENTRIES_MAX];
    real L[LOOKUP_VALUES_MAX], p[LOOKUP_VALUES_MAX];
    real max, sum; /* of the softmax of L */
};

/* out[k] = exp(in[k] - max) / sum */
static void
softmax_in_order(real *out, const real *in, int count, real *max, real *sum)
{
    *max = in[0];
    for (int k = 1; k < count; k++)
        *max = in[k] > *max ? in[k] : *max;
    *sum = 0;
    for (int k = 0; k < count; k++) {
        out[k] = real_exp(in[k] - *max);
        *sum += out[k];
    }
    for (int k = 0; k < count; k++)
        out[k] /= *sum;
}

/* What entry e adds to the logit of value v. */
static real
logit_part(const struct lookup_work *work, const struct example *x, int e, int v)
{
    int V = work->shape.size[AXIS_VALUE];
    return work->Lt[x->tag[e] * V + v] + work->Lv[x->value[e] * V + v];
}

static void
forward(const struct lookup_work *work, const struct lookup_batch *batch, int b,
        struct example *x)
{
    const int *size = work->shape.size;
    int T = size[AXIS_TAG], V = size[AXIS_VALUE];
    int N = size[AXIS_ENTRY];
    real Z[LOOKUP_ENTRIES_MAX], max, sum;

    x->query = batch->query[b];
    x->answer = batch->answer[b];
    for (int e = 0; e < N; e++) {
        x->tag[e] = batch->tag[e * batch->count + b];
        x->value[e] = batch->value[e * batch->count + b];
        Z[e] = work->Zt[x->query * T + x->tag[e]] + work->Zv[x->query * V + x->value[e]];
    }
    softmax_in_order(x->A, Z, N, &max, &sum);

    for (int v = 0; v < V; v++) {
        x->L[v] = 0;
        for (int e = 0; e < N; e++)
            x->L[v] = real_fma(x->A[e], logit_part(work, x, e, v), x->L[v]);
    }
    softmax_in_order(x->p, x->L, V, &x->max, &x->sum);
}

static bool
is_right(const struct example *x, int V)
{
    int best = 0;
    for (int v = 1; v < V; v++)
        best = x->L[v] > x->L[best] ? v : best;
    return best == x->answer;
}

/* Adds the gradient of an example's loss to the tables of its lane. */
static void
backward(struct lookup_work *work, const struct example *x, int lane)
{
    const int *size = work->shape.size;
    int T = size[AXIS_TAG], V = size[AXIS_VALUE];
    int N = size[AXIS_ENTRY];
    real *dZt = work->lanes + lane * (T * T + 2 * T * V + V * V);
    real *dZv = dZt + T * T, *dLt = dZv + T * V, *dLv = dLt + T * V;
    real dL[LOOKUP_VALUES_MAX], dA[LOOKUP_ENTRIES_MAX], dot = 0;

    /* loss = log(sum over v of exp L[v]) - L[answer] */
    for (int v = 0; v < V; v++)
        dL[v] = x->p[v] - (real)(v == x->answer);

    /* L[v] = sum over e of A[e] (Lt[tag e, v] + Lv[value e, v]) */
    for (int e = 0; e < N; e++) {
        dA[e] = 0;
        for (int v = 0; v < V; v++)
            dA[e] = real_fma(dL[v], logit_part(work, x, e, v), dA[e]);
    }
    for (int e = 0; e < N; e++)
        for (int v = 0; v < V; v++) {
            real *by_tag = &dLt[x->tag[e] * V + v], *by_value = &dLv[x->value[e] * V + v];
            *by_tag = real_fma(x->A[e], dL[v], *by_tag);
            *by_value = real_fma(x->A[e], dL[v], *by_value);
        }

    /* A = softmax(Z);  Z[e] = Zt[query, tag e] + Zv[query, value e] */
    for (int e = 0; e < N; e++)
        dot = real_fma(x->A[e], dA[e], dot);
    for (int e = 0; e < N; e++) {
        real dZ = x->A[e] * (dA[e] - dot);
        dZt[x->query * T + x->tag[e]] += dZ;
        dZv[x->query * V + x->value[e]] += dZ;
    }
}

/* -- 3. all examples ------------------------------------------------------------------- */

/* Adds up losses and gradients, one example after the other: what the kernels do to several
 * at once. */
static void
gather_one_by_one(struct lookup_work *work, const struct lookup_batch *batch,
                  struct lookup_result *result)
{
    const int *size = work->shape.size;
    int T = size[AXIS_TAG], V = size[AXIS_VALUE];
    int tables = T * T + 2 * T * V + V * V;
    real loss[LOOKUP_LANES] = {0};
    struct example x;

    memset(work->lanes, 0, (size_t)tables * LOOKUP_LANES * sizeof *work->lanes);
    for (int b = 0; b < batch->count; b++) {
        forward(work, batch, b, &x);
        loss[b % LOOKUP_LANES] += real_log(x.sum) - (x.L[x.answer] - x.max);
        result->right += is_right(&x, V);
        backward(work, &x, b % LOOKUP_LANES);
    }
    lookup_fold(loss, 1);
    lookup_fold(work->lanes, (size_t)tables);
    memcpy(work->d_tables, work->lanes, (size_t)tables * sizeof *work->lanes);
    result->loss = loss[0];
}

/* Fills d_tables with the gradient of the mean loss; dS = dZ / sqrt(d_k) is taken at once. */
static struct lookup_result
gather(struct lookup_work *work, const struct lookup_batch *batch,
       const struct kernels *kernels)
{
    const int *size = work->shape.size;
    int T = size[AXIS_TAG], V = size[AXIS_VALUE];
    int scores = T * T + T * V, tables = scores + T * V + V * V;
    struct lookup_result result = {0};
    if (kernels->lookup != NULL)
        kernels->lookup->gather(work, batch, &result);
    else
        gather_one_by_one(work, batch, &result);
    real mean = 1 / (real)batch->count;
    real scaled_mean = attention_scale(size[AXIS_KEY]) * mean;
    for (int k = 0; k < scores; k++)
        work->d_tables[k] *= scaled_mean;
    for (int k = scores; k < tables; k++)
        work->d_tables[k] *= mean;
    result.loss *= mean;
    return result;
}

/* -- 4. through the matrices ----------------------------------------------------------- */

static void
push(struct lookup_work *work, const struct lookup_family *parameters,
     struct lookup_family *gradient, const struct kernels *kernels)
{
    real *const *p = parameters->tensor, *const *d = gradient->tensor;
    const int *size = work->shape.size;
    int T = size[AXIS_TAG], V = size[AXIS_VALUE];
    int D = size[AXIS_MODEL], DK = size[AXIS_KEY];
    int DV = size[AXIS_WIDTH];
    const real *dSt = work->d_tables, *dSv = dSt + T * T;
    const real *dLt = dSv + T * V, *dLv = dLt + T * V;
    real *dQt = work->d_rows, *dKt = dQt + T * DK, *dKv = dKt + T * DK;
    real *dUt = dKv + V * DK, *dUv = dUt + T * DV;

    lookup_family_clear(gradient);
    memset(dQt, 0, (size_t)(T * DK + (T + V) * (DK + DV)) * sizeof *dQt);

    /* Lt = Ut Wo, Lv = Uv Wo */
    kernels->matmul_left_add(d[TENSOR_WO], work->Ut, dLt, DV, T, V);
    kernels->matmul_left_add(d[TENSOR_WO], work->Uv, dLv, DV, V, V);
    kernels->matmul_transposed_add(dUt, dLt, p[TENSOR_WO], T, V, DV);
    kernels->matmul_transposed_add(dUv, dLv, p[TENSOR_WO], V, V, DV);

    /* St = Qt Kt^T, Sv = Qt Kv^T */
    kernels->matmul_add(dQt, dSt, work->Kt, T, T, DK);
    kernels->matmul_add(dQt, dSv, work->Kv, T, V, DK);
    kernels->matmul_left_add(dKt, dSt, work->Qt, T, T, DK);
    kernels->matmul_left_add(dKv, dSv, work->Qt, V, T, DK);

    /* Qt = Et Wq;  Kt = Et Wk, Kv = Ev Wk;  Ut = Et Wv, Uv = Ev Wv */
    kernels->matmul_left_add(d[TENSOR_WQ], p[TENSOR_ET], dQt, D, T, DK);
    kernels->matmul_left_add(d[TENSOR_WK], p[TENSOR_ET], dKt, D, T, DK);
    kernels->matmul_left_add(d[TENSOR_WK], p[TENSOR_EV], dKv, D, V, DK);
    kernels->matmul_left_add(d[TENSOR_WV], p[TENSOR_ET], dUt, D, T, DV);
    kernels->matmul_left_add(d[TENSOR_WV], p[TENSOR_EV], dUv, D, V, DV);
    kernels->matmul_transposed_add(d[TENSOR_ET], dQt, p[TENSOR_WQ], T, DK, D);
    kernels->matmul_transposed_add(d[TENSOR_ET], dKt, p[TENSOR_WK], T, DK, D);
    kernels->matmul_transposed_add(d[TENSOR_ET], dUt, p[TENSOR_WV], T, DV, D);
    kernels->matmul_transposed_add(d[TENSOR_EV], dKv, p[TENSOR_WK], V, DK, D);
    kernels->matmul_transposed_add(d[TENSOR_EV], dUv, p[TENSOR_WV], V, DV, D);
}

struct lookup_result
lookup_gradient(struct lookup_work *work, const struct lookup_family *parameters,
                const struct lookup_batch *batch, struct lookup_family *gradient,
                const struct kernels *kernels)
{
    bool finite = tabulate(work, parameters, kernels);
    struct lookup_result result = gather(work, batch, kernels);
    push(work, parameters, gradient, kernels);
    return finite ? result : (struct lookup_result){.loss = (real)NAN};
}

int
lookup_right(struct lookup_work *work, const struct lookup_family *parameters,
             const struct lookup_batch *batch, const struct kernels *kernels)
{
    struct example x;
    int right = 0;
    if (!tabulate(work, parameters, kernels))
        return 0;
    if (kernels->lookup != NULL)
        return kernels->lookup->right(work, batch);
    for (int b = 0; b < batch->count; b++) {
        forward(work, batch, b, &x);
        right += is_right(&x, work->shape.size[AXIS_VALUE]);
    }
    return right;
}

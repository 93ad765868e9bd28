/* One example of the lookup task, forward and backward, everything kept. Each backward step
 * quotes the forward line that it undoes. */
#include "core/lookup_trace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/attention.h"

bool
lookup_trace_init(struct lookup_trace *trace, const struct lookup_shape *shape,
                  struct err *err)
{
    *trace = (struct lookup_trace){.shape = *shape};
    size_t count = 0;
    for (int id = LOOKUP_PARAMETERS; id < LOOKUP_EXAMPLE; id++)
        count += lookup_size(shape, (enum lookup_tensor)id);
    trace->block = calloc(count, sizeof *trace->block);
    if (trace->block == NULL)
        return err_set(err, "there is not enough memory for %zu numbers", count);
    real *next = trace->block;
    for (int id = LOOKUP_PARAMETERS; id < LOOKUP_EXAMPLE; id++) {
        trace->tensor[id] = next;
        next += lookup_size(shape, (enum lookup_tensor)id);
    }
    return true;
}

void
lookup_trace_free(struct lookup_trace *trace)
{
    free(trace->block);
    *trace = (struct lookup_trace){0};
}

void
lookup_trace_bind(struct lookup_trace *trace, const struct lookup_family *family)
{
    for (int id = 0; id < LOOKUP_PARAMETERS; id++)
        trace->tensor[id] = family->tensor[id];
}

real
lookup_number(const struct lookup_trace *trace, const struct lookup_place *place)
{
    size_t cols = (size_t)lookup_cols(&trace->shape, place->tensor);
    return trace->tensor[place->tensor][(size_t)place->row * cols + (size_t)place->col];
}

/* -- forward --------------------------------------------------------------------------- */

/* What was set by hand in a tensor goes over what was computed. */
static void
apply_overrides(struct lookup_trace *trace, enum lookup_tensor id)
{
    overrides_apply(&trace->overrides, (int)id, lookup_cols(&trace->shape, id),
                    trace->tensor[id]);
}

void
lookup_attend(struct lookup_trace *trace, const struct kernels *kernels)
{
    real *const *t = trace->tensor;
    const struct lookup_store *store = &trace->store;
    const int *size = trace->shape.size;
    int N = size[LOOKUP_AXIS_ENTRY], D = size[LOOKUP_AXIS_MODEL];
    int DK = size[LOOKUP_AXIS_KEY];
    real scale = attention_scale(DK);

    /* 1. X */
    real *X_query = t[LOOKUP_X] + N * D;
    for (int e = 0; e < N; e++)
        for (int m = 0; m < D; m++)
            t[LOOKUP_X][e * D + m] = t[LOOKUP_ET][store->tag[e] * D + m] +
                                     t[LOOKUP_EV][store->value[e] * D + m];
    memcpy(X_query, t[LOOKUP_ET] + store->tag[store->asked] * D,
           (size_t)D * sizeof *X_query);
    apply_overrides(trace, LOOKUP_X);

    /* 2. Q = X[query] Wq, K = X[entries] Wk */
    kernels->matmul(t[LOOKUP_Q], X_query, t[LOOKUP_WQ], 1, D, DK);
    kernels->matmul(t[LOOKUP_K], t[LOOKUP_X], t[LOOKUP_WK], N, D, DK);
    apply_overrides(trace, LOOKUP_Q);
    apply_overrides(trace, LOOKUP_K);

    /* 3. S = Q K^T */
    kernels->matmul_transposed(t[LOOKUP_S], t[LOOKUP_Q], t[LOOKUP_K], 1, DK, N);
    apply_overrides(trace, LOOKUP_S);

    /* 4. Z = S / sqrt(d_k), A = softmax(Z) */
    for (int e = 0; e < N; e++)
        t[LOOKUP_Z][e] = t[LOOKUP_S][e] * scale;
    kernels->softmax(t[LOOKUP_A], t[LOOKUP_Z], N, &trace->A_max, &trace->A_sum);
}

void
lookup_answer(struct lookup_trace *trace, const struct kernels *kernels)
{
    real *const *t = trace->tensor;
    const struct lookup_store *store = &trace->store;
    const int *size = trace->shape.size;
    int N = size[LOOKUP_AXIS_ENTRY], D = size[LOOKUP_AXIS_MODEL];
    int DV = size[LOOKUP_AXIS_WIDTH], V = size[LOOKUP_AXIS_VALUE];

    /* 5. V = X[entries] Wv, O = A V */
    kernels->matmul(t[LOOKUP_V], t[LOOKUP_X], t[LOOKUP_WV], N, D, DV);
    apply_overrides(trace, LOOKUP_V);
    kernels->matmul(t[LOOKUP_O], t[LOOKUP_A], t[LOOKUP_V], 1, N, DV);

    /* 6. L = O Wo, p = softmax(L) */
    kernels->matmul(t[LOOKUP_L], t[LOOKUP_O], t[LOOKUP_WO], 1, DV, V);
    kernels->softmax(t[LOOKUP_P], t[LOOKUP_L], V, &trace->p_max, &trace->p_sum);

    /* 7. loss = -log p[answer], without the rounding of p */
    real answer = t[LOOKUP_L][store->value[store->asked]];
    t[LOOKUP_LOSS][0] = real_log(trace->p_sum) - (answer - trace->p_max);
}

void
lookup_forward(struct lookup_trace *trace, const struct kernels *kernels)
{
    lookup_attend(trace, kernels);
    lookup_answer(trace, kernels);
}

/* -- backward -------------------------------------------------------------------------- */

/* The gradient of a number, unless it was set by hand: then nothing goes further back. */
static real
handed_on(const struct lookup_trace *trace, const struct lookup_trace *gradient,
          enum lookup_tensor id, int row, int col)
{
    if (overrides_find(&trace->overrides, (int)id, row, col) != NULL)
        return 0;
    return lookup_number(gradient, &(struct lookup_place){id, row, col});
}

/* out = softmax(in):  d_in[j] = out[j] (d_out[j] - sum over k of out[k] d_out[k]) */
static void
back_softmax(const struct lookup_trace *trace, enum lookup_tensor out,
             enum lookup_tensor in, struct lookup_trace *gradient)
{
    const real *y = trace->tensor[out], *dy = gradient->tensor[out];
    real *dx = gradient->tensor[in];
    int count = lookup_cols(&trace->shape, out);
    real dot = 0;
    for (int j = 0; j < count; j++)
        dot = real_fma(y[j], dy[j], dot);
    for (int j = 0; j < count; j++)
        dx[j] += y[j] * (dy[j] - dot);
}

/* out[r,c] = sum over m of left[first + r, m] right[m,c] */
static void
back_product(const struct lookup_trace *trace, enum lookup_tensor out,
             enum lookup_tensor left, int first, enum lookup_tensor right,
             struct lookup_trace *gradient)
{
    int R = lookup_rows(&trace->shape, out), C = lookup_cols(&trace->shape, out);
    int M = lookup_cols(&trace->shape, left);
    const real *a = trace->tensor[left] + first * M, *b = trace->tensor[right];
    real *da = gradient->tensor[left] + first * M, *db = gradient->tensor[right];
    for (int r = 0; r < R; r++)
        for (int c = 0; c < C; c++) {
            real d_out = handed_on(trace, gradient, out, r, c);
            for (int m = 0; m < M; m++) {
                da[r * M + m] = real_fma(d_out, b[m * C + c], da[r * M + m]);
                db[m * C + c] = real_fma(d_out, a[r * M + m], db[m * C + c]);
            }
        }
}

/* Z[e] = S[e] / sqrt(d_k);  S[e] = sum over c of Q[c] K[e,c] */
static void
back_scores(const struct lookup_trace *trace, struct lookup_trace *gradient)
{
    real *const *t = trace->tensor, *const *d = gradient->tensor;
    int N = trace->shape.size[LOOKUP_AXIS_ENTRY], DK = trace->shape.size[LOOKUP_AXIS_KEY];
    real scale = attention_scale(DK);
    for (int e = 0; e < N; e++) {
        d[LOOKUP_S][e] = real_fma(d[LOOKUP_Z][e], scale, d[LOOKUP_S][e]);
        real dS = handed_on(trace, gradient, LOOKUP_S, 0, e);
        for (int c = 0; c < DK; c++) {
            d[LOOKUP_Q][c] = real_fma(dS, t[LOOKUP_K][e * DK + c], d[LOOKUP_Q][c]);
            d[LOOKUP_K][e * DK + c] =
                real_fma(dS, t[LOOKUP_Q][c], d[LOOKUP_K][e * DK + c]);
        }
    }
}

/* X[e] = Et[tag e] + Ev[value e];  X[query] = Et[tag asked] */
static void
back_embed(const struct lookup_trace *trace, struct lookup_trace *gradient)
{
    const struct lookup_store *store = &trace->store;
    real *dEt = gradient->tensor[LOOKUP_ET], *dEv = gradient->tensor[LOOKUP_EV];
    int N = trace->shape.size[LOOKUP_AXIS_ENTRY];
    int D = trace->shape.size[LOOKUP_AXIS_MODEL];
    for (int m = 0; m < D; m++) {
        for (int e = 0; e < N; e++) {
            real dX = handed_on(trace, gradient, LOOKUP_X, e, m);
            dEt[store->tag[e] * D + m] += dX;
            dEv[store->value[e] * D + m] += dX;
        }
        dEt[store->tag[store->asked] * D + m] +=
            handed_on(trace, gradient, LOOKUP_X, N, m);
    }
}

void
lookup_backward(const struct lookup_trace *trace, const struct lookup_place *place,
                struct lookup_trace *gradient)
{
    assert(place->tensor > LOOKUP_X && place->tensor < LOOKUP_EXAMPLE);
    real *const *d = gradient->tensor;
    for (int id = 0; id < LOOKUP_EXAMPLE; id++)
        memset(d[id], 0,
               lookup_size(&trace->shape, (enum lookup_tensor)id) * sizeof(real));
    int cols = lookup_cols(&trace->shape, place->tensor);
    d[place->tensor][place->row * cols + place->col] = 1;

    /* loss = log(sum over v of exp L[v]) - L[answer]:  dL[v] = p[v] - (v = answer) */
    if (place->tensor == LOOKUP_LOSS) {
        int answer = trace->store.value[trace->store.asked];
        for (int v = 0; v < trace->shape.size[LOOKUP_AXIS_VALUE]; v++)
            d[LOOKUP_L][v] = trace->tensor[LOOKUP_P][v] - (real)(v == answer);
    }
    back_softmax(trace, LOOKUP_P, LOOKUP_L, gradient);
    back_product(trace, LOOKUP_L, LOOKUP_O, 0, LOOKUP_WO, gradient);
    back_product(trace, LOOKUP_O, LOOKUP_A, 0, LOOKUP_V, gradient);
    back_softmax(trace, LOOKUP_A, LOOKUP_Z, gradient);
    back_scores(trace, gradient);
    int query = trace->shape.size[LOOKUP_AXIS_ENTRY];
    back_product(trace, LOOKUP_Q, LOOKUP_X, query, LOOKUP_WQ, gradient);
    back_product(trace, LOOKUP_K, LOOKUP_X, 0, LOOKUP_WK, gradient);
    back_product(trace, LOOKUP_V, LOOKUP_X, 0, LOOKUP_WV, gradient);
    back_embed(trace, gradient);
}

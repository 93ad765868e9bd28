/* Forward mode: what a change of the parameters does to the watched weights. Each step quotes
 * the line of the forward pass whose derivative it takes. */
#include <string.h>

#include "core/attention.h"
#include "core/lookup_trace.h"

/* Nothing that was computed changes a number that is set by hand. */
static void
keep_overrides(const struct lookup_trace *trace, enum lookup_tensor id,
               struct lookup_trace *change)
{
    int cols = lookup_cols(&trace->shape, id);
    for (int k = 0; k < trace->overrides.count; k++) {
        const struct override *set = &trace->overrides.list[k];
        if (set->tensor == (int)id)
            change->tensor[id][set->row * cols + set->col] = 0;
    }
}

/* out += left right; left (R, M), right (M, C) */
static void
add_product(real *out, const real *left, const real *right, int R, int M, int C)
{
    for (int r = 0; r < R; r++)
        for (int m = 0; m < M; m++)
            for (int c = 0; c < C; c++)
                out[r * C + c] =
                    real_fma(left[r * M + m], right[m * C + c], out[r * C + c]);
}

/* X[e] = Et[tag e] + Ev[value e];  X[query] = Et[tag asked] */
static void
change_embedding(const struct lookup_trace *trace, const struct lookup_family *u,
                 struct lookup_trace *change)
{
    const struct lookup_store *store = &trace->store;
    const real *uEt = u->tensor[LOOKUP_ET], *uEv = u->tensor[LOOKUP_EV];
    int N = trace->shape.size[LOOKUP_AXIS_ENTRY];
    int D = trace->shape.size[LOOKUP_AXIS_MODEL];
    real *dX = change->tensor[LOOKUP_X];
    for (int e = 0; e < N; e++)
        for (int m = 0; m < D; m++)
            dX[e * D + m] = uEt[store->tag[e] * D + m] + uEv[store->value[e] * D + m];
    memcpy(dX + N * D, uEt + store->tag[store->asked] * D, (size_t)D * sizeof *dX);
    keep_overrides(trace, LOOKUP_X, change);
}

/* out = X W, from row `first` of X on:  d_out = dX W + X dW */
static void
change_projection(const struct lookup_trace *trace, const struct lookup_family *u,
                  enum lookup_tensor out, int first, enum lookup_tensor W,
                  struct lookup_trace *change)
{
    int R = lookup_rows(&trace->shape, out), C = lookup_cols(&trace->shape, out);
    int D = trace->shape.size[LOOKUP_AXIS_MODEL];
    const real *X = trace->tensor[LOOKUP_X] + first * D;
    const real *dX = change->tensor[LOOKUP_X] + first * D;
    real *d_out = change->tensor[out];
    memset(d_out, 0, (size_t)R * (size_t)C * sizeof *d_out);
    add_product(d_out, dX, trace->tensor[W], R, D, C);
    add_product(d_out, X, u->tensor[W], R, D, C);
    keep_overrides(trace, out, change);
}

/* S[e] = sum over c of Q[c] K[e,c];  Z = S / sqrt(d_k) */
static void
change_scores(const struct lookup_trace *trace, struct lookup_trace *change)
{
    real *const *t = trace->tensor, *const *d = change->tensor;
    int N = trace->shape.size[LOOKUP_AXIS_ENTRY], DK = trace->shape.size[LOOKUP_AXIS_KEY];
    real scale = attention_scale(DK);
    for (int e = 0; e < N; e++) {
        real sum = 0;
        for (int c = 0; c < DK; c++) {
            sum = real_fma(d[LOOKUP_Q][c], t[LOOKUP_K][e * DK + c], sum);
            sum = real_fma(t[LOOKUP_Q][c], d[LOOKUP_K][e * DK + c], sum);
        }
        d[LOOKUP_S][e] = sum;
    }
    keep_overrides(trace, LOOKUP_S, change);
    for (int e = 0; e < N; e++)
        d[LOOKUP_Z][e] = d[LOOKUP_S][e] * scale;
}

void
lookup_change(const struct lookup_trace *trace, const struct lookup_family *u,
              struct lookup_trace *change)
{
    int N = trace->shape.size[LOOKUP_AXIS_ENTRY];
    const real *A = trace->tensor[LOOKUP_A], *dZ = change->tensor[LOOKUP_Z];
    real dot = 0;
    change_embedding(trace, u, change);
    change_projection(trace, u, LOOKUP_Q, N, LOOKUP_WQ, change);
    change_projection(trace, u, LOOKUP_K, 0, LOOKUP_WK, change);
    change_scores(trace, change);

    /* A = softmax(Z):  dA[e] = A[e] (dZ[e] - sum over k of A[k] dZ[k]) */
    for (int e = 0; e < N; e++)
        dot = real_fma(A[e], dZ[e], dot);
    for (int e = 0; e < N; e++)
        change->tensor[LOOKUP_A][e] = A[e] * (dZ[e] - dot);
}

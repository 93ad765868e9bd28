/* Backward through attention from one weight; each step quotes the forward line it undoes. */
#include "core/gradient.h"

#include <string.h>

#include "core/attention.h"

static void
clear(struct trace *gradient, enum tensor_id id)
{
    size_t count = (size_t)trace_rows(gradient, id) * (size_t)trace_cols(gradient, id);
    memset(gradient->tensor[id], 0, count * sizeof(real));
}

/* The gradient of a number, unless it was set by hand: then nothing goes further back. */
static real
passed_on(const struct trace *trace, const struct trace *gradient, enum tensor_id id,
          int row, int col)
{
    if (overrides_find(&trace->overrides, (int)id, row, col) != NULL)
        return 0;
    return gradient
        ->tensor[id][(size_t)row * (size_t)trace_cols(trace, id) + (size_t)col];
}

/* A = softmax(Z):  dA[i,j]/dZ[i,k] = A[i,j] ((j = k) - A[i,k]);  Z = S / sqrt(d_k) */
static void
back_softmax(const struct trace *trace, int i, int j, struct trace *gradient)
{
    int n = trace->shape.size[AXIS_TOKEN], seen = trace->masked ? i + 1 : n;
    const real *A_i = trace->tensor[TENSOR_A] + (size_t)i * (size_t)n;
    real *dZ_i = gradient->tensor[TENSOR_Z] + (size_t)i * (size_t)n;
    real *dS_i = gradient->tensor[TENSOR_S] + (size_t)i * (size_t)n;
    real scale = attention_scale(trace->shape.size[AXIS_KEY]);
    /* 1 - A[i,j] as the sum of the others, which stays exact where A[i,j] is nearly 1 */
    real others = 0;
    for (int k = 0; k < seen; k++)
        others += k == j ? 0 : A_i[k];
    for (int k = 0; k < seen; k++) {
        dZ_i[k] = A_i[j] * (k == j ? others : -A_i[k]);
        dS_i[k] = dZ_i[k] * scale;
    }
}

/* S[i,k] = sum over c of Q[i,c] K[k,c] */
static void
back_scores(const struct trace *trace, int i, struct trace *gradient)
{
    int n = trace->shape.size[AXIS_TOKEN], dk = trace->shape.size[AXIS_KEY];
    const real *Q_i = trace->tensor[TENSOR_Q] + (size_t)i * (size_t)dk;
    real *dQ_i = gradient->tensor[TENSOR_Q] + (size_t)i * (size_t)dk;
    for (int k = 0; k < n; k++) {
        const real *K_k = trace->tensor[TENSOR_K] + (size_t)k * (size_t)dk;
        real *dK_k = gradient->tensor[TENSOR_K] + (size_t)k * (size_t)dk;
        real dS = passed_on(trace, gradient, TENSOR_S, i, k);
        for (int c = 0; c < dk; c++) {
            dQ_i[c] = real_fma(dS, K_k[c], dQ_i[c]);
            dK_k[c] = real_fma(dS, Q_i[c], dK_k[c]);
        }
    }
}

/* out[i,c] = sum over m of X[i,m] W[m,c], for Q and Wq, K and Wk */
static void
back_projection(const struct trace *trace, enum tensor_id out, enum tensor_id W,
                enum tensor_id dW_to, struct trace *gradient)
{
    int n = trace->shape.size[AXIS_TOKEN], d = trace->shape.size[AXIS_MODEL];
    int dk = trace->shape.size[AXIS_KEY];
    for (int i = 0; i < n; i++)
        for (int c = 0; c < dk; c++) {
            real d_out = passed_on(trace, gradient, out, i, c);
            if (d_out == 0)
                continue;
            for (int m = 0; m < d; m++) {
                size_t im = (size_t)i * (size_t)d + (size_t)m;
                size_t mc = (size_t)m * (size_t)dk + (size_t)c;
                real *dX = &gradient->tensor[TENSOR_X][im];
                real *dW = &gradient->tensor[dW_to][mc];
                *dX = real_fma(d_out, trace->tensor[W][mc], *dX);
                *dW = real_fma(d_out, trace->tensor[TENSOR_X][im], *dW);
            }
        }
}

/* X[i,m] = E[word i,m] + P[i,m] */
static void
back_embed(const struct trace *trace, struct trace *gradient)
{
    int n = trace->shape.size[AXIS_TOKEN], d = trace->shape.size[AXIS_MODEL];
    for (int i = 0; i < n; i++)
        for (int m = 0; m < d; m++) {
            real dX = passed_on(trace, gradient, TENSOR_X, i, m);
            gradient->tensor[TENSOR_E][(size_t)trace->word[i] * (size_t)d + (size_t)m] +=
                dX;
            gradient->tensor[TENSOR_P][(size_t)i * (size_t)d + (size_t)m] += dX;
        }
}

void
gradient_of_weight(const struct trace *trace, int i, int j, struct trace *gradient)
{
    enum tensor_id key = trace->share_qk ? TENSOR_WQ : TENSOR_WK;
    for (int id = 0; id < TENSOR_COUNT; id++)
        clear(gradient, (enum tensor_id)id);
    if (trace->masked && j > i)
        return; /* 0, whatever its numbers are */
    back_softmax(trace, i, j, gradient);
    back_scores(trace, i, gradient);
    back_projection(trace, TENSOR_Q, TENSOR_WQ, TENSOR_WQ, gradient);
    back_projection(trace, TENSOR_K, TENSOR_WK, key, gradient);
    back_embed(trace, gradient);
}

/* Attention, as four passes: project, score, scale + mask + softmax, blend. */
#include "core/attention.h"

/* What was set by hand in a tensor goes over what was computed. */
static void
apply_overrides(struct trace *trace, enum tensor_id id)
{
    overrides_apply(&trace->overrides, (int)id, trace_cols(trace, id), trace->tensor[id]);
}

void
attention_embed(struct trace *trace)
{
    int n = trace->shape.size[AXIS_TOKEN], d = trace->shape.size[AXIS_MODEL];
    for (int i = 0; i < n; i++) {
        const real *E_i = trace->tensor[TENSOR_E] + (size_t)trace->word[i] * (size_t)d;
        const real *P_i = trace->tensor[TENSOR_P] + (size_t)i * (size_t)d;
        real *X_i = trace->tensor[TENSOR_X] + (size_t)i * (size_t)d;
        for (int m = 0; m < d; m++)
            X_i[m] = E_i[m] + P_i[m];
    }
    apply_overrides(trace, TENSOR_X);
}

void
attention_project(struct trace *trace, const struct kernels *kernels)
{
    real *const *t = trace->tensor;
    int n = trace->shape.size[AXIS_TOKEN], d = trace->shape.size[AXIS_MODEL];
    int dk = trace->shape.size[AXIS_KEY], dv = trace->shape.size[AXIS_VALUE];
    kernels->matmul(t[TENSOR_Q], t[TENSOR_X], t[TENSOR_WQ], n, d, dk);
    kernels->matmul(t[TENSOR_K], t[TENSOR_X], t[TENSOR_WK], n, d, dk);
    kernels->matmul(t[TENSOR_V], t[TENSOR_X], t[TENSOR_WV], n, d, dv);
    apply_overrides(trace, TENSOR_Q);
    apply_overrides(trace, TENSOR_K);
    apply_overrides(trace, TENSOR_V);
}

/* Rows from `first` on of S = Q K^T. */
static void
score_rows(struct trace *trace, const struct kernels *kernels, int first, int rows)
{
    real *const *t = trace->tensor;
    int n = trace->shape.size[AXIS_TOKEN], dk = trace->shape.size[AXIS_KEY];
    kernels->matmul_transposed(t[TENSOR_S] + (size_t)first * (size_t)n,
                               t[TENSOR_Q] + (size_t)first * (size_t)dk, t[TENSOR_K],
                               rows, dk, n);
}

void
attention_score(struct trace *trace, const struct kernels *kernels)
{
    score_rows(trace, kernels, 0, trace->shape.size[AXIS_TOKEN]);
    apply_overrides(trace, TENSOR_S);
}

real
attention_scale(int d_k)
{
    return 1 / real_sqrt((real)d_k);
}

static void
weigh_row(struct trace *trace, const struct kernels *kernels, int i)
{
    int n = trace->shape.size[AXIS_TOKEN];
    int seen = trace->masked ? i + 1 : n; /* keys that query i may look at */
    real scale = attention_scale(trace->shape.size[AXIS_KEY]);
    const real *S_i = trace->tensor[TENSOR_S] + (size_t)i * (size_t)n;
    real *Z_i = trace->tensor[TENSOR_Z] + (size_t)i * (size_t)n;
    real *A_i = trace->tensor[TENSOR_A] + (size_t)i * (size_t)n;
    kernels->scale(Z_i, S_i, scale, seen);
    kernels->softmax(A_i, Z_i, seen, &trace->max[i], &trace->sum[i]);
    for (int j = seen; j < n; j++) {
        Z_i[j] = -(real)INFINITY;
        A_i[j] = 0;
    }
}

void
attention_weigh(struct trace *trace, const struct kernels *kernels)
{
    for (int i = 0; i < trace->shape.size[AXIS_TOKEN]; i++)
        weigh_row(trace, kernels, i);
}

/* Rows from `first` on of O = A V. */
static void
blend_rows(struct trace *trace, const struct kernels *kernels, int first, int rows)
{
    real *const *t = trace->tensor;
    int n = trace->shape.size[AXIS_TOKEN], dv = trace->shape.size[AXIS_VALUE];
    kernels->matmul(t[TENSOR_O] + (size_t)first * (size_t)dv,
                    t[TENSOR_A] + (size_t)first * (size_t)n, t[TENSOR_V], rows, n, dv);
}

void
attention_blend(struct trace *trace, const struct kernels *kernels)
{
    blend_rows(trace, kernels, 0, trace->shape.size[AXIS_TOKEN]);
}

/* Passes 2 to 4 go on together, so many rows at a time: what one has made is still near when
 * the next one reads it. */
void
attention_forward(struct trace *trace, const struct kernels *kernels)
{
    enum { ROWS = 64 };
    int n = trace->shape.size[AXIS_TOKEN];
    attention_embed(trace);
    attention_project(trace, kernels);
    if (trace->overrides.count > 0) { /* a score may be set by hand in any row */
        attention_score(trace, kernels);
        attention_weigh(trace, kernels);
        attention_blend(trace, kernels);
        return;
    }
    for (int first = 0; first < n; first += ROWS) {
        int rows = n - first < ROWS ? n - first : ROWS;
        score_rows(trace, kernels, first, rows);
        for (int i = first; i < first + rows; i++)
            weigh_row(trace, kernels, i);
        blend_rows(trace, kernels, first, rows);
    }
}

void
attention_row(struct trace *trace, const struct kernels *kernels, int i)
{
    attention_embed(trace);
    attention_project(trace, kernels);
    score_rows(trace, kernels, i, 1);
    apply_overrides(trace, TENSOR_S);
    weigh_row(trace, kernels, i);
}

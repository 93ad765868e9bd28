/* Attention, as four passes: project, score, scale + mask + softmax, blend. */
#include "core/attention.h"

#include "core/op.h"

/* X = E + P */
static void
embed(struct tensors *t)
{
    size_t D = (size_t)t->size[AXIS_MODEL];
    int N = t->size[AXIS_TOKEN];
    for (int i = 0; i < N; i++)
        t->ops[OP_SUM]->row(t, TENSOR_X, i, t->data[TENSOR_X] + (size_t)i * D);
    tensors_override(t, TENSOR_X, 0, N, t->data[TENSOR_X]);
}

/* out (N, width) = X W */
static void
project(struct tensors *t, enum tensor out, enum tensor W)
{
    int N = t->size[AXIS_TOKEN];
    t->kernels->matmul(t->data[out], t->data[TENSOR_X], t->data[t->same[W]], N,
                       t->size[AXIS_MODEL], tensors_cols(t, out));
    tensors_override(t, out, 0, N, t->data[out]);
}

/* `rows` rows of S = Q K^T, from `first` on, which lie one behind the other in the cache */
static void
score(struct tensors *t, int first, int rows)
{
    int N = t->size[AXIS_TOKEN], DK = t->size[AXIS_KEY];
    real *S = tensors_held_row(t, TENSOR_S, first);
    for (int i = first + 1; i < first + rows; i++)
        tensors_held_row(t, TENSOR_S, i);
    t->kernels->matmul_transposed(S, t->data[TENSOR_Q] + (size_t)first * (size_t)DK,
                                  t->data[TENSOR_K], rows, DK, N);
    tensors_override(t, TENSOR_S, first, rows, S);
}

/* Z = S / sqrt(d_k), A = softmax(Z): row by row, as the operations define it */
static void
weigh(struct tensors *t, int first, int rows)
{
    size_t N = (size_t)t->size[AXIS_TOKEN];
    for (int i = first; i < first + rows; i++) {
        real *A_i = t->data[TENSOR_A] + (size_t)i * N;
        t->ops[OP_SOFTMAX]->row(t, TENSOR_A, i, A_i);
        tensors_override(t, TENSOR_A, i, 1, A_i);
    }
}

/* O = A V */
static void
blend(struct tensors *t, int first, int rows)
{
    size_t N = (size_t)t->size[AXIS_TOKEN], DV = (size_t)t->size[AXIS_WIDTH];
    real *O = t->data[TENSOR_O] + (size_t)first * DV;
    t->kernels->matmul(O, t->data[TENSOR_A] + (size_t)first * N, t->data[TENSOR_V], rows,
                       (int)N, (int)DV);
    tensors_override(t, TENSOR_O, first, rows, O);
}

/* Passes 2 to 4 go on together, so many rows at a time: what one has made is still near when
 * the next one reads it. */
void
attention_forward(struct tensors *t)
{
    int N = t->size[AXIS_TOKEN];
    tensors_changed(t);
    embed(t);
    project(t, TENSOR_Q, TENSOR_WQ);
    project(t, TENSOR_K, TENSOR_WK);
    project(t, TENSOR_V, TENSOR_WV);
    for (int first = 0; first < N; first += ROWS_KEPT) {
        int rows = N - first < ROWS_KEPT ? N - first : ROWS_KEPT;
        score(t, first, rows);
        weigh(t, first, rows);
        blend(t, first, rows);
    }
}

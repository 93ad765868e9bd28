#ifndef CORE_LOOKUP_TRACE_H
#define CORE_LOOKUP_TRACE_H

#include "core/kernels.h"
#include "core/lookup.h"
#include "core/overrides.h"

#define lookup_trace_init CORE_NAME(lookup_trace_init)
#define lookup_trace_free CORE_NAME(lookup_trace_free)
#define lookup_trace_bind CORE_NAME(lookup_trace_bind)
#define lookup_attend     CORE_NAME(lookup_attend)
#define lookup_answer     CORE_NAME(lookup_answer)
#define lookup_forward    CORE_NAME(lookup_forward)
#define lookup_backward   CORE_NAME(lookup_backward)
#define lookup_change     CORE_NAME(lookup_change)
#define lookup_number     CORE_NAME(lookup_number)

/* One example of the lookup task, told directly and kept whole: X, Q, K, V, S, Z, A, O, L, p
 * and loss, as the table of tensors says. Training computes the same numbers another way
 * (core/lookup_step.h); what a reader looks at is this. */

struct lookup_trace {
    struct lookup_shape shape;
    struct lookup_store store;
    struct overrides overrides;   /* in X, Q, K, V and S */
    real *tensor[LOOKUP_TENSORS]; /* row-major; those of the parameters are borrowed, and
                                   * so are Qt, Kt and Zt, which the passes do not need */
    real A_max, A_sum;            /* of the softmax of Z */
    real p_max, p_sum;            /* of the softmax of L */
    real *block;
};

/* Allocates the computed tensors of a shape, filled with 0. Fails where memory is short. Free
 * with lookup_trace_free. */
bool lookup_trace_init(struct lookup_trace *trace, const struct lookup_shape *shape,
                       struct err *err);
void lookup_trace_free(struct lookup_trace *trace);

/* Makes the parameters of the trace those of a family of the same shape, which must outlive
 * its use. Copies nothing. */
void lookup_trace_bind(struct lookup_trace *trace, const struct lookup_family *family);

/* From the parameters and the store to the weights:
 *     X[e] = Et[tag e] + Ev[value e]   X[query] = Et[tag asked]
 *     Q = X[query] Wq    K = X[entries] Wk    S = Q K^T    Z = S / sqrt(d_k)
 *     A = softmax(Z) */
void lookup_attend(struct lookup_trace *trace, const struct kernels *kernels);

/* From the weights to the loss:
 *     V = X[entries] Wv    O = A V    L = O Wo    p = softmax(L)
 *     loss = log(sum of exp(L - max)) - (L[answer] - max) */
void lookup_answer(struct lookup_trace *trace, const struct kernels *kernels);

/* Both. */
void lookup_forward(struct lookup_trace *trace, const struct kernels *kernels);

/* How the number at a place of the trace changes with every number that it was made of.
 * gradient is a trace of the same shape, bound to a family that is not the parameters': all
 * its tensors are filled, the family gets the gradient of the parameters. A number set by
 * hand has a gradient of its own and hands none on. The place is in Q, K, V, S, Z, A, O, L, p
 * or loss. */
void lookup_backward(const struct lookup_trace *trace, const struct lookup_place *place,
                     struct lookup_trace *gradient);

/* What a small change u of the parameters does to X, Q, K, S, Z and A, to first order: the sum
 * over all parameters of d number / d parameter times u, which is the forward pass by the
 * rules of derivatives. trace is whole up to the weights; those tensors of change, a trace of
 * the same shape, are filled. Numbers set by hand do not change. */
void lookup_change(const struct lookup_trace *trace, const struct lookup_family *u,
                   struct lookup_trace *change);

/* The number at a place. */
real lookup_number(const struct lookup_trace *trace, const struct lookup_place *place);

#endif

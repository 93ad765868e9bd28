#ifndef CORE_ATTENTION_H
#define CORE_ATTENTION_H

#include "core/kernels.h"
#include "core/trace.h"

#define attention_embed   CORE_NAME(attention_embed)
#define attention_project CORE_NAME(attention_project)
#define attention_score   CORE_NAME(attention_score)
#define attention_weigh   CORE_NAME(attention_weigh)
#define attention_blend   CORE_NAME(attention_blend)
#define attention_forward CORE_NAME(attention_forward)
#define attention_row     CORE_NAME(attention_row)
#define attention_scale   CORE_NAME(attention_scale)

/* One head of scaled dot-product attention (Vaswani et al. 2017, section 3.2.1), row
 * vectors, in four passes over a trace whose E, P, word, Wq, Wk, Wv and masked are set.
 * Each pass reads only what the passes before it made. */

/* X[i,m] = E[word i,m] + P[i,m] */
void attention_embed(struct trace *trace);

/* 1. Q = X Wq, K = X Wk, V = X Wv: row i of each depends on row i of X alone */
void attention_project(struct trace *trace, const struct kernels *kernels);

/* 2. S = Q K^T: every query against every key */
void attention_score(struct trace *trace, const struct kernels *kernels);

/* 3. Z = S / sqrt(d_k), -infinity where masked; A = softmax of each row of Z */
void attention_weigh(struct trace *trace, const struct kernels *kernels);

/* 4. O = A V: the only pass that mixes tokens */
void attention_blend(struct trace *trace, const struct kernels *kernels);

/* All of them in order. */
void attention_forward(struct trace *trace, const struct kernels *kernels);

/* The first three, but of S, Z and A row i alone, to the same bits: what one query looks at. */
void attention_row(struct trace *trace, const struct kernels *kernels, int i);

/* 1 / sqrt(d_k), the number that S is multiplied by. */
real attention_scale(int d_k);

#endif

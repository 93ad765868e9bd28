#ifndef CORE_ATTENTION_H
#define CORE_ATTENTION_H

#include "core/tensors.h"

#define attention_forward CORE_NAME(attention_forward)

/* One head of scaled dot-product attention (Vaswani et al. 2017, section 3.2.1), row vectors, in
 * four passes over a sentence (sentence_kinds) whose E, P, word map, Wq, Wk, Wv and mask are set:
 *
 *     1. Q = X Wq, K = X Wk, V = X Wv     row i of each depends on row i of X alone
 *     2. S = Q K^T                        every query against every key
 *     3. A = softmax(S / sqrt(d_k))       with the mask, row by row
 *     4. O = A V                          the only pass that mixes tokens
 *
 * To the bit what tensors_compute makes of the table, only faster. */
void attention_forward(struct tensors *tensors);

#endif

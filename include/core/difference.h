#ifndef CORE_DIFFERENCE_H
#define CORE_DIFFERENCE_H

#include <stdbool.h>

#include "base/err.h"
#include "core/trace.h"

/* How a weight answers to a number, in double precision, for terms that cancel leave little of
 * a float: the derivative, and its check, the same attention computed again with one number a
 * little larger and a little smaller. This part of the core exists in double alone; its inputs
 * are floats. */
struct difference_inputs {
    struct shape shape;
    bool masked, share_qk, share_kv;
    const int *word; /* (n) */
    const float *E, *P, *Wq, *Wk, *Wv;
    struct overrides overrides; /* copied */
};

/* The derivative of A[i,j] with respect to the number at `place`, by the chain rule
 * (core/gradient.h). Fails where memory is short. */
bool derivative_of_weight(const struct difference_inputs *inputs, int i, int j,
                          const struct place *place, double *derivative, struct err *err);

/* (A[i,j] with the number at `place` plus h  -  A[i,j] with it minus h) / 2h. The place is in E,
 * P, X, Wq, Wk, Wv, Q, K, V or S; where it is computed it is set by hand for this. Fails where
 * memory is short. */
bool difference_of_weight(const struct difference_inputs *inputs, int i, int j,
                          const struct place *place, double h, double *slope,
                          struct err *err);

#endif

#ifndef CORE_DIFFERENCE_H
#define CORE_DIFFERENCE_H

#include <stdbool.h>

#include "base/err.h"
#include "core/trace.h"

/* The check of a derivative: the same attention computed again in double precision, with one
 * number a little larger and a little smaller. The only part of the core that exists in
 * double alone; its inputs are floats. */
struct difference_inputs {
    struct shape shape;
    bool masked, share_qk, share_kv;
    const int *word; /* (n) */
    const float *E, *P, *Wq, *Wk, *Wv;
    const struct override *overrides; /* copied */
    int override_count;
};

/* (A[i,j] with the number at `place` plus h  -  A[i,j] with it minus h) / 2h. The place is in E,
 * P, X, Wq, Wk, Wv, Q, K, V or S; where it is computed it is set by hand for this. Fails where
 * memory is short. */
bool difference_of_weight(const struct difference_inputs *inputs, int i, int j,
                          const struct place *place, double h, double *slope,
                          struct err *err);

#endif

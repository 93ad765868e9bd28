#ifndef CORE_GRADIENT_H
#define CORE_GRADIENT_H

#include "core/trace.h"

#define gradient_of_weight CORE_NAME(gradient_of_weight)

/* How the weight A[i,j] of a trace changes with every number that it was made of: fills
 * gradient, a trace of the same shape (trace_init), with dA[i,j]/dZ, /dS, /dQ, /dK, /dX, /dWq,
 * /dWk, /dE and /dP; its V, Wv, A and O stay 0. A number that was set by hand has a gradient of
 * its own, and hands none on to what it would have been made of. Where Wk is a copy of Wq the
 * gradient of Wq is that of both. */
void gradient_of_weight(const struct trace *trace, int i, int j, struct trace *gradient);

#endif

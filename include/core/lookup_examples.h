#ifndef CORE_LOOKUP_EXAMPLES_H
#define CORE_LOOKUP_EXAMPLES_H

#include "core/lookup_step.h"
#include "core/lookup_trace.h"

/* Tells every example of a batch directly: numbers (batch->count) gets the loss of each, or
 * where `slope` the slope of its loss at a place of the parameters, whose mean over the batch
 * is what lookup_gradient gathers. `like` is a trace of the shape, bound to the parameters.
 * Fails where memory is short. */
bool lookup_tell_batch(const struct lookup_trace *like, const struct lookup_batch *batch,
                       bool slope, const struct lookup_place *place,
                       const struct kernels *kernels, double *numbers, struct err *err);

#endif

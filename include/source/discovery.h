#ifndef SOURCE_DISCOVERY_H
#define SOURCE_DISCOVERY_H

#include <stdbool.h>

#include "base/err.h"
#include "source/trainer.h"

/* What training has found out, and what its next step is about to do. All of it follows from
 * the parameters of the shown step, and from Adam's means and the coming batch. */

/* How the parts of an entry share the work. A share is of the variance that the two parts
 * make apart from each other; nan where nothing varies. */
struct discovery {
    /* Of a query's scores over the entries: what comes from tags, sum over queries of
     * var over t of Z[q,t] / the same and that over values. About .5 at step 0. */
    double key_tag_share;
    /* Of the logits, less their mean over the values: what comes from values. */
    double value_value_share;
};
/* Of the parameters of a computation of the lookup task. */
struct discovery discovery_of(const struct tensors *tensors);

/* What the change u will do to the watched weights, to first order: predicted[e] (entries) =
 * sum over all parameters of dA[query,e] / d parameter times u. Fails where memory is
 * short. */
bool trainer_predict(const struct trainer *trainer, const struct lookup_family *u,
                     double *predicted, struct err *err);

/* What would have been predicted one step before for the step that led to the shown one: its
 * change follows from Adam's means, and the parameters were those of now less that. Fails
 * where there is no step before or one was left by a number set by hand, and where memory is
 * short. */
bool trainer_predict_last(const struct trainer *trainer, double *predicted,
                          struct err *err);

#endif

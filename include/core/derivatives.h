#ifndef CORE_DERIVATIVES_H
#define CORE_DERIVATIVES_H

#include "base/err.h"
#include "core/kinds.h"
#include "core/overrides.h"
#include "core/receipt.h"

/* How the numbers of a computation answer to each other, in double precision, for terms that
 * cancel leave little of a float: slopes of one number, the target, by the chain rule; what small
 * changes of the inputs do to any number, to first order; and the check of both, the same
 * computation again with one number a little larger and a little smaller. This part of the core
 * exists in double alone; its inputs are floats. */

/* The computation, all borrowed; core/mirror.h fills it. */
struct derivatives_inputs {
    const struct kind *kinds;
    const int *size; /* [AXES] */
    int *const *map; /* [MAPS] */
    bool masked, share_qk, share_kv;
    const float *parameter[TENSORS];
    struct overrides overrides; /* copied */

    /* The changes that are given: of parameters, or NULL where there are none; and of numbers set
     * by hand, by value - was. */
    const float *change[TENSORS];
    struct overrides edits;

    /* Numbers that are to be unknown, as in core/tensors.h; then so is all that follows from
     * them. Or NULL. */
    bool (*hides)(const void *by, enum tensor tensor, int row, int col);
    const void *hides_by;
};

struct derivatives;

/* Makes the computation in double; the target may be any number of it. The caller frees it with
 * derivatives_free; the changes of the inputs must outlive it. NULL where memory is short. */
struct derivatives *derivatives_make(const struct derivatives_inputs *inputs,
                                     const struct number *target, struct err *err);
void derivatives_free(struct derivatives *derivatives);

/* Goes on to another input of the same shape: the rows of a map. */
void derivatives_set_map(struct derivatives *derivatives, enum map map, const int *rows);

/* A slope or a change (OF_SLOPE, OF_CHANGE) of a number of the computation. Fails where memory is
 * short. */
bool derivatives_number(struct derivatives *derivatives, const struct number *number,
                        double *value, struct err *err);

/* Its receipt: the chain rule, term by term. The numbers of its terms get the example and the
 * step of `number`. Fails where memory is short; free with receipt_free. */
bool derivatives_receipt(struct derivatives *derivatives, const struct number *number,
                         struct receipt *receipt, struct err *err);

/* (the target with `number` plus h  -  the target with it minus h) / 2h. A computed number is set
 * by hand for this. Fails where memory is short. */
bool derivatives_difference(struct derivatives *derivatives, const struct number *number,
                            double h, double *slope, struct err *err);

#endif

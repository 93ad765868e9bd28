#ifndef CORE_MIRROR_H
#define CORE_MIRROR_H

#include "core/derivatives.h"
#include "core/lookup.h"
#include "core/tensors.h"

/* What the double core needs of a computation in float, to make the same in double: all but the
 * changes, which are none; of a veil what is under it. The computation must outlive its use. */
struct derivatives_inputs mirror_inputs(const struct tensors *tensors);

/* The same, with the changes u of the parameters of a store's computation. */
struct derivatives_inputs mirror_changed(const struct tensors *tensors,
                                         const struct lookup_family *u);

#endif

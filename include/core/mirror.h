#ifndef CORE_MIRROR_H
#define CORE_MIRROR_H

#include "core/derivatives.h"
#include "core/tensors.h"

/* What the double core needs of a computation in float, to make the same in double: all but the
 * changes, which are none; of a veil what is under it. The computation must outlive its use. */
struct derivatives_inputs mirror_inputs(const struct tensors *tensors);

#endif

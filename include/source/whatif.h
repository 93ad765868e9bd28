#ifndef SOURCE_WHATIF_H
#define SOURCE_WHATIF_H

#include "core/receipt.h"
#include "source/explorer.h"

/* Small enough that a steep softmax is straight over it, large enough for double precision. */
#define WHAT_IF_STEP 1e-5

/* How a weight answers to a number: the exact derivative, and the same from two sides. */
struct what_if {
    struct place edited, watched; /* watched is a place in A */
    double derivative;            /* d watched / d edited, by the chain rule, in double */
    double
        difference; /* (watched above - watched below) / 2h, h = WHAT_IF_STEP, in double */
};

/* Computes it for the weight A[i,j] and any number but Z, A, O (of V and Wv it is 0). Fails
 * where memory is short. */
bool what_if_make(struct what_if *what_if, const struct explorer *explorer,
                  const struct place *edited, int i, int j, struct err *err);

#endif

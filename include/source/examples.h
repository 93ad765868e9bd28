#ifndef SOURCE_EXAMPLES_H
#define SOURCE_EXAMPLES_H

#include "core/lookup.h"

/* What each example of a batch adds to a mean: its loss, the slope of it at a parameter, or
 * whether it is right. They are kept until the step or many other numbers are asked for, since a
 * screen asks for the same ones many times. */

enum { EXAMPLES_KEPT = 4 };

struct examples {
    struct {
        struct number mean; /* whose examples they are */
        double *numbers;    /* owned; NULL where there are none */
    } kept[EXAMPLES_KEPT];
    int next; /* the one to give up next */
};

/* The numbers of a mean (OF_MEAN, OF_GRADIENT) over a batch under the parameters: as many as the
 * batch has. NULL where memory is short. */
const double *examples_of(struct examples *examples, const struct number *mean,
                          const struct lookup_family *parameters,
                          const struct lookup_batch *batch, struct err *err);

/* Gives up all that is kept: to be called when parameters or batch have changed, and at the end. */
void examples_forget(struct examples *examples);

#endif

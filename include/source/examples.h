#ifndef SOURCE_EXAMPLES_H
#define SOURCE_EXAMPLES_H

#include "source/trainer.h"

/* What each example of the shown step's batch adds to a mean: its loss, or the slope of it at a
 * place of the parameters. They are kept until the step or another number is asked for, since
 * a screen asks for the same ones many times. */

/* The numbers, as many as the batch has; NULL where memory is short. */
const double *trainer_examples(struct trainer *trainer, bool slope,
                               const struct lookup_place *place, struct err *err);

#endif

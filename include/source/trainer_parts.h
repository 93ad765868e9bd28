#ifndef SOURCE_TRAINER_PARTS_H
#define SOURCE_TRAINER_PARTS_H

#include "source/trainer.h"

/* What the files of the trainer share; for src/source/trainer*.c. */

/* Writes the weights of the watched store under a state's parameters into the curve. */
void trainer_record_weights(struct trainer *trainer, const struct run_state *state);

/* Gives up the state that goes through the steps again. */
void trainer_end_recall(struct trainer *trainer);

#endif

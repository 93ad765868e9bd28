#ifndef SOURCE_TRAINER_PARTS_H
#define SOURCE_TRAINER_PARTS_H

#include "source/trainer.h"

/* What the files of the trainer share; for src/source/trainer*.c. */

/* Puts the watched store, and of the shown step what was set by hand in it, under a state's
 * parameters. */
void trainer_set_tensors(struct trainer *trainer, const struct run_state *state);

/* Writes the weights of the watched store as it is put there into the curve. */
void trainer_record_weights(struct trainer *trainer, const struct run_state *state);

/* Gives up the state that goes through the steps again. */
void trainer_end_recall(struct trainer *trainer);

#endif

#ifndef SUPPORT_TRAINING_H
#define SUPPORT_TRAINING_H

#include "source/trainer.h"

/* A trainer at step 0 with the best kernels; the test fails where there is none. Free with
 * trainer_free. */
struct trainer *trainer_ready(const struct lookup_settings *settings);

/* Goes to a step; the test fails where the trainer does not come to stand on it. */
void trainer_go(struct trainer *trainer, int step);

/* The test fails where the steps, parameters, moments or gradients are not the same bits. */
void assert_trainers_equal(const struct trainer *a, const struct trainer *b);

#endif

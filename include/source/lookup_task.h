#ifndef SOURCE_LOOKUP_TASK_H
#define SOURCE_LOOKUP_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "core/lookup.h"
#include "core/lookup_step.h"

/* The data of the lookup task, all of it a pure function of the settings: the parameters at
 * step 0, the batch of each step, the stores that accuracy is measured on. Every kind is
 * drawn from streams of its own, so that none depends on how many numbers another took. */

enum { FRESH_STORES = 2000 };

/* Memory for a batch. */
struct lookup_draws {
    struct lookup_batch batch; /* over the block */
    int entries, capacity;     /* examples that fit */
    int *block;
};

/* Allocates room for so many examples (1 to LOOKUP_BATCH_MAX); fails where memory is short.
 * Free with lookup_draws_free. */
bool lookup_draws_init(struct lookup_draws *draws, int entries, int capacity,
                       struct err *err);
void lookup_draws_free(struct lookup_draws *draws);

/* Draws the batch of a step: `count` examples, at most the capacity. Example b is the same
 * whatever count is: core/lookup_step.h says how they are drawn. */
void lookup_draw_batch(struct lookup_draws *draws, const struct lookup_settings *settings,
                       int step, int count, const struct kernels *kernels);

/* Draws stores that no step trains on: the same ones each time. */
void lookup_draw_fresh(struct lookup_draws *draws, const struct lookup_settings *settings,
                       int count, const struct kernels *kernels);

/* Fills the parameters of step 0: Et and Ev from N(0, init^2), a matrix from N(0, 1 / its
 * rows). The number at (row, column) depends on the seed, the tensor and the place alone:
 * another size cuts or continues the same table. */
void lookup_draw_parameters(struct lookup_family *parameters,
                            const struct lookup_settings *settings);

/* The store that is watched at first: tags 0 2 1 3, values 3 5 5 1, asked is entry 1; sizes
 * that do not allow this get one alike. */
struct lookup_store lookup_store_standard(const struct lookup_settings *settings);

/* Whether two stores of so many entries are the same. */
bool lookup_store_equal(const struct lookup_store *a, const struct lookup_store *b,
                        int entries);

/* Whether a store fits the settings: tags and values there are, tags all different, the asked
 * entry there. Fails with what is wrong. */
bool lookup_store_check(const struct lookup_store *store,
                        const struct lookup_settings *settings, struct err *err);

#endif

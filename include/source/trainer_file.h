#ifndef SOURCE_TRAINER_FILE_H
#define SOURCE_TRAINER_FILE_H

#include <stdbool.h>

#include "base/err.h"
#include "source/trainer.h"

/* A run as a safetensors file: the parameters at a step by their names (Et, Ev, Wq, Wk, Wv,
 * Wo; not the shared ones), Adam's means beside them (Et.m, Et.v, ...), and in the metadata
 * the settings by their names, the step, and the changes as a JSON list of
 * [step, "lr", value], [step, "batch", value] or [step, "Wq", row, column, value]. A run that
 * is loaded goes on bit for bit as the one that was saved. */

/* Writes the shown step and the changes up to it. Fails, and leaves the file that was there as
 * it was, where a number is not finite and where the file cannot be written. */
bool trainer_save(const struct trainer *trainer, const char *path, struct err *err);

/* Reads a run; the caller frees it. Its history comes back by training again; where that does
 * not lead to the numbers of the file (since they were made or edited elsewhere), or would
 * take too long, the run begins at the file's step. NULL and a sentence that names the file
 * where it cannot be read or is not a run. */
struct trainer *trainer_load(const char *path, const struct kernels *kernels,
                             struct err *err);

#endif

#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>

#include "base/err.h"

/* What `make bench` measures of the program's own code. A row is one number with a name; it is
 * measured alone, so that a driver can take turns with another program (bench/bench.py). */

struct row {
    const char *name;
    const char *unit;
    bool lower_is_better;
    bool (*measure)(const struct row *row, double seconds, double *value,
                    struct err *err);
    int size; /* examples in a batch, tokens, seeds: what the row's name says */
};

/* The rows of each file; the last one has no name. */
extern const struct row attention_rows[], kernel_rows[], program_rows[], train_rows[];

/* How many times a second a function can be called. It is called for a part of the time before
 * any call counts, and at least once. */
double bench_rate(void (*once)(void *what), void *what, double seconds);

/* A number from 0 to below 1, and one from 0 to count - 1; the same in every run. */
double bench_part(unsigned counter);
int bench_pick(unsigned counter, int count);

/* Fills numbers with such ones from -size to size. */
void bench_fill(float *numbers, int count, double size);

#endif

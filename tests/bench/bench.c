/* Measures one row and prints it as a line of JSON:
 *
 *     bench train-128 0.5
 *     bench --list          the rows: name, unit, and whether higher or lower is better
 *
 * No number here is taken apart from its clock: who compares two runs does it by medians. */
#include "bench.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "core/kernels.h"

enum { SEED = 7, WARM_PART = 10 };

static const struct row *const tables[] = {train_rows, attention_rows, program_rows,
                                           kernel_rows, NULL};

double
bench_part(unsigned counter)
{
    return (double)(random_bits(SEED, 0, counter) >> 11) * 0x1p-53;
}

int
bench_pick(unsigned counter, int count)
{
    return (int)(bench_part(counter) * count);
}

void
bench_fill(float *numbers, int count, double size)
{
    for (int k = 0; k < count; k++)
        numbers[k] = (float)((2 * bench_part((unsigned)k) - 1) * size);
}

/* -- the clock ------------------------------------------------------------------------- */

static double
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double
time_of(void (*once)(void *what), void *what, long calls)
{
    double start = now();
    for (long k = 0; k < calls; k++)
        once(what);
    return now() - start;
}

double
bench_rate(void (*once)(void *what), void *what, double seconds)
{
    /* Several calls to a look at the clock, which takes as long as a short call. The search
     * for how many warms up the caches, the branches and the core's own clock. */
    long calls = 1, counted = 0;
    double total = 0;
    once(what);
    while (time_of(once, what, calls) < seconds / WARM_PART)
        calls *= 2;
    while (total < seconds) {
        total += time_of(once, what, calls);
        counted += calls;
    }
    return (double)counted / total;
}

/* -- the command line ------------------------------------------------------------------ */

static void
list(void)
{
    for (const struct row *const *table = tables; *table != NULL; table++)
        for (const struct row *row = *table; row->name != NULL; row++)
            printf("%s\t%s\t%s\n", row->name, row->unit,
                   row->lower_is_better ? "lower" : "higher");
}

static const struct row *
find(const char *name)
{
    for (const struct row *const *table = tables; *table != NULL; table++)
        for (const struct row *row = *table; row->name != NULL; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

static bool
measure(const char *name, const char *time, struct err *err)
{
    const struct row *row = find(name);
    char *end = NULL;
    double seconds = strtod(time, &end), value = 0;
    if (row == NULL)
        return err_set(err, "there is no row %s; --list names them", name);
    if (*end != '\0' || !(seconds > 0) || !(seconds <= 600))
        return err_set(err, "the seconds are more than 0 and at most 600, not %s", time);
    if (!row->measure(row, seconds, &value, err))
        return err_place(err, "%s", name);
    printf("{\"row\": \"%s\", \"value\": %.9g, \"unit\": \"%s\", \"kernels\": \"%s\"}\n",
           row->name, value, row->unit, kernels_best()->name);
    return true;
}

int
main(int argc, char **argv)
{
    struct err err = {""};
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        list();
    else if (argc < 2 || argc > 3)
        err_set(&err, "usage: bench ROW [SECONDS], or bench --list");
    else
        measure(argv[1], argc > 2 ? argv[2] : "0.5", &err);
    if (err.text[0] == '\0')
        return EXIT_SUCCESS;
    fprintf(stderr, "bench: %s\n", err.text);
    return EXIT_FAILURE;
}

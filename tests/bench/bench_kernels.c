/* Each kernel against the most that the core can do. The core's clock moves, so a kernel and
 * the peak are measured in turns, and the median of the turns counts. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "core/kernels.h"
#include "core/lookup_step.h"
#include "peak.h"
#include "source/run.h"

enum {
    TOKENS = 512,
    WIDTH = 64,
    EXP_STEPS =
        10, /* fused multiply-adds of an exp; the rest of a softmax is not counted */
    TURNS = 5,
    ROUNDS = 1000
};

/* -- the peak -------------------------------------------------------------------------- */

static const struct peak *
find_peak(void)
{
    static const struct peak *const all[] = {
#ifdef KERNELS_X86
        &peak_avx2, &peak_avx512,
#endif
        &peak_baseline};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strcmp(all[k]->name, kernels_best()->name) == 0)
            return all[k];
    return &peak_baseline;
}

struct peak_run {
    const struct peak *peak;
    float total;
};

static void
run_peak(void *what)
{
    struct peak_run *run = what;
    run->total += run->peak->run(ROUNDS, .999F, .001F);
}

/* Multiply-adds a second. */
static double
peak_rate(double seconds)
{
    struct peak_run run = {find_peak(), 0};
    return bench_rate(run_peak, &run, seconds) * run.peak->each * ROUNDS;
}

static bool
peak(const struct row *row, double seconds, double *value, struct err *err)
{
    (void)row, (void)err;
    *value = peak_rate(seconds) * 1e-9;
    return true;
}

/* -- the kernels ----------------------------------------------------------------------- */

/* Operands as attention over TOKENS tokens has them. */
struct operands {
    const struct kernels *kernels;
    float *a, *b, *out; /* (TOKENS, TOKENS), of which a kernel may use less */
};

/* O = A V */
static void
run_matmul(void *what)
{
    const struct operands *o = what;
    o->kernels->matmul(o->out, o->a, o->b, TOKENS, TOKENS, WIDTH);
}

/* S = Q K^T */
static void
run_matmul_transposed(void *what)
{
    const struct operands *o = what;
    o->kernels->matmul_transposed(o->out, o->a, o->b, TOKENS, WIDTH, TOKENS);
}

/* A row of A. */
static void
run_softmax(void *what)
{
    const struct operands *o = what;
    float max, sum;
    o->kernels->softmax(o->out, o->a, TOKENS, &max, &sum);
}

/* A run at its first step. */
struct training {
    const struct kernels *kernels;
    struct run_state state;
};

static void
run_gather(void *what)
{
    struct training *training = what;
    struct lookup_result result;
    training->kernels->lookup->gather(&training->state.work, &training->state.draws.batch,
                                      &result);
}

static void
run_adam(void *what)
{
    struct training *training = what;
    struct run_state *state = &training->state;
    adam_step(&state->adam, state->gradient.numbers, 1e-6, state->parameters.numbers,
              training->kernels);
}

static int
by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* How much of the peak a kernel reaches whose one run takes so many multiply-adds. */
static double
part_of_peak(void (*once)(void *), void *what, double work, double seconds)
{
    double part[TURNS], each = seconds / (2 * TURNS);
    for (int turn = 0; turn < TURNS; turn++) {
        double most = peak_rate(each);
        part[turn] = bench_rate(once, what, each) * work / most;
    }
    qsort(part, TURNS, sizeof *part, by_size);
    return part[TURNS / 2];
}

static bool
measure_kernel(void (*once)(void *), double work, double seconds, double *value,
               struct err *err)
{
    const int count = TOKENS * TOKENS;
    float *block = malloc(3 * (size_t)count * sizeof *block);
    struct operands operands = {kernels_best(), block, block + count, block + 2 * count};
    if (block == NULL)
        return err_set(err, "there is not enough memory");
    bench_fill(operands.a, 2 * count, 1);
    *value = part_of_peak(once, &operands, work, seconds);
    free(block);
    return true;
}

static bool
matmul(const struct row *row, double seconds, double *value, struct err *err)
{
    (void)row;
    return measure_kernel(run_matmul, (double)TOKENS * TOKENS * WIDTH, seconds, value,
                          err);
}

static bool
matmul_transposed(const struct row *row, double seconds, double *value, struct err *err)
{
    (void)row;
    return measure_kernel(run_matmul_transposed, (double)TOKENS * TOKENS * WIDTH, seconds,
                          value, err);
}

static bool
softmax(const struct row *row, double seconds, double *value, struct err *err)
{
    (void)row;
    return measure_kernel(run_softmax, (double)TOKENS * EXP_STEPS, seconds, value, err);
}

/* A batch of the standard task through the tables: of each example the logits, what comes back
 * to the entries and to both tables, and the exponentials of two softmaxes. */
static bool
gather(const struct row *row, double seconds, double *value, struct err *err)
{
    struct run run = {.settings = lookup_settings_standard()};
    const struct lookup_settings *s = &run.settings;
    struct training training = {.kernels = kernels_best()};
    double each = 4.0 * s->entries * s->values + s->entries +
                  EXP_STEPS * (double)(s->entries + s->values);
    (void)row;
    if (!run_state_init(&training.state, &run, err))
        return false;
    run_state_start(&training.state, &run, training.kernels);
    *value = part_of_peak(run_gather, &training, each * s->batch, seconds);
    run_state_free(&training.state);
    return true;
}

/* Two multiply-adds for each parameter; the root and the divisions are not counted. */
static bool
adam(const struct row *row, double seconds, double *value, struct err *err)
{
    struct run run = {.settings = lookup_settings_standard()};
    struct training training = {.kernels = kernels_best()};
    (void)row;
    if (!run_state_init(&training.state, &run, err))
        return false;
    run_state_start(&training.state, &run, training.kernels);
    double work = 2.0 * (double)training.state.parameters.count;
    *value = part_of_peak(run_adam, &training, work, seconds);
    run_state_free(&training.state);
    return true;
}

const struct row kernel_rows[] = {
    {"peak", "10^9 multiply-adds/s", false, peak, 0},
    {"kernel-matmul", "of peak", false, matmul, TOKENS},
    {"kernel-matmul_transposed", "of peak", false, matmul_transposed, TOKENS},
    {"kernel-softmax", "of peak", false, softmax, TOKENS},
    {"kernel-gather", "of peak", false, gather, 0},
    {"kernel-adam", "of peak", false, adam, 0},
    {0},
};

/* Training the lookup task: the steps alone, with the whole history kept, and many seeds. */
#include "bench.h"

#include "source/fan.h"
#include "source/trainer.h"

enum { FAN_STEPS = 200, FAN_SLICE = 1000000 };

static struct lookup_settings
with_batch(int batch)
{
    struct lookup_settings settings = lookup_settings_standard();
    settings.batch = batch;
    return settings;
}

/* Tables of 64 by 64 instead of 8 by 8, which no longer fit beside all else in the nearest
 * cache. */
static struct lookup_settings
large(int batch)
{
    struct lookup_settings settings = with_batch(batch);
    settings.tags = settings.values = 64;
    settings.entries = 16;
    settings.d_model = 64;
    settings.d_k = 32;
    settings.d_v = 64;
    return settings;
}

/* -- the steps alone ------------------------------------------------------------------- */

struct bare {
    struct run run;
    struct run_state state;
};

static void
advance(void *what)
{
    struct bare *bare = what;
    run_state_advance(&bare->state, &bare->run, kernels_best());
}

static bool
measure_bare(const struct lookup_settings *settings, double seconds, double *value,
             struct err *err)
{
    struct bare bare = {.run = {.settings = *settings}};
    if (!run_state_init(&bare.state, &bare.run, err))
        return false;
    run_state_start(&bare.state, &bare.run, kernels_best());
    *value = bench_rate(advance, &bare, seconds);
    run_state_free(&bare.state);
    return true;
}

static bool
train(const struct row *row, double seconds, double *value, struct err *err)
{
    struct lookup_settings settings = with_batch(row->size);
    return measure_bare(&settings, seconds, value, err);
}

static bool
train_large(const struct row *row, double seconds, double *value, struct err *err)
{
    struct lookup_settings settings = large(row->size);
    return measure_bare(&settings, seconds, value, err);
}

/* -- with the history ------------------------------------------------------------------ */

struct recorded {
    struct trainer *trainer;
    struct err *err;
    bool failed;
};

/* Starts anew where a history may grow no longer. */
static void
step(void *what)
{
    struct recorded *recorded = what;
    struct trainer *trainer = recorded->trainer;
    bool done = trainer->last < TRAINER_STEPS_MAX ? trainer_step(trainer, recorded->err)
                                                  : trainer_reset(trainer, recorded->err);
    recorded->failed = recorded->failed || !done;
}

static bool
measure_history(const struct lookup_settings *settings, double seconds, double *value,
                struct err *err)
{
    struct recorded recorded = {trainer_make(settings, kernels_best(), err), err, false};
    if (recorded.trainer == NULL)
        return false;
    *value = bench_rate(step, &recorded, seconds);
    trainer_free(recorded.trainer);
    return !recorded.failed;
}

static bool
history(const struct row *row, double seconds, double *value, struct err *err)
{
    struct lookup_settings settings = with_batch(row->size);
    return measure_history(&settings, seconds, value, err);
}

static bool
history_large(const struct row *row, double seconds, double *value, struct err *err)
{
    struct lookup_settings settings = large(row->size);
    return measure_history(&settings, seconds, value, err);
}

/* -- many seeds ------------------------------------------------------------------------ */

struct seeds {
    int count;
    struct err *err;
    bool failed;
};

static void
train_seeds(void *what)
{
    struct seeds *seeds = what;
    struct lookup_settings settings = lookup_settings_standard();
    struct lookup_store store = lookup_store_standard(&settings);
    struct fan *fan =
        fan_make(&settings, &store, seeds->count, FAN_STEPS, kernels_best(), seeds->err);
    if (fan == NULL) {
        seeds->failed = true;
        return;
    }
    while (fan_work(fan, FAN_SLICE))
        continue;
    fan_free(fan);
}

static bool
fan(const struct row *row, double seconds, double *value, struct err *err)
{
    struct seeds seeds = {row->size, err, false};
    *value = 1 / bench_rate(train_seeds, &seeds, seconds);
    return !seeds.failed;
}

const struct row train_rows[] = {
    {"train-1", "steps/s", false, train, 1},
    {"train-1-history", "steps/s", false, history, 1},
    {"train-32", "steps/s", false, train, 32},
    {"train-32-history", "steps/s", false, history, 32},
    {"train-128", "steps/s", false, train, 128},
    {"train-128-history", "steps/s", false, history, 128},
    {"train-1024", "steps/s", false, train, 1024},
    {"train-1024-history", "steps/s", false, history, 1024},
    {"train-8192", "steps/s", false, train, 8192},
    {"train-8192-history", "steps/s", false, history, 8192},
    {"train-large", "steps/s", false, train_large, 128},
    {"train-large-history", "steps/s", false, history_large, 128},
    {"fan-64", "s", true, fan, 64},
    {0},
};

/* Keeps what is measured of the trainer in step with it. */
#include "app/state/settle_train.h"

#include <math.h>
#include <string.h>

#include "app/state/opened.h"

/* -- what it was measured on ------------------------------------------------------------ */

/* FNV-1a over 32-bit words, and what it starts from. */
#define NO_KEY UINT64_C(0xcbf29ce484222325)

static uint64_t
mix(uint64_t key, uint32_t word)
{
    return (key ^ word) * 0x100000001b3u;
}

static uint64_t
mix_numbers(uint64_t key, const float *numbers, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint32_t word;
        memcpy(&word, &numbers[k], sizeof word);
        key = mix(key, word);
    }
    return key;
}

static uint64_t
mix_double(uint64_t key, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return mix(mix(key, (uint32_t)bits), (uint32_t)(bits >> 32));
}

static uint64_t
mix_watched(uint64_t key, const struct trainer *trainer)
{
    for (int e = 0; e < trainer->run.settings.entries; e++) {
        key = mix(key, (uint32_t)trainer->watched.tag[e]);
        key = mix(key, (uint32_t)trainer->watched.value[e]);
    }
    return mix(key, (uint32_t)trainer->watched.asked);
}

/* Of the parameters, their gradient and the watched store: all else at the step follows. */
static uint64_t
key_of(const struct trainer *trainer)
{
    const struct run_state *state = &trainer->state;
    uint64_t key = mix(NO_KEY, (uint32_t)state->step);
    key = mix(key, (uint32_t)trainer->run.settings.seed);
    key = mix_double(key, state->lr);
    key = mix_numbers(key, state->parameters.numbers, state->parameters.count);
    key = mix_numbers(key, state->gradient.numbers, state->gradient.count);
    key = mix_watched(key, trainer);
    return key != 0 ? key : 1;
}

/* The start of a run: its settings, and what was changed by hand at step 0. */
static struct run
start_of(const struct run *run)
{
    struct run start = *run;
    start.settings.batch = 1; /* the parameters do not depend on it */
    start.change_count = 0;
    for (int k = 0; k < run->change_count; k++)
        if (run->changes[k].step == 0 && run->changes[k].kind == CHANGE_NUMBER)
            start.changes[start.change_count++] = run->changes[k];
    return start;
}

static uint64_t
mix_setting(uint64_t key, const struct run *run, enum lookup_setting s)
{
    return mix_double(key, lookup_setting_get(&run->settings, s));
}

static uint64_t
mix_change(uint64_t key, const struct run_change *change)
{
    key = mix(mix(key, (uint32_t)change->step), (uint32_t)change->kind);
    key = mix(key, (uint32_t)change->place.tensor);
    key = mix(mix(key, (uint32_t)change->place.row), (uint32_t)change->place.col);
    return mix_double(key, change->value);
}

static uint64_t
start_key_of(const struct run *start)
{
    uint64_t key = NO_KEY;
    for (int s = 0; s < LOOKUP_SETTINGS; s++)
        if (s != SETTING_LR)
            key = mix_setting(key, start, (enum lookup_setting)s);
    for (int k = 0; k < start->change_count; k++)
        key = mix_change(key, &start->changes[k]);
    return key != 0 ? key : 1;
}

/* Of the whole run and the watched store: losses and weights at all its steps follow. Where a
 * file brought the first step the loss there distinguishes it from another file. */
static uint64_t
history_key_of(const struct trainer *trainer)
{
    uint64_t key = mix(NO_KEY, (uint32_t)trainer->first);
    key = mix_double(key, (double)trainer_loss(trainer, trainer->first));
    for (int s = 0; s < LOOKUP_SETTINGS; s++)
        key = mix_setting(key, &trainer->run, (enum lookup_setting)s);
    for (int k = 0; k < trainer->run.change_count; k++)
        key = mix_change(key, &trainer->run.changes[k]);
    key = mix_watched(key, trainer);
    return key != 0 ? key : 1;
}

/* -- measuring -------------------------------------------------------------------------- */

/* The shares at step 0; a file that begins later does not have them. */
static void
measure_start(struct train_facts *facts, const struct trainer *trainer)
{
    struct run start = start_of(&trainer->run);
    struct run_state state;
    struct tensors tensors;
    struct err err;
    uint64_t key = start_key_of(&start) + (uint64_t)(trainer->first > 0);
    if (facts->start_key == key)
        return;
    facts->start_key = key;
    facts->start = (struct discovery){(double)NAN, (double)NAN};
    if (trainer->first > 0 || !run_state_init(&state, &start, &err))
        return;
    if (!lookup_tensors_init(&tensors, &state.parameters.shape, &err)) {
        run_state_free(&state);
        return;
    }
    run_state_start(&state, &start, trainer->kernels);
    lookup_tensors_set(&tensors, &state.parameters, &trainer->watched);
    facts->start = discovery_of(&tensors);
    tensors_free(&tensors);
    run_state_free(&state);
}

static void
measure_bets(struct train_facts *facts, const struct trainer *trainer)
{
    struct lookup_family u;
    struct err err;
    facts->coming =
        isfinite(trainer->state.result.loss) && trainer_coming(trainer, &u, &err);
    if (facts->coming) {
        facts->coming = trainer_predict(trainer, &u, facts->predicted, &err);
        lookup_family_free(&u);
    }
    facts->came = trainer_predict_last(trainer, facts->foretold, &err);
}

static void
measure_change(struct train_facts *facts, const struct trainer *trainer)
{
    int step = trainer->state.step;
    for (int e = 0; e < trainer->run.settings.entries; e++)
        facts->change[e] = step > trainer->first
                               ? (double)trainer_weights(trainer, step)[e] -
                                     (double)trainer_weights(trainer, step - 1)[e]
                               : (double)NAN;
}

/* The rise of a weight in one step from which on it clicked. */
#define CLICK_LEAST .02

static void
look_for_click(struct train_facts *facts, const struct trainer *trainer, int step)
{
    int asked = trainer->watched.asked;
    double from = (double)trainer_weights(trainer, step - 1)[asked];
    double to = (double)trainer_weights(trainer, step)[asked];
    double most =
        facts->clicked < 0 ? CLICK_LEAST : facts->clicked_to - facts->clicked_from;
    if (!(to - from >= most)) /* also where one is not known yet */
        return;
    facts->clicked = step;
    facts->clicked_from = from;
    facts->clicked_to = to;
}

/* Goes only through the steps that came since the last time, where the run and the watched
 * store are as they were and all weights were known: a long run has a million steps. */
static void
measure_history(struct train_facts *facts, const struct trainer *trainer)
{
    uint64_t key = history_key_of(trainer);
    if (facts->history_key != key || facts->history_step > trainer->last) {
        facts->clicked = -1;
        facts->largest_loss = 0;
        facts->history_step = trainer->first - 1;
    }
    for (int step = facts->history_step + 1; step <= trainer->last; step++) {
        double loss = (double)trainer_loss(trainer, step);
        if (isfinite(loss) && loss > facts->largest_loss)
            facts->largest_loss = loss;
        if (step > trainer->first)
            look_for_click(facts, trainer, step);
    }
    facts->history_key = trainer->recalling ? 0 : key;
    facts->history_step = trainer->last;
}

void
app_settle_train(struct app *app)
{
    struct train_facts *facts = &app->train;
    struct trainer *trainer = app->trainer;
    facts->behind = false;
    if (trainer == NULL) {
        *facts = (struct train_facts){.clicked = -1};
        return;
    }
    open_settle(app);
    measure_history(facts, trainer);
    measure_change(facts, trainer);
    uint64_t key = key_of(trainer);
    if (facts->key == key)
        return;
    facts->key = key;
    facts->fresh = trainer_fresh_accuracy(trainer);
    facts->now = discovery_of(&trainer->tensors);
    measure_start(facts, trainer);
    measure_bets(facts, trainer);
}

void
app_catch_up(struct app *app)
{
    if (app->train.behind)
        app_settle_train(app);
}

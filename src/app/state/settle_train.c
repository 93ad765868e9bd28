/* Keeps what is measured of the trainer in step with it. */
#include "app/state/settle_train.h"

#include <math.h>

#include "app/state/opened.h"

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

static void
measure_history(struct train_facts *facts, const struct trainer *trainer)
{
    for (int step = trainer->first; step <= trainer->last; step++) {
        double loss = (double)trainer_loss(trainer, step);
        if (isfinite(loss) && loss > facts->largest_loss)
            facts->largest_loss = loss;
        if (step > trainer->first)
            look_for_click(facts, trainer, step);
    }
}

void
app_settle_train(struct app *app)
{
    struct train_facts *facts = &app->train;
    struct trainer *trainer = app->trainer;
    facts->behind = false;
    if (trainer != NULL)
        open_settle(app);
    if (trainer != NULL && facts->of == trainer && facts->changes == trainer->changes)
        return;
    *facts = (struct train_facts){.of = trainer, .clicked = -1};
    if (trainer == NULL)
        return;
    facts->changes = trainer->changes;
    facts->fresh = trainer_fresh_accuracy(trainer);
    facts->now = discovery_of(&trainer->tensors);
    measure_history(facts, trainer);
    measure_change(facts, trainer);
    measure_bets(facts, trainer);
}

void
app_catch_up(struct app *app)
{
    if (app->train.behind)
        app_settle_train(app);
}

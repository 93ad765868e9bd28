/* Keeps the tensors in step with the choices that they are made from, and what is measured of the
 * trainer in step with it. */
#include "app/state/settle.h"

#include <math.h>

#include "app/state/opened.h"

void
app_aim(struct app *app)
{
    bool chosen =
        app->now.has_target && tensors_has(&app->explorer->tensors, &app->now.target);
    bool page = app->ui.view == VIEW_PAGE && app->ui.page.tensor == TENSOR_A;
    if (chosen)
        app->target = app->now.target;
    else if (app->ui.open_count == 0) /* what is open keeps its slopes */
        app->target =
            page ? app->ui.page : text_number_at(TENSOR_A, app->now.query, app->now.key);
}

/* Closes opened numbers that are gone, and moves the page's cursor to one that is there. */
static void
clamp_cursors(struct app *app)
{
    open_settle(app);
    if (!tensors_has(&app->explorer->tensors, &app->ui.page))
        app->ui.page.row = app->ui.page.col = 0;
    if (!tensors_has(&app->explorer->tensors, &app->target))
        app->target = text_number_at(TENSOR_A, 0, 0);
}

bool
app_settle(struct app *app, struct err *err)
{
    struct explorer *made =
        explorer_make(&app->now.choice, app->library, app->kernels, err);
    if (made == NULL)
        return false;
    explorer_free(app->before);
    app->before = app->explorer;
    app->explorer = made;
    app->ui.stepped = false;
    clamp_cursors(app);
    return true;
}

int
app_changed(const struct app *app, const struct number *place)
{
    const struct tensors *now = &app->explorer->tensors;
    if (app->before == NULL || place->in != IN_TEXT || place->of != OF_ITSELF)
        return 0;
    /* only this tensor's shape counts: one word more leaves S comparable */
    const struct tensors *before = &app->before->tensors;
    if (tensors_rows(now, place->tensor) != tensors_rows(before, place->tensor) ||
        tensors_cols(now, place->tensor) != tensors_cols(before, place->tensor))
        return 0;
    double new = tensors_at(now, place), old = tensors_at(before, place);
    return (new > old) - (new < old);
}

/* -- the trainer ----------------------------------------------------------------------- */

static void
measure_bets(struct train_facts *facts, const struct trainer *trainer)
{
    struct lookup_family u;
    struct err err;
    facts->coming = isfinite(trainer->state.result.loss) &&
                    run_state_coming(&trainer->state, &u, &err);
    if (facts->coming) {
        facts->coming = trainer_predict(trainer, &u, facts->predicted, &err);
        lookup_family_free(&u);
    }
    facts->came = trainer_predict_last(trainer, facts->predicted_before, &err);
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
    facts->fresh =
        run_state_fresh(&trainer->state, &trainer->fresh.batch, trainer->kernels);
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

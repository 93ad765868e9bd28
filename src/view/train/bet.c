/* The pointed weight: what the last step was predicted to do to it and did, what the next one
 * will do to first order, and how it is made. */
#include <math.h>
#include <stdio.h>

#include "core/op.h"
#include "view/train/train.h"
#include "view/words/formula.h"

enum { LINE_BYTES = 256, WIDE = 76, WIDER = 100 };

static const struct style text = {ROLE_TEXT, 0};
static const struct tag no_tag = {0};

static int
pointed(const struct app *app)
{
    int entries = app->trainer->run.settings.entries, e = app->ui.entry;
    return e < 0 ? 0 : e < entries ? e : entries - 1;
}

void
train_bet_title(const struct app *app, struct pane_title *title)
{
    if (app->trainer == NULL)
        return;
    int e = pointed(app);
    char weight[16];
    draw_number(weight, sizeof weight,
                tensors_number(&app->trainer->tensors, TENSOR_A, 0, e), 3);
    snprintf(title->title, TITLE_BYTES, "A[query,%d] = %s", e, weight);
}

/* The same where there are few columns. */
static void
write_short(const struct app *app, char *out, size_t size)
{
    const struct train_facts *facts = &app->train;
    int e = pointed(app);
    char foretold[16] = "?", came[16] = "?", next[16] = "?";
    if (facts->came)
        train_number(foretold, sizeof foretold, facts->foretold[e], true);
    if (facts->came && !isnan(facts->change[e]))
        train_number(came, sizeof came, facts->change[e], true);
    if (facts->coming)
        train_number(next, sizeof next, facts->predicted[e], true);
    snprintf(out, size, "bet %s came %s, next %s", foretold, came, next);
}

static void
write_bets(const struct app *app, bool wide, char *out, size_t size)
{
    const struct train_facts *facts = &app->train;
    int step = app->trainer->state.step, e = pointed(app), used = 0;
    char predicted[16], came[16], to[16];
    out[0] = '\0';
    if (app->trainer->override_count > 0) {
        int count = app->trainer->override_count;
        draw_number(to, sizeof to, (double)trainer_weights(app->trainer, step)[e], 3);
        snprintf(out, size, "%d number%s set by hand; in the run the weight is %s", count,
                 count == 1 ? " is" : "s are", to);
        return;
    }
    if (facts->came) {
        train_number(predicted, sizeof predicted, facts->foretold[e], true);
        train_number(came, sizeof came, facts->change[e], true);
        used = snprintf(out, size, "step %d: predicted %s, came %s   ", step, predicted,
                        isnan(facts->change[e]) ? "?" : came);
    }
    if (facts->coming) {
        double weight = (double)trainer_weights(app->trainer, step)[e];
        train_number(predicted, sizeof predicted, facts->predicted[e], true);
        draw_number(to, sizeof to, weight + facts->predicted[e], 3);
        if (wide)
            snprintf(out + used, size - (size_t)used,
                     "step %d: predicted to first order %s, to %s", step + 1, predicted,
                     to);
        else
            snprintf(out + used, size - (size_t)used, "%s %s, to %s",
                     used > 0 ? "next" : "next step: predicted", predicted, to);
    } else {
        snprintf(out + used, size - (size_t)used, "no next step is known");
    }
}

static void
write_formula(const struct app *app, char *out, size_t size)
{
    const struct tensors *tensors = &app->trainer->tensors;
    int e = pointed(app), d_k = tensors->size[AXIS_KEY];
    double Z = tensors_number(tensors, TENSOR_Z, 0, e);
    double S = tensors_number(tensors, TENSOR_S, 0, e);
    double ends[2];
    formula_ends(app, IN_STORE, 0, ends);
    char top[16], sum[16], score[16], scale[16], scaled[16];
    draw_number(top, sizeof top, formula_exp(Z, ends[0]), 3);
    draw_number(sum, sizeof sum, ends[1], 3);
    train_number(score, sizeof score, S, false);
    draw_number(scale, sizeof scale, (double)attention_scale(d_k), 4);
    train_number(scaled, sizeof scaled, Z, false);
    snprintf(out, size, "exp(Z - max) / sum = %s / %s    Z = S / √%d = %s × %s = %s", top,
             sum, d_k, score, scale, scaled);
}

void
train_bet(const struct app *app, const struct canvas *canvas)
{
    char line[LINE_BYTES];
    if (app->trainer == NULL)
        return;
    if (canvas->cols < WIDE)
        write_short(app, line, sizeof line);
    else
        write_bets(app, canvas->cols >= WIDER, line, sizeof line);
    draw_field(canvas, 0, 3, canvas->cols - 4, text, no_tag, line);
    write_formula(app, line, sizeof line);
    draw_field(canvas, 1, 3, canvas->cols - 4, text, no_tag, line);
}

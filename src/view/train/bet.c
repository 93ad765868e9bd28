/* The pointed weight: its predicted and its actual change in the last step, the change that the
 * next one will make to first order, and how it is computed. */
#include <math.h>
#include <stdio.h>

#include "core/op.h"
#include "view/train/train.h"
#include "view/words/formula.h"

enum { WIDE = 76, WIDER = 100 };

static const struct style text = {ROLE_TEXT, 0};

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

/* The pointed weight's number, or the change that is predicted of it, at a step. */
static struct tag
bet_tag(const struct app *app, enum of of, int step)
{
    return train_tag_at(TENSOR_A, of, 0, pointed(app), step);
}

/* A change, or ? where it is not known. */
static int
draw_change(const struct canvas *canvas, int col, bool known, double change,
            struct tag tag)
{
    char shown[16] = "?";
    if (known && !isnan(change))
        train_number(shown, sizeof shown, change, true);
    return draw_text(canvas, 0, col, text, known ? tag : no_tag, "%s", shown);
}

/* What the last step was to add to the weight, and what it added. */
static int
draw_last(const struct app *app, const struct canvas *canvas, int col,
          const char *between)
{
    const struct train_facts *facts = &app->train;
    int step = app->trainer->state.step, e = pointed(app);
    col = draw_change(canvas, col, facts->came, facts->predicted_before[e],
                      bet_tag(app, OF_CHANGE, step - 1));
    col = draw_text(canvas, 0, col, text, no_tag, "%s came ", between);
    return draw_change(canvas, col, facts->came, facts->change[e],
                       bet_tag(app, OF_ITSELF, step));
}

/* The same where there are few columns. */
static void
draw_short(const struct app *app, const struct canvas *canvas)
{
    const struct train_facts *facts = &app->train;
    int col = draw_text(canvas, 0, 3, text, no_tag, "bet ");
    col = draw_last(app, canvas, col, "");
    col = draw_text(canvas, 0, col, text, no_tag, ", next ");
    draw_change(canvas, col, facts->coming, facts->predicted[pointed(app)],
                bet_tag(app, OF_CHANGE, app->trainer->state.step));
}

static void
draw_coming(const struct app *app, const struct canvas *canvas, int col, const char *lead)
{
    int step = app->trainer->state.step, e = pointed(app);
    double change = app->train.predicted[e];
    struct tag tag = bet_tag(app, OF_CHANGE, step);
    char to[16];
    draw_number(to, sizeof to, (double)trainer_weights(app->trainer, step)[e] + change,
                3);
    col = draw_text(canvas, 0, col, text, tag_setting(), "%s ", lead);
    col = draw_change(canvas, col, true, change, tag);
    draw_text(canvas, 0, col, text, tag, ", to %s", to);
}

static void
draw_bets(const struct app *app, const struct canvas *canvas)
{
    const struct train_facts *facts = &app->train;
    int step = app->trainer->state.step, col = 3;
    char lead[48], to[16];
    if (app->trainer->override_count > 0) {
        int count = app->trainer->override_count;
        draw_number(to, sizeof to,
                    (double)trainer_weights(app->trainer, step)[pointed(app)], 3);
        col = draw_text(canvas, 0, col, text, tag_setting(), "%d number%s set by hand; ",
                        count, count == 1 ? " is" : "s are");
        draw_text(canvas, 0, col, text, bet_tag(app, OF_ITSELF, step),
                  "in the run the weight is %s", to);
        return;
    }
    if (facts->came) {
        col = draw_text(canvas, 0, col, text, tag_setting(), "step %d: predicted ", step);
        col = 3 + draw_last(app, canvas, col, ",");
    }
    snprintf(lead, sizeof lead, "step %d: predicted to first order", step + 1);
    if (!facts->coming)
        draw_text(canvas, 0, col, text, no_tag, "no next step is known");
    else
        draw_coming(app, canvas, col,
                    canvas->cols >= WIDER ? lead
                    : facts->came         ? "next"
                                          : "next step: predicted");
}

static void
draw_formula(const struct app *app, const struct canvas *canvas)
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
    int col = draw_text(canvas, 1, 3, text, train_tag(TENSOR_A, 0, e),
                        "exp(Z - max) / sum = %s / %s    ", top, sum);
    col = draw_text(canvas, 1, col, text, tag_setting(), "Z = S / √%d = ", d_k);
    col = draw_text(canvas, 1, col, text, train_tag(TENSOR_S, 0, e), "%s", score);
    col = draw_text(canvas, 1, col, text, tag_setting(), " × %s = ", scale);
    draw_text(canvas, 1, col, text, train_tag(TENSOR_Z, 0, e), "%s", scaled);
}

void
train_bet(const struct app *app, const struct canvas *canvas)
{
    if (app->trainer == NULL)
        return;
    struct canvas inner = canvas_part(canvas, 0, 0, canvas->rows, canvas->cols - 1);
    if (canvas->cols < WIDE)
        draw_short(app, &inner);
    else
        draw_bets(app, &inner);
    draw_formula(app, &inner);
}

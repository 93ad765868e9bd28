/* The pointed number with its formula and its own numbers put in. Above the keys, always. */
#include <stdio.h>

#include "app/address.h"
#include "view/panes.h"

/* Below this the formula gives way to its numbers. */
enum { NARROW_COLS = 56 };

static const struct style text = {ROLE_TEXT, 0};

void
pane_number_title(const struct app *app, struct pane_title *title)
{
    struct place place = {TENSOR_A, app->now.query, app->now.key};
    address_of(app->explorer, &place, title->title, TITLE_BYTES);
}

/* The lines of a masked cell. */
static void
draw_masked(const struct app *app, const struct canvas *canvas, const char *score)
{
    char query[LABEL_BYTES], key[LABEL_BYTES];
    sentence_name(&app->explorer->sentence, app->now.query, query, sizeof query);
    sentence_name(&app->explorer->sentence, app->now.key, key, sizeof key);
    draw_text(canvas, 0, 3, text, tag_number(TENSOR_A, app->now.query, app->now.key),
              "A = 0: the mask hides %s from %s, which stands before it", key, query);
    draw_text(canvas, 1, 3, text, tag_number(TENSOR_Z, app->now.query, app->now.key),
              "Z = -infinity, whatever the score; S = q·k = %s", score);
}

void
pane_number(const struct app *app, const struct canvas *canvas)
{
    const struct explorer *explorer = app->explorer;
    int i = app->now.query, j = app->now.key, dk = explorer->trace.shape.size[AXIS_KEY];
    double Z = number_at(app, TENSOR_Z, i, j), A = number_at(app, TENSOR_A, i, j);
    char score[24], scaled[24], weight[24], top[24], sum[24], scale[24];
    draw_number(score, sizeof score, number_at(app, TENSOR_S, i, j), 3);
    if (explorer->trace.masked && j > i) {
        draw_masked(app, canvas, score);
        return;
    }
    real exponent = real_exp((real)Z - explorer->trace.max[i]);
    draw_number(top, sizeof top, (double)exponent, 4);
    draw_number(sum, sizeof sum, (double)explorer->trace.sum[i], 4);
    draw_number(weight, sizeof weight, A, 4);
    draw_number(scale, sizeof scale, (double)attention_scale(dk), 4);
    draw_number(scaled, sizeof scaled, Z, 3);
    const char *formula = canvas->cols < NARROW_COLS ? "" : "exp(Z - max) / sum = ";
    draw_text(canvas, 0, 3, text, tag_number(TENSOR_A, i, j), "A = %s%s / %s = %s",
              formula, top, sum, weight);
    int at = draw_text(canvas, 1, 3, text, tag_number(TENSOR_Z, i, j),
                       "Z = S / √d_k = %s × %s = %s", score, scale, scaled);
    draw_text(canvas, 1, at + 5, text, tag_number(TENSOR_S, i, j), "S = q·k = %s", score);
}

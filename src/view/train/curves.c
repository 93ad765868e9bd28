/* Loss and accuracy of every step's batch, on the axis of the film; or the quartiles of
 * the watched weight in the fan. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};

/* The row of a number on a scale from 0, at the bottom, to `most`; -1 where it is none. */
static int
row_of(double value, double most, int rows)
{
    if (!isfinite(value) || most <= 0)
        return -1;
    int row = (int)((1 - value / most) * (rows - 1) + 0.5);
    return row < 0 ? 0 : row >= rows ? rows - 1 : row;
}

static struct style
curve_style(const struct train_axis *axis, int step, unsigned char role)
{
    return (struct style){role, step == axis->shown ? FLAG_BOLD : 0};
}

void
train_draw_curves(const struct train *train, const struct canvas *canvas)
{
    const struct trainer *trainer = train->trainer;
    const struct train_axis *axis = &train->axis;
    struct canvas part = train_part(canvas, &train->curves);
    int rows = part.rows, right = train->label + axis->cols + 1;
    double most = train->facts->largest_loss > 0 ? train->facts->largest_loss : 1;
    char top[16];
    if (most < 1000)
        draw_number(top, sizeof top, most, 1);
    else { /* 2e8 */
        snprintf(top, sizeof top, "%.0e", most);
        snprintf(top + 1, sizeof top - 1, "e%d", atoi(top + 2));
    }
    draw_text(&part, 0, 1, text, no_tag, "* loss");
    draw_right(&part, 0, train->label - 1, faint, tag_setting(), "%s", top);
    draw_text(&part, 1, 1, text, no_tag, "o right");
    draw_right(&part, rows - 1, train->label - 1, faint, tag_setting(), "0");
    right = right < part.cols - 6 ? part.cols - 7 : right;
    draw_text(&part, 0, right, faint, tag_setting(), "100 %%");
    draw_text(&part, rows - 1, right, faint, tag_setting(), "  0 %%");
    for (int col = 0; col < axis->cols; col++) {
        int step = train_step_at(axis, col), at = train->label + col;
        if (step > trainer->last)
            break;
        struct tag tag = train_step_tag(-1, step);
        int loss = row_of((double)trainer_loss(trainer, step), most, rows);
        int hits = row_of((double)trainer_accuracy(trainer, step), 1, rows);
        draw_text(&part, hits, at, curve_style(axis, step, ROLE_ASKED), tag, "o");
        /* where they meet they take turns */
        if (loss >= 0 && (loss != hits || col / axis->wide % 2 == 0))
            draw_text(&part, loss, at, curve_style(axis, step, ROLE_NUMBER), tag, "*");
    }
}

/* -- the fan ---------------------------------------------------------------------------- */

static void
draw_fan_column(const struct train *train, const struct canvas *part, int col)
{
    const struct fan *fan = train->app->fan;
    const struct trainer *trainer = train->trainer;
    int step = train_step_at(&train->axis, col), at = train->label + col;
    struct tag tag = train_step_tag(-1, step);
    struct style own = curve_style(&train->axis, step, ROLE_ASKING);
    if (step <= fan->steps && fan->reached[step] > 0) {
        int low = row_of((double)fan->q25[step], 1, part->rows);
        int high = row_of((double)fan->q75[step], 1, part->rows);
        for (int row = high; row <= low; row++)
            draw_text(part, row, at, (struct style){ROLE_SHADE_1, 0}, tag, "░");
        draw_text(part, row_of((double)fan->median[step], 1, part->rows), at,
                  (struct style){ROLE_SHADE_2, 0}, tag, "=");
    }
    if (step > trainer->last)
        return;
    int row = row_of(train_weight(train, step, trainer->watched.asked), 1, part->rows);
    if (row >= 0)
        draw_text(part, row, at, own, tag, "*");
}

void
train_draw_fan(const struct train *train, const struct canvas *canvas)
{
    const struct train_axis *axis = &train->axis;
    struct canvas part = train_part(canvas, &train->fan);
    draw_text(&part, 0, 1, text, no_tag, "* this");
    draw_text(&part, 1, 1, text, no_tag, "= median");
    draw_text(&part, 2, 3, text, no_tag, "half");
    draw_text(&part, 2, 1, (struct style){ROLE_SHADE_1, 0}, no_tag, "░");
    draw_right(&part, 0, train->label - 1, faint, tag_setting(), "1");
    draw_right(&part, part.rows - 1, train->label - 1, faint, tag_setting(), "0");
    for (int col = 0; col < axis->cols; col++)
        draw_fan_column(train, &part, col);
}

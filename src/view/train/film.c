/* The film: steps across, the entries of the watched store down, their weights as shades. */
#include <math.h>
#include <stdio.h>

#include "view/paint/shade.h"
#include "view/train/train.h"

static const struct style text = {ROLE_TEXT, 0};

/* A row of the film: the weights of an entry at every step, on the axis. */
static void
draw_strip(const struct train *train, const struct canvas *canvas, int row, int e)
{
    const struct train_axis *axis = &train->axis;
    for (int col = 0; col < axis->cols; col++) {
        int step = train_step_at(axis, col);
        struct tag tag = train_step_tag(e, step);
        struct style style = faint;
        if (step > train->trainer->last)
            break;
        double weight = train_weight(train, step, e);
        const char *shade = isnan(weight) ? "·" : shade_of(weight, &style);
        if (e == train->entry && col == train_column(axis, axis->shown))
            style.flags |= FLAG_BOLD;
        draw_text(canvas, row, train->label + col, style, tag, "%s", shade);
    }
}

static void
draw_legend(const struct canvas *canvas, int col)
{
    static const double from[] = {.10, .30, .60};
    draw_text(canvas, 1, col, faint, no_tag, "shade");
    for (int k = 0; k < 3; k++) {
        struct style style = faint;
        char shown[16];
        const char *shade = shade_of(from[k], &style);
        draw_number(shown, sizeof shown, from[k], 2);
        draw_text(canvas, 2 + k, col, style, no_tag, "%s", shade);
        draw_text(canvas, 2 + k, col + 2, faint, tag_setting(), "%s", shown);
    }
}

/* The rule of the film; in it loss and accuracy of the shown step's batch, where curves are. */
static void
draw_film_rule(const struct train *train, const struct canvas *part, const char *title)
{
    struct tag loss = train_mean_tag(TENSOR_LOSS, OF_MEAN);
    char shown[16], note[48] = "", right[16];
    int step = train->axis.shown;
    train_number(shown, sizeof shown, (double)trainer_loss(train->trainer, step), false);
    snprintf(right, sizeof right, "o %.0f %%",
             100 * (double)trainer_accuracy(train->trainer, step));
    if (train->curves.rows > 0)
        snprintf(note, sizeof note, "* %s  %s", shown, right);
    draw_rule(part, 0, false, title, note, loss);
    if (train->curves.rows > 0)
        draw_right(part, 0, part->cols - 2, faint, train_mean_tag(TENSOR_RIGHT, OF_MEAN),
                   "%s", right);
}

static void
draw_compact(const struct train *train, const struct canvas *canvas)
{
    struct canvas part = train_part(canvas, &train->store);
    for (int k = 0; k < train->film_rows; k++)
        draw_strip(train, &part, 1 + k, train_entry(train, k, train->film_rows));
}

void
train_draw_film(const struct train *train, const struct canvas *canvas)
{
    struct canvas part = train_part(canvas, &train->film);
    char title[64] = "film, a step a column";
    if (train->compact) {
        draw_compact(train, canvas);
        return;
    }
    if (train->axis.per > 1)
        snprintf(title, sizeof title, "film, %d steps a column", train->axis.per);
    draw_film_rule(train, &part, title);
    for (int k = 0; k < train->film_rows; k++) {
        int e = train_entry(train, k, train->film_rows), row = 1 + k * train->film_height;
        bool asked = e == train->trainer->watched.asked;
        struct style style = {asked               ? ROLE_ASKING
                              : e == train->entry ? ROLE_ASKED
                                                  : ROLE_TEXT,
                              0};
        draw_text(&part, row, 1, style, train_tag(TENSOR_A, 0, e), "%s entry %d",
                  asked ? "▶" : " ", e);
        for (int r = 0; r < train->film_height; r++)
            draw_strip(train, &part, row + r, e);
    }
    if (part.cols >= train->label + train->axis.cols + FILM_LEGEND)
        draw_legend(&part, part.cols - FILM_LEGEND + 2);
}

/* The distance of the steps that are named below the axis: 1, 2 or 5 times a power of ten. */
static int
distance(const struct train_axis *axis, int cols)
{
    static const int factors[] = {1, 2, 5};
    for (int power = 1; power <= 100000000; power *= 10)
        for (int k = 0; k < 3; k++) {
            int step = factors[k] * power;
            if ((long)step * axis->wide >= (long)cols * axis->per)
                return step;
        }
    return 1000000000;
}

void
train_draw_labels(const struct train *train, const struct canvas *canvas)
{
    const struct train_axis *axis = &train->axis;
    struct canvas part = train_part(canvas, &train->labels);
    char shown[24];
    int step = distance(axis, 9), col = train->label + train_column(axis, axis->shown);
    int width = snprintf(shown, sizeof shown, "%d", axis->shown) + 1;
    bool before = col + width > part.cols;
    int from = before ? col - width + 1 : col;
    for (int s = (axis->first + step - 1) / step * step; s <= axis->last; s += step) {
        int at = train->label + train_column(axis, s);
        int digits = snprintf(NULL, 0, "%d", s);
        if ((at + digits < from || at > from + width) && at + digits <= part.cols)
            draw_text(&part, 0, at, faint, train_step_tag(-1, s), "%d", s);
    }
    draw_text(&part, 0, from, text, train_step_tag(-1, axis->shown), "%s%s%s",
              before ? "" : "▲", shown, before ? "▲" : "");
}

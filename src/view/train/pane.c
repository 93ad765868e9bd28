/* The trainer: how a random head learns to look things up. */
#include <math.h>
#include <stdio.h>

#include "app/state/train.h"
#include "view/train/train.h"
#include "view/words/formula.h"

enum { WIDE = 60, WIDER = 100 }; /* columns for whole words */

static const struct style text = {ROLE_TEXT, 0};

void
pane_train_title(const struct app *app, struct pane_title *title)
{
    static const char *const tasks[] = {
        "lookup task: find the asked tag, say its value",
        "lookup task, share qk: K = X Wq",
        "lookup task, share kv: V = X Wk",
        "lookup task, share qk and kv: K = V = X Wq",
    };
    snprintf(title->title, TITLE_BYTES, "%s", tasks[0]);
    if (app->trainer == NULL)
        return;
    struct lookup_settings settings = trainer_settings(app->trainer);
    snprintf(title->title, TITLE_BYTES, "%s",
             tasks[settings.share_qk + 2 * settings.share_kv]);
    snprintf(title->note, NOTE_BYTES, "seed %d  batch %d  lr %s", settings.seed,
             settings.batch, formula_number(settings.lr).text);
    title->tag = tag_setting();
}

/* A part in percent. What is not all is never printed as 100. */
static void
percent(char *out, size_t size, double part)
{
    int decimals = part > 0.99 && part < 1 ? 2 : 0;
    snprintf(out, size, "%.*f %%", decimals, 100 * part);
}

/* The step of the run, and whether it is running. */
static int
draw_step(const struct app *app, const struct canvas *canvas, int col)
{
    const struct trainer *trainer = app->trainer;
    int step = trainer->state.step, pace = app_pace(app);
    bool running = app_is_running(app) &&
                   (app->goal_kind == GOAL_TRAIN || app->goal_kind == GOAL_SEEK);
    if (canvas->cols < WIDE)
        return draw_text(canvas, 0, col, text, tag_setting(), "step %d/%d", step,
                         trainer->last);
    col = draw_text(canvas, 0, col, text, tag_setting(), "step %d of %d   %s", step,
                    trainer->last, running ? "running" : "paused");
    if (running && pace > 0 && pace <= 1000)
        col = draw_text(canvas, 0, col, text, tag_setting(), " %d/s", 1000 / pace);
    return col;
}

/* The step of the run, and its loss and accuracy: on the step's batch, and on fresh stores. */
static void
draw_state(const struct app *app, const struct canvas *canvas)
{
    const struct trainer *trainer = app->trainer;
    int step = trainer->state.step, col = canvas->cols < WIDE ? 1 : 3;
    char loss[16], right[16];
    if (step == trainer->diverged_at) {
        draw_text(canvas, 0, col, (struct style){ROLE_ERROR, 0}, tag_setting(),
                  "step %d of %d   stopped: the loss is not finite", step, trainer->last);
        return;
    }
    train_number(loss, sizeof loss, (double)trainer_loss(trainer, step), false);
    percent(right, sizeof right, app->train.fresh);
    col = draw_step(app, canvas, col);
    col = draw_text(canvas, 0, col, text, train_mean_tag(TENSOR_LOSS, OF_MEAN),
                    "%s loss %s", canvas->cols < WIDE ? " " : "   batch", loss);
    char whole[64];
    snprintf(whole, sizeof whole, "   right %s of %d fresh%s", right, FRESH_STORES,
             canvas->cols < WIDER ? "" : " stores");
    bool fits = canvas->cols >= WIDE && col + glyphs_width(whole) < canvas->cols;
    draw_text(canvas, 0, col, text, train_mean_tag(TENSOR_RIGHT, OF_FRESH),
              fits ? "%s" : "  right %s", fits ? whole : right);
}

/* How to begin, where nothing was trained yet. */
static void
draw_none(const struct canvas *canvas)
{
    struct canvas inner = canvas_part(canvas, 1, 3, canvas->rows - 1, canvas->cols - 6);
    draw_wrapped(
        &inner, (struct style){ROLE_TEXT, 0},
        "A head with random matrices is about to learn to look things up: nobody "
        "tells it how. train 25 trains it for 25 steps, s for one, space runs.");
}

/* Where the rules of the two sides meet the vertical one that the frame draws. */
static void
draw_joints(const struct train *train, const struct canvas *canvas)
{
    const struct rect *left[] = {&train->store, &train->film};
    const struct rect *right[] = {&train->map, &train->found, &train->step};
    for (int row = 1; row < canvas->rows && train->divider >= 0; row++) {
        bool is_left = false, is_right = false;
        for (int k = 0; k < 2; k++)
            is_left |= left[k]->rows > 0 && left[k]->row == row && !train->compact;
        for (int k = 0; k < 3; k++)
            is_right |= right[k]->rows > 0 && right[k]->row == row;
        const char *joint = is_left && is_right ? row == 1 ? "┬" : "┼"
                            : is_left           ? "┤"
                            : is_right          ? row == 1 ? "┌" : "├"
                                                : "│";
        draw_text(canvas, row, train->divider, (struct style){ROLE_FAINT, 0}, no_tag,
                  "%s", joint);
    }
}

void
pane_train(const struct app *app, const struct canvas *canvas)
{
    struct train train;
    if (app->trainer == NULL) {
        draw_none(canvas);
        return;
    }
    train_make(app, canvas->rows, canvas->cols, &train);
    draw_state(app, canvas);
    train_draw_store(&train, canvas);
    train_draw_film(&train, canvas);
    if (train.curves.rows > 0)
        train_draw_curves(&train, canvas);
    if (train.fan.rows > 0)
        train_draw_fan(&train, canvas);
    if (train.labels.rows > 0)
        train_draw_labels(&train, canvas);
    if (train.map.rows > 0)
        train_draw_map(&train, canvas);
    if (train.found.rows > 0)
        train_draw_found(&train, canvas);
    if (train.step.rows > 0)
        train_draw_step(&train, canvas);
    draw_joints(&train, canvas);
}

/* Where the parts of the train view are. Where room is short, what was found out is left out
 * first, then the map of the tags, the curves, and last the store and its film. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bounds.h"
#include "view/train/train.h"

enum {
    RIGHT_LEAST = 31, /* columns of the map and what was found out: eight tags */
    LEFT_LEAST = 48,  /* of the store and the film beside them */
    MAP_LABEL = 7,    /* columns before the cells of the map */
    MAP_NUMBER = 7,   /* of a cell with a number */
    CURVES_LEAST = 3, /* rows */
    CURVES_MOST = 30,
    FOUND_LEAST = 6, /* with its rule */
    FOUND_ALL = 9,   /* with the fan */
    STEP_COLS = 58,
    STEP_ROWS = 10, /* of the step, beside the entries */
    TAGS_WHOLE = 12 /* maps of more tags may be cut for what was found out */
};

struct canvas
train_part(const struct canvas *canvas, const struct rect *rect)
{
    return canvas_part(canvas, rect->row, rect->col, rect->rows, rect->cols);
}

int
train_entry(const struct train *train, int k, int rows)
{
    int e = train->store_first + k, asked = train->trainer->watched.asked;
    bool before = k == 0 && asked < train->store_first;
    bool behind = k == rows - 1 && asked >= train->store_first + rows;
    return (before || behind) && e != train->entry ? asked : e;
}

double
train_weight(const struct train *train, int step, int entry)
{
    if (step == train->trainer->state.step) /* also what was set by hand goes into it */
        return tensors_number(&train->trainer->tensors, TENSOR_A, 0, entry);
    return (double)trainer_weights(train->trainer, step)[entry];
}

void
train_number(char *out, size_t size, double value, bool sign)
{
    enum { DECIMALS = 3, DECIMALS_MOST = 6 };
    char shown[32];
    int decimals = DECIMALS;
    double away = fabs(value);
    if (away >= 100)
        decimals = 1;
    if (away < 0.01 && away >= 0.0000005)
        decimals = away < 0.0001 ? DECIMALS_MOST : DECIMALS + 2;
    if (sign && away < 0.01 && away >= 0.0005)
        decimals = DECIMALS;
    if (away >= 100000)
        snprintf(shown, sizeof shown, "%.2e", value);
    else
        draw_number(shown, sizeof shown, value, decimals);
    bool zero = strspn(shown, ".0") == strlen(shown);
    snprintf(out, size, "%s%s", sign && value > 0 && !zero ? "+" : "", shown);
}

struct tag
train_tag(enum tensor tensor, int row, int col)
{
    return tag_of(store_number_at(tensor, row, col));
}

struct tag
train_tag_at(enum tensor tensor, enum of of, int row, int col, int step)
{
    return tag_of((struct number){.tensor = tensor,
                                  .row = row,
                                  .col = col,
                                  .in = IN_STORE,
                                  .of = of,
                                  .when = step + 1});
}

struct tag
train_mean_tag(enum tensor tensor, enum of of)
{
    return tag_of((struct number){.tensor = tensor, .in = IN_STORE, .of = of});
}

struct tag
train_step_tag(int entry, int step)
{
    return (struct tag){TAG_STEP, {.row = entry, .col = step}};
}

/* -- steps across ----------------------------------------------------------------------- */

/* A fan that went further than the run makes the axis longer. */
static struct train_axis
axis_make(const struct app *app, int cols)
{
    const struct trainer *trainer = app->trainer;
    struct train_axis axis = {.first = trainer->first,
                              .last = trainer->last,
                              .shown = trainer->state.step,
                              .per = 1,
                              .wide = 1};
    if (app->fan != NULL)
        axis.last = larger(axis.last, app->fan->steps);
    int count = axis.last - axis.first + 1;
    cols = larger(cols, 1);
    if (count > cols)
        axis.per = (count - 1) / cols + 1;
    else if (4 * count <= cols)
        axis.wide = 4;
    else if (2 * count <= cols)
        axis.wide = 2;
    axis.cols = ((count - 1) / axis.per + 1) * axis.wide;
    return axis;
}

int
train_column(const struct train_axis *axis, int step)
{
    return (step - axis->first) / axis->per * axis->wide;
}

int
train_step_at(const struct train_axis *axis, int col)
{
    int step = axis->first + col / axis->wide * axis->per;
    return axis->shown >= step && axis->shown < step + axis->per ? axis->shown : step;
}

/* -- rows ------------------------------------------------------------------------------- */

/* The map and what was found out, in the columns from `divider` on. */
static void
place_right(struct train *train, int rows, int cols)
{
    int tags = train->trainer->run.settings.tags, room = rows - 1;
    int width = larger(RIGHT_LEAST, smaller(MAP_LABEL + MAP_NUMBER * tags, cols * 3 / 5));
    train->divider = -1;
    if (cols < LEFT_LEAST + 1 + RIGHT_LEAST)
        return;
    if (cols - width - 1 < LEFT_LEAST + 8)
        width = RIGHT_LEAST;
    int map = 2 + tags, col = cols - width;
    if (map > room - FOUND_LEAST && tags > TAGS_WHOLE)
        map = larger(room - FOUND_LEAST - 2, 2 + TAGS_WHOLE);
    map = smaller(map, room);
    train->divider = col - 1;
    train->map = (struct rect){1, col, map, width};
    map += room - map > FOUND_ALL; /* a row that explains the glyphs */
    train->map.rows = map;
    int rest = room - map, step = STEP_ROWS + train->entries;
    bool both = rest >= FOUND_ALL + step && width >= STEP_COLS;
    if (rest >= FOUND_LEAST)
        train->found = (struct rect){1 + map, col, both ? FOUND_ALL : rest, width};
    if (both)
        train->step = (struct rect){1 + map + FOUND_ALL, col, rest - FOUND_ALL, width};
}

/* Store, film and curves above each other, where there is room for that. */
static void
place_left(struct train *train, int rows, int cols)
{
    enum { RULES = 6 }; /* state, two rules, heading, prediction, axis */
    int E = train->entries, room = rows - RULES, curves = room - 2 * E, height = 1;
    bool fan = train->app->fan != NULL;
    if (curves < CURVES_LEAST && room >= 4 + CURVES_LEAST + (E > 2 ? 5 : 0))
        curves = larger(CURVES_LEAST, room / 4);
    curves = curves < CURVES_LEAST ? 0 : curves;
    train->store_rows = smaller(E, (room - curves) / 2);
    train->film_rows = smaller(E, room - curves - train->store_rows);
    while (height < 3 && curves - E >= 12 * height) {
        height++;
        curves -= E;
    }
    train->film_height = height;
    train->label = FILM_LABEL;
    int second = fan && curves >= 14 ? curves / 2 : 0; /* rows of both */
    curves = smaller(curves - second, CURVES_MOST);
    second = smaller(second, CURVES_MOST);
    int row = 1;
    train->store = (struct rect){row, 0, 3 + train->store_rows, cols};
    row += train->store.rows;
    train->film = (struct rect){row, 0, 1 + train->film_rows * height, cols};
    row += train->film.rows;
    if (curves > 0 && (!fan || second > 0))
        train->curves = (struct rect){row, 0, curves, cols};
    else if (curves > 0)
        train->fan = (struct rect){row, 0, curves, cols};
    row += curves;
    if (second > 0)
        train->fan = (struct rect){row, 0, second, cols};
    train->labels = (struct rect){row + second, 0, 1, cols};
}

/* One row for each entry, the film behind its weight. */
static void
place_compact(struct train *train, int rows, int cols)
{
    train->compact = true;
    train->film_height = 1;
    train->store_rows = train->film_rows = larger(0, smaller(train->entries, rows - 3));
    int row = 3 + train->store_rows, rest = rows - row - 1;
    train->label = COMPACT_LABEL;
    train->store = (struct rect){1, 0, row - 1, cols};
    if (rest < CURVES_LEAST || cols < LEFT_LEAST)
        return;
    train->curves = (struct rect){row, 0, rest, cols};
    if (train->app->fan != NULL) {
        train->fan = train->curves;
        train->curves.rows = 0;
    }
    train->labels = (struct rect){row + rest, 0, 1, cols};
}

void
train_make(const struct app *app, int rows, int cols, struct train *train)
{
    const struct trainer *trainer = app->trainer;
    int entries = trainer->run.settings.entries, entry = app->ui.entry;
    *train = (struct train){.app = app,
                            .trainer = trainer,
                            .facts = &app->train,
                            .entries = entries,
                            .entry = smaller(larger(entry, 0), entries - 1)};
    place_right(train, rows, cols);
    int left = train->divider < 0 ? cols : train->divider;
    bool tall = rows - 6 >= 2 * smaller(entries, 4);
    if (tall)
        place_left(train, rows, left);
    else
        place_compact(train, rows, left);
    int shown = smaller(train->store_rows, train->film_rows);
    train->store_first = first_shown(entries, shown, train->entry);
    train->film_rows = smaller(train->film_rows, entries - train->store_first);
    train->store_rows = smaller(train->store_rows, entries - train->store_first);
    int legend = left >= LEFT_LEAST ? FILM_LEGEND : 1;
    train->axis = axis_make(app, train->compact ? left - COMPACT_LABEL - legend
                                                : left - FILM_LABEL - legend);
}

int
train_divider(const struct app *app, int rows, int cols)
{
    struct train train;
    if (app->trainer == NULL)
        return -1;
    train_make(app, rows, cols, &train);
    return train.divider;
}

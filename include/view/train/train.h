#ifndef VIEW_TRAIN_TRAIN_H
#define VIEW_TRAIN_TRAIN_H

#include "app/state/app.h"
#include "view/layout.h"
#include "view/paint/draw.h"
#include "view/panes.h"

/* The view of the trainer in its parts, a file each: the watched store, its film, the curves
 * under it or the fan in their place, what each tag asks for, what was found out, and the bet
 * on the next step below. */

/* The steps across: film, curves and fan share it. */
struct train_axis {
    int first, last; /* steps */
    int shown;       /* the step that is shown */
    int per;         /* steps in a column, */
    int wide;        /* or columns that a step takes */
    int cols;        /* in use */
};

struct train {
    const struct app *app;
    const struct trainer *trainer;
    const struct train_facts *facts;
    int entries, entry;        /* how many, and the pointed one */
    bool compact;              /* the film is behind the store, in its rows */
    int store_first;           /* entry that the store and the film show first */
    int store_rows, film_rows; /* entries that each shows */
    int film_height;           /* rows of an entry in the film */
    struct train_axis axis;

    /* On the pane. Rows 0: not shown. A block with a title has it in its first row. */
    struct rect store, film, curves, fan, labels, map, found, step;
    int label;   /* columns before the axis */
    int divider; /* column before map and found, or -1 */
};

enum {
    FILM_LABEL = 13, /* columns before the axis */
    FILM_LEGEND = 9, /* columns behind it */
    COMPACT_LABEL = 22
};

/* Where everything is on a pane of a size; the app has a trainer. */
void train_make(const struct app *app, int rows, int cols, struct train *train);

/* The column of the vertical rule on such a pane, or -1. */
int train_divider(const struct app *app, int rows, int cols);

void train_draw_store(const struct train *train, const struct canvas *canvas);
void train_draw_film(const struct train *train, const struct canvas *canvas);
void train_draw_curves(const struct train *train, const struct canvas *canvas);
void train_draw_labels(const struct train *train, const struct canvas *canvas);
void train_draw_fan(const struct train *train, const struct canvas *canvas);
void train_draw_map(const struct train *train, const struct canvas *canvas);
void train_draw_found(const struct train *train, const struct canvas *canvas);
void train_draw_step(const struct train *train, const struct canvas *canvas);

/* What the number pane shows in this view. */
void train_bet_title(const struct app *app, struct pane_title *title);
void train_bet(const struct app *app, const struct canvas *canvas);

/* The part of a canvas that a block takes. */
struct canvas train_part(const struct canvas *canvas, const struct rect *rect);

/* The entry in row k of so many shown. Where the asked one would be left out it stands first
 * or last. */
int train_entry(const struct train *train, int k, int rows);

/* A weight of the watched store at a known step; nan where it is not known yet. */
double train_weight(const struct train *train, int step, int entry);

/* The first column of a step, and the step whose numbers a column shows: the shown one where
 * the column includes it, else its first. */
int train_column(const struct train_axis *axis, int step);
int train_step_at(const struct train_axis *axis, int col);

/* A loss or a change of a weight: three decimals, more digits where three would be too few;
 * a sign where `sign`, of what is not 0. */
void train_number(char *out, size_t size, double value, bool sign);

/* The tag of a number of the watched store; the same at a step; of a mean; of an entry (or -1)
 * at a step. */
struct tag train_tag(enum tensor tensor, int row, int col);
struct tag train_tag_at(enum tensor tensor, enum of of, int row, int col, int step);
struct tag train_mean_tag(enum tensor tensor, enum of of);
struct tag train_step_tag(int entry, int step);

#endif

#ifndef VIEW_LESSONS_LESSON_H
#define VIEW_LESSONS_LESSON_H

#include "base/text.h"
#include "view/layout.h"
#include "view/panes.h"

/* The lesson that is being walked through: its pane, which stands to the right of weights and
 * receipts and below everything else. */

enum { LESSON_COLS = 28, LESSON_ROWS = 7 };

/* The place of the pane on a screen, and what it leaves to the view (rows, cols). */
struct rect lesson_place(const struct app *app, int rows, int cols, int *left_rows,
                         int *left_cols);

/* A pen that writes words, with *emphasis*, from row to row: on a canvas, or to a text; with
 * neither it only counts. */
struct pen {
    const struct canvas *canvas; /* or NULL */
    struct text *out;            /* or NULL */
    enum glyph_set glyphs;
    int cols, row, col, first; /* first: rows that are scrolled away */
    bool strong;
};

/* Writes a line of prose, in its own styles where `style` is NULL; what is wider than a row is
 * broken anywhere. */
void pen_line(struct pen *pen, const char *text, const struct style *style);

/* How many rows the shown step's text takes at 80x24; *room: how many there are. */
int lesson_rows(const struct app *app, int *room);

/* Underlines the numbers that the step shows. */
void lesson_mark(const struct app *app, struct grid *grid);

void pane_lesson_title(const struct app *app, struct pane_title *title);
void pane_lesson(const struct app *app, const struct canvas *canvas);
void pane_lessons_title(const struct app *app, struct pane_title *title);
void pane_lessons(const struct app *app, const struct canvas *canvas);

#endif

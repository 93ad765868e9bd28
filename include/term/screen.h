#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include <stdbool.h>

#include "app/state/ui.h"
#include "base/err.h"
#include "term/output.h"
#include "view/paint/grid.h"
#include "view/paint/theme.h"

/* Paints grids on the terminal. ncurses does it, and only screen.c knows. */

enum { SCREEN_PAIRS = 63, TERM_NAME_BYTES = 64 };

/* (ncurses has a struct screen of its own.) */
struct term_screen {
    void *curses;               /* what newterm gave */
    char term[TERM_NAME_BYTES]; /* the type of terminal that is in use */
    int colours;                /* 256, 8, or 0: none */
    bool utf8;                  /* other characters than ASCII may be sent */
    bool ansi;                  /* it takes control sequences of the usual form */
    struct {
        short foreground, background;
    } pairs[SCREEN_PAIRS];
    int pair_count;
    int rate; /* bytes a second that the line carries; 0: it does not say, or enough */
    struct output output;
    struct grid last;          /* what is on the terminal; owned */
    const struct theme *theme; /* in which it was painted; NULL: all must be painted */
};

/* Takes the terminal over (after tty_open): its settings are changed and from here on guarded.
 * Fails where TERM is unset, not known on this machine, or a terminal that cannot move its
 * cursor, with what would be right; then the terminal is as before. */
bool screen_open(struct term_screen *screen, struct err *err);

/* Gives the terminal back. */
void screen_close(struct term_screen *screen);

/* The size that grids for it must have: that of the terminal as of screen_open or the last
 * screen_resize, at most GRID_SIDE_MAX. */
void screen_size(const struct term_screen *screen, int *rows, int *cols);

/* Takes the size the terminal has now; the next painting paints everything. */
void screen_resize(struct term_screen *screen);

/* Makes the terminal show a grid of screen_size; only what differs from what it shows is kept
 * to be sent. The frame before must have been sent. Fails when memory runs out. */
bool screen_paint(struct term_screen *screen, const struct grid *grid,
                  const struct theme *theme, struct err *err);

/* Sends of the last frame what the terminal takes now, without waiting; returns whether it
 * has all of it. */
bool screen_send(struct term_screen *screen);

/* How many microseconds the line needs for the last frame; 0 where that is no matter. */
long screen_line_time(const struct term_screen *screen);

/* Gives the terminal back for a while, and takes it again at the size it has then; between
 * the two nothing may be painted. After SIGCONT screen_resume may come alone. */
void screen_suspend(struct term_screen *screen);
void screen_resume(struct term_screen *screen);

/* The glyphs that can be expected to work here, from the locale and TERM. Needs no screen, and
 * sets the program's LC_CTYPE to that of the environment. */
enum glyph_set screen_glyphs(void);

#endif

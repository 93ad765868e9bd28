#ifndef APP_STATE_UI_H
#define APP_STATE_UI_H

#include <stdbool.h>

#include "app/keys/prompt.h"
#include "base/text.h"
#include "core/number.h"

/* The part of the state that no number depends on: which view is seen, which pane has the
 * focus, how it is drawn, and the line being typed. */

enum view_id {
    VIEW_WEIGHTS,
    VIEW_VECTORS,
    VIEW_PAGE,
    VIEW_TRAIN,
    VIEW_LESSONS,
    VIEW_HELP,
    VIEW_COUNT
};

/* The one table of views: names, keys and titles for the first row of every screen. */
struct view_kind {
    const char *name;
    const char *key; /* that goes there */
    bool over;       /* it lies over another view, to which `back` goes */
};
extern const struct view_kind view_kinds[VIEW_COUNT];

/* The view of a name, or VIEW_COUNT. */
enum view_id view_find(const char *name);

enum pane_id {
    PANE_NONE,
    PANE_SENTENCE,
    PANE_MATRIX,
    PANE_FACTS,
    PANE_HEADS,
    PANE_WORDS,
    PANE_NUMBER,
    PANE_VECTORS,
    PANE_PAGE,
    PANE_RECEIPT, /* over the view that a number was opened from */
    PANE_TRAIN,
    PANE_LESSON,  /* beside or below whatever view */
    PANE_LESSONS, /* the list of them */
    PANE_HELP,
    PANE_COUNT
};

/* The one table of panes: names for the command `focus`, and the view they belong to. */
struct pane_kind {
    const char *name;
    enum view_id view;
};
extern const struct pane_kind pane_kinds[PANE_COUNT];

enum theme_id { THEME_COLOUR, THEME_MONO, THEME_COUNT };
extern const char *const theme_names[THEME_COUNT];

enum glyph_set {
    GLYPHS_UTF8,    /* everything */
    GLYPHS_CONSOLE, /* what the fonts of the Linux console have */
    GLYPHS_ASCII,   /* bytes below 0x80 only */
    GLYPHS_COUNT
};
extern const char *const glyph_set_names[GLYPHS_COUNT];

enum { FIND_BYTES = 96, STATUS_BYTES = 640, OPEN_MAX = 16, LINE_COUNT = 4 };

/* A number that was opened, and where the cursor is in its receipt. */
struct opened {
    struct number number;
    int term;   /* in the order of the index */
    int factor; /* of that term */
};

/* Rows of the vectors view that replace many and can be unfolded. */
enum fold { FOLD_WORD, FOLD_NAME, FOLD_PLACE, FOLD_KEY, FOLD_VALUE, FOLD_COUNT };

/* The cursor of the vectors view: a row of its list (app/state/vectors.h), and the query on the left,
 * the token that is asked, or the output on the right. */
struct vectors_cursor {
    int row;
    enum vectors_side { SIDE_ASKS, SIDE_TOKEN, SIDE_OUTPUT } side;
    bool closed;             /* the asked token's column is as narrow as the others */
    bool unfold[FOLD_COUNT]; /* the rows behind a fold are shown */
};

struct ui {
    enum view_id view;
    enum view_id helped;      /* the view that the help lies over, */
    enum view_id listed_over; /* and the list of lessons */
    enum pane_id focus;
    bool full;                      /* the pane with the focus fills the screen */
    enum tensor show;               /* S, Z or A in the matrix of the weights */
    struct opened opened[OPEN_MAX]; /* numbers opened, each out of the one before */
    int open_count;                 /* 0: none is open */
    bool by_size;                   /* terms by size, not by index */
    struct vectors_cursor vectors;
    int listed;             /* lesson of the list, pointed at */
    int entry;              /* of the watched store, pointed at in the train view */
    struct number page;     /* the number pointed at on the page */
    int line;               /* of the four lines of the function, 1 to 4 */
    bool stepped;           /* on the page since the last change: its ▲ ▼ are over */
    int scroll[PANE_COUNT]; /* first line shown, for panes longer than their place */
    enum theme_id theme;
    enum glyph_set glyphs;
    bool mouse;
    char status[STATUS_BYTES]; /* the outcome of the last key: an error or a remark */
    bool status_is_error;
    char find[FIND_BYTES]; /* what was looked for last, in lower case */
    struct prompt prompt;
};

/* The start: weights, the matrix has the focus, colour, UTF-8, mouse on. */
void ui_init(struct ui *ui);

/* Takes views and cursors from another one; what is being typed, and how it is drawn, stays. */
void ui_copy_places(struct ui *ui, const struct ui *other);

#endif

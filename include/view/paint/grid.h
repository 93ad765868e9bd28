#ifndef VIEW_PAINT_GRID_H
#define VIEW_PAINT_GRID_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "core/number.h"

/* A grid of cells: the border of the program. Panes draw on it; the terminal, --print and the
 * tests read it. It knows nothing of terminals. */

enum { CELL_MARKS = 2, GRID_SIDE_MAX = 2000 };

/* What a cell means, not how it looks; a theme gives each role its colours (view/paint/theme.h). */
enum role {
    ROLE_TEXT,
    ROLE_FAINT,   /* rules, units, what is less important */
    ROLE_TITLE,   /* names of panes */
    ROLE_KEY,     /* a key that works here */
    ROLE_NUMBER,  /* a computed number */
    ROLE_ASKING,  /* the token that asks and its row */
    ROLE_ASKED,   /* the token that is asked and its column */
    ROLE_SHADE_1, /* a weight from .10: the scale of every heat map */
    ROLE_SHADE_2, /* from .30 */
    ROLE_SHADE_3, /* from .60 */
    ROLE_DET,     /* what a column of X or V means: a determiner */
    ROLE_NOUN,
    ROLE_VERB,
    ROLE_CLASS,  /* another class of words */
    ROLE_TRAIT,  /* animate ... plural */
    ROLE_PLACE,  /* the place of the token */
    ROLE_NOTICE, /* a guess, a remark */
    ROLE_ERROR,
    ROLE_COUNT
};

enum { FLAG_BOLD = 1, FLAG_REVERSE = 2, FLAG_UNDERLINE = 4 };

struct style {
    unsigned char role;  /* enum role */
    unsigned char flags; /* FLAG_... */
};

/* What a cell shows, so that a click on it can become a command. */
enum tag_kind {
    TAG_NONE,
    TAG_NUMBER, /* a number: an address */
    TAG_QUERY,  /* row: a token; a click asks with it */
    TAG_KEY,    /* row: a token; a click asks it */
    TAG_HEAD,   /* row: a head of the library */
    TAG_VIEW,   /* row: a view */
    TAG_MASK,   /* the switch of the mask */
    TAG_STEP,   /* row: an entry of the watched store, or -1; col: a step */
    TAG_SETTING /* figures that are no computed number: a size, a step, a setting, a place in a
                 * list; a click means nothing there */
};

struct tag {
    enum tag_kind kind; /* no byte of a tag is padding, so memcmp compares two */
    struct number number;
};

/* The tag of a number, and of a thing that is counted. */
static inline struct tag
tag_of(struct number number)
{
    return (struct tag){TAG_NUMBER, number};
}

static inline struct tag
tag_number(enum tensor tensor, int row, int col)
{
    return tag_of(text_number_at(tensor, row, col));
}

static inline struct tag
tag_setting(void)
{
    return (struct tag){.kind = TAG_SETTING};
}

static inline struct tag
tag_counted(enum tag_kind kind, int at)
{
    return (struct tag){kind, {.row = at}};
}

struct cell {
    uint32_t code;              /* 0: the right half of the wide character before it */
    uint32_t marks[CELL_MARKS]; /* combining marks, 0 where there are none */
    struct style style;
    struct tag tag;
    unsigned char pane; /* the pane it belongs to, 0 for none: a click focuses it */
};

struct grid {
    int rows, cols;
    struct cell *cells;         /* (rows, cols), owned */
    int cursor_row, cursor_col; /* where the terminal's own cursor is; -1: nowhere */
};

/* Makes a grid of blank cells; sides from 1 to GRID_SIDE_MAX. Free with grid_free. */
bool grid_init(struct grid *grid, int rows, int cols, struct err *err);
void grid_free(struct grid *grid);

/* Blanks every cell and hides the cursor. */
void grid_clear(struct grid *grid);

static inline struct cell *
grid_cell(const struct grid *grid, int row, int col)
{
    assert(row >= 0 && row < grid->rows && col >= 0 && col < grid->cols);
    return &grid->cells[row * grid->cols + col];
}

/* Whether two cells look and mean the same. */
bool cell_equal(const struct cell *left, const struct cell *right);

/* Where the first cell with this tag is (row by row); false where none has it. */
bool grid_find(const struct grid *grid, struct tag tag, int *row, int *col);

#endif

#ifndef VIEW_PAGE_PAGE_H
#define VIEW_PAGE_PAGE_H

#include "view/layout.h"
#include "view/paint/draw.h"
#include "view/panes.h"

/* The page of the mechanism in parts: what is seen of every axis (page_axis.c), where the maps
 * stand (page_layout.c, page_small.c), a map (page_map.c, page_heading.c), the four lines of the
 * function (page_lines.c). pane_page.c puts them together. */

/* -- axes ------------------------------------------------------------------------------ */

enum { PAGE_ITEMS_MAX = TOKENS_MAX + HEAD_WIDTH_MAX + FEATURE_COUNT };

/* What is seen of the rows or columns of a tensor: single ones, and folds of
 * several side by side. */
struct page_axis {
    int count;
    short first[PAGE_ITEMS_MAX];
    short length[PAGE_ITEMS_MAX]; /* 1: a row or column; more: a fold */
};

/* How much of an axis is folded away. */
enum folding {
    FOLDING_NONE,
    FOLDING_GROUPS, /* of X: names or places, where the head reads none of them */
    FOLDING_ZEROS   /* all that adds 0 to Q, K and V; of V: the columns that are 0 */
};

/* The page's axes. Rows of tokens are one axis in all tensors; so are the columns
 * of Wq, Wk, Q, K and those of Wv, V, O. */
enum page_axis_id {
    SEEN_TOKENS,   /* who asks: rows of X Q K V S Z A O; E and P row by token */
    SEEN_ASKED,    /* columns of S Z A */
    SEEN_COLUMNS,  /* columns of X, E, P */
    SEEN_FEATURES, /* rows of Wq, Wk, Wv */
    SEEN_KEYS,     /* d_k */
    SEEN_VALUES,   /* d_v */
    SEEN_COUNT
};

/* All items of an axis, folded so far. What is pointed at is never inside a fold. */
void page_axis_make(const struct app *app, enum page_axis_id id, enum folding folding,
                    struct page_axis *axis);

/* Leaves `room` items, around the pointed one or else the asking (asked) token. */
void page_axis_window(const struct app *app, enum page_axis_id id, int room,
                      struct page_axis *axis);

/* -- maps ------------------------------------------------------------------------------ */

/* A heat map: the heading is above its first row, names of rows to the left. */
struct page_map {
    bool shown;
    int row, col; /* of the first number */
    int cell;     /* columns of a cell: 1, 2, or more where its number is written */
    int width;    /* columns that the map and its heading may take */
    int names;    /* columns of the row names; 1: a mark for the asking token; 0: none */
    int headings; /* rows above: 1, or 2 with the shape in a row of its own */
};

/* Where everything is on a page of a size. */
struct page {
    struct page_axis axes[SEEN_COUNT];
    struct page_map maps[TENSORS];
    double most[TENSORS]; /* the scale of each map: the size of its largest number */
    int digits[TENSORS];  /* columns that its longest number takes */
    struct rect lines;    /* the four lines */
    int legend;           /* its row, or -1 */
    int shades;           /* row of the scale of the weights below A, or -1 */
};

/* Chooses what fits. */
void page_make(const struct app *app, int rows, int cols, struct page *page);

/* The same where a page has no room for all maps: the lines, and what the current one makes. */
void page_make_small(const struct app *app, int rows, int cols, struct page *page);

enum { PAGE_LINES_COLS = 29, PAGE_FEATURE_NAMES = 9 };

/* The axes of a tensor, and what is seen of them. */
enum page_axis_id page_rows_of(enum tensor tensor);
enum page_axis_id page_cols_of(enum tensor tensor);
const struct page_axis *page_rows(const struct page *page, enum tensor tensor);
const struct page_axis *page_cols(const struct page *page, enum tensor tensor);

/* The number in row item i and column j of a map: E has a row for a word, not for a token. */
struct number page_place(const struct app *app, enum tensor tensor, int i, int j);

/* Whether changes are marked: not once a step was taken, nor under another head, where every
 * number is another one. */
bool page_marks(const struct app *app);

/* Whether a number grew (1) or shrank (-1) with the last change, where that is marked. */
int page_changed(const struct app *app, const struct number *place);

/* What a tensor is to the current line of the function. */
enum page_part { PART_NONE, PART_READ, PART_WRITTEN };
enum page_part page_part_of(const struct app *app, enum tensor tensor);

/* A number as the cells of its map show it; what is 0 and not only about 0 has no decimals. */
void page_number(char *out, size_t size, double value, double most);

/* -- drawing --------------------------------------------------------------------------- */

void page_draw_map(const struct app *app, const struct page *page, enum tensor tensor,
                   const struct canvas *canvas);
void page_draw_heading(const struct app *app, const struct page *page, enum tensor tensor,
                       const struct canvas *canvas);
void page_draw_lines(const struct app *app, const struct page *page,
                     const struct canvas *canvas);
void page_draw_legend(const struct app *app, const struct page *page,
                      const struct canvas *canvas);

#endif

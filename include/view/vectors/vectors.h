#ifndef VIEW_VECTORS_VECTORS_H
#define VIEW_VECTORS_VECTORS_H

#include "app/state/vectors.h"
#include "view/paint/draw.h"

/* The vectors view in its parts, a file each. */

/* -- layout.c -------------------------------------------------------------------------- */

/* Where everything of the vectors view is in a pane of a size: the names of the
 * rows, the query, the tokens with the asked one open among them, the output; and
 * which rows are seen. */

/* Lines that are no row of the list; they are shown where there is room for them. */
enum vectors_line {
    LINE_TERMS = -1, /* k × q = term */
    LINE_SUM = -2,   /* the stroke over the total */
    LINE_PARTS = -3, /* v × A = part */
    LINE_BOTTOM = -4 /* the end of the open column */
};

/* A column of numbers; they end at its right end. Bars, where there is room, at its
 * left. */
struct vectors_field {
    int col, cols;
    int bar; /* cells of a bar; 0: none */
};

struct vectors_layout {
    struct vectors_row list[VECTORS_ROWS_MAX];
    int list_count, cursor; /* the cursor's row of the list */
    int line[VECTORS_ROWS_MAX + 4],
        line_count; /* rows of the list, or an enum vectors_line */
    bool more_above, more_below;
    int names; /* columns of the names of rows */
    struct vectors_field asks, output;
    int gutter; /* columns on either side of the tokens where not all of them are seen */
    int label;  /* column of the output's names, or 0 */
    int first, last; /* tokens seen */
    struct vectors_field token[TOKENS_MAX];
    /* the open column: cells 0 to cols - 1 are its frame; where k, q and their product
     * end */
    struct vectors_box {
        int col, cols; /* cols 0: closed */
        int key, query, term;
        int bar; /* first cell of the bars, or 0 */
    } box;
};

/* rows and cols are those of the pane below its title; the heading takes the first
 * row. */
void vectors_lay_out(struct vectors_layout *layout, const struct app *app, int rows,
                     int cols);

/* How many rows of the pane the list needs, its heading too, without the rows of x
 * that are spared first: those that nothing reads. */
int vectors_rows_needed(const struct app *app);

/* -- names.c --------------------------------------------------------------------------- */

/* The columns of K and V are named after what their matrix reads as it is now: edited, or
 * shared. */

/* Whether Wq, Wk or Wv reads a part of x: FOLD_WORD, FOLD_NAME or FOLD_PLACE. */
bool vectors_part_is_read(const struct app *app, enum tensor id, enum fold part);

/* A name, and the role of what it means; ROLE_NUMBER where it means nothing in particular. */
struct vectors_name {
    char text[64];
    enum role role;
};

/* What a row is called: "k0 noun", "x  word", "v  det". */
struct vectors_name vectors_row_name(const struct app *app,
                                     const struct vectors_row *row);

/* What column `col` of Wq, Wk or Wv reads from X: "noun", "female-male"; empty where it is
 * nothing, or more than three columns. */
struct vectors_name vectors_reads(const struct app *app, enum tensor id, int col);

/* The role of a column of X. */
enum role vectors_feature_role(int feature);

/* What a row of zeros in K or V stands for: "all 0: adj adv", as one text. */
enum { VECTORS_FOLD_BYTES = 1024 };
void vectors_fold_text(const struct app *app, const struct vectors_row *row,
                       char out[VECTORS_FOLD_BYTES]);

/* -- cells.c --------------------------------------------------------------------------- */

enum { VECTORS_NUMBER_BYTES = 32 };

/* One cell of the vectors view: a number with its marks, a bar, a map
 * of several numbers; and the cursor around it. */

/* How a number is drawn. */
struct vectors_look {
    struct style style;
    int decimals;
    bool pointed;  /* the cursor is there */
    bool repeated; /* it is shown elsewhere too, and marked there */
};

/* Draws the number of a place, ending before column `end`, at most `cols` wide. With a
 * mark where it changed and there is room, underlined where it was set by hand; a
 * masked one is ·. */
void vectors_number(const struct app *app, const struct canvas *canvas, int row, int end,
                    int cols, const struct number *place,
                    const struct vectors_look *look);

/* The same in a field, with its bar: `scale` is the number of a full bar. */
void vectors_cell(const struct app *app, const struct canvas *canvas, int row,
                  const struct vectors_field *field, const struct number *place,
                  double scale, const struct vectors_look *look);

/* Numbers of a row of X as glyphs: ░ ▒ █ above 0, - = below, · about 0; `scale` is
 * the number of the darkest. Returns the column behind. */
int vectors_map(const struct app *app, const struct canvas *canvas, int row, int col,
                int token, int first, int count, double scale, enum role role);

/* The scale where names of words are drawn: the largest of all of
 * them. */
double vectors_name_scale(const struct app *app);

/* The cursor around `cols` cells that are drawn already. */
void vectors_cursor(const struct canvas *canvas, int row, int col, int cols);

/* -- box.c ----------------------------------------------------------------------------- */

/* The open column of the token that is asked: k × q = term straight across, what the
 * terms add up to, the share, and v × A = part. */

/* How its columns are written: the same decimals down a column. */
struct vectors_decimals {
    int embedding, key, query, term, value, part;
    double largest; /* of the sizes of the terms: a full bar */
};
struct vectors_decimals vectors_decimals(const struct app *app,
                                         const struct vectors_layout *layout);

/* Draws the frame's top with the token's name. */
void vectors_box_top(const struct app *app, const struct canvas *canvas,
                     const struct vectors_layout *layout);

/* Draws a line of the layout: a row of the list, or an enum vectors_line. */
void vectors_box_line(const struct app *app, const struct canvas *canvas,
                      const struct vectors_layout *layout,
                      const struct vectors_decimals *decimals, int row, int line);

#endif

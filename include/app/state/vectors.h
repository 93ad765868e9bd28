#ifndef APP_STATE_VECTORS_H
#define APP_STATE_VECTORS_H

#include "app/state/app.h"

/* The vectors view as a list of rows, from the top: the names of the tokens, the
 * embedding x, the key k, the score S, the scaled score Z, the weight A, the value v.
 * Every column of the view is a token. */

enum vectors_row_kind {
    ROW_NAME, /* the heading: Enter on a token opens or closes its column */
    ROW_X,    /* index: a column of X */
    ROW_K,    /* index: a column of Q and K; on the left the query */
    ROW_S,
    ROW_Z,
    ROW_A,
    ROW_V,   /* index: a column of V; on the right the output */
    ROW_FOLD /* index: an enum fold; in place of `count` rows */
};

struct vectors_row {
    enum vectors_row_kind kind;
    int index;
    int count; /* of the rows behind a fold */
};

enum { VECTORS_ROWS_MAX = FEATURE_COUNT + 2 * HEAD_WIDTH_MAX + FOLD_COUNT + 4 };

/* The columns of X behind FOLD_WORD, FOLD_NAME and FOLD_PLACE. */
struct vectors_part {
    int first, count;
};
extern const struct vectors_part vectors_parts[FOLD_KEY];

/* Where the keys begin while x is folded: the cursor's start. */
enum { VECTORS_START = 4 };

/* Writes the rows as they are folded now; returns how many. A fold of X replaces its
 * columns (word: meaning and one; name; place); a fold of K or V for the columns that
 * are 0 in every token. */
int vectors_rows(const struct app *app, struct vectors_row rows[VECTORS_ROWS_MAX]);

/* Whether a column of K and Q (FOLD_KEY) or of V (FOLD_VALUE) is 0 in every token. */
bool vectors_is_zero(const struct app *app, enum fold fold, int column);

/* The row of the list that the cursor is on; it may have been left behind the last
 * one. */
int vectors_cursor_row(const struct app *app, int count);

/* The number at a row and a side; false where there is none (a name, a fold; the query
 * of a row that is no ROW_X or ROW_K; the output of a row that is no ROW_V). `token`
 * is the column asked; the side SIDE_ASKS of ROW_X is X of the asking token, of ROW_K
 * its query. */
bool vectors_place(const struct app *app, const struct vectors_row *row,
                   enum vectors_side side, int token, struct number *place);

#endif

#ifndef VIEW_VECTORS_NAMES_H
#define VIEW_VECTORS_NAMES_H

#include "app/state/vectors.h"
#include "view/paint/grid.h"

/* What the rows of the vectors view are called. The columns of K and V are named after
 * what their matrix reads as it is now: edited, or shared. */

/* Whether Wq, Wk or Wv reads a part of x: FOLD_WORD, FOLD_NAME or FOLD_PLACE. */
bool vectors_part_is_read(const struct app *app, enum tensor id, enum fold part);

/* What a row is called: "k0 noun", "x  word", "v  det". */
enum { VECTORS_NAME_BYTES = 64 };
void vectors_row_name(const struct app *app, const struct vectors_row *row,
                      char out[VECTORS_NAME_BYTES]);

/* What column `col` of a projection reads from X: "noun", "female-male"; empty where
 * it is nothing, or more than three columns. Returns the role of these, ROLE_NUMBER
 * where they have none in common. The tensor is Wq, Wk or Wv, as it is now: edited, or
 * shared. */
enum role vectors_reads(const struct app *app, enum tensor id, int col,
                        char out[VECTORS_NAME_BYTES]);

/* The role of a column of X, and of what a row of the list reads. */
enum role vectors_feature_role(int feature);
enum role vectors_row_role(const struct app *app, const struct vectors_row *row);

/* What a row of zeros in K or V stands for: "all 0: adj adv", as one text. */
enum { VECTORS_FOLD_BYTES = 1024 };
void vectors_fold_text(const struct app *app, const struct vectors_row *row,
                       char out[VECTORS_FOLD_BYTES]);

#endif

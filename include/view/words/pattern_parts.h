#ifndef VIEW_WORDS_PATTERN_PARTS_H
#define VIEW_WORDS_PATTERN_PARTS_H

#include "app/state/app.h"
#include "base/text.h"
#include "core/kinds.h"
#include "core/receipt.h"

/* The parts of formulas with letters (view/words/pattern.h). */

enum { PATTERN_BYTES = 64 };

/* The letters of the rows and the columns of a tensor, of the computation of `of`. */
const char *pattern_row(const struct number *of, enum tensor id);
const char *pattern_col(const struct number *of, enum tensor id);

/* "S[i,j]", "dS[i,j]", "loss": what is meant of a tensor, with these indices as far as it has
 * any; or with its own letters. */
void pattern_indexed(const struct number *of, enum of what, enum tensor id,
                     const char *row, const char *col, char out[PATTERN_BYTES]);
void pattern_named(const struct number *of, enum of what, enum tensor id,
                   char out[PATTERN_BYTES]);

/* The row of an input as its map says: "word i", "tag e", "query". */
void pattern_mapped(const struct input *input, const char *row, char out[PATTERN_BYTES]);

/* Adds "E[word i,m] + P[i,m]", of numbers or of their changes. */
void pattern_sum(const struct number *of, struct text *text);

/* How a slope and a change are made; `left` puts what it is in front: "dS[i,j] = ". */
void pattern_slope(const struct app *app, const struct receipt *receipt, bool left,
                   struct text *text);
void pattern_change(const struct app *app, const struct receipt *receipt, bool left,
                    struct text *text);

#endif

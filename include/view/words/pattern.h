#ifndef VIEW_WORDS_PATTERN_H
#define VIEW_WORDS_PATTERN_H

#include "app/state/app.h"
#include "base/text.h"
#include "core/receipt.h"

/* Formulas with letters for the indices, once for each operation. */

/* The letter of an axis: i of tokens that ask, j of tokens that are asked, m of columns of X, c
 * of the columns of Q, K and V; in a store e of entries, t and u of tags, v of values. */
const char *pattern_letter(enum in in, enum axis axis, bool column);

/* How a number of that tensor, or what is meant of it, is made: "S[i,j] = sum over c of Q[i,c] ×
 * K[j,c]". */
void pattern_formula(const struct app *app, const struct receipt *receipt,
                     struct text *text);

/* The same without what it is the formula of: "sum over c of Q[i,c] × K[j,c]". */
void pattern_right(const struct app *app, const struct receipt *receipt,
                   struct text *text);

/* A factor as formulas write it: its address; of a constant "1/√5", "1/128". */
void pattern_factor(const struct app *app, const struct factor *factor, char *out,
                    size_t size);

#endif

#ifndef VIEW_WORDS_FORMULA_H
#define VIEW_WORDS_FORMULA_H

#include "app/state/app.h"
#include "base/text.h"
#include "core/receipt.h"
#include "view/paint/draw.h"

/* Numbers, terms and formulas in words, for panes and sentences. */

enum { FIGURE_BYTES = 32 };

/* A number as a formula shows it, four decimals without zeros at the end: .9709, 14,
 * 1.23e-05; spoken, with the zero that a voice reads: 0.9709. */
void formula_number(char out[FIGURE_BYTES], double value);
void formula_spoken(char out[FIGURE_BYTES], double value);

/* How much the terms of a receipt miss its number by: 0, or its size alone, 3e-08. */
void formula_residual(char out[FIGURE_BYTES], double value);

/* exp(Z - max), what a softmax divides by its sum; nan where either is. */
double formula_exp(double Z, double max);

/* The max and the sum of the softmax of a row of Z; unknown where its weights are, which they
 * would tell. */
void formula_ends(const struct app *app, enum in in, int row, double ends[2]);

/* How the numbers of a column are written that are at most this large: so many decimals
 * that terms which are printed add up to their printed total; with an exponent where
 * they are too large or too small for that. */
struct figure {
    int decimals;
    bool exponent;
};
struct figure figure_for(double largest);
void figure_write(char out[FIGURE_BYTES], struct figure figure, double value);

/* Names a term: the token, the column of X, the column of Q and K by what it reads ("c3"
 * where it has no name), the number itself where the terms are not of one kind. */
void formula_term_name(const struct app *app, const struct receipt *receipt, int term,
                       char *out, size_t size);

/* Whether a number is a sum of products of two numbers. */
bool formula_is_product(const struct receipt *receipt);

/* What such a sum is the product of: "q·k", "X·Wq". */
struct product_name {
    char text[72];
};
struct product_name formula_product_name(const struct receipt *receipt);

/* What a number is: "the share of chased's attention that goes to cat". */
void formula_meaning(const struct app *app, const struct number *number,
                     struct text *text);

/* Who set a parameter: "verb-noun.head, line 7", "step 25 of training", "drawn from N(0, 0.5²),
 * seed 1". */
void formula_origin(const struct app *app, const struct number *number,
                    struct text *text);

/* The largest terms, as many as `room` columns take: "13.9436 cos70 + 12 noun + 3
 * smaller". Returns how many were left out because they are 0, or less than a millionth
 * of the others. */
int formula_terms(const struct app *app, const struct receipt *receipt, int room,
                  struct text *text);

/* How many terms are not 0, nor less than a millionth of the others. */
int formula_counting(const struct receipt *receipt);

/* What the others are: "0" or "about 0". */
const char *formula_rest(const struct receipt *receipt);

/* How a number came about, in one line of about `room` columns:
 * "S[chased,cat] × 1/√5 = 39.5368 × .4472". */
void formula_short(const struct app *app, const struct receipt *receipt, int room,
                   struct text *text);

/* The edit of this number, or NULL; *was gets what it replaced. */
const struct edit *formula_edit(const struct app *app, const struct number *place,
                                double *was);

/* Where the way down goes from a number: the largest term's parameter, or its first
 * factor. False at a parameter. */
bool formula_follow(const struct receipt *receipt, struct number *next);

/* Draws the two lines about a number from the top of the canvas; what falls outside is
 * clipped. Where a weight is seen and numbers were edited, the second says how the weight
 * answers to the last edit. */
void formula_draw(const struct app *app, const struct number *place,
                  const struct canvas *canvas);

#endif

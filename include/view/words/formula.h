#ifndef VIEW_WORDS_FORMULA_H
#define VIEW_WORDS_FORMULA_H

#include "app/address/address.h"
#include "base/text.h"
#include "core/receipt.h"
#include "view/paint/draw.h"

/* Numbers, terms and formulas in words, for panes and sentences. */

/* A name as a text that is passed on as it is made: label_of(app, &number).text. */
struct label {
    char text[ADDRESS_BYTES];
};

/* The address of a number. */
struct label label_of(const struct app *app, const struct number *number);

/* A token's name as it can be read in a sentence: marks, and words that the sentences
 * themselves use, are in quotes, as in an address: "and"#2. */
struct label label_token(const struct explorer *explorer, int i);

/* A number as a formula shows it, four decimals without zeros at the end: .9709, 14,
 * 1.23e-05; spoken, with the zero that a voice reads: 0.9709. */
struct figure_text formula_number(double value);
struct figure_text formula_spoken(double value);

/* How much the terms of a receipt miss its number by: 0, or its size alone, 3e-08. */
struct figure_text formula_residual(double value);

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
struct figure_text figure_write(struct figure figure, double value);

/* Names a term: the token, the column of X, the column of Q and K by what it reads ("c3"
 * where it has no name), the number itself where the terms are not of one kind. */
struct label formula_term_name(const struct app *app, const struct receipt *receipt,
                               int term);

/* Whether a number is a sum of products of two numbers. */
bool formula_is_product(const struct receipt *receipt);

/* What such a sum is the product of: "q·k", "X·Wq". */
struct label formula_product_name(const struct receipt *receipt);

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

/* The first of the largest numbers of a row. */
int formula_largest(const real *row, int count);

/* How the target answers to the last edit. */
struct what_if {
    const struct edit *edit;
    const struct number *target;
    struct number slope; /* of what was edited */
    double was, derivative, difference;
};

/* False where nothing is edited, or the target does not follow from it. */
bool formula_what_if(const struct app *app, struct what_if *what_if);

/* Where the way down goes from a number: the largest term's parameter, or its first
 * factor. False at a parameter. */
bool formula_follow(const struct receipt *receipt, struct number *next);

/* Draws the two lines about a number from the top of the canvas; what falls outside is
 * clipped. Where a weight is seen and numbers were edited, the second says how the weight
 * answers to the last edit. */
void formula_draw(const struct app *app, const struct number *place,
                  const struct canvas *canvas);

#endif

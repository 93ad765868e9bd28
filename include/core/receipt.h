#ifndef CORE_RECEIPT_H
#define CORE_RECEIPT_H

#include "base/err.h"
#include "core/number.h"

/* The arithmetic of one number: its terms in the order in which they are added, what they come
 * to, and how far that is from the number that is kept. core/terms.h makes them. */

enum receipt_kind {
    RECEIPT_PARAMETER, /* set, not computed; in training its terms are itself and u */
    RECEIPT_COPY,      /* a shared matrix: one term, the number of the one that owns it */
    RECEIPT_SUM,       /* terms of one factor */
    RECEIPT_DOT,       /* terms of several factors */
    RECEIPT_SCALED_DOT, /* the same, all times 1/sqrt(d_k) */
    RECEIPT_SCALE,      /* one term: times 1/sqrt(d_k) */
    RECEIPT_MASKED,     /* Z[i,j] = -infinity: the mask hides j from i */
    RECEIPT_SOFTMAX,    /* exp(Z - max) / sum over the row */
    RECEIPT_LOSS,       /* log(sum of exp(L - max)) - (L[answer] - max) */
    RECEIPT_RIGHT,      /* 1 where the largest term is the answer's */
    RECEIPT_SHARE,      /* the sum of the first terms in that of all */
    RECEIPT_ADAM,       /* u, from Adam's means and named numbers */
    RECEIPT_MEAN,       /* over a batch; a term for each example */
    RECEIPT_KINDS
};
extern const char *const receipt_kinds[RECEIPT_KINDS];

/* One factor of a term: a number, or a constant with a name. */
struct factor {
    const char *constant; /* "1/sqrt(d_k)", "1/batch", or NULL */
    struct number number;
    double value;
};

enum { FACTORS_MAX = 3 };

struct term {
    struct factor factors[FACTORS_MAX];
    int factor_count;
    /* Of the factors; of a softmax and the loss exp(factor - max), 0 where masked. */
    double product;
    double running; /* the terms so far, added up as the program adds */
};

/* A number of the arithmetic that has no address. */
struct constant {
    const char *name;
    double value;
};

enum { CONSTANTS_MAX = 8 };

struct receipt {
    struct number number;
    enum receipt_kind kind;
    bool is_override;   /* the number was set by hand: total is what it would have been */
    double value;       /* as it is kept */
    struct term *terms; /* owned */
    int term_count, capacity;
    int first_terms; /* of a share: how many terms are the first input's */
    struct constant constants[CONSTANTS_MAX];
    int constant_count;
    double total;     /* of the terms; of a parameter in training its next value */
    double residual;  /* value - total; 0 of a masked Z and of parameters */
    double magnitude; /* the sum of the sizes of what is added; without nan */
};

void receipt_free(struct receipt *receipt);

/* The constant of a name, or 0. */
double receipt_constant(const struct receipt *receipt, const char *name);

/* The term to follow down: the largest, of a softmax the number's own, of a parameter its
 * change, of RECEIPT_RIGHT the largest logit; -1 where there is none. */
int receipt_largest(const struct receipt *receipt);

/* Writes the order of the terms by size, largest first (equal ones as they are): order
 * (term_count) gets their numbers. Returns how many of them reach 90 % of the magnitude. */
int receipt_order(const struct receipt *receipt, int *order);

#endif

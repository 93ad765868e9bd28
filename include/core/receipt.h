#ifndef CORE_RECEIPT_H
#define CORE_RECEIPT_H

#include "core/trace.h"

/* How a number came about. */
enum receipt_kind {
    RECEIPT_PARAMETER, /* set, not computed: no terms */
    RECEIPT_COPY,      /* a shared matrix: one term, the number that it is a copy of */
    RECEIPT_SUM,       /* X[i,m] = E[w,m] + P[i,m] */
    RECEIPT_DOT,       /* Q, K, V, S, O: a sum of products of two numbers */
    RECEIPT_SCALE,     /* Z[i,j] = S[i,j] * 1/sqrt(d_k) */
    RECEIPT_MASKED,    /* Z[i,j] = -infinity: the mask hides j from i */
    RECEIPT_SOFTMAX    /* A[i,j] = exp(Z[i,j] - max) / sum over the row */
};

/* One factor of a term: a number of the trace, or a constant. */
struct receipt_factor {
    bool is_constant; /* 1/sqrt(d_k): no place */
    struct place place;
    double value;
};

enum { FACTORS_MAX = 2 };

struct receipt_term {
    struct receipt_factor factors[FACTORS_MAX];
    int factor_count;
    double product; /* of the factors; of a softmax, exp(Z - max), 0 where masked */
    double running; /* the terms so far, added up as the program adds */
};

/* The arithmetic of one number: its terms in the order in which they are added, what they come
 * to, and how far that is from the number that is kept. */
struct receipt {
    struct place place;
    enum receipt_kind kind;
    bool is_override; /* the number was set by hand: total is what it would have been */
    double value;     /* as it is kept */
    struct receipt_term *terms; /* owned */
    int term_count;
    double total;               /* what the terms come to; of a softmax numerator / sum */
    double residual;            /* value - total; 0 for a masked Z and for parameters */
    double magnitude;           /* the sum of the sizes of the terms; without nan */
    double max, sum, numerator; /* of a softmax */
};

/* Makes the receipt of a place of the trace. Fails only where memory is short; free with
 * receipt_free. */
bool receipt_make(struct receipt *receipt, const struct trace *trace,
                  const struct place *place, struct err *err);
void receipt_free(struct receipt *receipt);

/* The number at a place. */
double trace_number(const struct trace *trace, const struct place *place);

/* Writes the order of the terms by size, largest first (equal ones as they are): order
 * (term_count) gets their numbers. Returns how many of them reach 90 % of the magnitude. */
int receipt_order(const struct receipt *receipt, int *order);

#endif

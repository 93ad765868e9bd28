#ifndef CORE_LOOKUP_RECEIPT_H
#define CORE_LOOKUP_RECEIPT_H

#include "core/adam.h"
#include "core/lookup_step.h"
#include "core/lookup_trace.h"

/* Receipts of the lookup task: the terms that a number of the watched example, a parameter or
 * one of its gradients is made of. core/receipt.h is the same for a sentence. */

/* A number of the task, or one that says how it moves. The numbers that follow from a store
 * (X to loss, and slopes) are there once for the watched store and once for each example of
 * the coming batch; parameters, gradients and changes are there once. */
struct lookup_spot {
    struct lookup_place place;
    enum lookup_of {
        LOOKUP_NUMBER,
        LOOKUP_SLOPE,    /* dWq, dZ: of the example's loss */
        LOOKUP_GRADIENT, /* gWq: of the coming batch's loss; of parameters alone */
        LOOKUP_CHANGE,   /* uWq: the coming change; likewise */
        LOOKUP_MEAN      /* mean_loss: the coming batch's loss; of loss alone */
    } of;
    int example; /* of the coming batch, from 1; 0: the watched store, or none */
};

/* What receipts are made from: one step of a run. All borrowed. */
struct lookup_moment {
    const struct lookup_trace *trace;  /* the example meant, all of it */
    int example;                       /* which one, as in a spot */
    const struct lookup_trace *slopes; /* of its loss (lookup_backward), or NULL where no
                                        * slope is asked for */
    int batch;                         /* examples of the coming batch */
    const double
        *examples;    /* what each adds, times batch, to the mean that is asked for */
    double mean_loss; /* of that batch */
    const struct lookup_family *gradient; /* of that loss */
    const struct adam *adam;              /* the means before that batch */
    double lr;
};

enum lookup_receipt_kind {
    LOOKUP_RECEIPT_PARAMETER,    /* terms: the number itself and the coming change u */
    LOOKUP_RECEIPT_COPY,         /* of a shared matrix: the owner's number */
    LOOKUP_RECEIPT_SUM,          /* terms of one factor */
    LOOKUP_RECEIPT_DOT,          /* terms of two factors */
    LOOKUP_RECEIPT_SCALED_DOT,   /* the same, times 1/sqrt(d_k) */
    LOOKUP_RECEIPT_SCALE,        /* one term: times 1/sqrt(d_k) */
    LOOKUP_RECEIPT_SOFTMAX,      /* A, p: exp(Z - max) / sum */
    LOOKUP_RECEIPT_LOSS,         /* log(sum of exp(L - max)) - (L[answer] - max) */
    LOOKUP_RECEIPT_BACK_SOFTMAX, /* dZ = A (dA - sum of A dA): terms A dA */
    LOOKUP_RECEIPT_ADAM,         /* u: terms .9 m and .1 g, and named numbers */
    LOOKUP_RECEIPT_MEAN, /* g, mean_loss: over the batch; a term for each example */
    LOOKUP_RECEIPT_KINDS
};
extern const char *const lookup_receipt_kinds[LOOKUP_RECEIPT_KINDS];

/* One factor of a term: a number, or a constant with a name. */
struct lookup_factor {
    const char *constant; /* "1/sqrt(d_k)", "1/batch", or NULL */
    struct lookup_spot spot;
    double value;
};

struct lookup_term {
    struct lookup_factor factors[2];
    int factor_count;
    double product; /* of the factors; of a softmax and the loss exp(factor - max) */
    double running; /* the terms so far, added up as the program adds */
};

/* A number of the arithmetic that has no address. */
struct lookup_constant {
    const char *name;
    double value;
};

enum { LOOKUP_CONSTANTS_MAX = 8 };

struct lookup_receipt {
    struct lookup_spot spot;
    enum lookup_receipt_kind kind;
    bool is_override;          /* set by hand: total is what it would have been */
    double value;              /* as it is kept */
    struct lookup_term *terms; /* owned */
    int term_count, capacity;
    struct lookup_constant constants[LOOKUP_CONSTANTS_MAX];
    int constant_count;
    double total;     /* what the terms come to; of a parameter its next value */
    double residual;  /* value - total; 0 of a parameter */
    double magnitude; /* the sum of the sizes of what is added; without nan */
};

/* Makes the receipt of a spot, whose example is the moment's. Fails only where memory is
 * short; free with lookup_receipt_free. */
bool lookup_receipt_make(struct lookup_receipt *receipt,
                         const struct lookup_moment *moment,
                         const struct lookup_spot *spot, struct err *err);
void lookup_receipt_free(struct lookup_receipt *receipt);

/* The number of a spot. */
double lookup_spot_number(const struct lookup_moment *moment,
                          const struct lookup_spot *spot);

bool lookup_spot_equal(const struct lookup_spot *a, const struct lookup_spot *b);

/* Whether there is such a number: slopes of X to L and of parameters, gradients and changes
 * of parameters alone, in the shape; an example that is one of so many. */
bool lookup_spot_exists(const struct lookup_shape *shape, int examples,
                        const struct lookup_spot *spot);

/* Whether a number follows from a store, so that each example has its own. */
bool lookup_spot_has_example(const struct lookup_spot *spot);

/* The constant of a name, or 0. */
double lookup_receipt_constant(const struct lookup_receipt *receipt, const char *name);

/* The term to follow down: the largest, of a softmax the number's own, of a parameter its
 * change; -1 where there is none. */
int lookup_receipt_largest(const struct lookup_receipt *receipt);

/* As receipt_order: the order of the terms by size, and how many reach 90 %. */
int lookup_receipt_order(const struct lookup_receipt *receipt, int *order);

#endif

#ifndef CORE_NUMBER_H
#define CORE_NUMBER_H

#include <stdbool.h>

/* The name of a number: what an address means, what a cell of the screen shows, what a term of
 * a receipt is a factor of. */

/* Every tensor there is, once, whatever computation it belongs to; a table of kinds
 * (core/kinds.h) says which of them a computation has. An input of a tensor comes before it. */
enum tensor {
    TENSOR_E,  /* embedding of each word */
    TENSOR_P,  /* of each position */
    TENSOR_ET, /* of each tag */
    TENSOR_EV, /* of each value */
    TENSOR_X,
    TENSOR_WQ,
    TENSOR_WK,
    TENSOR_WV,
    TENSOR_WO,
    TENSOR_Q,
    TENSOR_K,
    TENSOR_V,
    TENSOR_S, /* raw scores */
    TENSOR_Z, /* scaled and masked scores */
    TENSOR_A, /* weights */
    TENSOR_O, /* output */
    TENSOR_L, /* logits */
    TENSOR_PROBABILITY,
    TENSOR_LOSS,
    TENSOR_RIGHT,   /* whether the largest logit is the answer's */
    TENSOR_ENTROPY, /* of each row of A */
    TENSOR_ROW_SUM, /* of A */
    TENSOR_FREE_Z,  /* Z and A as they are without the mask */
    TENSOR_FREE_A,
    TENSOR_QT, /* what a tag or a value alone makes of a query, a key, a value vector, */
    TENSOR_KT,
    TENSOR_KV,
    TENSOR_UT,
    TENSOR_UV,
    TENSOR_ZT, /* a scaled score, */
    TENSOR_ZV,
    TENSOR_LT, /* the logits */
    TENSOR_LV,
    TENSOR_CT, /* logits less the mean of their row */
    TENSOR_CV,
    TENSOR_VAR_ZT, /* how each of these varies */
    TENSOR_VAR_ZV,
    TENSOR_VAR_LT,
    TENSOR_VAR_LV,
    TENSOR_KEY_SHARE,   /* of what keys say, the part that they read from tags */
    TENSOR_VALUE_SHARE, /* of what values say, the part that they read from values */
    TENSORS
};

/* What is meant of a tensor's number. Slopes, gradients and moments are written in front of its
 * name: dWq, gWq, uWq, mWq, vWq. */
enum of {
    OF_ITSELF,
    OF_SLOPE,    /* d: how the target changes with it */
    OF_GRADIENT, /* g: of the coming batch's mean loss, of a parameter */
    OF_CHANGE,   /* u: what it is about to change by, to first order */
    OF_MEAN,     /* of the coming batch: mean_loss, mean_right */
    OF_FRESH,    /* of the fresh stores: accuracy */
    OF_M,        /* m, v: Adam's decayed means of its gradients and of their squares */
    OF_V,
    OFS
};

/* The computation that it belongs to: a head on a text, or the lookup task on a store. */
enum in { IN_TEXT, IN_STORE };

struct number {
    enum tensor tensor;
    int row, col;
    enum in in;
    enum of of;
    int example; /* of the coming batch, from 1; below 0 of the fresh stores; 0: the watched
                  * store, or none */
    int when;    /* a step of training, plus 1; 0: the one that is shown */
};

/* A number itself, of the text or of the watched store. */
static inline struct number
text_number_at(enum tensor tensor, int row, int col)
{
    return (struct number){.tensor = tensor, .row = row, .col = col};
}

static inline struct number
store_number_at(enum tensor tensor, int row, int col)
{
    return (struct number){.tensor = tensor, .row = row, .col = col, .in = IN_STORE};
}

static inline bool
number_equal(const struct number *a, const struct number *b)
{
    return a->tensor == b->tensor && a->row == b->row && a->col == b->col &&
           a->in == b->in && a->of == b->of && a->example == b->example &&
           a->when == b->when;
}

#endif

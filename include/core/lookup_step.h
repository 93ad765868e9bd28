#ifndef CORE_LOOKUP_STEP_H
#define CORE_LOOKUP_STEP_H

#include "core/kernels.h"
#include "core/lookup.h"

#define lookup_draw_one_by_one CORE_NAME(lookup_draw_one_by_one)
#define lookup_batch_store     CORE_NAME(lookup_batch_store)
#define lookup_work_init       CORE_NAME(lookup_work_init)
#define lookup_work_free       CORE_NAME(lookup_work_free)
#define lookup_gradient        CORE_NAME(lookup_gradient)
#define lookup_right           CORE_NAME(lookup_right)

/* The loss of a batch and its gradient, in the tabulated form. This is what training means;
 * the table of kinds says the same example by example.
 *
 * Up to the softmax everything is linear in X, and X is a sum of a tag's row and a value's: a
 * score depends on the pair (tag asked, tag) plus the pair (tag asked, value), and what an
 * entry adds to the logits on its tag plus its value. So a step makes tables of both, lets
 * each example look up and add, gathers the gradient in tables of the same shape, and goes
 * through the matrices once, not once for each example.
 *
 * The order of every operation is part of the definition, so that a faster form can give the
 * same bits:
 * - a sum of products is a chain of real_fma in the order of its index, from 0 or from what
 *   is there before;
 * - within an example everything goes one after the other: entries upwards, values upwards;
 * - sums over examples (the gradient tables, the loss) are taken in LOOKUP_LANES lanes: lane
 *   l takes the examples l, l + LANES, ... upwards into tables of its own; then the upper
 *   half of the lanes is added to the lower half until one is left. */

enum {
    LOOKUP_LANES = 16,
    LOOKUP_ROW = 8 /* the kernels fill rows of logits up to a multiple of this */
};

/* Examples side by side: number b of each array belongs to example b. All borrowed. */
struct lookup_batch {
    int count;
    const int *tag, *value;    /* (entries, count) */
    const int *query, *answer; /* (count) the tag asked, the value that is right */
};

/* What examples are drawn from: each tag of a store from those that it does not have yet, each
 * value from all, the entry asked for from the entries. Example b has entries / 2 + 1 random
 * words (base/random.h) from b times that on: a half of one for each entry, and one half for
 * the question. */
struct lookup_draw {
    uint64_t key; /* of their stream of random words */
    int tags, values, entries;
    int count;
};

/* Draws one example after the other: tag, value (entries, count), query, answer (count). This
 * is what the kernels do to several at once. */
void lookup_draw_one_by_one(const struct lookup_draw *draw, int *tag, int *value,
                            int *query, int *answer);

/* Example b of a batch, each of so many entries, as a store. */
struct lookup_store lookup_batch_store(const struct lookup_batch *batch, int entries,
                                       int b);

/* Adds up the lanes, `count` numbers each, one behind the other, into the first. */
static inline void
lookup_fold(real *lanes, size_t count)
{
    for (size_t half = LOOKUP_LANES / 2; half > 0; half /= 2)
        for (size_t k = 0; k < half * count; k++)
            lanes[k] += lanes[k + half * count];
}

/* The tables of a step. T tags, V values. Zt, Zv, Lt, Lv lie one behind the other. */
struct lookup_work {
    struct lookup_shape shape;
    real *Qt;       /* (T, d_k) query of each tag */
    real *Kt, *Kv;  /* (T, d_k) (V, d_k) what a tag and a value add to a key */
    real *Ut, *Uv;  /* (T, d_v) (V, d_v) ... to a value */
    real *Zt, *Zv;  /* (T, T) (T, V) ... to a scaled score, by the tag asked */
    real *Lt, *Lv;  /* (T, V) (V, V) ... to the logits */
    real *d_tables; /* the gradient of Zt, Zv, Lt, Lv, one behind the other */
    real *d_rows;   /* the gradient of Qt, Kt, Kv, Ut, Uv, likewise */
    real *lanes;    /* (LANES, lane_size) */
    size_t lane_size;
    real *Lt_rows, *Lv_rows; /* Lt and Lv, in wide rows, for the kernels */
    real *scratch;           /* likewise: the numbers of LANES examples */
    real *block;
};

/* Allocates the tables of a shape; fails where memory is short. Free with lookup_work_free. */
bool lookup_work_init(struct lookup_work *work, const struct lookup_shape *shape,
                      struct err *err);
void lookup_work_free(struct lookup_work *work);

struct lookup_result {
    real loss; /* mean cross-entropy; not a number where a table is not finite */
    int right; /* examples whose largest logit (the first of equals) is the answer's */
};

/* Computes the loss of a batch of at least one example and fills gradient, a family of the
 * same shape, with that of the mean loss. Where the loss is not finite neither is the
 * gradient of use. */
struct lookup_result lookup_gradient(struct lookup_work *work,
                                     const struct lookup_family *parameters,
                                     const struct lookup_batch *batch,
                                     struct lookup_family *gradient,
                                     const struct kernels *kernels);

/* How many examples of a batch are right; 0 where a table is not finite. */
int lookup_right(struct lookup_work *work, const struct lookup_family *parameters,
                 const struct lookup_batch *batch, const struct kernels *kernels);

#endif

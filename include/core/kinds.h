#ifndef CORE_KINDS_H
#define CORE_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/number.h"

/* A computation is a table: for each kind of tensor its shape, its operation and what that
 * reads. All that the program does with a number follows from the row of its tensor. */

/* What a row or a column of a tensor stands for; its size is a number of the computation. */
enum axis {
    AXIS_ONE,   /* 1 */
    AXIS_TOKEN, /* n: the tokens of the sentence; in a store the entries and the query */
    AXIS_WORD,  /* the different words among them */
    AXIS_POSITION, /* n: the places 0, 1, ... */
    AXIS_MODEL,    /* d_model: the columns of X */
    AXIS_KEY,      /* d_k: the columns of Q and K */
    AXIS_WIDTH,    /* d_v: the columns of V */
    AXIS_TAG,
    AXIS_VALUE,
    AXIS_ENTRY,
    AXES
};

/* The operations (core/op.h). */
enum op {
    OP_PARAMETER,     /* set, not computed */
    OP_SUM,           /* of a row of each input */
    OP_PRODUCT,       /* left right */
    OP_PRODUCT_T,     /* left right^T, times 1/sqrt(d_k) where it is scaled */
    OP_SCALE,         /* times 1/sqrt(d_k), then the mask where there is one */
    OP_SOFTMAX,       /* of each row */
    OP_CROSS_ENTROPY, /* of a row of logits against the answer */
    OP_RIGHT,         /* whether the largest of a row is the answer's */
    OP_ENTROPY,       /* of each row */
    OP_ROW_SUM,
    OP_CENTRE,     /* less the mean of the row */
    OP_VARIANCE,   /* of each row */
    OP_VARIANCE_T, /* of each column */
    OP_SHARE,      /* the sum of the first input in that of both */
    OPS
};

/* Which row of an input belongs to a row of the result. */
enum map {
    MAP_ROW,    /* the same */
    MAP_WORD,   /* of E, for a token */
    MAP_TAG,    /* of Et, for an entry or the query */
    MAP_VALUE,  /* of Ev, for an entry; -1 for the query, which has none */
    MAP_QUERY,  /* of X, for the query */
    MAP_ANSWER, /* the value that is right */
    MAPS
};

struct input {
    enum tensor tensor;
    enum map map;
};

enum { INPUTS_MAX = 2 };

/* How long its numbers are kept. */
enum keep {
    KEEP,       /* all of them, computed at once: others read the whole matrix */
    KEEP_SHOWN, /* likewise, but rows on demand where only one number is wanted */
    KEEP_ASKED, /* rows on demand, all that were computed: others read its columns */
    KEEP_ROWS   /* rows on demand, a bounded number of them */
};

struct kind {
    const char *name; /* NULL: the computation has no such tensor */
    enum axis rows, cols;
    enum op op;
    int inputs;
    struct input in[INPUTS_MAX];
    bool scaled, causal;
    enum keep keep;
    const char *about; /* how it is made, in a few words */

    /* What a number of it is: {r}, {c} are the names of its row and its column, {C} the column
     * with what stands before it, {e} the token of a store, {scaled} what became of a score. */
    const char *meaning;
};

/* The tables, by enum tensor. */
extern const struct kind sentence_kinds[TENSORS]; /* one head on one sentence */
extern const struct kind lookup_kinds[TENSORS];   /* one example of the lookup task */

/* Of a sentence those of the four passes and what they start from, E to O. */
enum { ATTENTION_TENSORS = 13 };
extern const enum tensor attention_tensors[ATTENTION_TENSORS];

/* Whether the computation has that tensor, and whether it is a parameter. */
static inline bool
kind_is_there(const struct kind *kind)
{
    return kind->name != NULL;
}

static inline bool
kind_is_parameter(const struct kind *kind)
{
    return kind->name != NULL && kind->op == OP_PARAMETER;
}

/* Whether a tensor follows from a sentence or a store, not from the parameters alone. */
bool kinds_follow_store(const struct kind *kinds, enum tensor id);

/* Whether a tensor goes into another one, or is it. */
bool kinds_reach(const struct kind *kinds, enum tensor from, enum tensor to);

/* The tensor of that name, or TENSORS. */
enum tensor kinds_find(const struct kind *kinds, const char *name);

#endif

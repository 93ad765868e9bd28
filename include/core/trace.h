#ifndef CORE_TRACE_H
#define CORE_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "core/overrides.h"
#include "core/real.h"

#define trace_init   CORE_NAME(trace_init)
#define trace_free   CORE_NAME(trace_free)
#define trace_rows   CORE_NAME(trace_rows)
#define trace_cols   CORE_NAME(trace_cols)
#define tensor_kinds CORE_NAME(tensor_kinds)
#define tensor_find  CORE_NAME(tensor_find)

/* What a row or a column of a tensor stands for; its size is a number of the shape. */
enum axis {
    AXIS_TOKEN,    /* n: the tokens of the sentence */
    AXIS_WORD,     /* the different words among them */
    AXIS_POSITION, /* n: the places 0, 1, ... */
    AXIS_MODEL,    /* d_model: the columns of X */
    AXIS_KEY,      /* d_k: the columns of Q and K */
    AXIS_VALUE,    /* d_v: the columns of V */
    AXIS_COUNT
};

enum tensor_id {
    TENSOR_E,
    TENSOR_P,
    TENSOR_X,
    TENSOR_WQ,
    TENSOR_WK,
    TENSOR_WV,
    TENSOR_Q,
    TENSOR_K,
    TENSOR_V,
    TENSOR_S,
    TENSOR_Z,
    TENSOR_A,
    TENSOR_O,
    TENSOR_COUNT
};

/* The one table of the tensors of attention: names, shapes, and which are parameters. */
struct tensor_kind {
    const char *name;
    enum axis rows, cols;
    bool parameter;      /* learned or set, against recomputed from the sentence */
    const char *formula; /* how it is made */
};
extern const struct tensor_kind tensor_kinds[TENSOR_COUNT];

/* The tensor of that name, or TENSOR_COUNT. */
enum tensor_id tensor_find(const char *name);

struct shape {
    int size[AXIS_COUNT];
};

/* One number: a tensor, a row, a column. */
struct place {
    enum tensor_id tensor;
    int row, col;
};

/* Everything that one head computes on one sentence, kept: the inputs and all that the four
 * passes make of them (core/attention.h). Every tensor is row-major, in one block of
 * memory; a trace owns it. */
struct trace {
    struct shape shape;
    bool masked;                /* causal: Z[i,j] is -infinity for j > i */
    bool share_qk, share_kv;    /* Wk is a copy of Wq; Wv is a copy of Wk */
    struct overrides overrides; /* in X, Q, K, V and S */
    int *word;                  /* (n) row of E of each token */
    real *tensor[TENSOR_COUNT];
    real *max, *sum; /* (n) of the softmax of each row of Z */
    void *block;
};

/* Allocates all tensors of a shape, filled with 0. Every size must be at least 1; fails
 * where the sizes multiply to more than memory has. Free with trace_free. */
bool trace_init(struct trace *trace, const struct shape *shape, struct err *err);
void trace_free(struct trace *trace);

int trace_rows(const struct trace *trace, enum tensor_id id);
int trace_cols(const struct trace *trace, enum tensor_id id);

#endif

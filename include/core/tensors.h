#ifndef CORE_TENSORS_H
#define CORE_TENSORS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "core/kernels.h"
#include "core/kinds.h"
#include "core/overrides.h"
#include "core/real.h"

#define tensors_init     CORE_NAME(tensors_init)
#define tensors_allocate CORE_NAME(tensors_allocate)
#define tensors_free     CORE_NAME(tensors_free)
#define tensors_share    CORE_NAME(tensors_share)
#define tensors_veil     CORE_NAME(tensors_veil)
#define tensors_rows     CORE_NAME(tensors_rows)
#define tensors_cols     CORE_NAME(tensors_cols)
#define tensors_map_size CORE_NAME(tensors_map_size)
#define tensors_has      CORE_NAME(tensors_has)
#define tensors_changed  CORE_NAME(tensors_changed)
#define tensors_compute  CORE_NAME(tensors_compute)
#define tensors_row      CORE_NAME(tensors_row)
#define tensors_number   CORE_NAME(tensors_number)
#define tensors_at       CORE_NAME(tensors_at)
#define tensors_computed CORE_NAME(tensors_computed)
#define tensors_whole    CORE_NAME(tensors_whole)
#define tensors_held_row CORE_NAME(tensors_held_row)
#define tensors_override CORE_NAME(tensors_override)
#define tensors_hide     CORE_NAME(tensors_hide)
#define attention_scale  CORE_NAME(attention_scale)

/* One computation: a table of kinds, their sizes, the numbers of the parameters, and what is
 * computed from them. A number that is not kept is computed, row by row, when it is asked for;
 * the rows computed last are kept in a bounded cache, the only part that reading changes. */

struct row_cache; /* src/core/tensors.c */
struct op_kind;   /* core/op.h */

/* Whether a number is to be read as unknown (base/unknown.h). */
typedef bool tensors_hides(const void *by, enum tensor tensor, int row, int col);

struct tensors {
    const struct kind *kinds;         /* [TENSORS] */
    const struct op_kind *const *ops; /* [OPS] */
    int size[AXES];
    int *map[MAPS];             /* row of an input for each row of a result; owned */
    enum tensor same[TENSORS];  /* of a shared matrix the owner; else the tensor itself */
    bool masked;                /* causal: Z[i,j] is -infinity for j > i */
    struct overrides overrides; /* over what is computed; parameters have theirs */
    real *data[TENSORS];        /* row-major: parameters and what is kept; else NULL */
    const struct kernels *kernels;
    struct row_cache *cache; /* [TENSORS], of the others; owned */

    /* Numbers that are unknown here; or NULL. */
    tensors_hides *hides;
    const void *hides_by;

    /* All others are the same as another computation's; or NULL: they are computed here, from
     * what is unknown as well. */
    const struct tensors *under;

    void *block;
};

enum tensors_flag {
    TENSORS_OWN = 1,  /* parameters have memory here; else the caller sets their data */
    TENSORS_LEAN = 2, /* for single numbers: only KEEP at once, the rest as KEEP_ASKED */
    TENSORS_VEIL = 4  /* nothing has memory but rows: see tensors_veil */
};

/* Allocates a computation of that shape, everything 0. Sizes of axes that its table uses must be
 * at least 1; fails where they multiply to more than memory has. Free with tensors_free. */
bool tensors_init(struct tensors *tensors, const struct kind *kinds, const int size[AXES],
                  unsigned flags, struct err *err);

/* The same for src/core/op.c, which hands the operations in. */
bool tensors_allocate(struct tensors *tensors, const struct kind *kinds,
                      const struct op_kind *const *ops, const int size[AXES],
                      unsigned flags, struct err *err);
void tensors_free(struct tensors *tensors);

/* Makes Wk have the numbers of Wq, and Wv those of Wk. */
void tensors_share(struct tensors *tensors, bool qk, bool kv);

/* Makes `veil` the same computation as `under`, with the numbers that `hides` says read as
 * unknown; `under` must outlive it and not change. Fails where memory is short; free with
 * tensors_free. */
bool tensors_veil(struct tensors *veil, const struct tensors *under, tensors_hides *hides,
                  const void *by, struct err *err);

int tensors_rows(const struct tensors *tensors, enum tensor id);
int tensors_cols(const struct tensors *tensors, enum tensor id);

/* How many rows a map has. */
int tensors_map_size(const struct tensors *tensors, enum map map);

/* Whether the computation has that number; of `number` only tensor, row and col count. */
bool tensors_has(const struct tensors *tensors, const struct number *number);

/* To be called when parameters, maps, the mask or overrides have changed: rows computed before
 * are forgotten. */
void tensors_changed(struct tensors *tensors);

/* The same, and computes what is kept, row by row, as the operations define it. */
void tensors_compute(struct tensors *tensors);

/* A row. Of a tensor that keeps a bounded number of rows (KEEP_ROWS), ROWS_KEPT, it may be
 * overwritten when another of its rows is asked for. */
enum { ROWS_KEPT = 64 };
const real *tensors_row(const struct tensors *tensors, enum tensor id, int row);

/* All rows, one behind the other, of a tensor that keeps them or has no more than ROWS_KEPT. */
const real *tensors_whole(const struct tensors *tensors, enum tensor id);

/* One number. */
double tensors_number(const struct tensors *tensors, enum tensor id, int row, int col);

double tensors_at(const struct tensors *tensors, const struct number *number);

/* The same as its operation makes it, whatever was set by hand over it. */
double tensors_computed(const struct tensors *tensors, enum tensor id, int row, int col);

/* For a fused forward pass: memory for a row of the cache, which the caller fills. */
real *tensors_held_row(struct tensors *tensors, enum tensor id, int row);

/* Makes what is hidden in a row unknown. */
void tensors_hide(const struct tensors *tensors, enum tensor id, int row, real *numbers);

/* Writes what was set by hand in rows [first, first + rows) of a tensor over its numbers, which
 * begin with row `first`. */
void tensors_override(const struct tensors *tensors, enum tensor id, int first, int rows,
                      real *numbers);

/* Row of an input that belongs to a row of the result; -1 where there is none. */
static inline int
tensors_input_row(const struct tensors *tensors, const struct input *input, int row)
{
    return input->map == MAP_ROW ? row : tensors->map[input->map][row];
}

/* Whether K = X Wq, and whether V = X Wk. */
static inline bool
tensors_share_qk(const struct tensors *tensors)
{
    return tensors->same[TENSOR_WK] != TENSOR_WK;
}

static inline bool
tensors_share_kv(const struct tensors *tensors)
{
    return tensors->same[TENSOR_WV] != TENSOR_WV;
}

/* 1 / sqrt(d_k), the number that S is multiplied by. */
real attention_scale(int d_k);

#endif

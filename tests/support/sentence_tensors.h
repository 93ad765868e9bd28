#ifndef SUPPORT_SENTENCE_TENSORS_H
#define SUPPORT_SENTENCE_TENSORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "core/tensors.h"

/* Sentences for tests of both cores: in a header, so that each test has them in the precision
 * that it is compiled for. */

/* How many numbers a tensor has. */
static inline size_t
tensor_count(const struct tensors *t, enum tensor id)
{
    return (size_t)tensors_rows(t, id) * (size_t)tensors_cols(t, id);
}

/* A computation of these sizes, all 0; the test fails where memory is short. */
static inline struct tensors
sentence_tensors(int n, int words, int d_model, int d_k, int d_v, unsigned flags)
{
    const int size[AXES] = {
        [AXIS_TOKEN] = n,       [AXIS_WORD] = words, [AXIS_POSITION] = n,
        [AXIS_MODEL] = d_model, [AXIS_KEY] = d_k,    [AXIS_WIDTH] = d_v};
    struct tensors t;
    struct err err = {""};
    if (!tensors_init(&t, sentence_kinds, size, flags | TENSORS_OWN, &err))
        fail_msg("%s", err.text);
    return t;
}

/* Sets words and parameters at random; with a gain of 1 scores are about 2 in size. */
static inline void
sentence_fill(struct tensors *t, uint64_t seed, double gain)
{
    for (int i = 0; i < t->size[AXIS_TOKEN]; i++)
        t->map[MAP_WORD][i] =
            (int)(random_bits(seed, 101, (uint64_t)i) % (uint64_t)t->size[AXIS_WORD]);
    for (int id = 0; id < TENSORS; id++) {
        double size = id < TENSOR_WQ ? 1 : gain / sqrt(t->size[AXIS_MODEL]);
        for (size_t at = 0;
             kind_is_parameter(&t->kinds[id]) && at < tensor_count(t, (enum tensor)id);
             at++)
            t->data[id][at] = (real)(size * random_normal(seed, (uint64_t)id, at));
    }
}

/* All rows of a tensor, to be freed by the caller. */
static inline real *
tensor_bits(const struct tensors *t, enum tensor id)
{
    size_t cols = (size_t)tensors_cols(t, id);
    real *out = malloc(tensor_count(t, id) * sizeof *out);
    assert_non_null(out);
    for (int i = 0; i < tensors_rows(t, id); i++)
        memcpy(out + (size_t)i * cols, tensors_row(t, id, i), cols * sizeof *out);
    return out;
}

/* Whether row i of a tensor has the same bits as in `bits`, which has all of it. */
static inline bool
row_has_bits(const struct tensors *t, enum tensor id, const real *bits, int i)
{
    size_t cols = (size_t)tensors_cols(t, id);
    return memcmp(tensors_row(t, id, i), bits + (size_t)i * cols, cols * sizeof *bits) ==
           0;
}

#endif

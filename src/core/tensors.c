/* One computation: its memory, its rows, its numbers. */
#include "core/tensors.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"
#include "core/op.h"

/* Rows of a tensor that were computed last: row r lies in slot r % slots. */
struct row_cache {
    real *rows; /* (slots, columns) */
    int *held;  /* (slots) row + 1 that lies there; 0: none */
    int slots;
};

/* The axis along which a map has its rows. */
static const enum axis map_axes[MAPS] = {
    [MAP_WORD] = AXIS_TOKEN, [MAP_TAG] = AXIS_TOKEN,  [MAP_VALUE] = AXIS_TOKEN,
    [MAP_QUERY] = AXIS_ONE,  [MAP_ANSWER] = AXIS_ONE,
};

int
tensors_rows(const struct tensors *tensors, enum tensor id)
{
    return tensors->size[tensors->kinds[id].rows];
}

int
tensors_cols(const struct tensors *tensors, enum tensor id)
{
    return tensors->size[tensors->kinds[id].cols];
}

int
tensors_map_size(const struct tensors *tensors, enum map map)
{
    return map == MAP_ROW ? 0 : tensors->size[map_axes[map]];
}

bool
tensors_has(const struct tensors *tensors, const struct number *number)
{
    enum tensor id = number->tensor;
    return (int)id >= 0 && id < TENSORS && kind_is_there(&tensors->kinds[id]) &&
           number->row >= 0 && number->row < tensors_rows(tensors, id) &&
           number->col >= 0 && number->col < tensors_cols(tensors, id);
}

real
attention_scale(int d_k)
{
    return 1 / real_sqrt((real)d_k);
}

/* -- memory ---------------------------------------------------------------------------- */

/* How many rows of a tensor have memory: all, some, or none. */
static int
rows_with_memory(const struct tensors *tensors, enum tensor id, unsigned flags,
                 bool *whole)
{
    const struct kind *kind = &tensors->kinds[id];
    int rows = kind_is_there(kind) ? tensors_rows(tensors, id) : 0;
    bool parameter = kind_is_parameter(kind);
    *whole = !(flags & TENSORS_VEIL) &&
             (parameter || kind->keep == KEEP ||
              (kind->keep == KEEP_SHOWN && !(flags & TENSORS_LEAN)));
    if (parameter && !(flags & (TENSORS_OWN | TENSORS_VEIL)))
        return 0;
    bool all = *whole || kind->keep == KEEP_ASKED || (flags & TENSORS_LEAN);
    return all || rows < ROWS_KEPT ? rows : ROWS_KEPT;
}

/* Counts the numbers that need memory; false where they are more than any memory has. */
static bool
count_numbers(const struct tensors *tensors, unsigned flags, uint64_t *reals,
              uint64_t *ints)
{
    *reals = *ints = 0;
    for (int id = 0; id < TENSORS; id++) {
        bool whole;
        int rows = rows_with_memory(tensors, (enum tensor)id, flags, &whole);
        uint64_t count =
            (uint64_t)rows * (uint64_t)tensors_cols(tensors, (enum tensor)id);
        if (count > UINT64_MAX / 16 - *reals)
            return false;
        *reals += count;
        *ints += whole ? 0 : (uint64_t)rows;
    }
    for (int map = 0; map < MAPS; map++)
        *ints += (uint64_t)tensors_map_size(tensors, (enum map)map);
    return true;
}

/* Hands out the memory that was counted. */
static void
lay_out(struct tensors *tensors, unsigned flags, real *reals, int *ints)
{
    for (int id = 0; id < TENSORS; id++) {
        bool whole;
        int rows = rows_with_memory(tensors, (enum tensor)id, flags, &whole);
        if (whole)
            tensors->data[id] = rows > 0 ? reals : NULL;
        else {
            tensors->cache[id] = (struct row_cache){reals, ints, rows};
            ints += rows;
        }
        reals += (size_t)rows * (size_t)tensors_cols(tensors, (enum tensor)id);
    }
    for (int map = 0; map < MAPS; map++) {
        tensors->map[map] = ints;
        ints += tensors_map_size(tensors, (enum map)map);
    }
}

bool
tensors_allocate(struct tensors *tensors, const struct kind *kinds,
                 const struct op_kind *const *ops, const int size[AXES], unsigned flags,
                 struct err *err)
{
    *tensors = (struct tensors){.kinds = kinds, .ops = ops, .kernels = kernels_best()};
    memcpy(tensors->size, size, sizeof tensors->size);
    tensors->size[AXIS_ONE] = 1;
    for (int id = 0; id < TENSORS; id++) {
        tensors->same[id] = (enum tensor)id;
        assert(!kind_is_there(&kinds[id]) ||
               (tensors_rows(tensors, (enum tensor)id) > 0 &&
                tensors_cols(tensors, (enum tensor)id) > 0));
    }
    uint64_t caches = TENSORS * sizeof *tensors->cache, bytes = UINT64_MAX, reals, ints;
    if (count_numbers(tensors, flags, &reals, &ints))
        bytes = caches + reals * sizeof(real) + ints * sizeof(int);
    if (bytes <= SIZE_MAX / 2)
        tensors->block = calloc(1, (size_t)bytes);
    if (tensors->block == NULL)
        return err_set(err, "there is not enough memory for %llu bytes of numbers",
                       (unsigned long long)bytes);
    tensors->cache = tensors->block;
    real *first = (real *)(void *)(tensors->cache + TENSORS);
    lay_out(tensors, flags, first, (int *)(void *)(first + reals));
    return true;
}

void
tensors_free(struct tensors *tensors)
{
    free(tensors->block);
    *tensors = (struct tensors){0};
}

void
tensors_share(struct tensors *tensors, bool qk, bool kv)
{
    tensors->same[TENSOR_WK] = qk ? TENSOR_WQ : TENSOR_WK;
    tensors->same[TENSOR_WV] = kv ? tensors->same[TENSOR_WK] : TENSOR_WV;
    assert(!kv || tensors->size[AXIS_WIDTH] == tensors->size[AXIS_KEY]);
}

bool
tensors_veil(struct tensors *veil, const struct tensors *under, tensors_hides *hides,
             const void *by, struct err *err)
{
    if (!tensors_allocate(veil, under->kinds, under->ops, under->size, TENSORS_VEIL, err))
        return false;
    veil->masked = under->masked;
    veil->overrides = under->overrides;
    veil->kernels = under->kernels;
    memcpy(veil->same, under->same, sizeof veil->same);
    for (int map = 0; map < MAPS; map++)
        memcpy(veil->map[map], under->map[map],
               (size_t)tensors_map_size(under, (enum map)map) * sizeof(int));
    veil->under = under;
    veil->hides = hides;
    veil->hides_by = by;
    return true;
}

/* -- rows ------------------------------------------------------------------------------ */

void
tensors_override(const struct tensors *tensors, enum tensor id, int first, int rows,
                 real *numbers)
{
    if (tensors->overrides.count > 0)
        overrides_apply(&tensors->overrides, id, first, rows, tensors_cols(tensors, id),
                        numbers);
}

void
tensors_hide(const struct tensors *tensors, enum tensor id, int row, real *numbers)
{
    for (int c = 0; tensors->hides != NULL && c < tensors_cols(tensors, id); c++)
        if (tensors->hides(tensors->hides_by, id, row, c))
            numbers[c] = (real)unknown_number();
}

/* The row as its operation defines it, and what was set by hand over it. */
static void
compute_row(const struct tensors *tensors, enum tensor id, int row, real *out)
{
    tensors->ops[tensors->kinds[id].op]->row(tensors, id, row, out);
    tensors_override(tensors, id, row, 1, out);
}

void
tensors_changed(struct tensors *tensors)
{
    for (int id = 0; id < TENSORS; id++) {
        struct row_cache *cache = &tensors->cache[id];
        if (cache->slots > 0)
            memset(cache->held, 0, (size_t)cache->slots * sizeof *cache->held);
    }
}

void
tensors_compute(struct tensors *tensors)
{
    tensors_changed(tensors);
    for (int id = 0; id < TENSORS; id++) {
        if (tensors->data[id] == NULL || kind_is_parameter(&tensors->kinds[id]))
            continue;
        size_t cols = (size_t)tensors_cols(tensors, (enum tensor)id);
        for (int r = 0; r < tensors_rows(tensors, (enum tensor)id); r++) {
            real *row = tensors->data[id] + (size_t)r * cols;
            compute_row(tensors, (enum tensor)id, r, row);
            tensors_hide(tensors, (enum tensor)id, r, row);
        }
    }
}

real *
tensors_held_row(struct tensors *tensors, enum tensor id, int row)
{
    struct row_cache *cache = &tensors->cache[id];
    int slot = row % cache->slots;
    cache->held[slot] = row + 1;
    return cache->rows + (size_t)slot * (size_t)tensors_cols(tensors, id);
}

const real *
tensors_row(const struct tensors *tensors, enum tensor id, int row)
{
    if (tensors->under == NULL)
        id = tensors->same[id];
    size_t cols = (size_t)tensors_cols(tensors, id);
    if (tensors->data[id] != NULL)
        return tensors->data[id] + (size_t)row * cols;
    struct row_cache *cache = &tensors->cache[id];
    int slot = row % cache->slots;
    real *out = cache->rows + (size_t)slot * cols;
    if (cache->held[slot] == row + 1)
        return out;
    if (tensors->under != NULL)
        memcpy(out, tensors_row(tensors->under, id, row), cols * sizeof *out);
    else
        compute_row(tensors, id, row, out);
    tensors_hide(tensors, id, row, out);
    cache->held[slot] = row + 1;
    return out;
}

const real *
tensors_whole(const struct tensors *tensors, enum tensor id)
{
    id = tensors->same[id];
    int rows = tensors_rows(tensors, id);
    if (tensors->data[id] != NULL)
        return tensors->data[id];
    assert(tensors->cache[id].slots == rows);
    for (int r = 0; r < rows; r++)
        tensors_row(tensors, id, r);
    return tensors->cache[id].rows;
}

double
tensors_number(const struct tensors *tensors, enum tensor id, int row, int col)
{
    return (double)tensors_row(tensors, id, row)[col];
}

double
tensors_at(const struct tensors *tensors, const struct number *number)
{
    return tensors_number(tensors, number->tensor, number->row, number->col);
}

double
tensors_computed(const struct tensors *tensors, enum tensor id, int row, int col)
{
    double number = tensors_number(tensors, id, row, col); /* so that `was` is of now */
    for (int k = 0; k < tensors->overrides.count; k++) {
        const struct override *set = &tensors->overrides.list[k];
        if (set->tensor == id && set->row == row && set->col == col)
            return set->was; /* of several the first one replaced it */
    }
    return number;
}

/* The tensors of the lookup task as one table, and the block of memory of its parameters. */
#include "core/lookup.h"

#include <stdlib.h>
#include <string.h>

const enum tensor lookup_parameters[LOOKUP_PARAMETERS] = {
    TENSOR_ET, TENSOR_EV, TENSOR_WQ, TENSOR_WK, TENSOR_WV, TENSOR_WO,
};

struct lookup_shape
lookup_shape_of(const struct lookup_settings *settings)
{
    return (struct lookup_shape){
        .size = {[AXIS_ONE] = 1,
                 [AXIS_TAG] = settings->tags,
                 [AXIS_VALUE] = settings->values,
                 [AXIS_ENTRY] = settings->entries,
                 [AXIS_TOKEN] = settings->entries + 1,
                 [AXIS_MODEL] = settings->d_model,
                 [AXIS_KEY] = settings->d_k,
                 [AXIS_WIDTH] = settings->share_kv ? settings->d_k : settings->d_v},
        .share_qk = settings->share_qk,
        .share_kv = settings->share_kv};
}

int
lookup_rows(const struct lookup_shape *shape, enum tensor id)
{
    return shape->size[lookup_kinds[id].rows];
}

int
lookup_cols(const struct lookup_shape *shape, enum tensor id)
{
    return shape->size[lookup_kinds[id].cols];
}

size_t
lookup_size(const struct lookup_shape *shape, enum tensor id)
{
    return (size_t)lookup_rows(shape, id) * (size_t)lookup_cols(shape, id);
}

enum tensor
lookup_owner(const struct lookup_shape *shape, enum tensor id)
{
    if (id == TENSOR_WV && shape->share_kv)
        id = TENSOR_WK;
    return id == TENSOR_WK && shape->share_qk ? TENSOR_WQ : id;
}

bool
lookup_family_init(struct lookup_family *family, const struct lookup_shape *shape,
                   struct err *err)
{
    *family = (struct lookup_family){.shape = *shape};
    size_t offset[TENSORS];
    for (int k = 0; k < LOOKUP_PARAMETERS; k++) {
        enum tensor id = lookup_parameters[k], owner = lookup_owner(shape, id);
        offset[id] = owner == id ? family->count : offset[owner];
        family->count += owner == id ? lookup_size(shape, id) : 0;
    }
    family->numbers = calloc(family->count, sizeof *family->numbers);
    if (family->numbers == NULL)
        return err_set(err, "there is not enough memory for %zu parameters",
                       family->count);
    for (int k = 0; k < LOOKUP_PARAMETERS; k++)
        family->tensor[lookup_parameters[k]] =
            family->numbers + offset[lookup_parameters[k]];
    return true;
}

void
lookup_family_free(struct lookup_family *family)
{
    free(family->numbers);
    *family = (struct lookup_family){0};
}

size_t
lookup_index(const struct lookup_family *family, const struct number *number)
{
    size_t cols = (size_t)lookup_cols(&family->shape, number->tensor);
    return (size_t)(family->tensor[number->tensor] - family->numbers) +
           (size_t)number->row * cols + (size_t)number->col;
}

void
lookup_family_clear(struct lookup_family *family)
{
    memset(family->numbers, 0, family->count * sizeof *family->numbers);
}

bool
lookup_tensors_init(struct tensors *tensors, const struct lookup_shape *shape,
                    struct err *err)
{
    if (!tensors_init(tensors, lookup_kinds, shape->size, 0, err))
        return false;
    tensors_share(tensors, shape->share_qk, shape->share_kv);
    return true;
}

void
lookup_map(const struct lookup_store *store, int entries, enum map map, int *rows)
{
    if (map == MAP_QUERY)
        rows[0] = entries; /* behind the entries */
    else if (map == MAP_ANSWER)
        rows[0] = store->value[store->asked];
    else
        rows[entries] = map == MAP_TAG ? store->tag[store->asked] : -1;
    for (int e = 0; (map == MAP_TAG || map == MAP_VALUE) && e < entries; e++)
        rows[e] = map == MAP_TAG ? store->tag[e] : store->value[e];
}

void
lookup_tensors_set(struct tensors *tensors, const struct lookup_family *family,
                   const struct lookup_store *store)
{
    static const enum map maps[] = {MAP_TAG, MAP_VALUE, MAP_QUERY, MAP_ANSWER};
    for (int k = 0; k < LOOKUP_PARAMETERS; k++)
        tensors->data[lookup_parameters[k]] = family->tensor[lookup_parameters[k]];
    for (int k = 0; k < 4; k++)
        lookup_map(store, tensors->size[AXIS_ENTRY], maps[k], tensors->map[maps[k]]);
    tensors_changed(tensors);
}

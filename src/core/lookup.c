/* The tensors of the lookup task as one table, and the block of memory of its parameters. */
#include "core/lookup.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
const struct lookup_kind lookup_tensors[LOOKUP_TENSORS] = {
    [LOOKUP_ET]   = {"Et",   LOOKUP_AXIS_TAG,   LOOKUP_AXIS_MODEL, "embedding of each tag"},
    [LOOKUP_EV]   = {"Ev",   LOOKUP_AXIS_VALUE, LOOKUP_AXIS_MODEL, "embedding of each value"},
    [LOOKUP_WQ]   = {"Wq",   LOOKUP_AXIS_MODEL, LOOKUP_AXIS_KEY,   "query projection"},
    [LOOKUP_WK]   = {"Wk",   LOOKUP_AXIS_MODEL, LOOKUP_AXIS_KEY,   "key projection"},
    [LOOKUP_WV]   = {"Wv",   LOOKUP_AXIS_MODEL, LOOKUP_AXIS_WIDTH, "value projection"},
    [LOOKUP_WO]   = {"Wo",   LOOKUP_AXIS_WIDTH, LOOKUP_AXIS_VALUE, "output projection"},
    [LOOKUP_X]    = {"X",    LOOKUP_AXIS_TOKEN, LOOKUP_AXIS_MODEL, "Et + Ev; of the query Et"},
    [LOOKUP_Q]    = {"Q",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_KEY,   "X Wq of the query"},
    [LOOKUP_K]    = {"K",    LOOKUP_AXIS_ENTRY, LOOKUP_AXIS_KEY,   "X Wk of the entries"},
    [LOOKUP_V]    = {"V",    LOOKUP_AXIS_ENTRY, LOOKUP_AXIS_WIDTH, "X Wv of the entries"},
    [LOOKUP_S]    = {"S",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_ENTRY, "Q K^T"},
    [LOOKUP_Z]    = {"Z",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_ENTRY, "S / sqrt(d_k)"},
    [LOOKUP_A]    = {"A",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_ENTRY, "softmax of Z"},
    [LOOKUP_O]    = {"O",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_WIDTH, "A V"},
    [LOOKUP_L]    = {"L",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_VALUE, "O Wo"},
    [LOOKUP_P]    = {"p",    LOOKUP_AXIS_ONE,   LOOKUP_AXIS_VALUE, "softmax of L"},
    [LOOKUP_LOSS] = {"loss", LOOKUP_AXIS_ONE,   LOOKUP_AXIS_ONE,   "-log p of the answer"},
    [LOOKUP_QT]   = {"Qt",   LOOKUP_AXIS_TAG,   LOOKUP_AXIS_KEY,   "Et Wq"},
    [LOOKUP_KT]   = {"Kt",   LOOKUP_AXIS_TAG,   LOOKUP_AXIS_KEY,   "Et Wk"},
    [LOOKUP_ZT]   = {"Zt",   LOOKUP_AXIS_TAG,   LOOKUP_AXIS_TAG,   "Qt Kt^T / sqrt(d_k)"},
};
/* clang-format on */

enum lookup_tensor
lookup_tensor_find(const char *name)
{
    int id = 0;
    while (id < LOOKUP_TENSORS && strcmp(lookup_tensors[id].name, name) != 0)
        id++;
    return (enum lookup_tensor)id;
}

struct lookup_shape
lookup_shape_of(const struct lookup_settings *settings)
{
    return (struct lookup_shape){.size = {[LOOKUP_AXIS_ONE] = 1,
                                          [LOOKUP_AXIS_TAG] = settings->tags,
                                          [LOOKUP_AXIS_VALUE] = settings->values,
                                          [LOOKUP_AXIS_ENTRY] = settings->entries,
                                          [LOOKUP_AXIS_TOKEN] = settings->entries + 1,
                                          [LOOKUP_AXIS_MODEL] = settings->d_model,
                                          [LOOKUP_AXIS_KEY] = settings->d_k,
                                          [LOOKUP_AXIS_WIDTH] = settings->share_kv
                                                                    ? settings->d_k
                                                                    : settings->d_v},
                                 .share_qk = settings->share_qk,
                                 .share_kv = settings->share_kv};
}

int
lookup_rows(const struct lookup_shape *shape, enum lookup_tensor id)
{
    return shape->size[lookup_tensors[id].rows];
}

int
lookup_cols(const struct lookup_shape *shape, enum lookup_tensor id)
{
    return shape->size[lookup_tensors[id].cols];
}

size_t
lookup_size(const struct lookup_shape *shape, enum lookup_tensor id)
{
    return (size_t)lookup_rows(shape, id) * (size_t)lookup_cols(shape, id);
}

enum lookup_tensor
lookup_owner(const struct lookup_shape *shape, enum lookup_tensor id)
{
    if (id == LOOKUP_WV && shape->share_kv)
        id = LOOKUP_WK;
    return id == LOOKUP_WK && shape->share_qk ? LOOKUP_WQ : id;
}

bool
lookup_family_init(struct lookup_family *family, const struct lookup_shape *shape,
                   struct err *err)
{
    *family = (struct lookup_family){.shape = *shape};
    size_t offset[LOOKUP_PARAMETERS];
    for (int id = 0; id < LOOKUP_PARAMETERS; id++) {
        int owner = (int)lookup_owner(shape, (enum lookup_tensor)id);
        offset[id] = owner == id ? family->count : offset[owner];
        if (owner == id)
            family->count += lookup_size(shape, (enum lookup_tensor)id);
    }
    family->numbers = calloc(family->count, sizeof *family->numbers);
    if (family->numbers == NULL)
        return err_set(err, "there is not enough memory for %zu parameters",
                       family->count);
    for (int id = 0; id < LOOKUP_PARAMETERS; id++)
        family->tensor[id] = family->numbers + offset[id];
    return true;
}

void
lookup_family_free(struct lookup_family *family)
{
    free(family->numbers);
    *family = (struct lookup_family){0};
}

void
lookup_family_clear(struct lookup_family *family)
{
    memset(family->numbers, 0, family->count * sizeof *family->numbers);
}

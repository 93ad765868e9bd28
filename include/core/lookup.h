#ifndef CORE_LOOKUP_H
#define CORE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "core/lookup_settings.h"
#include "core/real.h"

#define lookup_tensors      CORE_NAME(lookup_tensors)
#define lookup_tensor_find  CORE_NAME(lookup_tensor_find)
#define lookup_shape_of     CORE_NAME(lookup_shape_of)
#define lookup_rows         CORE_NAME(lookup_rows)
#define lookup_cols         CORE_NAME(lookup_cols)
#define lookup_size         CORE_NAME(lookup_size)
#define lookup_owner        CORE_NAME(lookup_owner)
#define lookup_family_init  CORE_NAME(lookup_family_init)
#define lookup_family_free  CORE_NAME(lookup_family_free)
#define lookup_family_clear CORE_NAME(lookup_family_clear)

/* The lookup task: a store of entries tag -> value, its tags all different, and one tag that
 * is asked for. An entry is one token, Et[tag] + Ev[value]; the query is Et[tag] alone. One
 * head of attention reads the entries, Wo makes logits over the values of what it hands over,
 * and the loss is the cross-entropy of the asked entry's value. */

/* What a row or a column of a tensor stands for. */
enum lookup_axis {
    LOOKUP_AXIS_ONE,   /* the one query */
    LOOKUP_AXIS_TAG,   /* tags */
    LOOKUP_AXIS_VALUE, /* values */
    LOOKUP_AXIS_ENTRY, /* entries */
    LOOKUP_AXIS_TOKEN, /* entries + 1: the entries, and behind them the query */
    LOOKUP_AXIS_MODEL, /* d_model: the columns of X */
    LOOKUP_AXIS_KEY,   /* d_k: the columns of Q and K */
    LOOKUP_AXIS_WIDTH, /* d_v: the columns of V; d_k where kv is shared */
    LOOKUP_AXES
};

enum lookup_tensor {
    LOOKUP_ET,
    LOOKUP_EV,
    LOOKUP_WQ,
    LOOKUP_WK,
    LOOKUP_WV,
    LOOKUP_WO,
    LOOKUP_PARAMETERS, /* so many, before those that are computed from them */
    LOOKUP_X = LOOKUP_PARAMETERS,
    LOOKUP_Q,
    LOOKUP_K,
    LOOKUP_V,
    LOOKUP_S,
    LOOKUP_Z,
    LOOKUP_A,
    LOOKUP_O,
    LOOKUP_L,
    LOOKUP_P,
    LOOKUP_LOSS,
    LOOKUP_EXAMPLE, /* so many, before those that follow from the parameters alone */
    LOOKUP_QT = LOOKUP_EXAMPLE,
    LOOKUP_KT,
    LOOKUP_ZT,
    LOOKUP_TENSORS
};

/* The one table of the tensors of the task. */
struct lookup_kind {
    const char *name;
    enum lookup_axis rows, cols;
    const char *formula; /* how it is made */
};
extern const struct lookup_kind lookup_tensors[LOOKUP_TENSORS];

/* The tensor of that name, or LOOKUP_TENSORS. */
enum lookup_tensor lookup_tensor_find(const char *name);

/* The sizes; follow from the settings. */
struct lookup_shape {
    int size[LOOKUP_AXES];
    bool share_qk, share_kv;
};
struct lookup_shape lookup_shape_of(const struct lookup_settings *settings);

int lookup_rows(const struct lookup_shape *shape, enum lookup_tensor id);
int lookup_cols(const struct lookup_shape *shape, enum lookup_tensor id);
size_t lookup_size(const struct lookup_shape *shape, enum lookup_tensor id);

/* The tensor whose numbers a parameter really has: of Wk with shared qk it is Wq, of Wv with
 * shared kv what it is of Wk, else the parameter itself. */
enum lookup_tensor lookup_owner(const struct lookup_shape *shape, enum lookup_tensor id);

/* One number: a tensor, a row, a column. */
struct lookup_place {
    enum lookup_tensor tensor;
    int row, col;
};

/* One number for each parameter, in one block of memory: the parameters, or a gradient. A
 * shared matrix has no numbers of its own, its pointer is that of its owner: what is added to
 * the gradient of either adds up. */
struct lookup_family {
    struct lookup_shape shape;
    real *tensor[LOOKUP_PARAMETERS]; /* row-major */
    real *numbers;                   /* all of them, in the order of the table; owned */
    size_t count;
};

/* Allocates a family of a shape that lookup_settings_check allows, filled with 0. Fails where
 * memory is short. Free with lookup_family_free. */
bool lookup_family_init(struct lookup_family *family, const struct lookup_shape *shape,
                        struct err *err);
void lookup_family_free(struct lookup_family *family);

/* Sets every number to 0. */
void lookup_family_clear(struct lookup_family *family);

/* A store, and which of its entries is asked for. */
struct lookup_store {
    int tag[LOOKUP_ENTRIES_MAX];   /* all different */
    int value[LOOKUP_ENTRIES_MAX]; /* of as many as there are entries */
    int asked;                     /* entry: its tag is the query, its value the answer */
};

#endif

#ifndef CORE_LOOKUP_H
#define CORE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "core/lookup_settings.h"
#include "core/tensors.h"

#define lookup_parameters   CORE_NAME(lookup_parameters)
#define lookup_shape_of     CORE_NAME(lookup_shape_of)
#define lookup_rows         CORE_NAME(lookup_rows)
#define lookup_cols         CORE_NAME(lookup_cols)
#define lookup_size         CORE_NAME(lookup_size)
#define lookup_owner        CORE_NAME(lookup_owner)
#define lookup_index        CORE_NAME(lookup_index)
#define lookup_family_init  CORE_NAME(lookup_family_init)
#define lookup_family_free  CORE_NAME(lookup_family_free)
#define lookup_family_clear CORE_NAME(lookup_family_clear)
#define lookup_tensors_init CORE_NAME(lookup_tensors_init)
#define lookup_tensors_set  CORE_NAME(lookup_tensors_set)
#define lookup_map          CORE_NAME(lookup_map)

/* The lookup task: a store of entries tag -> value, its tags all different, and one tag that
 * is asked for. An entry is one token, Et[tag] + Ev[value]; the query is Et[tag] alone. One
 * head of attention reads the entries, Wo makes logits over the values of what it hands over,
 * and the loss is the cross-entropy of the asked entry's value. */

/* The sizes; follow from the settings. */
struct lookup_shape {
    int size[AXES];
    bool share_qk, share_kv;
};
struct lookup_shape lookup_shape_of(const struct lookup_settings *settings);

/* The parameters, in the order in which they are drawn and saved. */
enum { LOOKUP_PARAMETERS = 6 };
extern const enum tensor lookup_parameters[LOOKUP_PARAMETERS];

int lookup_rows(const struct lookup_shape *shape, enum tensor id);
int lookup_cols(const struct lookup_shape *shape, enum tensor id);
size_t lookup_size(const struct lookup_shape *shape, enum tensor id);

/* The tensor whose numbers a parameter really has: of Wk with shared qk it is Wq, of Wv with
 * shared kv what it is of Wk, else the parameter itself. */
enum tensor lookup_owner(const struct lookup_shape *shape, enum tensor id);

/* One number for each parameter, in one block of memory: the parameters, or a gradient. A
 * shared matrix has no numbers of its own, its pointer is that of its owner: what is added to
 * the gradient of either adds up. */
struct lookup_family {
    struct lookup_shape shape;
    real *tensor[TENSORS]; /* row-major; of the parameters */
    real *numbers;         /* all of them, in the order of the table; owned */
    size_t count;
};

/* Allocates a family of a shape that lookup_settings_check allows, filled with 0. Fails where
 * memory is short. Free with lookup_family_free. */
bool lookup_family_init(struct lookup_family *family, const struct lookup_shape *shape,
                        struct err *err);
void lookup_family_free(struct lookup_family *family);

/* Where the number of a parameter is among all of a family. */
size_t lookup_index(const struct lookup_family *family, const struct number *number);

/* Sets every number to 0. */
void lookup_family_clear(struct lookup_family *family);

/* A store, and which of its entries is asked for. */
struct lookup_store {
    int tag[LOOKUP_ENTRIES_MAX];   /* all different */
    int value[LOOKUP_ENTRIES_MAX]; /* of as many as there are entries */
    int asked;                     /* entry: its tag is the query, its value the answer */
};

/* One example of the task as the table says (lookup_kinds), every number of it computed when it
 * is asked for. Training computes the same numbers another way (core/lookup_step.h). Allocates
 * it; fails where memory is short. Free with tensors_free. */
bool lookup_tensors_init(struct tensors *tensors, const struct lookup_shape *shape,
                         struct err *err);

/* Makes its parameters those of a family of the same shape, which must outlive its use, and its
 * example a store. To be called again when either has changed. */
void lookup_tensors_set(struct tensors *tensors, const struct lookup_family *family,
                        const struct lookup_store *store);

/* The rows of Et, Ev and the answer that an example reads: map (a row for each entry and the
 * query, or one row). */
void lookup_map(const struct lookup_store *store, int entries, enum map map, int *rows);

#endif

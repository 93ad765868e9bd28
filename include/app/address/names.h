#ifndef APP_ADDRESS_NAMES_H
#define APP_ADDRESS_NAMES_H

#include <stddef.h>

#include "core/kinds.h"

/* The names of numbers, without their indices: A, dWq, mean_loss, accuracy. */

/* What a name means; it may be there in several computations. */
struct name {
    enum tensor tensor; /* TENSORS: it is there in models alone */
    enum of of;
    bool sentence, lookup, model;
    int indices; /* how many follow it, in whatever computation has the most */
};

/* Finds a name; false where no number is called so. */
bool name_find(const char *text, struct name *name);

/* The kinds of a computation. */
const struct kind *kinds_of(enum in in);

/* How many indices the name of a tensor takes: none for a single number, one for a column. */
int kind_indices(const struct kind *kind);

/* The name of a number's tensor, with what is meant of it in front. */
void name_of(const struct number *number, char *out, size_t size);

/* The names of all tensors of a computation, with blanks between them: what errors list. */
void names_list(enum in in, char *out, size_t size);

#endif

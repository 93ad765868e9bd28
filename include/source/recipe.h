#ifndef SOURCE_RECIPE_H
#define SOURCE_RECIPE_H

#include <stdbool.h>

#include "base/err.h"

enum {
    RECIPE_WEIGHTS_MAX = 256, /* that one line can set */
    HEAD_WIDTH_MAX = 256      /* of d_k and d_v */
};

/* What one query, key or value line of a head file says: weights to set, or "random". */
struct recipe {
    bool random;
    int width; /* how many columns a value line makes; 0 for query and key */
    int count;
    struct recipe_weight {
        int row, column;
        double value;
    } weights[RECIPE_WEIGHTS_MAX];
};

/* Reads what follows the word query or key (`verb`) on its line; columns go from 0 to
 * d_k - 1. Fails with what would be right. The forms are listed in source/head.h. */
bool recipe_parse(struct recipe *recipe, const char *verb, const char *text, int d_k,
                  struct err *err);

/* Reads what follows the word value on its line: one column for each feature. */
bool recipe_parse_value(struct recipe *recipe, const char *text, struct err *err);

#endif

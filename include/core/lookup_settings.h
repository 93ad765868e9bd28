#ifndef CORE_LOOKUP_SETTINGS_H
#define CORE_LOOKUP_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* The most that a size may be. They bound every product of sizes: the largest tensor has 2^18
 * numbers, the largest family of parameters fewer than 2^21, and 16 lanes of tables 2^22. */
enum {
    LOOKUP_TAGS_MAX = 256,
    LOOKUP_VALUES_MAX = 256,
    LOOKUP_ENTRIES_MAX = 64,
    LOOKUP_WIDTH_MAX = 512, /* d_model, d_k, d_v */
    LOOKUP_BATCH_MAX = 65536,
    LOOKUP_SEED_MAX = 999999999
};

/* What a run of the lookup task starts from. With the same settings it is the same run. */
struct lookup_settings {
    int tags, values, entries;
    int d_model, d_k, d_v;
    int batch;
    double lr; /* of Adam */
    int seed;
    double init;   /* standard deviation of the embeddings at step 0 */
    bool share_qk; /* K = X Wq */
    bool share_kv; /* V = X Wk, so that d_v is d_k whatever is set */
};

enum lookup_setting {
    SETTING_TAGS,
    SETTING_VALUES,
    SETTING_ENTRIES,
    SETTING_D_MODEL,
    SETTING_D_K,
    SETTING_D_V,
    SETTING_BATCH,
    SETTING_LR,
    SETTING_SEED,
    SETTING_INIT,
    SETTING_SHARE_QK,
    SETTING_SHARE_KV,
    LOOKUP_SETTINGS
};

enum setting_type { SETTING_WHOLE, SETTING_NUMBER, SETTING_SWITCH };

/* The one table of the settings: names, what is allowed, what stands there at first. */
struct setting_kind {
    const char *name;
    enum setting_type type;
    size_t offset; /* in struct lookup_settings */
    double least, most, standard;
    const char *about;
};
extern const struct setting_kind setting_kinds[LOOKUP_SETTINGS];

/* The settings that the table names as the standard. */
struct lookup_settings lookup_settings_standard(void);

/* The setting of that name, or LOOKUP_SETTINGS. */
enum lookup_setting lookup_setting_find(const char *name);

/* A setting as a number; of a switch 0 or 1. */
double lookup_setting_get(const struct lookup_settings *settings,
                          enum lookup_setting which);

/* Sets one. Fails, and changes nothing, where the number is not allowed, whether alone or
 * beside the others; the sentence says what is allowed. */
bool lookup_setting_set(struct lookup_settings *settings, enum lookup_setting which,
                        double value, struct err *err);

/* Whether all are the same. */
bool lookup_settings_equal(const struct lookup_settings *a,
                           const struct lookup_settings *b);

/* Whether all are allowed, alone and together (entries <= tags). Fails with what is. */
bool lookup_settings_check(const struct lookup_settings *settings, struct err *err);

#endif

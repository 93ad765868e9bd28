/* The settings of the lookup task: one table, and what it allows. */
#include "core/lookup_settings.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define AT(field) offsetof(struct lookup_settings, field)

/* lr and init have to be floats above 0 that can still be multiplied a little. */
#define LEAST 1e-30
#define MOST  1e30

/* clang-format off */
const struct setting_kind setting_kinds[LOOKUP_SETTINGS] = {
    [SETTING_TAGS]     = {"tags",     SETTING_WHOLE,  AT(tags),     1, LOOKUP_TAGS_MAX,    8,
                          "different tags"},
    [SETTING_VALUES]   = {"values",   SETTING_WHOLE,  AT(values),   1, LOOKUP_VALUES_MAX,  8,
                          "different values"},
    [SETTING_ENTRIES]  = {"entries",  SETTING_WHOLE,  AT(entries),  1, LOOKUP_ENTRIES_MAX, 4,
                          "entries of a store"},
    [SETTING_D_MODEL]  = {"d_model",  SETTING_WHOLE,  AT(d_model),  1, LOOKUP_WIDTH_MAX,  16,
                          "width of the embeddings"},
    [SETTING_D_K]      = {"d_k",      SETTING_WHOLE,  AT(d_k),      1, LOOKUP_WIDTH_MAX,   8,
                          "width of queries and keys"},
    [SETTING_D_V]      = {"d_v",      SETTING_WHOLE,  AT(d_v),      1, LOOKUP_WIDTH_MAX,  16,
                          "width of values"},
    [SETTING_BATCH]    = {"batch",    SETTING_WHOLE,  AT(batch),    1, LOOKUP_BATCH_MAX, 128,
                          "examples of a step"},
    [SETTING_LR]       = {"lr",       SETTING_NUMBER, AT(lr),       LEAST, MOST,          .02,
                          "learning rate of Adam"},
    [SETTING_SEED]     = {"seed",     SETTING_WHOLE,  AT(seed),     0, LOOKUP_SEED_MAX,    5,
                          "seed of parameters and batches"},
    [SETTING_INIT]     = {"init",     SETTING_NUMBER, AT(init),     LEAST, MOST,           .2,
                          "standard deviation of the embeddings at step 0"},
    [SETTING_SHARE_QK] = {"share_qk", SETTING_SWITCH, AT(share_qk), 0, 1,                  0,
                          "K = X Wq"},
    [SETTING_SHARE_KV] = {"share_kv", SETTING_SWITCH, AT(share_kv), 0, 1,                  0,
                          "V = X Wk"},
};
/* clang-format on */

static void
put(struct lookup_settings *settings, enum lookup_setting which, double value)
{
    void *at = (char *)settings + setting_kinds[which].offset;
    if (setting_kinds[which].type == SETTING_WHOLE)
        *(int *)at = (int)value;
    else if (setting_kinds[which].type == SETTING_NUMBER)
        *(double *)at = value;
    else
        *(bool *)at = value != 0;
}

double
lookup_setting_get(const struct lookup_settings *settings, enum lookup_setting which)
{
    const void *at = (const char *)settings + setting_kinds[which].offset;
    if (setting_kinds[which].type == SETTING_WHOLE)
        return *(const int *)at;
    return setting_kinds[which].type == SETTING_NUMBER ? *(const double *)at
                                                       : *(const bool *)at;
}

struct lookup_settings
lookup_settings_standard(void)
{
    struct lookup_settings settings = {0};
    for (int which = 0; which < LOOKUP_SETTINGS; which++)
        put(&settings, (enum lookup_setting)which, setting_kinds[which].standard);
    return settings;
}

enum lookup_setting
lookup_setting_find(const char *name)
{
    int which = 0;
    while (which < LOOKUP_SETTINGS && strcmp(setting_kinds[which].name, name) != 0)
        which++;
    return (enum lookup_setting)which;
}

/* Whether a number is allowed for a setting, whatever the others are. */
static bool
check_alone(enum lookup_setting which, double value, struct err *err)
{
    const struct setting_kind *kind = &setting_kinds[which];
    bool inside = value >= kind->least && value <= kind->most; /* not a number is not */
    if (kind->type == SETTING_NUMBER)
        return inside || err_set(err, "%s %g is not allowed: a number from %g to %g is",
                                 kind->name, value, kind->least, kind->most);
    if (kind->type == SETTING_SWITCH)
        return value == 0 || value == 1 ||
               err_set(err, "%s %g is not allowed: 0 or 1 is", kind->name, value);
    return (inside && value == floor(value)) ||
           err_set(err, "%s %.15g is not allowed: a whole number from %.0f to %.0f is",
                   kind->name, value, kind->least, kind->most);
}

static bool
check_together(const struct lookup_settings *settings, struct err *err)
{
    return settings->entries <= settings->tags ||
           err_set(err,
                   "entries %d is not allowed with tags %d: the tags of a store are all "
                   "different, so there are at most as many entries as tags",
                   settings->entries, settings->tags);
}

bool
lookup_setting_set(struct lookup_settings *settings, enum lookup_setting which,
                   double value, struct err *err)
{
    assert(which < LOOKUP_SETTINGS);
    struct lookup_settings changed = *settings;
    if (!check_alone(which, value, err))
        return false;
    put(&changed, which, value);
    if (!check_together(&changed, err))
        return false;
    *settings = changed;
    return true;
}

bool
lookup_settings_equal(const struct lookup_settings *a, const struct lookup_settings *b)
{
    bool equal = true;
    for (int which = 0; which < LOOKUP_SETTINGS; which++)
        equal = equal && lookup_setting_get(a, (enum lookup_setting)which) ==
                             lookup_setting_get(b, (enum lookup_setting)which);
    return equal;
}

bool
lookup_settings_check(const struct lookup_settings *settings, struct err *err)
{
    for (int which = 0; which < LOOKUP_SETTINGS; which++)
        if (!check_alone((enum lookup_setting)which,
                         lookup_setting_get(settings, (enum lookup_setting)which), err))
            return false;
    return check_together(settings, err);
}

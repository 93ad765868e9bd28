#ifndef APP_STATE_TRAIN_FACTS_H
#define APP_STATE_TRAIN_FACTS_H

#include <stdbool.h>

#include "core/lookup_settings.h"
#include "source/discovery.h"

/* What is measured of the trainer at the shown step, for whoever shows it: drawing and
 * describing read the app and compute none of it. app_settle_train (app/state/settle.h) keeps it in step. */
struct train_facts {
    double fresh;                         /* the part of the fresh stores that is right */
    struct discovery now;                 /* at the shown step */
    bool coming;                          /* whether the next step could be predicted */
    double predicted[LOOKUP_ENTRIES_MAX]; /* what it will add to each watched weight */
    bool came;                            /* whether the following two are known */
    double predicted_before[LOOKUP_ENTRIES_MAX]; /* what was predicted one step before */
    double change[LOOKUP_ENTRIES_MAX];           /* what it added */
    double largest_loss;                         /* of all steps up to the last */
    int clicked; /* the step that raised the asked entry's weight most, or -1 */
    double clicked_from, clicked_to; /* its weight at the step before, and then */

    const struct trainer *of; /* that was measured; NULL: none */
    unsigned changes;         /* of it, so far */
    bool behind;              /* `work` has gone on since: see app_catch_up */
};

#endif

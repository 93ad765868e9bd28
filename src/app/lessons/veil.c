/* The app as it may be shown while a lesson asks. */
#include "app/lessons/veil.h"

#include <stdlib.h>

#include "app/address/numbers.h"
#include "base/unknown.h"

static bool
hides(const void *by, enum tensor tensor, int row, int col)
{
    const struct asked *asked = by;
    return asked_hides(asked, tensor, row, col);
}

/* The weights of every step, and what is said of how they change. */
static bool
hide_film(struct veil *veil)
{
    struct trainer *trainer = &veil->trainer;
    struct train_facts *facts = &veil->app.train;
    size_t count = (size_t)(trainer->last - trainer->first + 1) *
                   (size_t)trainer->run.settings.entries;
    veil->weights = malloc(count * sizeof *veil->weights);
    trainer->weights = veil->weights;
    for (size_t k = 0; veil->weights != NULL && k < count; k++)
        veil->weights[k] = (float)unknown_number();
    for (int e = 0; e < LOOKUP_ENTRIES_MAX; e++)
        facts->predicted[e] = facts->predicted_before[e] = facts->change[e] =
            unknown_number();
    facts->clicked = -1;
    veil->app.fan = NULL; /* one of its seeds may be this one */
    return veil->weights != NULL;
}

/* Whether some weight of the watched store is hidden. */
static bool
hides_weights(const struct asked *asked, int entries)
{
    bool any = false;
    for (int e = 0; e < entries; e++)
        any = any || asked_hides(asked, TENSOR_A, 0, e);
    return any;
}

/* Puts a veil over the computation that is asked about. */
static bool
cover(struct veil *veil, const struct app *app, struct err *err)
{
    const struct tensors *under = app_tensors(app, veil->asked.in);
    bool lookup = veil->asked.in == IN_STORE;
    if (!tensors_veil(&veil->tensors, under, hides, &veil->asked, err))
        return false;
    *(lookup ? &veil->trainer.tensors : &veil->explorer.tensors) = veil->tensors;
    return !lookup || !hides_weights(&veil->asked, under->size[AXIS_ENTRY]) ||
           hide_film(veil);
}

struct veil *
veil_make(const struct app *app, struct err *err)
{
    struct veil *veil = calloc(1, sizeof *veil);
    struct err ignored;
    if (veil == NULL)
        goto short_of_memory;
    veil->app = *app;
    veil->explorer = *app->explorer;
    veil->app.explorer = &veil->explorer;
    if (app->trainer != NULL) {
        veil->trainer = *app->trainer;
        veil->trainer.examples = (struct examples){0}; /* kept as they are needed */
        veil->app.trainer = &veil->trainer;
    }
    lesson_asked(app, &veil->asked, &ignored); /* in another sentence all of its tensor */
    if (veil->asked.tensor == TENSORS || cover(veil, app, err))
        return veil;
    veil_free(veil);
short_of_memory:
    err_set(err, "there is not enough memory to cover what is asked for");
    return NULL;
}

void
veil_free(struct veil *veil)
{
    if (veil == NULL)
        return;
    tensors_free(&veil->tensors);
    free(veil->weights);
    examples_forget(&veil->trainer.examples);
    free(veil);
}

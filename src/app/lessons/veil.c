/* The app as it may be shown while a lesson asks. */
#include "app/lessons/veil.h"

#include <stdlib.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "base/unknown.h"

/* A copy of numbers that belong to the app, kept until the veil is lifted; NULL where memory
 * is short. */
static void *
copy_of(struct veil *veil, const void *numbers, size_t bytes)
{
    void *copy = malloc(bytes);
    if (copy == NULL)
        return NULL;
    memcpy(copy, numbers, bytes);
    veil->hidden[veil->hidden_count++] = copy;
    return copy;
}

/* Puts a copy in the place of a (rows, cols) tensor where some of it is hidden, which then is
 * unknown; says in *any whether some was. False where memory is short. */
static bool
hide(struct veil *veil, const struct asked *asked, int id, real **tensor, int rows,
     int cols, bool *any)
{
    real *copy = NULL;
    for (int k = 0; k < rows * cols; k++) {
        if (!asked_hides(asked, id, k / cols, k % cols))
            continue;
        if (copy == NULL)
            copy = copy_of(veil, *tensor, (size_t)rows * (size_t)cols * sizeof *copy);
        if (copy == NULL)
            return false;
        copy[k] = (real)unknown_number();
    }
    *any = copy != NULL;
    *tensor = copy != NULL ? copy : *tensor;
    return true;
}

/* The sums of the softmax of A would give its weights away. */
static bool
hide_sums(struct veil *veil, const struct asked *asked, real **sums)
{
    struct trace *trace = &veil->explorer.trace;
    bool any;
    int rows = trace_rows(trace, TENSOR_A);
    return hide(veil, asked, TENSOR_A, sums, rows, 1, &any);
}

static bool
hide_sentence(struct veil *veil, const struct asked *asked)
{
    struct trace *trace = &veil->explorer.trace;
    bool any;
    for (int id = 0; id < TENSOR_COUNT; id++)
        if (!hide(veil, asked, id, &trace->tensor[id],
                  trace_rows(trace, (enum tensor_id)id),
                  trace_cols(trace, (enum tensor_id)id), &any))
            return false;
    return hide_sums(veil, asked, &trace->max) && hide_sums(veil, asked, &trace->sum);
}

/* The weights of every step, and what is said of how they change. */
static bool
hide_film(struct veil *veil)
{
    struct trainer *trainer = &veil->trainer;
    struct train_facts *facts = &veil->app.train;
    size_t count = (size_t)(trainer->last - trainer->first + 1) *
                   (size_t)trainer->run.settings.entries;
    trainer->weights = copy_of(veil, trainer->weights, count * sizeof *trainer->weights);
    for (size_t k = 0; trainer->weights != NULL && k < count; k++)
        trainer->weights[k] = (float)unknown_number();
    for (int e = 0; e < LOOKUP_ENTRIES_MAX; e++)
        facts->predicted[e] = facts->foretold[e] = facts->change[e] = unknown_number();
    facts->clicked = -1;
    veil->app.fan = NULL; /* one of its seeds may be this one */
    return trainer->weights != NULL;
}

static bool
hide_lookup(struct veil *veil, const struct asked *asked)
{
    struct lookup_trace *trace = &veil->trainer.trace;
    bool any, done = true;
    for (int id = 0; done && id < LOOKUP_TENSORS; id++) {
        enum lookup_tensor tensor = (enum lookup_tensor)id;
        done =
            hide(veil, asked, id, &trace->tensor[id], lookup_rows(&trace->shape, tensor),
                 lookup_cols(&trace->shape, tensor), &any);
        if (any && tensor == LOOKUP_A) {
            trace->A_max = trace->A_sum = (real)unknown_number();
            done = done && hide_film(veil);
        } else if (any && tensor == LOOKUP_P)
            trace->p_max = trace->p_sum = (real)unknown_number();
    }
    return done;
}

struct veil *
veil_make(const struct app *app, struct err *err)
{
    struct veil *veil = calloc(1, sizeof *veil);
    struct asked asked;
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
    lesson_asked(app, &asked, &ignored); /* in another sentence all of its tensor */
    if (asked.tensor < 0)
        return veil;
    if (asked.source == SOURCE_LOOKUP ? hide_lookup(veil, &asked)
                                      : hide_sentence(veil, &asked))
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
    for (int k = 0; k < veil->hidden_count; k++)
        free(veil->hidden[k]);
    free(veil->trainer.examples.numbers);
    free(veil);
}

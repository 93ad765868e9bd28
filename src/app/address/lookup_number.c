/* Numbers of the lookup task: what they are, and what they are made from. */
#include "app/address/lookup_number.h"

#include "app/state/train.h"
#include "source/examples.h"

/* What receipts of the shown step are made from. */
struct facts {
    struct lookup_moment moment;
    struct lookup_trace example;
    struct lookup_family family; /* the slopes of the parameters */
    struct lookup_trace slopes;  /* all of them */
};

int
lookup_examples(const struct app *app)
{
    return app->trainer->state.draws.batch.count;
}

struct lookup_store
lookup_store_meant(const struct app *app, const struct lookup_spot *spot)
{
    const struct trainer *trainer = app->trainer;
    if (spot->example == 0)
        return trainer->watched;
    return lookup_batch_store(&trainer->state.draws.batch, trainer->run.settings.entries,
                              spot->example - 1);
}

/* Computes an example of the batch as the watched one is computed. */
static bool
make_example(struct facts *facts, const struct app *app, const struct lookup_spot *spot,
             struct err *err)
{
    struct trainer *trainer = app->trainer;
    if (!lookup_trace_init(&facts->example, &trainer->trace.shape, err))
        return false;
    lookup_trace_bind(&facts->example, &trainer->state.parameters);
    facts->example.store = lookup_store_meant(app, spot);
    lookup_forward(&facts->example, trainer->kernels);
    facts->moment.trace = &facts->example;
    return true;
}

static bool
make_slopes(struct facts *facts, struct err *err)
{
    const struct lookup_trace *trace = facts->moment.trace;
    struct lookup_place loss = {LOOKUP_LOSS, 0, 0};
    if (!lookup_family_init(&facts->family, &trace->shape, err) ||
        !lookup_trace_init(&facts->slopes, &trace->shape, err))
        return false;
    lookup_trace_bind(&facts->slopes, &facts->family);
    lookup_backward(trace, &loss, &facts->slopes);
    facts->moment.slopes = &facts->slopes;
    return true;
}

static void
facts_free(struct facts *facts)
{
    lookup_trace_free(&facts->example);
    lookup_family_free(&facts->family);
    lookup_trace_free(&facts->slopes);
}

/* Fills what the receipt of a spot needs; it points into itself. Fails where memory is
 * short. */
static bool
facts_make(struct facts *facts, const struct app *app, const struct lookup_spot *spot,
           struct err *err)
{
    struct trainer *trainer = app->trainer;
    const struct run_state *state = &trainer->state;
    *facts = (struct facts){.moment = {.trace = app_trace(app),
                                       .example = spot->example,
                                       .batch = lookup_examples(app),
                                       .mean_loss = (double)state->result.loss,
                                       .gradient = &state->gradient,
                                       .adam = &state->adam,
                                       .lr = state->lr}};
    bool mean = spot->of == LOOKUP_MEAN, all = mean || spot->of == LOOKUP_GRADIENT;
    if (all) {
        facts->moment.examples = trainer_examples(trainer, !mean, &spot->place, err);
        return facts->moment.examples != NULL;
    }
    if ((spot->example == 0 || make_example(facts, app, spot, err)) &&
        (spot->of != LOOKUP_SLOPE || make_slopes(facts, err)))
        return true;
    facts_free(facts);
    return false;
}

bool
lookup_receipt_of(const struct app *app, const struct lookup_spot *spot,
                  struct lookup_receipt *receipt, struct err *err)
{
    struct facts facts;
    if (!facts_make(&facts, app, spot, err))
        return false;
    bool done = lookup_receipt_make(receipt, &facts.moment, spot, err);
    facts_free(&facts);
    return done;
}

bool
lookup_spot_value(const struct app *app, const struct lookup_spot *spot, double *value,
                  struct err *err)
{
    struct facts facts;
    if (!facts_make(&facts, app, spot, err))
        return false;
    *value = lookup_spot_number(&facts.moment, spot);
    facts_free(&facts);
    return true;
}

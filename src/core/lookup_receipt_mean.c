/* Receipts of the coming batch's loss and its gradients: the mean over the examples, each told
 * directly (core/lookup_trace.h). */
#include "core/lookup_receipt_parts.h"

/* Room to tell one example after the other in. */
struct telling {
    struct lookup_trace trace, slopes;
    struct lookup_family family; /* the slopes of the parameters */
};

static bool
telling_init(struct telling *telling, const struct lookup_trace *like)
{
    struct err ignored;
    *telling = (struct telling){0};
    if (!lookup_trace_init(&telling->trace, &like->shape, &ignored) ||
        !lookup_trace_init(&telling->slopes, &like->shape, &ignored) ||
        !lookup_family_init(&telling->family, &like->shape, &ignored))
        return false;
    for (int id = 0; id < LOOKUP_PARAMETERS; id++)
        telling->trace.tensor[id] = like->tensor[id];
    lookup_trace_bind(&telling->slopes, &telling->family);
    return true;
}

static void
telling_free(struct telling *telling)
{
    lookup_trace_free(&telling->trace);
    lookup_trace_free(&telling->slopes);
    lookup_family_free(&telling->family);
}

/* What an example adds: its loss, or the slope of it. */
static double
tell(struct telling *telling, const struct lookup_moment *moment,
     const struct lookup_spot *spot)
{
    static const struct lookup_place loss = {LOOKUP_LOSS, 0, 0};
    int entries = telling->trace.shape.size[LOOKUP_AXIS_ENTRY];
    telling->trace.store = lookup_batch_store(moment->batch, entries, spot->example - 1);
    lookup_forward(&telling->trace, moment->kernels);
    if (spot->of == LOOKUP_NUMBER)
        return (double)lookup_number(&telling->trace, &spot->place);
    lookup_backward(&telling->trace, &loss, &telling->slopes);
    return (double)lookup_number(&telling->slopes, &spot->place);
}

void
lookup_make_mean(struct lookup_making *making)
{
    const struct lookup_moment *moment = making->moment;
    const struct lookup_spot *mean = &making->receipt->spot;
    int count = moment->batch->count;
    struct telling telling;
    making->receipt->kind = LOOKUP_RECEIPT_MEAN;
    making->failed = !telling_init(&telling, moment->trace);
    for (int b = 1; b <= count && !making->failed; b++) {
        struct lookup_spot spot = {
            mean->place, mean->of == LOOKUP_MEAN ? LOOKUP_NUMBER : LOOKUP_SLOPE, b};
        lookup_add_share(making, &spot, tell(&telling, moment, &spot), 1 / (double)count);
    }
    telling_free(&telling);
}

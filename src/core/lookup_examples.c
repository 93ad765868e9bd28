/* The examples of a batch one by one. */
#include "core/lookup_examples.h"

/* Room to tell one example after the other in. */
struct telling {
    struct lookup_trace trace, slopes;
    struct lookup_family family; /* the slopes of the parameters */
};

static void
telling_free(struct telling *telling)
{
    lookup_trace_free(&telling->trace);
    lookup_trace_free(&telling->slopes);
    lookup_family_free(&telling->family);
}

static bool
telling_init(struct telling *telling, const struct lookup_trace *like, struct err *err)
{
    *telling = (struct telling){0};
    if (!lookup_trace_init(&telling->trace, &like->shape, err) ||
        !lookup_trace_init(&telling->slopes, &like->shape, err) ||
        !lookup_family_init(&telling->family, &like->shape, err)) {
        telling_free(telling);
        return false;
    }
    for (int id = 0; id < LOOKUP_PARAMETERS; id++)
        telling->trace.tensor[id] = like->tensor[id];
    lookup_trace_bind(&telling->slopes, &telling->family);
    return true;
}

bool
lookup_tell_batch(const struct lookup_trace *like, const struct lookup_batch *batch,
                  bool slope, const struct lookup_place *place,
                  const struct kernels *kernels, double *numbers, struct err *err)
{
    static const struct lookup_place loss = {LOOKUP_LOSS, 0, 0};
    int entries = like->shape.size[LOOKUP_AXIS_ENTRY];
    struct telling telling;
    if (!telling_init(&telling, like, err))
        return false;
    for (int b = 0; b < batch->count; b++) {
        telling.trace.store = lookup_batch_store(batch, entries, b);
        lookup_forward(&telling.trace, kernels);
        if (slope)
            lookup_backward(&telling.trace, &loss, &telling.slopes);
        numbers[b] = (double)(slope ? lookup_number(&telling.slopes, place)
                                    : lookup_number(&telling.trace, &loss));
    }
    telling_free(&telling);
    return true;
}

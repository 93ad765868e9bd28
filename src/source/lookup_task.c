/* Draws of the lookup task, by counting: no state, no order. */
#include "source/lookup_task.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

/* Streams: the parameters' are their places in lookup_parameters; a batch has one for each step. */
static const uint64_t STREAM_FRESH = 1ULL << 32, STREAM_BATCH = 2ULL << 32;

bool
lookup_draws_init(struct lookup_draws *draws, int entries, int capacity, struct err *err)
{
    assert(entries >= 1 && entries <= LOOKUP_ENTRIES_MAX);
    assert(capacity >= 1 && capacity <= LOOKUP_BATCH_MAX);
    *draws = (struct lookup_draws){.entries = entries, .capacity = capacity};
    draws->block = calloc((size_t)(2 * entries + 2) * (size_t)capacity, sizeof(int));
    return draws->block != NULL ||
           err_set(err, "there is not enough memory for a batch of %d", capacity);
}

void
lookup_draws_free(struct lookup_draws *draws)
{
    free(draws->block);
    *draws = (struct lookup_draws){0};
}

static void
draw(struct lookup_draws *draws, const struct lookup_settings *settings, uint64_t stream,
     int count, const struct kernels *kernels)
{
    int N = settings->entries;
    assert(N == draws->entries && count >= 1 && count <= draws->capacity);
    int *tag = draws->block, *value = tag + N * count;
    int *query = value + N * count, *answer = query + count;
    struct lookup_draw from = {random_key((uint64_t)settings->seed, stream),
                               settings->tags, settings->values, N, count};
    draws->batch = (struct lookup_batch){count, tag, value, query, answer};
    if (kernels->lookup != NULL)
        kernels->lookup->draw(&from, tag, value, query, answer);
    else
        lookup_draw_one_by_one(&from, tag, value, query, answer);
}

void
lookup_draw_batch(struct lookup_draws *draws, const struct lookup_settings *settings,
                  int step, int count, const struct kernels *kernels)
{
    draw(draws, settings, STREAM_BATCH + (uint64_t)step, count, kernels);
}

void
lookup_draw_fresh(struct lookup_draws *draws, const struct lookup_settings *settings,
                  int count, const struct kernels *kernels)
{
    draw(draws, settings, STREAM_FRESH, count, kernels);
}

void
lookup_draw_parameters(struct lookup_family *parameters,
                       const struct lookup_settings *settings)
{
    const struct lookup_shape *shape = &parameters->shape;
    for (int stream = 0; stream < LOOKUP_PARAMETERS; stream++) {
        enum tensor id = lookup_parameters[stream];
        int R = lookup_rows(shape, id), C = lookup_cols(shape, id);
        bool embedding = id == TENSOR_ET || id == TENSOR_EV;
        double deviation = embedding ? settings->init : 1 / sqrt(R);
        if (lookup_owner(shape, id) != id)
            continue;
        for (int r = 0; r < R; r++)
            for (int c = 0; c < C; c++) {
                uint64_t counter = (uint64_t)r << 32 | (uint64_t)c;
                double normal =
                    random_normal((uint64_t)settings->seed, (uint64_t)stream, counter);
                parameters->tensor[id][r * C + c] = (real)(normal * deviation);
            }
    }
}

/* -- stores ---------------------------------------------------------------------------- */

struct lookup_store
lookup_store_standard(const struct lookup_settings *settings)
{
    static const int tags[] = {0, 2, 1, 3}, values[] = {3, 5, 5, 1};
    enum { GIVEN = sizeof tags / sizeof *tags };
    struct lookup_store store = {.asked = settings->entries > 1 ? 1 : 0};
    for (int e = 0; e < settings->entries; e++) {
        store.tag[e] = e < GIVEN && settings->tags >= GIVEN ? tags[e] : e;
        store.value[e] =
            e < GIVEN && settings->values >= 6 ? values[e] : e % settings->values;
    }
    return store;
}

bool
lookup_store_equal(const struct lookup_store *a, const struct lookup_store *b,
                   int entries)
{
    bool equal = a->asked == b->asked;
    for (int e = 0; equal && e < entries; e++)
        equal = a->tag[e] == b->tag[e] && a->value[e] == b->value[e];
    return equal;
}

bool
lookup_store_check(const struct lookup_store *store,
                   const struct lookup_settings *settings, struct err *err)
{
    for (int e = 0; e < settings->entries; e++) {
        if (store->tag[e] < 0 || store->tag[e] >= settings->tags)
            return err_set(err, "tag %d of entry %d is not there: tags are 0 to %d",
                           store->tag[e], e, settings->tags - 1);
        if (store->value[e] < 0 || store->value[e] >= settings->values)
            return err_set(err, "value %d of entry %d is not there: values are 0 to %d",
                           store->value[e], e, settings->values - 1);
        for (int other = 0; other < e; other++)
            if (store->tag[other] == store->tag[e])
                return err_set(err,
                               "entries %d and %d both have tag %d; the tags of a store "
                               "are all different",
                               other, e, store->tag[e]);
    }
    if (store->asked < 0 || store->asked >= settings->entries)
        return err_set(err, "entry %d is not there: entries are 0 to %d", store->asked,
                       settings->entries - 1);
    return true;
}

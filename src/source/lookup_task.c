/* Draws of the lookup task, by counting: no state, no order. */
#include "source/lookup_task.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

/* Streams: the parameters' are the numbers of their tensors; a batch has one for each step. */
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

/* A whole number below `choices` from 32 random bits, by their product's upper half; what is
 * left of it in the lower half serves for a further draw. Uneven by at most the product of
 * all choices so drawn / 2^32: 2 in 100,000 for 256 tags and 256 values. */
static int
take(uint32_t *bits, int choices)
{
    uint64_t product = (uint64_t)*bits * (uint64_t)choices;
    *bits = (uint32_t)product;
    return (int)(product >> 32);
}

/* Half number k of an example's random words: entry k has one, and so has the question. */
static uint32_t
half_of(uint64_t seed, uint64_t stream, int words, int b, int k)
{
    uint64_t counter = (uint64_t)b * (uint64_t)words + (uint64_t)(k / 2);
    return (uint32_t)(random_bits(seed, stream, counter) >> (k % 2 ? 32 : 0));
}

/* The tag number `which` of those not among the `count` tags in `taken`, which are in order;
 * puts it among them. In this form, without a table of tags, several examples can be drawn at
 * once. */
static int
take_tag(int *taken, int count, int which)
{
    int at = 0;
    while (at < count && taken[at] <= which) {
        which++;
        at++;
    }
    memmove(taken + at + 1, taken + at, (size_t)(count - at) * sizeof *taken);
    taken[at] = which;
    return which;
}

static void
draw(struct lookup_draws *draws, const struct lookup_settings *settings, uint64_t stream,
     int count)
{
    int T = settings->tags, V = settings->values, N = settings->entries;
    assert(N == draws->entries && count >= 1 && count <= draws->capacity);
    int *tag = draws->block, *value = tag + N * count;
    int *query = value + N * count, *answer = query + count;
    uint64_t seed = (uint64_t)settings->seed;
    int words = N / 2 + 1;

    draws->batch = (struct lookup_batch){count, tag, value, query, answer};
    for (int b = 0; b < count; b++) {
        int taken[LOOKUP_ENTRIES_MAX];
        for (int e = 0; e < N; e++) {
            uint32_t bits = half_of(seed, stream, words, b, e);
            tag[e * count + b] = take_tag(taken, e, take(&bits, T - e));
            value[e * count + b] = take(&bits, V);
        }
        uint32_t bits = half_of(seed, stream, words, b, N);
        int asked = take(&bits, N);
        query[b] = tag[asked * count + b];
        answer[b] = value[asked * count + b];
    }
}

void
lookup_draw_batch(struct lookup_draws *draws, const struct lookup_settings *settings,
                  int step, int count)
{
    draw(draws, settings, STREAM_BATCH + (uint64_t)step, count);
}

void
lookup_draw_fresh(struct lookup_draws *draws, const struct lookup_settings *settings,
                  int count)
{
    draw(draws, settings, STREAM_FRESH, count);
}

void
lookup_draw_parameters(struct lookup_family *parameters,
                       const struct lookup_settings *settings)
{
    const struct lookup_shape *shape = &parameters->shape;
    for (int id = 0; id < LOOKUP_PARAMETERS; id++) {
        int R = lookup_rows(shape, (enum lookup_tensor)id);
        int C = lookup_cols(shape, (enum lookup_tensor)id);
        bool embedding = id == LOOKUP_ET || id == LOOKUP_EV;
        double deviation = embedding ? settings->init : 1 / sqrt(R);
        if ((int)lookup_owner(shape, (enum lookup_tensor)id) != id)
            continue;
        for (int r = 0; r < R; r++)
            for (int c = 0; c < C; c++) {
                uint64_t counter = (uint64_t)r << 32 | (uint64_t)c;
                double normal =
                    random_normal((uint64_t)settings->seed, (uint64_t)id, counter);
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

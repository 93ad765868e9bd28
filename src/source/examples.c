/* The examples of a batch one by one, and kept. */
#include "source/examples.h"

#include <stdlib.h>

#include "core/lookup_step.h"
#include "core/mirror.h"

/* Slopes of each example's loss: one computation in double, which goes from store to store. */
static bool
fill_slopes(const struct tensors *tensors, const struct lookup_batch *batch,
            const struct number *mean, double *numbers, struct err *err)
{
    static const enum map maps[] = {MAP_TAG, MAP_VALUE, MAP_ANSWER};
    struct derivatives_inputs inputs = mirror_inputs(tensors);
    struct number loss = {.tensor = TENSOR_LOSS}, slope = *mean;
    struct derivatives *derivatives = derivatives_make(&inputs, &loss, err);
    int entries = tensors->size[AXIS_ENTRY], rows[LOOKUP_ENTRIES_MAX + 1];
    bool done = derivatives != NULL;
    slope.of = OF_SLOPE;
    for (int b = 0; done && b < batch->count; b++) {
        struct lookup_store store = lookup_batch_store(batch, entries, b);
        for (int k = 0; k < 3; k++) {
            lookup_map(&store, entries, maps[k], rows);
            derivatives_set_map(derivatives, maps[k], rows);
        }
        done = derivatives_number(derivatives, &slope, &numbers[b], err);
    }
    derivatives_free(derivatives);
    return done;
}

/* What each example's number itself is. */
static void
fill_values(struct tensors *tensors, const struct lookup_family *parameters,
            const struct lookup_batch *batch, const struct number *mean, double *numbers)
{
    for (int b = 0; b < batch->count; b++) {
        struct lookup_store store =
            lookup_batch_store(batch, tensors->size[AXIS_ENTRY], b);
        lookup_tensors_set(tensors, parameters, &store);
        numbers[b] = tensors_number(tensors, mean->tensor, 0, 0);
    }
}

static bool
fill(const struct lookup_family *parameters, const struct lookup_batch *batch,
     const struct number *mean, double *numbers, struct err *err)
{
    struct tensors tensors;
    bool done = true;
    if (!lookup_tensors_init(&tensors, &parameters->shape, err))
        return false;
    if (mean->of == OF_GRADIENT) {
        struct lookup_store any = lookup_batch_store(batch, tensors.size[AXIS_ENTRY], 0);
        lookup_tensors_set(&tensors, parameters, &any);
        done = fill_slopes(&tensors, batch, mean, numbers, err);
    } else
        fill_values(&tensors, parameters, batch, mean, numbers);
    tensors_free(&tensors);
    return done;
}

const double *
examples_of(struct examples *examples, const struct number *mean,
            const struct lookup_family *parameters, const struct lookup_batch *batch,
            struct err *err)
{
    for (int k = 0; k < EXAMPLES_KEPT; k++)
        if (examples->kept[k].numbers != NULL &&
            number_equal(&examples->kept[k].mean, mean))
            return examples->kept[k].numbers;
    double *numbers = malloc((size_t)batch->count * sizeof *numbers);
    if (numbers == NULL) {
        err_set(err, "there is not enough memory for %d examples", batch->count);
        return NULL;
    }
    if (!fill(parameters, batch, mean, numbers, err)) {
        free(numbers);
        return NULL;
    }
    int at = examples->next;
    free(examples->kept[at].numbers);
    examples->kept[at].mean = *mean;
    examples->kept[at].numbers = numbers;
    examples->next = (at + 1) % EXAMPLES_KEPT;
    return numbers;
}

void
examples_forget(struct examples *examples)
{
    for (int k = 0; k < EXAMPLES_KEPT; k++) {
        free(examples->kept[k].numbers);
        examples->kept[k].numbers = NULL;
    }
}

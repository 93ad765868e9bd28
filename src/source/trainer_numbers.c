/* The numbers of the lookup task: where each comes from. */
#include "source/trainer_numbers.h"

#include <stdlib.h>

#include "core/mirror.h"
#include "core/terms.h"
#include "core/training.h"
#include "source/discovery.h"
#include "source/trainer.h"

/* Steps whose gradients Adam's means open into; those before them are one term. */
enum { MOMENT_STEPS = 256 };
static const int MOMENT_EXAMPLES = 256 * 256;

/* What a number is made from: one step, and one store. */
struct basis {
    struct run_state *state; /* the shown one, or `other` */
    struct run_state other;
    const struct tensors *tensors; /* the watched ones, or `own` */
    struct tensors own, veil;
    struct derivatives *derivatives;
    struct lookup_family change; /* u of the parameters */
    struct training training;
    double *gradients;
};

/* The step that a number is of. */
static int
step_of(const struct trainer *trainer, const struct number *number)
{
    return number->when > 0 ? number->when - 1 : trainer->state.step;
}

int
trainer_examples(const struct trainer *trainer, const struct number *number)
{
    return run_settings_at(&trainer->run, step_of(trainer, number)).batch;
}

bool
trainer_has_step(const struct trainer *trainer, const struct number *number)
{
    int step = step_of(trainer, number);
    return number->when >= 0 && step >= trainer->first && step <= trainer->last;
}

/* The store of an example of a state's batch, of a fresh store, or the watched one. */
static struct lookup_store
store_of(const struct trainer *trainer, const struct run_state *state, int example)
{
    int entries = trainer->run.settings.entries;
    if (example == 0)
        return trainer->watched;
    return example > 0 ? lookup_batch_store(&state->draws.batch, entries, example - 1)
                       : lookup_batch_store(&trainer->fresh.batch, entries, -example - 1);
}

struct lookup_store
trainer_store(const struct trainer *trainer, const struct number *number)
{
    return store_of(trainer, &trainer->state, number->example);
}

bool
trainer_follows_store(const struct number *number)
{
    return number->of == OF_SLOPE ||
           ((number->of == OF_ITSELF || number->of == OF_CHANGE) &&
            kinds_follow_store(lookup_kinds, number->tensor));
}

bool
trainer_has(const struct trainer *trainer, const struct number *number)
{
    const struct tensors *tensors = &trainer->tensors;
    if (number->in != IN_STORE || !tensors_has(tensors, number) ||
        !trainer_has_step(trainer, number))
        return false;
    enum tensor id = number->tensor;
    bool parameter = kind_is_parameter(&lookup_kinds[id]);
    bool of_store = trainer_follows_store(number);
    if (number->example > (of_store ? trainer_examples(trainer, number) : 0) ||
        number->example < (of_store ? -FRESH_STORES : 0))
        return false;
    switch (number->of) {
    case OF_ITSELF:
    case OF_CHANGE:
        return true;
    case OF_SLOPE:
        return kinds_reach(lookup_kinds, tensors->same[id], trainer->target.tensor);
    case OF_MEAN:
        return id == TENSOR_LOSS || id == TENSOR_RIGHT;
    case OF_FRESH:
        return id == TENSOR_RIGHT;
    case OF_GRADIENT:
    case OF_M:
    case OF_V:
        return parameter;
    case OFS:
        break;
    }
    return false;
}

/* -- what a number is made from -------------------------------------------------------- */

/* Makes the state of a step of the run. */
static bool
make_state(struct run_state *state, const struct trainer *trainer, int step,
           struct err *err)
{
    if (!run_state_init(state, &trainer->run, err))
        return false;
    snapshots_restore(&trainer->snapshots, step, &trainer->run, trainer->kernels, state);
    while (state->step < step)
        run_state_advance(state, &trainer->run, trainer->kernels);
    return true;
}

static bool
make_tensors(struct basis *basis, const struct trainer *trainer,
             const struct number *number, struct err *err)
{
    if (number->example == 0 && basis->state == &trainer->state) {
        basis->tensors = &trainer->tensors;
        return true;
    }
    struct lookup_store store = store_of(trainer, basis->state, number->example);
    if (!lookup_tensors_init(&basis->own, &basis->state->parameters.shape, err))
        return false;
    lookup_tensors_set(&basis->own, &basis->state->parameters, &store);
    basis->tensors = &basis->own;
    const struct tensors *shown = &trainer->tensors;
    if (number->example != 0 || shown->hides == NULL)
        return true;
    basis->tensors = &basis->veil;
    return tensors_veil(&basis->veil, &basis->own, shown->hides, shown->hides_by, err);
}

static bool
make_derivatives(struct basis *basis, const struct trainer *trainer,
                 const struct number *number, struct err *err)
{
    bool change = number->of == OF_CHANGE;
    if (change && !run_state_coming(basis->state, &basis->change, err))
        return false;
    struct derivatives_inputs inputs =
        change ? mirror_changed(basis->tensors, &basis->change)
               : mirror_inputs(basis->tensors);
    basis->derivatives = derivatives_make(&inputs, &trainer->target, err);
    return basis->derivatives != NULL;
}

/* The gradients of a parameter at the steps before, as many as are worth the time. */
static bool
make_gradients(struct basis *basis, struct trainer *trainer, const struct number *number,
               struct err *err)
{
    int step = basis->state->step;
    int most = MOMENT_EXAMPLES / basis->state->draws.batch.count;
    int count = step - trainer->first;
    count = count > MOMENT_STEPS ? MOMENT_STEPS : count;
    count = count > most + 1 ? most + 1 : count;
    struct run_state past = {0};
    basis->gradients = malloc((size_t)(count + 1) * sizeof *basis->gradients);
    if (basis->gradients == NULL || !make_state(&past, trainer, step - count, err))
        return err_set(err, "there is not enough memory for the gradients before");
    struct training *training = &basis->training;
    size_t at = lookup_index(&past.gradient, number);
    training->before = (double)(number->of == OF_V ? past.adam.v : past.adam.m)[at];
    for (int k = 0; k < count; k++) {
        basis->gradients[k] = (double)past.gradient.numbers[at];
        run_state_advance(&past, &trainer->run, trainer->kernels);
    }
    training->gradients = basis->gradients;
    training->gradient_count = count;
    training->first_step = step - count;
    run_state_free(&past);
    return true;
}

/* The examples of a mean. */
static bool
make_examples(struct basis *basis, struct trainer *trainer, const struct number *number,
              struct err *err)
{
    bool fresh = number->of == OF_FRESH;
    const struct lookup_batch *batch =
        fresh ? &trainer->fresh.batch : &basis->state->draws.batch;
    struct training *training = &basis->training;
    training->examples =
        examples_of(&trainer->examples, number, &basis->state->parameters, batch, err);
    training->example_count = batch->count;
    return training->examples != NULL;
}

static double
mean_of(const struct basis *basis, const struct trainer *trainer,
        const struct number *number)
{
    struct run_state *state = basis->state;
    if (number->of == OF_MEAN)
        return number->tensor == TENSOR_LOSS ? (double)state->result.loss
                                             : (double)run_state_accuracy(state);
    return run_state_fresh(state, &trainer->fresh.batch, trainer->kernels);
}

static void
basis_free(struct basis *basis)
{
    derivatives_free(basis->derivatives);
    lookup_family_free(&basis->change);
    tensors_free(&basis->veil);
    tensors_free(&basis->own);
    run_state_free(&basis->other);
    free(basis->gradients);
}

/* Fills what a number, or its receipt, is made from. It points into itself. */
static bool
basis_make(struct basis *basis, struct trainer *trainer, const struct number *number,
           bool receipt, struct err *err)
{
    *basis = (struct basis){.state = &trainer->state};
    bool done = true;
    if (number->when > 0 && number->when - 1 != trainer->state.step) {
        basis->state = &basis->other;
        done = make_state(&basis->other, trainer, number->when - 1, err);
    }
    done = done && make_tensors(basis, trainer, number, err);
    const struct run_state *state = basis->state;
    basis->training =
        (struct training){.tensors = basis->tensors,
                          .parameters = &state->parameters,
                          .gradient = &state->gradient,
                          .adam = &state->adam,
                          .lr = state->lr,
                          .other_target = trainer->target.tensor != TENSOR_LOSS};
    if (done && training_has(&basis->training, number)) {
        bool mean = number->of == OF_MEAN || number->of == OF_FRESH;
        if (mean)
            basis->training.mean = mean_of(basis, trainer, number);
        if (receipt && (mean || number->of == OF_GRADIENT))
            done = make_examples(basis, trainer, number, err);
        if (receipt && (number->of == OF_M || number->of == OF_V))
            done = make_gradients(basis, trainer, number, err);
    } else if (done && number->of != OF_ITSELF)
        done = make_derivatives(basis, trainer, number, err);
    if (!done)
        basis_free(basis);
    return done;
}

/* -- values and receipts --------------------------------------------------------------- */

bool
trainer_numbers(struct trainer *trainer, const struct number *number, int count,
                double *values, struct err *err)
{
    struct basis basis;
    struct number one = *number;
    if (!basis_make(&basis, trainer, number, false, err))
        return false;
    bool done = true;
    for (int k = 0; done && k < count; k++, one.col++)
        if (training_has(&basis.training, number))
            values[k] = training_number(&basis.training, &one);
        else if (number->of == OF_ITSELF)
            values[k] = tensors_at(basis.tensors, &one);
        else
            done = derivatives_number(basis.derivatives, &one, &values[k], err);
    basis_free(&basis);
    return done;
}

bool
trainer_receipt(struct trainer *trainer, const struct number *number,
                struct receipt *receipt, struct err *err)
{
    struct basis basis;
    bool done;
    if (!basis_make(&basis, trainer, number, true, err))
        return false;
    if (training_has(&basis.training, number))
        done = training_receipt(&basis.training, number, receipt, err);
    else if (number->of == OF_ITSELF)
        done = tensors_receipt(basis.tensors, number, receipt, err);
    else
        done = derivatives_receipt(basis.derivatives, number, receipt, err);
    basis_free(&basis);
    return done;
}

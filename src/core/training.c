/* Receipts of what training moves: parameters, gradients, Adam's means, changes; and of means
 * over examples. */
#include "core/training.h"

#include <math.h>

#include "core/terms.h"

bool
training_has(const struct training *training, const struct number *number)
{
    bool parameter = kind_is_parameter(&training->tensors->kinds[number->tensor]);
    return number->of == OF_MEAN || number->of == OF_FRESH ||
           (parameter && number->of != OF_SLOPE && number->example == 0);
}

/* One parameter's means on the way through the coming step. */
struct coming {
    real g, m_before, v_before, m, v, u;
    double power1, power2; /* of the coming step */
};

static struct coming
coming_of(const struct training *training, const struct number *number)
{
    size_t at = lookup_index(training->gradient, number);
    const struct adam *adam = training->adam;
    struct coming coming = {.g = training->gradient->numbers[at],
                            .m_before = adam->m[at],
                            .v_before = adam->v[at],
                            .m = adam->m[at],
                            .v = adam->v[at]};
    struct adam one = {1, &coming.m, &coming.v, adam->power1, adam->power2};
    adam_step(&one, &coming.g, training->lr, &coming.u, kernels_best());
    coming.power1 = one.power1;
    coming.power2 = one.power2;
    return coming;
}

double
training_number(const struct training *training, const struct number *number)
{
    switch (number->of) {
    case OF_MEAN:
    case OF_FRESH:
        return training->mean;
    case OF_GRADIENT:
        return (double)
            training->gradient->numbers[lookup_index(training->gradient, number)];
    case OF_CHANGE:
        return (double)coming_of(training, number).u;
    case OF_M:
        return (double)training->adam->m[lookup_index(training->gradient, number)];
    case OF_V:
        return (double)training->adam->v[lookup_index(training->gradient, number)];
    case OF_ITSELF:
    case OF_SLOPE:
    case OFS:
        break;
    }
    return (double)
        training->parameters->numbers[lookup_index(training->parameters, number)];
}

/* -- receipts -------------------------------------------------------------------------- */

static struct factor
factor_of(const struct training *training, const struct number *number, enum of of)
{
    struct factor factor = {.number = *number};
    factor.number.of = of;
    factor.value = training_number(training, &factor.number);
    return factor;
}

/* What the number will be once the coming change is added. */
static void
parameter_terms(struct terms *terms, const struct training *training,
                const struct number *number)
{
    struct factor now = factor_of(training, number, OF_ITSELF);
    struct factor change = factor_of(training, number, OF_CHANGE);
    terms_add(terms, 1, &now);
    terms_add(terms, 1, &change);
    terms_total(terms, RECEIPT_PARAMETER, (double)terms->running);
}

/* m of the coming step, added up, and u made of it with numbers that anyone can follow. */
static void
change_terms(struct terms *terms, const struct training *training,
             const struct number *number)
{
    struct coming coming = coming_of(training, number);
    struct factor old[2] = {factor_of(training, number, OF_M), terms_constant(".9", .9)};
    struct factor new[2] = {factor_of(training, number, OF_GRADIENT),
                            terms_constant(".1", .1)};
    double m = (double)coming.m / (1 - coming.power1);
    double root = sqrt((double)coming.v / (1 - coming.power2));
    terms_add(terms, 2, old);
    terms_add(terms, 2, new);
    terms_note(terms, "lr", training->lr);
    terms_note(terms, "m", (double)coming.m);
    terms_note(terms, "v", (double)coming.v);
    terms_note(terms, "g", (double)coming.g);
    terms_note(terms, "v before", (double)coming.v_before);
    terms_note(terms, "m corrected", m);
    terms_note(terms, "root v corrected", root);
    terms_total(terms, RECEIPT_ADAM, -training->lr * m / (root + 1e-8));
    terms->receipt->magnitude = fabs(terms->receipt->total);
}

/* factor^count, by multiplying, as Adam does it. */
static double
power(double factor, int count)
{
    double power = 1;
    for (int k = 0; k < count; k++)
        power *= factor;
    return power;
}

/* m = .9 m + .1 g, v = .999 v + .001 g^2 since the first step: each gradient with what is left of
 * its part. The constants are Adam's, which are floats: over some hundred steps it shows. */
static void
moment_terms(struct terms *terms, const struct training *training,
             const struct number *number)
{
    bool squares = number->of == OF_V;
    double keep = (double)(squares ? REAL_(0.999) : REAL_(0.9));
    double taken = (double)(squares ? REAL_(0.001) : REAL_(0.1));
    int count = training->gradient_count;
    if (training->before != 0) {
        struct factor earlier =
            terms_constant("of earlier steps", power(keep, count) * training->before);
        terms_sum(terms, 1, &earlier, earlier.value);
    }
    for (int k = 0; k < count; k++) {
        struct factor factors[3] = {{.number = *number}};
        double part = taken * power(keep, count - 1 - k), g = training->gradients[k];
        factors[0].number.of = OF_GRADIENT;
        factors[0].number.when = training->first_step + k + 1;
        factors[0].value = g;
        factors[1] = terms_constant(squares ? "g" : "decayed", squares ? g : part);
        factors[2] = terms_constant("decayed", part);
        terms_sum(terms, squares ? 3 : 2, factors, (squares ? g * g : g) * part);
    }
    terms_total(terms, RECEIPT_DOT, terms->total);
}

/* Of a gradient, mean_loss and accuracy: what each example adds. Added up in double: training
 * gathers the same sum in another order. */
static void
mean_terms(struct terms *terms, const struct training *training,
           const struct number *number)
{
    double part = 1 / (double)training->example_count;
    bool fresh = number->of == OF_FRESH;
    for (int b = 0; b < training->example_count; b++) {
        struct factor factors[2] = {{.number = *number, .value = training->examples[b]},
                                    terms_constant("1/batch", part)};
        factors[0].number.of = number->of == OF_GRADIENT ? OF_SLOPE : OF_ITSELF;
        factors[0].number.example = fresh ? -(b + 1) : b + 1;
        terms_sum(terms, 2, factors, factors[0].value * part);
    }
    terms_total(terms, RECEIPT_MEAN, terms->total);
}

bool
training_receipt(const struct training *training, const struct number *number,
                 struct receipt *receipt, struct err *err)
{
    struct terms terms = {
        .tensors = training->tensors, .receipt = receipt, .when = number->when};
    struct number owner = *number;
    owner.tensor = training->tensors->same[number->tensor];
    *receipt =
        (struct receipt){.number = *number, .value = training_number(training, number)};
    if (owner.tensor != number->tensor) {
        struct factor copied = factor_of(training, &owner, number->of);
        terms_add(&terms, 1, &copied);
        terms_total(&terms, RECEIPT_COPY, copied.value);
    } else if (number->of == OF_CHANGE)
        change_terms(&terms, training, number);
    else if (number->of == OF_M || number->of == OF_V)
        moment_terms(&terms, training, number);
    else if (number->of == OF_GRADIENT || number->of == OF_MEAN || number->of == OF_FRESH)
        mean_terms(&terms, training, number);
    else
        parameter_terms(&terms, training, number);
    return terms_finish(&terms, err);
}

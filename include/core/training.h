#ifndef CORE_TRAINING_H
#define CORE_TRAINING_H

#include "core/adam.h"
#include "core/lookup.h"
#include "core/receipt.h"

/* Numbers that are not of one example: a parameter and what moves it (its gradient, Adam's means,
 * the coming change), and means over many examples. */

/* One step of a run, all borrowed. Only what the number needs must be there. */
struct training {
    const struct tensors *tensors; /* of any example: for names and sizes */
    const struct lookup_family *parameters;
    const struct lookup_family *gradient; /* of the coming batch's mean loss */
    const struct adam *adam;              /* the means before that batch */
    double lr;

    /* Of a mean: its value, and what each example has. */
    double mean;
    const double *examples;
    int example_count;
    bool other_target; /* slopes are not of the loss, as those of a gradient are */

    /* Of Adam's means: the gradient of the parameter at the steps before the shown one, the
     * latest last, and the mean before the first of them. */
    const double *gradients;
    int gradient_count;
    int first_step; /* the step of gradients[0] */
    double before;
};

/* Whether it is such a number, and not one of an example. */
bool training_has(const struct training *training, const struct number *number);

/* Its value. */
double training_number(const struct training *training, const struct number *number);

/* Its receipt. Fails only where memory is short; free with receipt_free. */
bool training_receipt(const struct training *training, const struct number *number,
                      struct receipt *receipt, struct err *err);

#endif

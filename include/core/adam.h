#ifndef CORE_ADAM_H
#define CORE_ADAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "core/kernels.h"
#include "core/real.h"

/* Adam (Kingma, Ba 2015) with the usual constants: of each parameter's gradients g it keeps a
 * mean m and a mean of squares v, and moves the parameter by u.
 *
 *     m = .9 m + .1 g      v = .999 v + .001 g^2
 *     u = -lr / (1 - .9^t)  m / (sqrt(v) / sqrt(1 - .999^t) + 1e-8)
 *
 * t counts the steps from 1. The powers are kept and multiplied once each step, so that no
 * library function decides their bits. */
struct adam {
    size_t count;
    real *m, *v;           /* (count) in one block, m first; owned */
    double power1, power2; /* .9^t and .999^t of the steps taken so far */
};

/* Allocates the state for so many parameters (at least 1), before the first step. Fails where
 * memory is short. Free with adam_free. */
bool adam_init(struct adam *adam, size_t count, struct err *err);
void adam_free(struct adam *adam);

/* Back to before the first step. */
void adam_reset(struct adam *adam);

/* What is the same for all parameters in one step. */
struct adam_scales {
    real rate; /* lr / (1 - .9^t) */
    real root; /* sqrt(1 - .999^t) */
};

/* u of two means. */
static inline real
adam_change(const struct adam_scales *scales, real m, real v)
{
    return -(scales->rate * (m / (real_sqrt(v) / scales->root + REAL_(1e-8))));
}

/* Moves the two means of a parameter and returns u. Below 1e-30 they become 0: a parameter
 * that gets no gradient would have its means shrink into the denormal numbers, which
 * processors add ten times slower. */
static inline real
adam_move(const struct adam_scales *scales, real g, real *m, real *v)
{
    static const real flush = REAL_(1e-30);
    real mean = real_fma(REAL_(0.1), g, REAL_(0.9) * *m);
    real square = real_fma(REAL_(0.001) * g, g, REAL_(0.999) * *v);
    mean = mean < flush && mean > -flush ? 0 : mean;
    square = square < flush ? 0 : square;
    *m = mean;
    *v = square;
    return adam_change(scales, mean, square);
}

/* Takes a step: parameters (count) += u. */
void adam_step(struct adam *adam, const real *gradient, double lr, real *parameters,
               const struct kernels *kernels);

/* What adam_step would add, to the bit: u (count). Changes nothing. */
void adam_coming(const struct adam *adam, const real *gradient, double lr, real *u);

/* What the last adam_step, which there must have been, added with this lr: u (count). */
void adam_last(const struct adam *adam, double lr, real *u);

/* Sets the powers to those of `steps` steps, as so many steps would have. */
void adam_set_powers(struct adam *adam, int steps);

#endif

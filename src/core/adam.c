/* Adam, one parameter at a time. */
#include "core/adam.h"

#include <stdlib.h>
#include <string.h>

static const double BETA1 = 0.9, BETA2 = 0.999;

bool
adam_init(struct adam *adam, size_t count, struct err *err)
{
    *adam = (struct adam){.count = count};
    adam->m = calloc(count, 2 * sizeof *adam->m);
    if (adam->m == NULL)
        return err_set(err, "there is not enough memory for the means of %zu parameters",
                       count);
    adam->v = adam->m + count;
    adam_reset(adam);
    return true;
}

void
adam_free(struct adam *adam)
{
    free(adam->m);
    *adam = (struct adam){0};
}

void
adam_reset(struct adam *adam)
{
    memset(adam->m, 0, 2 * adam->count * sizeof *adam->m);
    adam->power1 = adam->power2 = 1;
}

/* A power on its way to 0 must not become denormal either. */
static void
next_powers(double *power1, double *power2)
{
    *power1 = *power1 * BETA1 < 1e-300 ? 0 : *power1 * BETA1;
    *power2 = *power2 * BETA2 < 1e-300 ? 0 : *power2 * BETA2;
}

void
adam_set_powers(struct adam *adam, int steps)
{
    adam->power1 = adam->power2 = 1;
    for (int t = 0; t < steps; t++)
        next_powers(&adam->power1, &adam->power2);
}

static struct adam_scales
scales_of(double power1, double power2, double lr)
{
    return (struct adam_scales){(real)(lr / (1 - power1)), real_sqrt((real)(1 - power2))};
}

void
adam_step(struct adam *adam, const real *gradient, double lr, real *parameters,
          const struct kernels *kernels)
{
    next_powers(&adam->power1, &adam->power2);
    struct adam_scales scales = scales_of(adam->power1, adam->power2, lr);
    kernels->adam(parameters, gradient, adam->m, adam->v, adam->count, &scales);
}

void
adam_coming(const struct adam *adam, const real *gradient, double lr, real *u)
{
    double power1 = adam->power1, power2 = adam->power2;
    next_powers(&power1, &power2);
    struct adam_scales scales = scales_of(power1, power2, lr);
    for (size_t k = 0; k < adam->count; k++) {
        real m = adam->m[k], v = adam->v[k];
        u[k] = adam_move(&scales, gradient[k], &m, &v);
    }
}

void
adam_last(const struct adam *adam, double lr, real *u)
{
    struct adam_scales scales = scales_of(adam->power1, adam->power2, lr);
    for (size_t k = 0; k < adam->count; k++)
        u[k] = adam_change(&scales, adam->m[k], adam->v[k]);
}

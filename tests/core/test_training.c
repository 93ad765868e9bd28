/* What moves a parameter, with made-up gradients: its gradient, Adam's means, the coming change,
 * means over examples; their values and their receipts. */
#include "core/training.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "support/computation.h"

enum { STEPS = 300, EXAMPLES = 37 };
static const double LR = .02;

/* A family of parameters on its way through a run. */
struct scene {
    struct computation computation; /* whose parameters they are */
    struct lookup_family gradient;
    struct adam adam;
    double gradients[STEPS], examples[EXAMPLES];
    struct training training;
};

static void
scene_open(struct scene *scene, uint64_t seed)
{
    struct err err = {""};
    struct computation *c = &scene->computation;
    memset(scene, 0, sizeof *scene);
    computation_make(c, IN_STORE, seed);
    assert_true(lookup_family_init(&scene->gradient, &c->parameters.shape, &err));
    assert_true(adam_init(&scene->adam, c->parameters.count, &err));
    scene->training = (struct training){.tensors = &c->tensors,
                                        .parameters = &c->parameters,
                                        .gradient = &scene->gradient,
                                        .adam = &scene->adam,
                                        .lr = LR,
                                        .examples = scene->examples,
                                        .example_count = EXAMPLES,
                                        .gradients = scene->gradients};
}

static void
scene_close(struct scene *scene)
{
    lookup_family_free(&scene->gradient);
    adam_free(&scene->adam);
    computation_free(&scene->computation);
}

/* Draws the gradient of the coming batch; some numbers are small. */
static void
next_gradient(struct scene *scene)
{
    for (size_t k = 0; k < scene->gradient.count; k++)
        scene->gradient.numbers[k] =
            (real)(computation_normal(&scene->computation) * (k % 5 == 0 ? 1e-6 : .3));
}

static void
take_step(struct scene *scene)
{
    adam_step(&scene->adam, scene->gradient.numbers, LR,
              scene->computation.parameters.numbers, kernels_best());
    next_gradient(scene);
}

static struct receipt
receipt_of(const struct training *training, const struct number *number)
{
    struct receipt receipt;
    struct err err = {""};
    assert_true(training_has(training, number));
    if (!training_receipt(training, number, &receipt, &err))
        fail_msg("%s", err.text);
    assert_true(number_equal(&receipt.number, number));
    assert_true(receipt.value == training_number(training, number));
    return receipt;
}

/* The number of its family that a parameter's is. */
static size_t
index_of(const struct scene *scene, const struct number *n)
{
    const struct lookup_family *family = &scene->computation.parameters;
    int cols = lookup_cols(&family->shape, n->tensor);
    return (size_t)(family->tensor[n->tensor] - family->numbers) +
           (size_t)(n->row * cols + n->col);
}

typedef void (*looker)(struct scene *scene, const struct number *number);

/* Every parameter's number, in stores of all sharings, after some steps. */
static void
for_every_parameter(int steps, looker look)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct scene scene;
        scene_open(&scene, seed);
        next_gradient(&scene);
        for (int step = 0; step < steps; step++)
            take_step(&scene);
        for (int k = 0; k < LOOKUP_PARAMETERS; k++)
            for (int row = 0;
                 row < tensors_rows(&scene.computation.tensors, lookup_parameters[k]);
                 row++) {
                int col = computation_pick(
                    &scene.computation,
                    tensors_cols(&scene.computation.tensors, lookup_parameters[k]));
                struct number n = {.tensor = lookup_parameters[k],
                                   .row = row,
                                   .col = col,
                                   .in = IN_STORE};
                look(&scene, &n);
            }
        scene_close(&scene);
    }
}

/* -- values ------------------------------------------------------------------------------ */

static double
value_of(const struct scene *scene, const struct number *number, enum of of)
{
    struct number asked = *number;
    asked.of = of;
    assert_true(training_has(&scene->training, &asked));
    return training_number(&scene->training, &asked);
}

static void
check_values(struct scene *scene, const struct number *n)
{
    size_t at = index_of(scene, n);
    struct lookup_family u;
    struct err err = {""};
    assert_true(lookup_family_init(&u, &scene->gradient.shape, &err));
    adam_coming(&scene->adam, scene->gradient.numbers, LR, u.numbers);
    assert_true(value_of(scene, n, OF_ITSELF) ==
                (double)scene->computation.parameters.numbers[at]);
    assert_true(value_of(scene, n, OF_GRADIENT) == (double)scene->gradient.numbers[at]);
    assert_true(value_of(scene, n, OF_M) == (double)scene->adam.m[at]);
    assert_true(value_of(scene, n, OF_V) == (double)scene->adam.v[at]);
    assert_true(value_of(scene, n, OF_CHANGE) == (double)u.numbers[at]);
    lookup_family_free(&u);
}

static void
values_are_the_familys(void **state)
{
    (void)state;
    for_every_parameter(0, check_values);
    for_every_parameter(7, check_values);
}

static void
only_parameters_and_means_are_trained(void **state)
{
    (void)state;
    struct scene scene;
    scene_open(&scene, 0);
    for (int id = 0; id < TENSORS; id++)
        for (int of = 0; of < OFS; of++)
            for (int example = -1; example <= 1; example++) {
                struct number n = {.tensor = (enum tensor)id,
                                   .in = IN_STORE,
                                   .of = (enum of)of,
                                   .example = example};
                bool wanted = of == OF_MEAN || of == OF_FRESH ||
                              (kind_is_parameter(&lookup_kinds[id]) && of != OF_SLOPE &&
                               example == 0);
                assert_int_equal(training_has(&scene.training, &n), wanted);
            }
    scene_close(&scene);
}

/* -- parameters and changes --------------------------------------------------------------- */

static bool
is_shared(const struct scene *scene, const struct number *n)
{
    return scene->computation.tensors.same[n->tensor] != n->tensor;
}

static void
check_terms(const struct receipt *receipt, int count)
{
    double running = 0, magnitude = 0;
    assert_int_equal(receipt->term_count, count);
    for (int k = 0; k < count; k++) {
        const struct term *term = &receipt->terms[k];
        double product = 1;
        for (int f = 0; f < term->factor_count; f++)
            product *= term->factors[f].value;
        assert_near(term->product, product, fabs(product));
        running += term->product;
        magnitude += fabs(term->product);
        assert_near(term->running, running, magnitude);
    }
}

/* A parameter's total is what is there one step later, to the bit. */
static void
check_parameter(struct scene *scene, const struct number *n)
{
    if (is_shared(scene, n))
        return;
    struct receipt receipt = receipt_of(&scene->training, n);
    check_terms(&receipt, 2);
    assert_int_equal(receipt.kind, RECEIPT_PARAMETER);
    assert_true(number_equal(&receipt.terms[0].factors[0].number, n));
    assert_int_equal(receipt.terms[1].factors[0].number.of, OF_CHANGE);
    assert_int_equal(receipt_largest(&receipt), 1);
    assert_true(receipt.residual == 0);
    take_step(scene);
    assert_true(receipt.total == value_of(scene, n, OF_ITSELF));
    receipt_free(&receipt);
}

static void
parameters_say_what_comes_next(void **state)
{
    (void)state;
    for_every_parameter(0, check_parameter);
    for_every_parameter(20, check_parameter);
}

/* u is what can be computed from the constants that its receipt notes, and m of the next step
 * what its terms come to. */
static void
check_change(struct scene *scene, const struct number *n)
{
    struct number asked = *n;
    asked.of = OF_CHANGE;
    if (is_shared(scene, n))
        return;
    struct receipt receipt = receipt_of(&scene->training, &asked);
    check_terms(&receipt, 2);
    assert_int_equal(receipt.kind, RECEIPT_ADAM);
    assert_near(receipt.value, receipt.total, receipt.magnitude);
    assert_true(receipt.residual == receipt.value - receipt.total);
    double m = receipt_constant(&receipt, "m corrected");
    double root = receipt_constant(&receipt, "root v corrected");
    assert_near(receipt.total, -LR * m / (root + 1e-8), fabs(receipt.total));
    assert_true(receipt_constant(&receipt, "lr") == LR);
    assert_true(receipt_constant(&receipt, "g") == value_of(scene, n, OF_GRADIENT));
    assert_true(receipt_constant(&receipt, "v before") == value_of(scene, n, OF_V));
    assert_int_equal(receipt.terms[0].factors[0].number.of, OF_M);
    assert_int_equal(receipt.terms[1].factors[0].number.of, OF_GRADIENT);
    take_step(scene);
    assert_true(receipt_constant(&receipt, "m") == value_of(scene, n, OF_M));
    assert_true(receipt_constant(&receipt, "v") == value_of(scene, n, OF_V));
    assert_near(receipt.terms[1].running, value_of(scene, n, OF_M),
                fabs(receipt.terms[0].product) + fabs(receipt.terms[1].product));
    receipt_free(&receipt);
}

static void
changes_are_made_of_adams_means(void **state)
{
    (void)state;
    for_every_parameter(0, check_change);
    for_every_parameter(20, check_change);
}

/* A shared matrix copies its owner, whatever is meant of it. */
static void
check_copy(struct scene *scene, const struct number *n)
{
    static const enum of ofs[] = {OF_ITSELF, OF_GRADIENT, OF_CHANGE, OF_M, OF_V};
    for (size_t k = 0; is_shared(scene, n) && k < sizeof ofs / sizeof *ofs; k++) {
        struct number asked = *n, owner = *n;
        asked.of = owner.of = ofs[k];
        owner.tensor = scene->computation.tensors.same[n->tensor];
        struct receipt receipt = receipt_of(&scene->training, &asked);
        check_terms(&receipt, 1);
        assert_int_equal(receipt.kind, RECEIPT_COPY);
        assert_true(number_equal(&receipt.terms[0].factors[0].number, &owner));
        assert_true(receipt.total == receipt.value && receipt.residual == 0);
        receipt_free(&receipt);
    }
}

static void
shared_matrices_are_copies(void **state)
{
    (void)state;
    for_every_parameter(5, check_copy);
}

/* -- Adam's means ------------------------------------------------------------------------- */

/* m and v of one number, after `before` steps and `count` more, of which the gradients are known:
 * a term for each of them, and one for all before. */
static void
check_moment(struct scene *scene, const struct number *n, enum of of, int before,
             int count)
{
    size_t at = index_of(scene, n);
    struct number asked = *n;
    asked.of = of;
    adam_reset(&scene->adam);
    for (int step = 0; step < before; step++)
        take_step(scene);
    scene->training.before =
        before == 0 ? 0 : (double)(of == OF_M ? scene->adam.m : scene->adam.v)[at];
    for (int step = 0; step < count; step++) {
        scene->gradients[step] = (double)scene->gradient.numbers[at];
        take_step(scene);
    }
    scene->training.first_step = before;
    scene->training.gradient_count = count;
    struct receipt receipt = receipt_of(&scene->training, &asked);
    int earlier = before > 0 ? 1 : 0;
    check_terms(&receipt, earlier + count);
    assert_int_equal(receipt.kind, RECEIPT_DOT);
    assert_near(receipt.total, receipt.value, receipt.magnitude);
    assert_true(receipt.residual == receipt.value - receipt.total);
    for (int k = 0; k < count; k++) {
        const struct factor *g = &receipt.terms[earlier + k].factors[0];
        assert_int_equal(g->number.of, OF_GRADIENT);
        assert_int_equal(g->number.when, before + k + 1);
        assert_true(g->value == scene->gradients[k]);
    }
    receipt_free(&receipt);
}

static void
check_moments(struct scene *scene, const struct number *n)
{
    static const int counts[] = {0, 1, 5, STEPS};
    if (is_shared(scene, n) || n->row > 0)
        return;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (int of = OF_M; of <= OF_V; of++) {
            check_moment(scene, n, (enum of)of, 0, counts[k]);
            check_moment(scene, n, (enum of)of, 40, counts[k]);
        }
}

static void
moments_are_decayed_sums(void **state)
{
    (void)state;
    for_every_parameter(0, check_moments);
}

/* -- means -------------------------------------------------------------------------------- */

static void
check_mean(struct scene *scene, const struct number *n, enum of below, int sign)
{
    double sum = 0;
    for (int b = 0; b < EXAMPLES; b++) {
        scene->examples[b] = computation_normal(&scene->computation);
        sum += scene->examples[b];
    }
    scene->training.mean = (double)(real)(sum / EXAMPLES);
    if (n->of == OF_GRADIENT)
        scene->gradient.numbers[index_of(scene, n)] = (real)(sum / EXAMPLES);
    struct receipt receipt = receipt_of(&scene->training, n);
    check_terms(&receipt, EXAMPLES);
    assert_int_equal(receipt.kind, RECEIPT_MEAN);
    assert_near(receipt.total, receipt.value, receipt.magnitude);
    for (int b = 0; b < EXAMPLES; b++) {
        struct number example = *n;
        example.of = below;
        example.example = sign * (b + 1);
        assert_true(number_equal(&receipt.terms[b].factors[0].number, &example));
        assert_true(receipt.terms[b].factors[0].value == scene->examples[b]);
    }
    receipt_free(&receipt);
}

static void
check_gradient(struct scene *scene, const struct number *n)
{
    struct number asked = *n;
    asked.of = OF_GRADIENT;
    asked.when = 3;
    if (!is_shared(scene, n))
        check_mean(scene, &asked, OF_SLOPE, 1);
}

static void
means_have_a_term_for_each_example(void **state)
{
    (void)state;
    struct scene scene;
    struct number mean = {.tensor = TENSOR_LOSS, .in = IN_STORE, .of = OF_MEAN};
    scene_open(&scene, 0);
    check_mean(&scene, &mean, OF_ITSELF, 1);
    mean.tensor = TENSOR_RIGHT; /* accuracy, on fresh stores */
    mean.of = OF_FRESH;
    check_mean(&scene, &mean, OF_ITSELF, -1);
    scene_close(&scene);
    for_every_parameter(0, check_gradient);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_familys),
        cmocka_unit_test(only_parameters_and_means_are_trained),
        cmocka_unit_test(parameters_say_what_comes_next),
        cmocka_unit_test(changes_are_made_of_adams_means),
        cmocka_unit_test(shared_matrices_are_copies),
        cmocka_unit_test(moments_are_decayed_sums),
        cmocka_unit_test(means_have_a_term_for_each_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

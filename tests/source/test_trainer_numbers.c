/* Receipts of the lookup task: of every number the terms come to what is kept, and open in
 * turn, down to the parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/kernels.h"
#include "core/lookup_receipt.h"
#include "source/examples.h"
#include "source/trainer.h"

enum { OPENINGS_MOST = 8 };

/* A trainer at a step, with what receipts are made from. */
struct scene {
    struct trainer *trainer;
    struct lookup_family slopes;
    struct lookup_trace gradient;
    struct lookup_moment moment;
};

static void
scene_open(struct scene *scene, const struct lookup_settings *settings, int step)
{
    struct err err;
    struct lookup_place loss = {LOOKUP_LOSS, 0, 0};
    *scene = (struct scene){.trainer = trainer_make(settings, kernels_best(), &err)};
    assert_non_null(scene->trainer);
    assert_true(trainer_seek(scene->trainer, step, &err));
    const struct lookup_trace *trace = trainer_trace(scene->trainer);
    assert_true(lookup_family_init(&scene->slopes, &trace->shape, &err));
    assert_true(lookup_trace_init(&scene->gradient, &trace->shape, &err));
    lookup_trace_bind(&scene->gradient, &scene->slopes);
    lookup_backward(trace, &loss, &scene->gradient);
    const struct run_state *state = &scene->trainer->state;
    scene->moment = (struct lookup_moment){.trace = trace,
                                           .slopes = &scene->gradient,
                                           .batch = state->draws.batch.count,
                                           .mean_loss = (double)state->result.loss,
                                           .gradient = &state->gradient,
                                           .adam = &state->adam,
                                           .lr = state->lr};
}

static void
scene_close(struct scene *scene)
{
    lookup_trace_free(&scene->gradient);
    lookup_family_free(&scene->slopes);
    trainer_free(scene->trainer);
}

typedef void (*looker)(const struct scene *scene, const struct lookup_receipt *receipt);

static void
for_every_number(const struct scene *scene, looker look)
{
    struct lookup_moment moment = scene->moment;
    const struct lookup_shape *shape = &moment.trace->shape;
    for (int of = LOOKUP_NUMBER; of <= LOOKUP_MEAN; of++)
        for (int id = 0; id < LOOKUP_TENSORS; id++)
            for (int row = 0; row < lookup_rows(shape, (enum lookup_tensor)id); row++)
                for (int col = 0; col < lookup_cols(shape, (enum lookup_tensor)id);
                     col++) {
                    struct lookup_spot spot = {
                        {(enum lookup_tensor)id, row, col}, (enum lookup_of)of, 0};
                    struct lookup_receipt receipt;
                    struct err err;
                    if (!lookup_spot_exists(shape, moment.batch, &spot))
                        continue;
                    if (of == LOOKUP_GRADIENT || of == LOOKUP_MEAN)
                        moment.examples = trainer_examples(
                            scene->trainer, of == LOOKUP_GRADIENT, &spot.place, &err);
                    assert_true(lookup_receipt_make(&receipt, &moment, &spot, &err));
                    look(scene, &receipt);
                    lookup_receipt_free(&receipt);
                }
}

/* At several steps, with and without shared matrices. */
static void
in_scenes(looker look)
{
    static const int steps[] = {0, 25, 200};
    for (int k = 0; k < 15; k++) {
        struct lookup_settings settings = lookup_settings_standard();
        struct scene scene;
        settings.batch = 5;
        settings.share_qk = k / 3 % 2 == 1;
        settings.share_kv = k / 6 == 1;
        if (k >= 12) { /* as small as it gets, and all three sizes apart */
            settings.entries = k - 11;
            settings.tags = settings.values = k - 10;
            settings.d_model = k - 11;
            settings.d_k = 1;
        }
        scene_open(&scene, &settings, steps[k % 3]);
        for_every_number(&scene, look);
        scene_close(&scene);
    }
}

/* -- what the terms come to ------------------------------------------------------------ */

/* What a residual is small against: the sizes of the terms. Training gathers a gradient in
 * another order, through tables: the two agree to 1e-5 of the largest gradient, or where all are
 * small to the rounding of p in dL = p - 1. */
static double
scale_of(const struct lookup_moment *moment, const struct lookup_receipt *receipt)
{
    double largest = 0;
    for (size_t k = 0; k < moment->gradient->count; k++)
        largest = fmax(largest, fabs((double)moment->gradient->numbers[k]));
    return receipt->magnitude +
           (receipt->kind == LOOKUP_RECEIPT_MEAN ? 10 * largest + .1 : 0);
}

static void
terms_add_up_in(const struct lookup_moment *moment, const struct lookup_receipt *receipt)
{
    const char *name = lookup_tensors[receipt->spot.place.tensor].name;
    double kept = lookup_spot_number(moment, &receipt->spot);
    assert_true(receipt->value == kept);
    if (!(fabs(receipt->residual) <= 1e-6 * scale_of(moment, receipt)))
        fail_msg("%s of %d, kind %d: residual %.3g of %.9g", name, (int)receipt->spot.of,
                 (int)receipt->kind, receipt->residual, receipt->magnitude);
    double running = 0;
    for (int k = 0; k < receipt->term_count; k++) {
        running += receipt->terms[k].product;
        double most =
            receipt->magnitude + fabs(running) + fabs(receipt->terms[0].product);
        assert_true(fabs(receipt->terms[k].running - running) <= 1e-5 * most);
    }
}

static void
terms_add_up(const struct scene *scene, const struct lookup_receipt *receipt)
{
    terms_add_up_in(&scene->moment, receipt);
}

static void
every_number_adds_up(void **state)
{
    (void)state;
    in_scenes(terms_add_up);
}

static void
factors_are_kept(const struct scene *scene, const struct lookup_receipt *receipt)
{
    const struct lookup_moment *moment = &scene->moment;
    const struct lookup_shape *shape = &moment->trace->shape;
    bool examples = receipt->kind == LOOKUP_RECEIPT_MEAN;
    for (int k = 0; k < receipt->term_count && !examples; k++)
        for (int f = 0; f < receipt->terms[k].factor_count; f++) {
            const struct lookup_factor *factor = &receipt->terms[k].factors[f];
            if (factor->constant != NULL)
                continue;
            assert_true(lookup_spot_exists(shape, moment->batch, &factor->spot));
            assert_true(factor->value == lookup_spot_number(moment, &factor->spot));
            if (factor->spot.place.tensor < LOOKUP_PARAMETERS &&
                receipt->kind != LOOKUP_RECEIPT_PARAMETER)
                assert_int_equal(lookup_owner(shape, factor->spot.place.tensor),
                                 factor->spot.place.tensor);
        }
}

static void
factors_are_the_kept_numbers(void **state)
{
    (void)state;
    in_scenes(factors_are_kept);
}

/* The terms of a gradient are the slopes of the batch's examples, one after the other. */
static void
terms_are_examples(const struct scene *scene, const struct lookup_receipt *receipt)
{
    const struct lookup_moment *moment = &scene->moment;
    const struct lookup_batch *batch = &scene->trainer->state.draws.batch;
    const struct lookup_shape *shape = &moment->trace->shape;
    const struct lookup_place *place = &receipt->spot.place;
    const struct lookup_place loss = {LOOKUP_LOSS, 0, 0};
    struct lookup_trace trace, slopes;
    struct lookup_family family;
    struct err err;
    if (receipt->spot.of != LOOKUP_GRADIENT || receipt->kind != LOOKUP_RECEIPT_MEAN ||
        place->row % 3 != 0 || place->col != 0)
        return;
    assert_int_equal(receipt->term_count, moment->batch);
    assert_true(lookup_trace_init(&trace, shape, &err));
    assert_true(lookup_trace_init(&slopes, shape, &err));
    assert_true(lookup_family_init(&family, shape, &err));
    memcpy(trace.tensor, moment->trace->tensor, LOOKUP_PARAMETERS * sizeof(real *));
    lookup_trace_bind(&slopes, &family);
    for (int b = 0; b < receipt->term_count; b++) {
        struct lookup_moment example = *moment;
        example.trace = &trace;
        example.example = b + 1;
        example.slopes = &slopes;
        struct lookup_spot spot = {*place, LOOKUP_SLOPE, b + 1};
        const struct lookup_factor *factor = &receipt->terms[b].factors[0];
        trace.store = lookup_batch_store(batch, shape->size[LOOKUP_AXIS_ENTRY], b);
        lookup_forward(&trace, kernels_best());
        lookup_backward(&trace, &loss, &slopes);
        assert_true(lookup_spot_equal(&factor->spot, &spot));
        assert_true(lookup_spot_exists(shape, moment->batch, &spot));
        assert_true(factor->value == lookup_spot_number(&example, &spot));
        struct lookup_receipt below;
        assert_true(lookup_receipt_make(&below, &example, &spot, &err));
        terms_add_up_in(&example, &below);
        for (int k = 0; k < below.term_count; k++)
            for (int f = 0; f < below.terms[k].factor_count; f++)
                assert_int_equal(
                    below.terms[k].factors[f].spot.example,
                    lookup_spot_has_example(&below.terms[k].factors[f].spot) ? b + 1 : 0);
        lookup_receipt_free(&below);
    }
    lookup_trace_free(&trace);
    lookup_trace_free(&slopes);
    lookup_family_free(&family);
}

static void
gradients_open_into_examples(void **state)
{
    (void)state;
    in_scenes(terms_are_examples);
}

/* -- down ------------------------------------------------------------------------------ */

/* How many openings it takes from a forward number to a parameter at most. */
static int
depth(const struct lookup_moment *moment, const struct lookup_spot *spot)
{
    static const int levels[LOOKUP_TENSORS] = {
        [LOOKUP_X] = 1,  [LOOKUP_Q] = 2, [LOOKUP_K] = 2,    [LOOKUP_V] = 2,
        [LOOKUP_S] = 3,  [LOOKUP_Z] = 4, [LOOKUP_A] = 5,    [LOOKUP_O] = 6,
        [LOOKUP_L] = 7,  [LOOKUP_P] = 8, [LOOKUP_LOSS] = 8, [LOOKUP_QT] = 1,
        [LOOKUP_KT] = 1, [LOOKUP_ZT] = 2};
    struct lookup_receipt receipt;
    struct err err;
    assert_true(lookup_receipt_make(&receipt, moment, spot, &err));
    for (int k = 0; k < receipt.term_count && spot->place.tensor >= LOOKUP_PARAMETERS;
         k++)
        for (int f = 0; f < receipt.terms[k].factor_count; f++)
            if (receipt.terms[k].factors[f].constant == NULL)
                assert_true(levels[receipt.terms[k].factors[f].spot.place.tensor] <
                            levels[spot->place.tensor]);
    lookup_receipt_free(&receipt);
    return levels[spot->place.tensor];
}

static void
goes_down(const struct scene *scene, const struct lookup_receipt *receipt)
{
    if (receipt->spot.of == LOOKUP_NUMBER)
        assert_true(depth(&scene->moment, &receipt->spot) <= OPENINGS_MOST);
}

static void
every_number_opens_down_to_parameters(void **state)
{
    (void)state;
    in_scenes(goes_down);
}

/* A parameter's total is what stands there one step later, to the bit. */
static void
parameters_foretell_the_next_step(void **state)
{
    (void)state;
    struct lookup_settings settings = lookup_settings_standard();
    struct scene now, next;
    scene_open(&now, &settings, 25);
    scene_open(&next, &settings, 26);
    for (int id = 0; id < LOOKUP_PARAMETERS; id++)
        for (int row = 0;
             row < lookup_rows(&now.moment.trace->shape, (enum lookup_tensor)id); row++) {
            struct lookup_spot spot = {
                {(enum lookup_tensor)id, row, 3}, LOOKUP_NUMBER, 0};
            struct lookup_receipt receipt;
            struct err err;
            assert_true(lookup_receipt_make(&receipt, &now.moment, &spot, &err));
            assert_int_equal(receipt.kind, LOOKUP_RECEIPT_PARAMETER);
            assert_true(receipt.total == lookup_spot_number(&next.moment, &spot));
            lookup_receipt_free(&receipt);
        }
    scene_close(&now);
    scene_close(&next);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_adds_up),
        cmocka_unit_test(factors_are_the_kept_numbers),
        cmocka_unit_test(gradients_open_into_examples),
        cmocka_unit_test(every_number_opens_down_to_parameters),
        cmocka_unit_test(parameters_foretell_the_next_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

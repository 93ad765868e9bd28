/* The run of the lookup task as sentences. A number that a voice reads has its zero: 0.94. */
#include <math.h>

#include "app/address/address.h"
#include "view/words/describe.h"
#include "view/words/formula.h"

static void
describe_settings(const struct trainer *trainer, struct text *text)
{
    struct lookup_settings s = trainer_settings(trainer);
    text_add(
        text,
        "A head learns to look things up: %d of %d tags, each with one of %d values, "
        "and one tag that is asked for.\n",
        s.entries, s.tags, s.values);
    text_add(text,
             "d_model is %d, d_k %d, d_v %d, batch %d, lr %g, seed %d, and init %g.\n",
             s.d_model, s.d_k, trainer->tensors.size[AXIS_WIDTH], s.batch, s.lr, s.seed,
             s.init);
    if (s.share_qk)
        text_add(text, "Queries and keys share one matrix: K = X Wq.\n");
    if (s.share_kv)
        text_add(text, "Keys and values share one matrix: V = X Wk.\n");
}

static void
describe_step(const struct app *app, struct text *text)
{
    const struct trainer *trainer = app->trainer;
    int step = trainer->state.step;
    text_add(text, "Step %d of %d", step, trainer->last);
    if (trainer->first > 0)
        text_add(text, ", known from step %d on", trainer->first);
    text_add(text,
             ": the loss of its batch is %.4f, and %.1f percent of %d fresh stores are "
             "answered "
             "right.\n",
             (double)trainer_loss(trainer, step), 100 * app->train.fresh, FRESH_STORES);
    if (trainer->diverged_at >= 0)
        text_add(text,
                 "At step %d the loss was no longer finite; the largest gradient before "
                 "was %.3g, of %s[%d,%d].\n",
                 trainer->diverged_at, (double)trainer->largest,
                 lookup_kinds[trainer->largest_at.tensor].name, trainer->largest_at.row,
                 trainer->largest_at.col);
}

static void
describe_watched(const struct trainer *trainer, struct text *text)
{
    const struct tensors *tensors = &trainer->tensors;
    const struct lookup_store *store = &trainer->watched;
    const real *A = tensors_row(tensors, TENSOR_A, 0);
    const real *p = tensors_row(tensors, TENSOR_PROBABILITY, 0);
    int entries = tensors->size[AXIS_ENTRY];
    int looked = formula_largest(A, entries);
    int answer = formula_largest(p, tensors->size[AXIS_VALUE]);
    text_add(text, "The watched store is");
    for (int e = 0; e < entries; e++)
        text_add(text, " %d:%d", store->tag[e], store->value[e]);
    text_add(text, ", tag and value of each entry; tag %d asks, and entry %d answers.\n",
             store->tag[store->asked], store->asked);
    if (!isfinite(A[looked]) || !isfinite(p[answer])) {
        text_add(text, "Its weights are no numbers any more.\n");
        return;
    }
    text_add(text, "It looks hardest at entry %d, %.2f; the weights are", looked,
             (double)A[looked]);
    for (int e = 0; e < entries; e++)
        text_add(text, " %.2f", (double)A[e]);
    text_add(text, ".\nIt answers %d with p %.2f; %d would be right, with p %.2f.\n",
             answer, (double)p[answer], store->value[store->asked],
             (double)p[store->value[store->asked]]);
}

/* What is set by hand in the watched store's numbers. */
static void
describe_overrides(const struct app *app, struct text *text)
{
    const struct trainer *trainer = app->trainer;
    for (int k = 0; k < trainer->override_count; k++) {
        const struct override *set = &trainer->overrides[k];
        struct number number = store_number_at(set->tensor, set->row, set->col);
        text_add(text, "%s is set by hand to %s until another step; it would be %s.\n",
                 label_of(app, &number).text, formula_spoken(set->value).text,
                 formula_spoken(set->was).text);
    }
}

static void
describe_found(const struct app *app, struct text *text)
{
    struct discovery found = app->train.now;
    if (isfinite(found.key_tag_share))
        text_add(text, "%.0f percent of how its scores differ comes from the tags.\n",
                 100 * found.key_tag_share);
    if (isfinite(found.value_value_share))
        text_add(text, "%.0f percent of how its answers differ comes from the values.\n",
                 100 * found.value_value_share);
}

static void
describe_fan(const struct app *app, struct text *text)
{
    const struct fan *fan = app->fan;
    const struct trainer *trainer = app->trainer;
    int step = trainer->state.step;
    text_add(text,
             "Of the fan of %d seeds from %d on %d are trained, %d of them answer 99 "
             "percent at step %d.\n",
             fan->seeds, fan->first_seed, fan->done, fan->accurate, fan->steps);
    if (step > fan->steps || fan->reached[step] == 0)
        return;
    float weight = trainer_weights(trainer, step)[trainer->watched.asked];
    text_add(text,
             "At step %d the watched weight is %.2f in the middle, %.2f and %.2f at "
             "the quartiles; here it is %.2f, more than in %.0f percent.\n",
             step, (double)fan->median[step], (double)fan->q25[step],
             (double)fan->q75[step], (double)weight, 100 * fan_rank(fan, step, weight));
}

void
describe_train(const struct app *app, struct text *text)
{
    describe_settings(app->trainer, text);
    describe_step(app, text);
    describe_watched(app->trainer, text);
    describe_overrides(app, text);
    describe_found(app, text);
    if (app->fan != NULL)
        describe_fan(app, text);
    if (app->ui.open_count > 0)
        describe_opened(app, text);
}

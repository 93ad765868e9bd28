/* What a number is, in words. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "source/trainer_numbers.h"
#include "view/words/describe.h"
#include "view/words/formula.h"

/* -- the meaning of a kind, with its row and column put in ------------------------------- */

/* " as noun", " in column 4 (cos70)", " in column 3": a column of Q, K, V or O. */
static void
add_column(const struct explorer *explorer, enum axis axis, int col, struct text *text)
{
    char name[LABEL_BYTES];
    if (axis == AXIS_KEY)
        head_column_name(explorer->head, PROJECT_K, col, name, sizeof name);
    else
        explorer_label(explorer, axis, col, name, sizeof name);
    bool named = name[0] != '\0' && (name[0] < '0' || name[0] > '9');
    if (axis == AXIS_WIDTH && named)
        text_add(text, " as %s", name);
    else
        text_add(text, named ? " in column %d (%s)" : " in column %d", col, name);
}

static void
add_label(const struct app *app, const struct number *number, enum axis axis, int at,
          struct text *text)
{
    char label[LABEL_BYTES];
    axis_label(app, number->in, axis, at, label, sizeof label);
    text_add(text, "%s",
             number->in == IN_TEXT && axis == AXIS_TOKEN
                 ? label_token(app->explorer, at).text
                 : label);
}

/* "entry 1, 2:5", "the query, tag 2" */
static void
add_entry(const struct app *app, const struct number *number, struct text *text)
{
    struct lookup_store store = trainer_store(app->trainer, number);
    int row = number->row;
    if (row == app->trainer->run.settings.entries)
        text_add(text, "the query, tag %d", store.tag[store.asked]);
    else
        text_add(text, "entry %d, %d:%d", row, store.tag[row], store.value[row]);
}

static void
add_scaled(const struct tensors *tensors, const struct number *number, struct text *text)
{
    if (tensors->masked && number->col > number->row)
        text_add(text, "which the mask hides");
    else
        text_add(text, "divided by √%d", tensors->size[AXIS_KEY]);
}

/* One of the {...} of a meaning. */
static void
add_part(const struct app *app, const struct number *number, const char *part,
         struct text *text)
{
    const struct kind *kind = &kinds_of(number->in)[number->tensor];
    if (strncmp(part, "{r}", 3) == 0)
        add_label(app, number, kind->rows, number->row, text);
    else if (strncmp(part, "{c}", 3) == 0)
        add_label(app, number, kind->cols, number->col, text);
    else if (strncmp(part, "{C}", 3) == 0)
        add_column(app->explorer, kind->cols, number->col, text);
    else if (strncmp(part, "{e}", 3) == 0)
        add_entry(app, number, text);
    else
        add_scaled(app_tensors(app, number->in), number, text);
}

static void
add_meaning(const struct app *app, const struct number *number, struct text *text)
{
    const char *at = kinds_of(number->in)[number->tensor].meaning;
    while (*at != '\0') {
        size_t before = strcspn(at, "{");
        text_add(text, "%.*s", (int)before, at);
        at += before;
        if (*at == '{') {
            add_part(app, number, at, text);
            at += strcspn(at, "}") + 1;
        }
    }
}

/* Which example it is: its store, and the tag that is asked for. */
static void
add_example(const struct app *app, const struct number *number, struct text *text)
{
    if (number->example == 0)
        return;
    if (number->example < 0)
        text_add(text, "; fresh store %d", -number->example);
    else
        text_add(text, "; example %d of the batch", number->example);
    if (number->when > 0) /* the stores of that step are not at hand */
        return;
    struct lookup_store store = trainer_store(app->trainer, number);
    text_add(text, ":");
    for (int e = 0; e < app->trainer->run.settings.entries; e++)
        text_add(text, " %d:%d", store.tag[e], store.value[e]);
    text_add(text, ", asked is %d", store.tag[store.asked]);
}

/* -- what is meant of it --------------------------------------------------------------- */

/* "the watched loss", "A[chased,cat]" */
static void
add_target(const struct app *app, const struct number *number, struct text *text)
{
    const struct number *target = app_target(app, number->in);
    if (target->tensor != TENSOR_LOSS)
        text_add(text, "%s", label_of(app, target).text);
    else
        text_add(text, number->example == 0 ? "the watched loss" : "the loss");
}

static void
add_mean(const struct app *app, const struct number *number, int step, struct text *text)
{
    struct lookup_settings settings = run_settings_at(&app->trainer->run, step);
    if (number->of == OF_FRESH)
        text_add(text, "the part of %d fresh stores that is answered right at step %d",
                 FRESH_STORES, step);
    else if (number->tensor == TENSOR_RIGHT)
        text_add(text,
                 "the part of step %d's batch of %d examples that is answered right",
                 step, settings.batch);
    else
        text_add(text, "the loss of step %d: the mean over its batch of %d examples",
                 step, settings.batch);
}

static void
add_change(const struct number *number, const char *name, int step, struct text *text)
{
    if (number->in == IN_TEXT)
        text_add(text, "what the edits change %s by, to first order", name);
    else if (kind_is_parameter(&lookup_kinds[number->tensor]))
        text_add(text, "what the coming step, %d, adds to %s", step + 1, name);
    else
        text_add(text, "what the coming step, %d, is predicted to add to %s", step + 1,
                 name);
}

void
formula_meaning(const struct app *app, const struct number *number, struct text *text)
{
    struct number itself = *number;
    char name[ADDRESS_BYTES];
    bool store = number->in == IN_STORE;
    int step = !store             ? 0
               : number->when > 0 ? number->when - 1
                                  : app->trainer->state.step;
    itself.of = OF_ITSELF;
    itself.example = itself.when = 0;
    address_of(app, &itself, name, sizeof name);
    switch (number->of) {
    case OF_ITSELF:
        add_meaning(app, number, text);
        add_example(app, number, text);
        break;
    case OF_SLOPE:
        text_add(text, "how ");
        add_target(app, number, text);
        text_add(text, " changes with %s", name);
        add_example(app, number, text);
        break;
    case OF_GRADIENT:
        text_add(text, "step %d's batch of %d: how its mean loss changes with %s", step,
                 run_settings_at(&app->trainer->run, step).batch, name);
        break;
    case OF_CHANGE:
        add_change(number, name, step, text);
        break;
    case OF_MEAN:
    case OF_FRESH:
        add_mean(app, number, step, text);
        break;
    case OF_M:
    case OF_V:
        text_add(text, "Adam's decayed mean of g%s%s before step %d", name,
                 number->of == OF_M ? "" : "²", step + 1);
        break;
    case OFS:
        break;
    }
    bool dated =
        number->of == OF_MEAN || number->of == OF_FRESH || number->of == OF_GRADIENT;
    if (number->when > 0 && !dated)
        text_add(text, ", at step %d", step);
}

/* -- who set a parameter --------------------------------------------------------------- */

static void
trained_origin(const struct trainer *trainer, const struct number *number,
               struct text *text)
{
    const struct run *run = &trainer->run;
    int step = number->when > 0 ? number->when - 1 : trainer->state.step;
    for (int k = 0; k < run->change_count; k++) {
        const struct run_change *change = &run->changes[k];
        if (change->step == step && change->kind == CHANGE_NUMBER &&
            change->place.tensor == number->tensor && change->place.row == number->row &&
            change->place.col == number->col) {
            text_add(text, "set by hand at step %d", step);
            return;
        }
    }
    if (step > 0) {
        text_add(text, "step %d of training", step);
        return;
    }
    bool embedding = number->tensor == TENSOR_ET || number->tensor == TENSOR_EV;
    int rows = tensors_rows(&trainer->tensors, number->tensor);
    text_add(text, "drawn from N(0, %.4g²), seed %d",
             embedding ? run->settings.init : 1 / sqrt(rows), run->settings.seed);
}

void
formula_origin(const struct app *app, const struct number *number, struct text *text)
{
    char origin[2 * WORD_BYTES + 64];
    if (number->in == IN_STORE) {
        trained_origin(app->trainer, number, text);
        return;
    }
    explorer_origin(app->explorer, number, origin, sizeof origin);
    text_add(text, "%s", origin);
}

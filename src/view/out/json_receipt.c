/* The numbers of an opened number, of edits, and of "what if" as JSON. */
#include <math.h>

#include "app/state/opened.h"
#include "source/trainer_numbers.h"
#include "view/out/json_parts.h"
#include "view/words/formula.h"

/* -- parts --------------------------------------------------------------------------- */

json_t *
json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

void
json_append(json_t **list, json_t *item)
{
    if (json_array_append_new(*list, item) != 0) {
        json_decref(*list);
        *list = NULL;
    }
}

void
json_set(json_t **object, const char *key, json_t *value)
{
    if (json_object_set_new(*object, key, value) != 0) {
        json_decref(*object);
        *object = NULL;
    }
}

static json_t *
json_address(const struct app *app, const struct number *number)
{
    return json_string(label_of(app, number).text);
}

/* -- edits --------------------------------------------------------------------------- */

void
json_add_edit(const struct app *app, json_t **list, const struct number *number,
              double was, double now)
{
    json_append(list, json_pack("{s:o, s:o, s:o}", "address", json_address(app, number),
                                "was", json_number(was), "now", json_number(now)));
}

json_t *
json_edits(const struct app *app)
{
    const struct explorer_choice *choice = &app->now.choice;
    json_t *list = json_array();
    for (int k = 0; k < choice->edit_count; k++)
        json_add_edit(app, &list, &choice->edits[k].place, app->explorer->changes[k].was,
                      choice->edits[k].value);
    return list;
}

json_t *
json_what_if(const struct app *app)
{
    struct what_if what_if;
    if (!formula_what_if(app, &what_if))
        return NULL;
    return json_pack("{s:o, s:o, s:o, s:o}", "edited",
                     json_address(app, &what_if.edit->place), "watched",
                     json_address(app, what_if.target), "derivative",
                     json_number(what_if.derivative), "finite_difference",
                     json_number(what_if.difference));
}

/* -- the receipt --------------------------------------------------------------------- */

static json_t *
factors(const struct app *app, const struct term *term)
{
    json_t *list = json_array();
    for (int f = 0; f < term->factor_count; f++) {
        const struct factor *factor = &term->factors[f];
        json_t *name = factor->constant != NULL ? json_string(factor->constant)
                                                : json_address(app, &factor->number);
        json_append(&list, json_pack("{s:o, s:o}",
                                     factor->constant != NULL ? "constant" : "address",
                                     name, "value", json_number(factor->value)));
    }
    return list;
}

static json_t *
terms(const struct app *app, const struct receipt *receipt)
{
    json_t *list = json_array();
    for (int k = 0; k < receipt->term_count; k++) {
        const struct term *term = &receipt->terms[k];
        json_append(&list, json_pack("{s:o, s:o, s:o}", "factors", factors(app, term),
                                     "product", json_number(term->product), "running",
                                     json_number(term->running)));
    }
    return list;
}

/* Of a mean over a batch: which. */
static void
set_batch(const struct app *app, const struct number *number, json_t **object)
{
    int step = number->when > 0 ? number->when - 1 : app->trainer->state.step;
    json_set(object, "step", json_integer(step));
    json_set(object, "batch",
             json_integer(number->tensor == TENSOR_RIGHT
                              ? FRESH_STORES
                              : run_settings_at(&app->trainer->run, step).batch));
}

static json_t *
whole(const struct app *app, const struct receipt *receipt)
{
    json_t *object = json_object();
    json_set(&object, "address", json_address(app, &receipt->number));
    json_set(&object, "value", json_number(receipt->value));
    json_set(&object, "kind", json_string(receipt_kinds[receipt->kind]));
    if (receipt->is_override)
        json_set(&object, "overridden", json_true());
    if (receipt->kind == RECEIPT_PARAMETER && receipt->number.of == OF_ITSELF) {
        struct text origin = {0};
        formula_origin(app, &receipt->number, &origin);
        json_set(&object, "origin", json_string(origin.bytes ? origin.bytes : ""));
        text_free(&origin);
    }
    for (int k = 0; k < receipt->constant_count; k++)
        json_set(&object, receipt->constants[k].name,
                 json_number(receipt->constants[k].value));
    if (receipt->kind == RECEIPT_MEAN)
        set_batch(app, &receipt->number, &object);
    json_set(&object, "total", json_number(receipt->total));
    json_set(&object, "residual", json_number(receipt->residual));
    json_set(&object, "terms", terms(app, receipt));
    return object;
}

json_t *
json_receipt(const struct app *app)
{
    struct receipt receipt;
    struct err ignored;
    if (!app_receipt(app, &app_top(app)->number, &receipt, &ignored))
        return NULL;
    json_t *object = whole(app, &receipt);
    receipt_free(&receipt);
    return object;
}

/* The numbers of an opened number, of edits, and of "what if" as JSON. */
#include <math.h>

#include "app/address/address.h"
#include "core/receipt.h"
#include "source/whatif.h"
#include "view/json_parts.h"

static const char *const kind_names[] = {
    [RECEIPT_PARAMETER] = "parameter",
    [RECEIPT_COPY] = "copy",
    [RECEIPT_SUM] = "sum",
    [RECEIPT_DOT] = "dot",
    [RECEIPT_SCALE] = "scale",
    [RECEIPT_MASKED] = "masked",
    [RECEIPT_SOFTMAX] = "softmax",
};

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
address(const struct app *app, const struct place *place)
{
    char text[ADDRESS_BYTES];
    address_of(app->explorer, place, text, sizeof text);
    return json_string(text);
}

/* -- edits --------------------------------------------------------------------------- */

json_t *
json_edits(const struct app *app)
{
    const struct explorer_choice *choice = &app->now.choice;
    json_t *list = json_array();
    for (int k = 0; k < choice->edit_count; k++) {
        const struct edit *edit = &choice->edits[k];
        json_append(&list,
                    json_pack("{s:o, s:o, s:o}", "address", address(app, &edit->place),
                              "was", json_number(app->explorer->was[k]), "now",
                              json_number(edit->value)));
    }
    return list;
}

json_t *
json_what_if(const struct app *app)
{
    const struct explorer_choice *choice = &app->now.choice;
    const struct place *edited = &choice->edits[choice->edit_count - 1].place;
    struct what_if what_if;
    struct err ignored;
    if (!what_if_make(&what_if, app->explorer, edited, app->now.query, app->now.key,
                      &ignored))
        return NULL;
    return json_pack("{s:o, s:o, s:o, s:o}", "edited", address(app, &what_if.edited),
                     "watched", address(app, &what_if.watched), "derivative",
                     json_number(what_if.derivative), "finite_difference",
                     json_number(what_if.difference));
}

/* -- the receipt --------------------------------------------------------------------- */

static json_t *
factors(const struct app *app, const struct receipt_term *term)
{
    json_t *list = json_array();
    for (int f = 0; f < term->factor_count; f++) {
        const struct receipt_factor *factor = &term->factors[f];
        json_t *name = factor->is_constant ? json_string("1/sqrt(d_k)")
                                           : address(app, &factor->place);
        json_append(&list,
                    json_pack("{s:o, s:o}", factor->is_constant ? "constant" : "address",
                              name, "value", json_number(factor->value)));
    }
    return list;
}

static json_t *
terms(const struct app *app, const struct receipt *receipt)
{
    json_t *list = json_array();
    for (int k = 0; k < receipt->term_count; k++) {
        const struct receipt_term *term = &receipt->terms[k];
        json_append(&list, json_pack("{s:o, s:o, s:o}", "factors", factors(app, term),
                                     "product", json_number(term->product), "running",
                                     json_number(term->running)));
    }
    return list;
}

static json_t *
whole(const struct app *app, const struct receipt *receipt)
{
    json_t *object = json_object();
    json_set(&object, "address", address(app, &receipt->place));
    json_set(&object, "value", json_number(receipt->value));
    json_set(&object, "kind", json_string(kind_names[receipt->kind]));
    if (receipt->is_override)
        json_set(&object, "overridden", json_true());
    if (receipt->kind == RECEIPT_PARAMETER) {
        char origin[2 * WORD_BYTES + 64];
        explorer_origin(app->explorer, &receipt->place, origin, sizeof origin);
        json_set(&object, "origin", json_string(origin));
    }
    if (receipt->kind == RECEIPT_SOFTMAX) {
        json_set(&object, "max", json_number(receipt->max));
        json_set(&object, "sum", json_number(receipt->sum));
        json_set(&object, "numerator", json_number(receipt->numerator));
    }
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
    if (!receipt_make(&receipt, &app->explorer->trace,
                      &app->ui.opened[app->ui.open_count - 1].place, &ignored))
        return NULL;
    json_t *object = whole(app, &receipt);
    receipt_free(&receipt);
    return object;
}

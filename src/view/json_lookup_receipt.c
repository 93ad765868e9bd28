/* The numbers of an opened number of the lookup task as JSON. */
#include "view/json_parts.h"
#include "view/lookup_receipt.h"

static json_t *
address(const struct app *app, const struct lookup_spot *spot)
{
    char text[ADDRESS_BYTES];
    lookup_address_of(&app->trainer->trace.shape, spot, text, sizeof text);
    return json_string(text);
}

static json_t *
factors(const struct app *app, const struct lookup_term *term)
{
    json_t *list = json_array();
    for (int f = 0; f < term->factor_count; f++) {
        const struct lookup_factor *factor = &term->factors[f];
        bool constant = factor->constant != NULL;
        char text[ADDRESS_BYTES];
        lookup_factor_name(&app->trainer->trace.shape, factor, text, sizeof text);
        json_t *name = json_string(text);
        json_append(&list, json_pack("{s:o, s:o}", constant ? "constant" : "address",
                                     name, "value", json_number(factor->value)));
    }
    return list;
}

static json_t *
terms(const struct app *app, const struct lookup_receipt *receipt)
{
    json_t *list = json_array();
    for (int k = 0; k < receipt->term_count; k++) {
        const struct lookup_term *term = &receipt->terms[k];
        json_append(&list, json_pack("{s:o, s:o, s:o}", "factors", factors(app, term),
                                     "product", json_number(term->product), "running",
                                     json_number(term->running)));
    }
    return list;
}

static json_t *
whole(const struct app *app, const struct lookup_receipt *receipt)
{
    json_t *object = json_object();
    json_set(&object, "address", address(app, &receipt->spot));
    json_set(&object, "value", json_number(receipt->value));
    json_set(&object, "kind", json_string(lookup_receipt_kinds[receipt->kind]));
    if (receipt->is_override)
        json_set(&object, "overridden", json_true());
    if (receipt->kind == LOOKUP_RECEIPT_PARAMETER) {
        struct text origin = {0};
        lookup_origin(app, &receipt->spot, &origin);
        json_set(&object, "origin", json_string(origin.bytes ? origin.bytes : ""));
        text_free(&origin);
    }
    for (int k = 0; k < receipt->constant_count; k++)
        json_set(&object, receipt->constants[k].name,
                 json_number(receipt->constants[k].value));
    if (receipt->kind == LOOKUP_RECEIPT_MEAN) {
        json_set(&object, "step", json_integer(app->trainer->state.step));
        json_set(&object, "batch", json_integer(trainer_settings(app->trainer).batch));
    }
    json_set(&object, "total", json_number(receipt->total));
    json_set(&object, "residual", json_number(receipt->residual));
    json_set(&object, "terms", terms(app, receipt));
    return object;
}

json_t *
json_lookup_receipt(const struct app *app)
{
    struct lookup_receipt receipt;
    struct err ignored;
    if (!lookup_receipt_of(app, &lookup_top(app)->spot, &receipt, &ignored))
        return NULL;
    json_t *object = whole(app, &receipt);
    lookup_receipt_free(&receipt);
    return object;
}

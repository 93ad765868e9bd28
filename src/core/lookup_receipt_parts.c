/* How a receipt of the lookup task is put together, a term after the other. */
#include "core/lookup_receipt_parts.h"

#include <math.h>
#include <stdlib.h>

struct lookup_spot
lookup_at(const struct lookup_making *making, enum lookup_of of,
          enum lookup_tensor tensor, int row, int col)
{
    if (tensor < LOOKUP_PARAMETERS)
        tensor = lookup_owner(&making->moment->trace->shape, tensor);
    struct lookup_spot spot = {{tensor, row, col}, of, 0};
    spot.example = lookup_spot_has_example(&spot) ? making->moment->example : 0;
    return spot;
}

/* A new term at the end, or NULL. */
static struct lookup_term *
add_term(struct lookup_making *making)
{
    struct lookup_receipt *receipt = making->receipt;
    if (!making->failed && receipt->term_count == receipt->capacity) {
        int capacity = receipt->capacity == 0 ? 32 : 2 * receipt->capacity;
        struct lookup_term *terms =
            realloc(receipt->terms, (size_t)capacity * sizeof *terms);
        making->failed = terms == NULL;
        receipt->terms = terms != NULL ? terms : receipt->terms;
        receipt->capacity = terms != NULL ? capacity : receipt->capacity;
    }
    if (making->failed)
        return NULL;
    struct lookup_term *term = &receipt->terms[receipt->term_count++];
    *term = (struct lookup_term){.factor_count = 0};
    return term;
}

static void
add_factor(struct lookup_making *making, struct lookup_term *term,
           const struct lookup_spot *spot)
{
    term->factors[term->factor_count++] = (struct lookup_factor){
        .spot = *spot, .value = lookup_spot_number(making->moment, spot)};
}

static void
end_term(struct lookup_making *making, struct lookup_term *term)
{
    if (!isnan(term->product))
        making->receipt->magnitude += fabs(term->product);
    term->running = (double)making->running;
}

void
lookup_add_product(struct lookup_making *making, const struct lookup_spot *left,
                   const struct lookup_spot *right)
{
    struct lookup_term *term = add_term(making);
    if (term == NULL)
        return;
    add_factor(making, term, left);
    add_factor(making, term, right);
    double a = term->factors[0].value, b = term->factors[1].value;
    term->product = a * b;
    making->running = real_fma((real)a, (real)b, making->running);
    end_term(making, term);
}

void
lookup_add_number(struct lookup_making *making, const struct lookup_spot *spot)
{
    struct lookup_term *term = add_term(making);
    if (term == NULL)
        return;
    add_factor(making, term, spot);
    term->product = term->factors[0].value;
    making->running += (real)term->product;
    end_term(making, term);
}

void
lookup_add_constant(struct lookup_making *making, const char *name, double value)
{
    struct lookup_term *term = add_term(making);
    if (term == NULL)
        return;
    term->factors[0] = (struct lookup_factor){.constant = name, .value = value};
    term->factor_count = 1;
    term->product = value;
    making->running += (real)value;
    end_term(making, term);
}

void
lookup_add_scaled(struct lookup_making *making, const char *name, double value,
                  const struct lookup_spot *spot)
{
    struct lookup_term *term = add_term(making);
    if (term == NULL)
        return;
    add_factor(making, term, spot);
    term->factors[1] = (struct lookup_factor){.constant = name, .value = value};
    term->factor_count = 2;
    term->product = term->factors[0].value * value;
    making->running =
        real_fma((real)term->factors[0].value, (real)value, making->running);
    end_term(making, term);
}

void
lookup_add_share(struct lookup_making *making, const struct lookup_spot *spot,
                 double number, double part)
{
    struct lookup_receipt *receipt = making->receipt;
    struct lookup_term *term = add_term(making);
    if (term == NULL)
        return;
    term->factors[0] = (struct lookup_factor){.spot = *spot, .value = number};
    term->factors[1] = (struct lookup_factor){.constant = "1/batch", .value = part};
    term->factor_count = 2;
    term->product = number * part;
    receipt->total += term->product;
    receipt->magnitude += fabs(term->product);
    term->running = receipt->total;
}

void
lookup_add_exponential(struct lookup_making *making, const struct lookup_spot *spot,
                       real max)
{
    struct lookup_term *term = add_term(making);
    if (term == NULL)
        return;
    add_factor(making, term, spot);
    term->product = (double)real_exp((real)term->factors[0].value - max);
    making->running += (real)term->product;
    end_term(making, term);
}

void
lookup_note(struct lookup_making *making, const char *name, double value)
{
    struct lookup_receipt *receipt = making->receipt;
    receipt->constants[receipt->constant_count++] = (struct lookup_constant){name, value};
}

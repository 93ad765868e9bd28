/* Terms being added up, and the receipts of computed numbers. */
#include "core/terms.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "core/op.h"

struct factor
terms_number(const struct terms *terms, enum of of, enum tensor tensor, int row, int col)
{
    const struct tensors *tensors = terms->tensors;
    enum tensor owner = tensors->same[tensor];
    bool follows = of == OF_SLOPE ||
                   (terms->example != 0 && kinds_follow_store(tensors->kinds, owner));
    int example = follows ? terms->example : 0;
    double value;
    if (of == OF_ITSELF)
        value = tensors_number(tensors, tensor, row, col);
    else
        value =
            (double)terms->derivative(terms, &(struct number){owner, row, col, terms->in,
                                                              of, example, terms->when});
    return (struct factor){
        .number = {owner, row, col, terms->in, of, example, terms->when}, .value = value};
}

struct factor
terms_constant(const char *name, double value)
{
    return (struct factor){.constant = name, .value = value};
}

/* A new term at the end, or NULL. */
static struct term *
new_term(struct terms *terms)
{
    struct receipt *receipt = terms->receipt;
    if (!terms->failed && receipt->term_count == receipt->capacity) {
        int capacity = receipt->capacity == 0 ? 32 : 2 * receipt->capacity;
        struct term *grown =
            realloc(receipt->terms, (size_t)capacity * sizeof *receipt->terms);
        terms->failed = grown == NULL;
        receipt->terms = grown != NULL ? grown : receipt->terms;
        receipt->capacity = grown != NULL ? capacity : receipt->capacity;
    }
    return terms->failed ? NULL : &receipt->terms[receipt->term_count++];
}

static void
keep_term(struct terms *terms, int count, const struct factor *factors, double product,
          double running)
{
    struct term *term = terms->receipt != NULL ? new_term(terms) : NULL;
    if (term == NULL)
        return;
    term->factor_count = count;
    term->product = product;
    term->running = running;
    for (int k = 0; k < count; k++)
        term->factors[k] = factors[k];
    terms->receipt->magnitude += isnan(product) ? 0 : fabs(product);
}

void
terms_add(struct terms *terms, int count, const struct factor *factors)
{
    assert(count >= 1 && count <= FACTORS_MAX);
    double product = factors[0].value;
    for (int k = 1; k < count; k++)
        product *= factors[k].value;
    if (count == 1)
        terms->running += (real)product;
    else if (count == 2)
        terms->running =
            real_fma((real)factors[0].value, (real)factors[1].value, terms->running);
    else
        terms->running = real_fma((real)factors[0].value * (real)factors[1].value,
                                  (real)factors[2].value, terms->running);
    keep_term(terms, count, factors, product, (double)terms->running);
}

void
terms_add_to(struct terms *terms, int count, const struct factor *factors, double product)
{
    terms->running += (real)product;
    keep_term(terms, count, factors, product, (double)terms->running);
}

void
terms_link(struct terms *terms, int count, const struct factor *factors)
{
    assert(count < FACTORS_MAX);
    struct factor all[FACTORS_MAX];
    int place = terms->link_place < count ? terms->link_place : count;
    for (int k = 0; k <= count; k++)
        all[k] = k == place ? terms->link : factors[k < place ? k : k - 1];
    terms_add(terms, count + 1, all);
}

void
terms_sum(struct terms *terms, int count, const struct factor *factors, double product)
{
    terms->total += product;
    terms->running += (real)product;
    keep_term(terms, count, factors, product, terms->total);
}

void
terms_exp(struct terms *terms, struct factor number, real max, bool masked)
{
    double shifted = number.value - (double)max;
    terms_sum(terms, 1, &number,
              masked           ? 0
              : isnan(shifted) ? shifted
                               : (double)real_exp((real)number.value - max));
}

void
terms_note(struct terms *terms, const char *name, double value)
{
    struct receipt *receipt = terms->receipt;
    assert(receipt->constant_count < CONSTANTS_MAX);
    receipt->constants[receipt->constant_count++] = (struct constant){name, value};
}

void
terms_total(struct terms *terms, enum receipt_kind kind, double total)
{
    terms->receipt->kind = kind;
    terms->receipt->total = total;
    terms->has_total = true;
}

/* A sum, or a sum of products. */
static enum receipt_kind
kind_of(const struct receipt *receipt)
{
    for (int k = 0; k < receipt->term_count; k++)
        if (receipt->terms[k].factor_count > 1)
            return RECEIPT_DOT;
    return RECEIPT_SUM;
}

bool
terms_finish(struct terms *terms, struct err *err)
{
    struct receipt *receipt = terms->receipt;
    if (terms->failed) {
        receipt_free(receipt);
        return err_set(err, "there is not enough memory for the terms of a number");
    }
    if (!terms->has_total) {
        receipt->kind = kind_of(receipt);
        receipt->total = (double)terms->running;
    }
    if (receipt->kind != RECEIPT_MASKED && receipt->kind != RECEIPT_PARAMETER)
        receipt->residual = receipt->value - receipt->total;
    return true;
}

bool
tensors_receipt(const struct tensors *tensors, const struct number *number,
                struct receipt *receipt, struct err *err)
{
    enum tensor id = number->tensor;
    struct terms terms = {.tensors = tensors,
                          .receipt = receipt,
                          .in = number->in,
                          .example = number->example,
                          .when = number->when};
    *receipt =
        (struct receipt){.number = *number,
                         .value = tensors_number(tensors, id, number->row, number->col)};
    receipt->is_override =
        !kind_is_parameter(&tensors->kinds[id]) &&
        overrides_find(&tensors->overrides, id, number->row, number->col) != NULL;
    if (tensors->same[id] != id) {
        struct factor owner =
            terms_number(&terms, OF_ITSELF, id, number->row, number->col);
        terms_add(&terms, 1, &owner);
        terms_total(&terms, RECEIPT_COPY, owner.value);
    } else
        tensors->ops[tensors->kinds[id].op]->terms(&terms, number);
    return terms_finish(&terms, err);
}

/* An opened number in sentences. A number that a voice reads has its zero: 0.94. */
#include <stdio.h>
#include <stdlib.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/state/opened.h"
#include "view/words/describe.h"
#include "view/words/formula.h"

enum { TERMS_MOST = 6 };

/* The name of a term as it is spoken: marks and words of the sentence itself in quotes. */
static struct label
speak_term(const struct app *app, const struct receipt *receipt, int term)
{
    const struct number *number = &receipt->terms[term].factors[0].number;
    bool several = receipt->kind == RECEIPT_DOT || receipt->kind == RECEIPT_SOFTMAX;
    if (several && number->in == IN_TEXT && number->of == OF_ITSELF &&
        sentence_kinds[number->tensor].cols == AXIS_TOKEN)
        return label_token(app->explorer, number->col);
    return formula_term_name(app, receipt, term);
}

/* "cos70 13.9436, cos26 13.5932 and noun 12; the other 2 are 0": the largest terms
 * first. */
static void
add_terms(const struct app *app, const struct receipt *receipt, struct text *text)
{
    int count = receipt->term_count, counting = formula_counting(receipt);
    int *order = malloc((size_t)count * sizeof *order);
    if (order == NULL)
        return;
    receipt_order(receipt, order);
    int said = counting < TERMS_MOST ? counting : TERMS_MOST;
    for (int k = 0; k < said; k++)
        text_add(text, "%s%s %s",
                 k == 0                              ? ""
                 : k + 1 == said && said == counting ? " and "
                                                     : ", ",
                 speak_term(app, receipt, order[k]).text,
                 formula_spoken(receipt->terms[order[k]].product).text);
    if (said < counting)
        text_add(text, " and %d smaller", counting - said);
    if (counting == 0)
        text_add(text, "all are 0");
    else if (counting < count)
        text_add(text, "; the other %d %s %s", count - counting,
                 count - counting == 1 ? "is" : "are", formula_rest(receipt));
    if (receipt->kind == RECEIPT_SCALED_DOT)
        text_add(text, "; all times 1/sqrt(%d)",
                 app_tensors(app, receipt->number.in)->size[AXIS_KEY]);
    text_add(text, ".\n");
    free(order);
}

static void
describe_softmax(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const struct number *in = &receipt->terms[0].factors[0].number;
    text_add(text,
             "It is exp(%s - max) / sum = %s / %s. The terms of the sum, largest first: ",
             kinds_of(in->in)[in->tensor].name,
             formula_spoken(receipt_constant(receipt, "numerator")).text,
             formula_spoken(receipt_constant(receipt, "sum")).text);
    add_terms(app, receipt, text);
}

static void
describe_product(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const struct factor *factors = receipt->terms[0].factors;
    char names[2][32];
    for (int f = 0; f < 2; f++)
        name_of(&factors[f].number, names[f], sizeof names[f]);
    text_add(text,
             "It adds up %d products of %s and %s. Largest first: ", receipt->term_count,
             names[0], names[1]);
    add_terms(app, receipt, text);
}

/* "It is E[cat,noun] + P[1,noun] = 1 + 0." */
static void
describe_sum(const struct app *app, const struct receipt *receipt, struct text *text)
{
    int count = receipt->term_count;
    for (int k = 0; k < 2 * count; k++) {
        const struct factor *factor = &receipt->terms[k % count].factors[0];
        text_add(text, "%s%s",
                 k == 0       ? "It is "
                 : k == count ? " = "
                              : " + ",
                 k >= count                 ? formula_spoken(factor->value).text
                 : factor->constant != NULL ? factor->constant
                                            : label_of(app, &factor->number).text);
    }
    text_add(text, ".\n");
}

static void
describe_scale(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const struct factor *factors = receipt->terms[0].factors;
    struct label name = label_of(app, &factors[0].number);
    struct figure_text number = formula_spoken(factors[0].value);
    if (receipt->kind == RECEIPT_MASKED)
        text_add(text, "The mask hides it, whatever %s is (%s): its weight is 0.\n",
                 name.text, number.text);
    else
        text_add(text, "It is %s times 1/sqrt(%d) = %s times %s.\n", name.text,
                 app_tensors(app, receipt->number.in)->size[AXIS_KEY], number.text,
                 formula_spoken(factors[1].value).text);
}

static void
describe_arithmetic(const struct app *app, const struct receipt *receipt,
                    struct text *text)
{
    bool itself = receipt->number.of == OF_ITSELF;
    if (receipt->is_override)
        text_add(text, "It is set by hand; computed it would be %s.\n",
                 formula_spoken(receipt->total).text);
    else if (receipt->kind == RECEIPT_SOFTMAX)
        describe_softmax(app, receipt, text);
    else if (formula_is_product(receipt))
        describe_product(app, receipt, text);
    else if (receipt->kind == RECEIPT_SUM && itself)
        describe_sum(app, receipt, text);
    else if (receipt->kind == RECEIPT_SCALE || receipt->kind == RECEIPT_MASKED)
        describe_scale(app, receipt, text);
    else { /* what has no sentence of its own is described as its line has it */
        bool trained = receipt->kind == RECEIPT_PARAMETER && receipt->term_count > 0;
        text_add(text, trained ? "Where it comes from: " : "It is ");
        formula_short(app, receipt, 400, text);
        text_add(text, ".\n");
    }
}

void
describe_opened(const struct app *app, struct text *text)
{
    const struct number *top = &app_top(app)->number;
    struct receipt receipt;
    struct number pointed;
    struct err ignored;
    double value;
    if (!app_receipt(app, top, &receipt, &ignored))
        return;
    for (int k = 0; k < app->ui.open_count - 1; k++)
        text_add(text, "%s%s", k > 0 ? ", in it " : "Opened are ",
                 label_of(app, &app->ui.opened[k].number).text);
    text_add(text, app->ui.open_count > 1 ? "; in it " : "Opened is ");
    text_add(text, "%s, %s: ", label_of(app, top).text,
             formula_spoken(receipt.value).text);
    formula_meaning(app, top, text);
    text_add(text, ".\n");
    describe_arithmetic(app, &receipt, text);
    receipt_free(&receipt);
    if (app_pointed(app, &pointed) && !number_equal(&pointed, top) &&
        app_value(app, &pointed, &value, &ignored))
        text_add(text, "The cursor is on %s, %s; Enter opens it.\n",
                 label_of(app, &pointed).text, formula_spoken(value).text);
}

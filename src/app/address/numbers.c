/* Numbers by their names, whatever computation they belong to. */
#include "app/address/numbers.h"

#include "base/unknown.h"
#include "source/explorer.h"
#include "source/trainer_numbers.h"

const struct tensors *
app_tensors(const struct app *app, enum in in)
{
    if (in == IN_TEXT)
        return &app->explorer->tensors;
    return app->trainer != NULL ? &app->trainer->tensors : NULL;
}

const struct number *
app_target(const struct app *app, enum in in)
{
    return in == IN_STORE ? &app->trainer->target : &app->target;
}

bool
app_has(const struct app *app, const struct number *number)
{
    if (number->in == IN_TEXT)
        return explorer_has(app->explorer, &app->target, number);
    return app->trainer != NULL && trainer_has(app->trainer, number);
}

/* -- hidden numbers -------------------------------------------------------------------- */

/* Whether an open question hides a number of the watched store or the sentence, at any step. */
static bool
is_hidden(const struct tensors *tensors, const struct number *number)
{
    return number->example == 0 && number->of == OF_ITSELF &&
           tensors->hides(tensors->hides_by, number->tensor, number->row, number->col);
}

/* What is made of a hidden number is unknown as well. */
static void
hide_terms(const struct tensors *tensors, struct receipt *receipt)
{
    bool any = false;
    for (int k = 0; k < receipt->term_count; k++) {
        struct term *term = &receipt->terms[k];
        for (int f = 0; f < term->factor_count; f++) {
            struct factor *factor = &term->factors[f];
            if (factor->constant == NULL && is_hidden(tensors, &factor->number))
                factor->value = term->product = unknown_number();
        }
        any = any || is_unknown(term->product);
        term->running = any ? unknown_number() : term->running;
    }
    if (any || is_hidden(tensors, &receipt->number))
        receipt->value = receipt->total = receipt->residual = unknown_number();
    for (int k = 0; any && k < receipt->constant_count; k++)
        receipt->constants[k].value = unknown_number();
}

/* -- values and receipts --------------------------------------------------------------- */

static bool
make_receipt(const struct app *app, const struct number *number, struct receipt *receipt,
             struct err *err)
{
    return number->in == IN_TEXT
               ? explorer_receipt(app->explorer, &app->target, number, receipt, err)
               : trainer_receipt(app->trainer, number, receipt, err);
}

/* Whether hiding is not done where the number is read: training reads its parameters. */
static bool
must_hide(const struct app *app, const struct number *number)
{
    return number->in == IN_STORE && app_tensors(app, IN_STORE)->hides != NULL;
}

bool
app_receipt(const struct app *app, const struct number *number, struct receipt *receipt,
            struct err *err)
{
    if (!make_receipt(app, number, receipt, err))
        return false;
    if (must_hide(app, number))
        hide_terms(app_tensors(app, number->in), receipt);
    return true;
}

static bool
read_numbers(const struct app *app, const struct number *number, int count,
             double *values, struct err *err)
{
    return number->in == IN_TEXT
               ? explorer_numbers(app->explorer, &app->target, number, count, values, err)
               : trainer_numbers(app->trainer, number, count, values, err);
}

bool
app_value(const struct app *app, const struct number *number, double *value,
          struct err *err)
{
    struct receipt receipt;
    *value = 0;
    if (!must_hide(app, number))
        return read_numbers(app, number, 1, value, err);
    if (!app_receipt(app, number, &receipt, err))
        return false;
    *value = receipt.value;
    receipt_free(&receipt);
    return true;
}

bool
app_row(const struct app *app, const struct number *number, double *row, struct err *err)
{
    const struct tensors *tensors = app_tensors(app, number->in);
    int cols = tensors_cols(tensors, number->tensor);
    bool hide = number->in == IN_STORE && must_hide(app, number);
    struct number one = *number;
    one.col = 0;
    if (!read_numbers(app, &one, cols, row, err))
        return false;
    for (; hide && one.col < cols; one.col++)
        if (is_hidden(tensors, &one))
            row[one.col] = unknown_number();
    return true;
}

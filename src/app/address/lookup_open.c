/* Opened numbers of the lookup task, and the cursor in them. */
#include "app/address/lookup_open.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/lessons/asked.h"
#include "base/bounds.h"

bool
lookup_can_edit(const struct app *app, const struct lookup_spot *spot, struct err *err)
{
    char name[ADDRESS_BYTES];
    lookup_address_of(&app->trainer->trace.shape, spot, name, sizeof name);
    bool can =
        spot->of == LOOKUP_NUMBER && spot->example == 0 && spot->place.tensor <= LOOKUP_S;
    return can || err_set(err,
                          "%s follows from others; what can be set by hand is Et, Ev, "
                          "Wq, Wk, Wv, Wo, and X, Q, K, V, S of the watched store",
                          name);
}

void
lookup_address_of(const struct lookup_shape *shape, const struct lookup_spot *spot,
                  char *out, size_t size)
{
    static const char *const marks[] = {[LOOKUP_NUMBER] = "",
                                        [LOOKUP_SLOPE] = "d",
                                        [LOOKUP_GRADIENT] = "g",
                                        [LOOKUP_CHANGE] = "u",
                                        [LOOKUP_MEAN] = "mean_"};
    const struct lookup_kind *kind = &lookup_tensors[spot->place.tensor];
    char example[16] = "", row[24], col[24];
    lookup_label(shape, kind->rows, spot->place.row, row, sizeof row);
    lookup_label(shape, kind->cols, spot->place.col, col, sizeof col);
    if (spot->example > 0)
        snprintf(example, sizeof example, "#%d:", spot->example);
    if (spot->place.tensor == LOOKUP_LOSS)
        snprintf(out, size, "%s%s%s", example, marks[spot->of], kind->name);
    else
        snprintf(out, size, "%s%s%s[%s,%s]", example, marks[spot->of], kind->name, row,
                 col);
}

void
lookup_factor_name(const struct lookup_shape *shape, const struct lookup_factor *factor,
                   char *out, size_t size)
{
    if (factor->constant == NULL)
        lookup_address_of(shape, &factor->spot, out, size);
    else
        snprintf(out, size, "%s", factor->constant);
}

/* -- the cursor ------------------------------------------------------------------------ */

const struct lookup_opened *
lookup_top(const struct app *app)
{
    int count = app->ui.lookup_open_count;
    return count > 0 ? &app->ui.lookup_opened[count - 1] : NULL;
}

/* The factor at a cursor; the open number where the term has none to open. */
static void
find_pointed(const struct lookup_receipt *receipt, const struct lookup_opened *cursor,
             struct lookup_spot *spot)
{
    *spot = receipt->spot;
    if (receipt->term_count == 0)
        return;
    const struct lookup_term *term =
        &receipt->terms[clamped(cursor->term, receipt->term_count - 1)];
    const struct lookup_factor *factor =
        &term->factors[clamped(cursor->factor, term->factor_count - 1)];
    if (factor->constant != NULL)
        factor = &term->factors[0];
    if (factor->constant == NULL)
        *spot = factor->spot;
}

bool
lookup_pointed(const struct app *app, struct lookup_spot *spot)
{
    const struct lookup_opened *top = lookup_top(app);
    struct lookup_receipt receipt;
    struct err ignored;
    if (app->trainer == NULL)
        return false;
    int last = app->trainer->run.settings.entries - 1;
    *spot = (struct lookup_spot){
        {LOOKUP_A, 0, clamped(app->ui.entry, last)}, LOOKUP_NUMBER, 0};
    if (top == NULL)
        return true;
    if (!lookup_receipt_of(app, &top->spot, &receipt, &ignored))
        return false;
    find_pointed(&receipt, top, spot);
    lookup_receipt_free(&receipt);
    return true;
}

bool
lookup_may_show(const struct app *app, const struct lookup_spot *spot, struct err *err)
{
    return spot->of != LOOKUP_NUMBER || spot->example > 0 ||
           lesson_may_show(app, SOURCE_LOOKUP, (int)spot->place.tensor, spot->place.row,
                           spot->place.col, err);
}

enum outcome
lookup_open(struct app *app, const struct lookup_spot *spot, struct err *err)
{
    struct ui *ui = &app->ui;
    struct lookup_receipt receipt;
    if (ui->lookup_open_count == OPEN_MAX) {
        err_set(err, "%d numbers are open, one in the other; back closes the last",
                OPEN_MAX);
        return OUTCOME_FAILED;
    }
    if (!lookup_may_show(app, spot, err))
        return OUTCOME_FAILED;
    if (!lookup_receipt_of(app, spot, &receipt, err))
        return OUTCOME_FAILED;
    ui->lookup_opened[ui->lookup_open_count++] = (struct lookup_opened){
        .spot = *spot, .term = clamped(lookup_receipt_largest(&receipt), INT_MAX)};
    lookup_receipt_free(&receipt);
    return OUTCOME_DONE;
}

enum outcome
lookup_open_pointed(struct app *app, struct err *err)
{
    const struct lookup_opened *top = lookup_top(app);
    struct lookup_spot spot;
    bool found = lookup_pointed(app, &spot);
    if (found && (top == NULL || !lookup_spot_equal(&top->spot, &spot)))
        return lookup_open(app, &spot, err);
    err_set(err, "nothing stands below this number");
    return OUTCOME_FAILED;
}

/* One term on in the order of the table. */
static void
move_term(const struct app *app, const struct lookup_receipt *receipt,
          struct lookup_opened *top, int rows)
{
    int count = receipt->term_count, at = 0;
    int *order = malloc((size_t)count * sizeof *order);
    if (app->ui.by_size && order != NULL) {
        lookup_receipt_order(receipt, order);
        while (at < count - 1 && order[at] != top->term)
            at++;
        top->term = order[clamped(at + rows, count - 1)];
    } else
        top->term = clamped(top->term + rows, count - 1);
    free(order);
}

void
lookup_move(struct app *app, int rows, int cols)
{
    struct ui *ui = &app->ui;
    struct lookup_opened *top = &ui->lookup_opened[ui->lookup_open_count - 1];
    struct lookup_receipt receipt;
    struct err ignored;
    if (!lookup_receipt_of(app, &top->spot, &receipt, &ignored))
        return;
    if (receipt.term_count > 0) {
        move_term(app, &receipt, top, rows);
        top->factor =
            clamped(top->factor + cols, receipt.terms[top->term].factor_count - 1);
    }
    lookup_receipt_free(&receipt);
}

void
lookup_open_settle(struct app *app)
{
    struct ui *ui = &app->ui;
    for (int k = 0; k < ui->lookup_open_count; k++)
        if (app->trainer == NULL ||
            !lookup_spot_exists(&app->trainer->trace.shape, lookup_examples(app),
                                &ui->lookup_opened[k].spot))
            ui->lookup_open_count = k;
}

/* Opened numbers, and the cursor in the receipt of the one on top. */
#include "app/state/opened.h"

#include <stdlib.h>

#include "app/state/vectors.h"
#include "base/bounds.h"

/* -- what is pointed at ---------------------------------------------------------------- */

const struct opened *
app_top(const struct app *app)
{
    int count = app->ui.open_count;
    return count > 0 ? &app->ui.opened[count - 1] : NULL;
}

/* The factor that a cursor is on; the open number where the term has none to open. A change of
 * numbers may have left the cursor behind the last term. */
static void
find_pointed(const struct receipt *receipt, const struct opened *cursor,
             struct number *number)
{
    *number = receipt->number;
    if (receipt->term_count == 0)
        return;
    const struct term *term =
        &receipt->terms[clamped(cursor->term, receipt->term_count - 1)];
    const struct factor *factor =
        &term->factors[clamped(cursor->factor, term->factor_count - 1)];
    if (factor->constant != NULL)
        factor = &term->factors[0];
    if (factor->constant == NULL)
        *number = factor->number;
}

static bool
pointed_in_receipt(const struct app *app, struct number *number)
{
    const struct opened *top = app_top(app);
    struct receipt receipt;
    struct err ignored;
    *number = top->number;
    if (!app_receipt(app, &top->number, &receipt, &ignored))
        return false;
    find_pointed(&receipt, top, number);
    receipt_free(&receipt);
    return true;
}

static bool
pointed_in_vectors(const struct app *app, struct number *number)
{
    struct vectors_row rows[VECTORS_ROWS_MAX];
    const struct vectors_cursor *cursor = &app->ui.vectors;
    int row = vectors_cursor_row(app, vectors_rows(app, rows));
    return vectors_place(app, &rows[row], cursor->side, app->now.key, number);
}

static bool
pointed_in_train(const struct app *app, struct number *number)
{
    if (app->trainer == NULL)
        return false;
    int last = app->trainer->run.settings.entries - 1;
    *number = store_number_at(TENSOR_A, 0, clamped(app->ui.entry, last));
    return true;
}

bool
app_pointed(const struct app *app, struct number *number)
{
    /* the help speaks of what lies below it */
    enum view_id view = app->ui.view == VIEW_HELP ? app->ui.helped : app->ui.view;
    if (app->ui.open_count > 0)
        return pointed_in_receipt(app, number);
    if (view == VIEW_VECTORS)
        return pointed_in_vectors(app, number);
    if (view == VIEW_TRAIN)
        return pointed_in_train(app, number);
    if (view == VIEW_PAGE)
        *number = app->ui.page;
    else
        *number = text_number_at(app->ui.show, app->now.query, app->now.key);
    return true;
}

/* -- opening --------------------------------------------------------------------------- */

bool
open_number(struct app *app, const struct number *number, struct err *err)
{
    struct ui *ui = &app->ui;
    struct receipt receipt;
    const struct opened *top = app_top(app);
    if (top != NULL && top->number.in != number->in)
        ui->open_count = 0;
    if (ui->open_count == OPEN_MAX)
        return err_set(err, "%d numbers are open, one in the other; back closes the last",
                       OPEN_MAX);
    if (!app_receipt(app, number, &receipt, err))
        return false;
    if (ui->view == VIEW_HELP)
        ui->view = ui->helped;
    int term = receipt_largest(&receipt);
    ui->opened[ui->open_count++] =
        (struct opened){.number = *number, .term = term < 0 ? 0 : term};
    receipt_free(&receipt);
    return true;
}

/* -- moving ---------------------------------------------------------------------------- */

/* So many terms on in the order of the table. */
static void
move_term(const struct app *app, const struct receipt *receipt, struct opened *top,
          int rows)
{
    int count = receipt->term_count, at = 0;
    int *order = malloc((size_t)count * sizeof *order);
    if (app->ui.by_size && order != NULL) {
        receipt_order(receipt, order);
        while (at < count - 1 && order[at] != top->term)
            at++;
        top->term = order[clamped(at + rows, count - 1)];
    } else
        top->term = clamped(top->term + rows, count - 1);
    free(order);
}

void
open_move(struct app *app, int rows, int cols)
{
    struct opened *top = &app->ui.opened[app->ui.open_count - 1];
    struct receipt receipt;
    struct err ignored;
    if (!app_receipt(app, &top->number, &receipt, &ignored))
        return;
    if (receipt.term_count > 0) {
        move_term(app, &receipt, top, rows);
        top->factor =
            clamped(top->factor + cols, receipt.terms[top->term].factor_count - 1);
    }
    receipt_free(&receipt);
}

void
open_settle(struct app *app)
{
    struct ui *ui = &app->ui;
    for (int k = 0; k < ui->open_count; k++)
        if (!app_has(app, &ui->opened[k].number))
            ui->open_count = k;
}

/* Keeps the tensors in step with the choices that they are made from. */
#include "app/state/settle.h"

#include "core/receipt.h"

static bool
is_inside(const struct app *app, const struct place *place)
{
    const struct trace *trace = &app->explorer->trace;
    return place->row < trace_rows(trace, place->tensor) &&
           place->col < trace_cols(trace, place->tensor);
}

/* Closes opened numbers that are gone, and moves the page's cursor to one that is there. */
static void
clamp_cursors(struct app *app)
{
    struct ui *ui = &app->ui;
    for (int k = 0; k < ui->open_count; k++)
        if (!is_inside(app, &ui->opened[k].place))
            ui->open_count = k;
    if (!is_inside(app, &ui->page))
        ui->page.row = ui->page.col = 0;
}

bool
app_settle(struct app *app, struct err *err)
{
    struct explorer *made =
        explorer_make(&app->now.choice, app->library, app->kernels, err);
    if (made == NULL)
        return false;
    explorer_free(app->before);
    app->before = app->explorer;
    app->explorer = made;
    app->ui.stepped = false;
    clamp_cursors(app);
    return true;
}

int
app_changed(const struct app *app, const struct place *place)
{
    const struct trace *now = &app->explorer->trace;
    if (app->before == NULL)
        return 0;
    /* only this tensor's shape counts: one word more leaves S comparable */
    const struct trace *before = &app->before->trace;
    if (trace_rows(now, place->tensor) != trace_rows(before, place->tensor) ||
        trace_cols(now, place->tensor) != trace_cols(before, place->tensor))
        return 0;
    double new = trace_number(now, place), old = trace_number(before, place);
    return (new > old) - (new < old);
}

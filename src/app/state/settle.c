/* Keeps the tensors in step with the choices that they are made from. */
#include "app/state/settle.h"

#include "app/state/opened.h"

#include "core/receipt.h"

void
app_aim(struct app *app)
{
    bool chosen =
        app->now.has_target && tensors_has(&app->explorer->tensors, &app->now.target);
    bool page = app->ui.view == VIEW_PAGE && app->ui.page.tensor == TENSOR_A;
    if (chosen)
        app->target = app->now.target;
    else if (app->ui.open_count == 0) /* what is open keeps its slopes */
        app->target =
            page ? app->ui.page : text_number_at(TENSOR_A, app->now.query, app->now.key);
}

/* Closes opened numbers that are gone, and moves the page's cursor to one that is there. */
static void
clamp_cursors(struct app *app)
{
    open_settle(app);
    if (!tensors_has(&app->explorer->tensors, &app->ui.page))
        app->ui.page.row = app->ui.page.col = 0;
    if (!tensors_has(&app->explorer->tensors, &app->target))
        app->target = text_number_at(TENSOR_A, 0, 0);
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
app_changed(const struct app *app, const struct number *place)
{
    const struct tensors *now = &app->explorer->tensors;
    if (app->before == NULL || place->in != IN_TEXT || place->of != OF_ITSELF)
        return 0;
    /* only this tensor's shape counts: one word more leaves S comparable */
    const struct tensors *before = &app->before->tensors;
    if (tensors_rows(now, place->tensor) != tensors_rows(before, place->tensor) ||
        tensors_cols(now, place->tensor) != tensors_cols(before, place->tensor))
        return 0;
    double new = tensors_at(now, place), old = tensors_at(before, place);
    return (new > old) - (new < old);
}

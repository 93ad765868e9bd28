/* Where the cursor goes by itself. */
#include "app/state/cursor.h"

#include <math.h>

#include "app/lessons/asked.h"

void
cursor_place(struct app *app, enum cursor cursor)
{
    if (cursor == CURSOR_KEEP)
        return;
    if (cursor == CURSOR_START)
        app->now.query = explorer_first_query(app->explorer);
    bool asked =
        lesson_asks(app) && lesson_asks_key(app); /* it would give the answer away */
    app->now.key =
        asked ? app->now.query : explorer_argmax(app->explorer, app->now.query);
}

void
cursor_follow(struct app *app)
{
    static const enum tensor made[LINE_COUNT] = {TENSOR_Q, TENSOR_S, TENSOR_A, TENSOR_O};
    struct number *page = &app->ui.page;
    *page = text_number_at(made[app->ui.line - 1], app->now.query, app->now.key);
    if (page->tensor == TENSOR_S || page->tensor == TENSOR_A)
        return;
    const struct tensors *tensors = &app->explorer->tensors;
    page->col = 0;
    for (int c = 1; c < tensors_cols(tensors, page->tensor); c++) {
        struct number other = text_number_at(page->tensor, page->row, c);
        if (fabs(tensors_at(tensors, &other)) > fabs(tensors_at(tensors, page)))
            page->col = c;
    }
}

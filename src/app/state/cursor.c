/* Where the cursor goes by itself. */
#include "app/state/cursor.h"

#include <math.h>

#include "app/lessons/asked.h"
#include "core/receipt.h"

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
    static const enum tensor_id made[LINE_COUNT] = {TENSOR_Q, TENSOR_S, TENSOR_A,
                                                    TENSOR_O};
    struct place *page = &app->ui.page;
    *page = (struct place){made[app->ui.line - 1], app->now.query, app->now.key};
    if (page->tensor == TENSOR_S || page->tensor == TENSOR_A)
        return;
    const struct trace *trace = &app->explorer->trace;
    page->col = 0;
    for (int c = 1; c < trace_cols(trace, page->tensor); c++) {
        struct place other = {page->tensor, page->row, c};
        if (fabs(trace_number(trace, &other)) > fabs(trace_number(trace, page)))
            page->col = c;
    }
}

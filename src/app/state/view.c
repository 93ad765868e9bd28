/* What is seen, and what is said to the reader. */
#include "app/state/view.h"

#include <stdarg.h>
#include <stdio.h>

static const enum pane_id main_panes[VIEW_COUNT] = {
    [VIEW_WEIGHTS] = PANE_MATRIX, [VIEW_VECTORS] = PANE_VECTORS, [VIEW_PAGE] = PANE_PAGE,
    [VIEW_TRAIN] = PANE_TRAIN,    [VIEW_LESSONS] = PANE_LESSONS, [VIEW_HELP] = PANE_HELP,
};

void
view_set(struct app *app, enum view_id view)
{
    bool train = view == VIEW_TRAIN;
    app->ui.view = view;
    app->ui.focus = main_panes[view];
    app->ui.full = false;
    if (view_kinds[view].over)
        return; /* what is open stays open below it */
    app->ui.open_count = 0;
    if (app->goal_kind == GOAL_WALK || !train)
        app->goal = 0;
    app->active = train ? SOURCE_LOOKUP : SOURCE_SENTENCE;
}

void
view_uncover(struct app *app)
{
    struct ui *ui = &app->ui;
    ui->view = ui->view == VIEW_HELP      ? ui->helped
               : ui->view == VIEW_LESSONS ? ui->listed_over
                                          : ui->view;
    ui->focus = main_panes[ui->view];
}

void
app_say(struct app *app, bool is_error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(app->ui.status, sizeof app->ui.status, format, args);
    va_end(args);
    app->ui.status_is_error = is_error;
}

void
app_say_nothing(struct app *app)
{
    app->ui.status[0] = '\0';
    app->ui.status_is_error = false;
}

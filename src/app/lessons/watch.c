/* What a lesson does after every command. */
#include "app/lessons/watch.h"

#include <stdio.h>

#include "app/lessons/asked.h"
#include "app/lessons/question.h"
#include "app/lessons/run.h"
#include "app/state/goal.h"

void
lesson_close_asked(struct app *app)
{
    struct ui *ui = &app->ui;
    struct err ignored;
    for (int k = 0; k < ui->open_count; k++)
        if (!lesson_may_show(app, &ui->opened[k].number, &ignored))
            ui->open_count = k;
}

void
lesson_watch(struct app *app)
{
    struct lesson_run *run = app->lesson;
    struct err ignored;
    if (lesson_asks(app))
        lesson_close_asked(app);
    if (run == NULL || !run->waiting)
        return;
    const struct lesson_line *wait = lesson_find(&run->lesson, run->step, LESSON_WAIT, 0);
    if (lesson_holds(app, wait->text, &ignored) != OUTCOME_DONE)
        return;
    run->waiting = false;
    run->focus = true;
    if (app_is_endless(app))
        app->goal = 0; /* it would run past what is to be seen */
    snprintf(run->said, sizeof run->said, "There it is.%s",
             run->step + 1 < run->lesson.step_count ? " Go on with →." : "");
}

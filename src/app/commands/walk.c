/* Walks: of the question through the sentence, on the page through the four lines; and of the
 * trainer through its steps. */
#include <string.h>

#include "app/commands/table.h"
#include "app/commands/train.h"

/* What a step moves, and from where to where. */
static int *
walk_position(struct app *app, int *first, int *last)
{
    bool page = app->ui.view == VIEW_PAGE;
    *first = page ? 1 : 0;
    *last = page ? LINE_COUNT : app->explorer->sentence.token_count - 1;
    return page ? &app->ui.line : &app->now.query;
}

/* What a step leaves behind on the page: its cursor on what the line makes, no marks. */
static void
arrive(struct app *app)
{
    if (app->ui.view != VIEW_PAGE)
        return;
    app->ui.stepped = true;
    cursor_follow(app);
}

static enum outcome
command_step(struct app *app, const char *args, struct err *err)
{
    if (*args != '\0')
        return failed(err,
                      "step: it stands alone; in train a number of steps may follow");
    int first, last, *at = walk_position(app, &first, &last);
    *at = *at < last ? *at + 1 : first;
    arrive(app);
    return OUTCOME_DONE;
}

static enum outcome
command_pause(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->goal = 0;
    app->fan_waits = false;
    return OUTCOME_DONE;
}

static enum outcome
command_run(struct app *app, const char *args, struct err *err)
{
    int first, last, *at = walk_position(app, &first, &last);
    if (*args != '\0' && strcmp(args, "toggle") != 0)
        return failed(err, "run: it stands alone, or reads: run toggle");
    if (*args != '\0' && app->goal > 0)
        return command_pause(app, "", err);
    if (app->active == SOURCE_LOOKUP) {
        train_run(app);
        return OUTCOME_DONE;
    }
    if (*at == last) {
        *at = first;
        arrive(app);
    }
    app->goal_kind = GOAL_WALK;
    app->goal = last - *at;
    return OUTCOME_DONE;
}

static enum outcome
command_work(struct app *app, const char *args, struct err *err)
{
    int steps, first, last, *at = walk_position(app, &first, &last);
    if (!text_int(args, 1, 1000000, &steps))
        return failed(err, "work: a number of steps must follow, from 1 to 1000000");
    if (app->active == SOURCE_LOOKUP) {
        train_work(app, steps);
        return OUTCOME_DONE;
    }
    for (; steps > 0 && app->goal > 0; steps--) {
        /* the reader may have moved meanwhile */
        *at += *at < last;
        app->goal = *at < last ? app->goal - 1 : 0;
        arrive(app);
    }
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command walk_commands[] = {
    {"step", "[N]", "the next token, line, or training step; or N training steps",
     .run = command_step, .run_training = train_step},
    {"run", "[toggle]", "step after step: to the last token; training: on and on",
     .run = command_run},
    {"pause", "", "stops the run",
     .run = command_pause},
    {"work", "N", "takes up to N steps of the run",
     .run = command_work, .flags = WORKS},
    {.name = NULL},
};
/* clang-format on */

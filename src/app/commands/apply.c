/* The one way to change the state. A command changes choices; settling makes the tensors anew
 * from them; when either fails, everything is as it was. */
#include "app/commands/apply.h"

#include <stdlib.h>

#include "app/address/address.h"
#include "app/commands/command.h"
#include "app/lessons/question.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "app/state/undo.h"
#include "base/text.h"

/* A line taken apart. */
struct parsed {
    const struct command *command; /* NULL: there is none of that name */
    const char *args;
    bool training; /* it is about the trainer */
};

/* Whether edit and nudge name a number of the lookup task. */
static bool
names_lookup(const struct app *app, const char *args)
{
    struct address address;
    struct err ignored;
    double number;
    if (text_number(args, &number) || !address_scan(&args, &address, &ignored))
        return app->active == SOURCE_LOOKUP;
    return app_source(app, &address) == SOURCE_LOOKUP;
}

static bool
is_about_training(const struct app *app, const struct command *command, const char *args)
{
    if (command->flags & BY_ADDRESS)
        return names_lookup(app, args);
    return command->flags & ABOUT_TRAINING ||
           (command->run_training != NULL && app->active == SOURCE_LOOKUP);
}

static struct parsed
parse_line(const struct app *app, const char *line)
{
    struct parsed parsed = {.training = false};
    parsed.command = command_of(app->commands, line, &parsed.args);
    if (parsed.command != NULL)
        parsed.training = is_about_training(app, parsed.command, parsed.args);
    return parsed;
}

/* A command that changes numbers: all of it happens, or nothing. */
static enum outcome
apply_change(struct app *app, const struct parsed *parsed, struct err *err)
{
    struct undo *entry = malloc(sizeof *entry);
    enum cursor cursor = parsed->command->cursor;
    if (entry == NULL)
        return failed(err, "there is not enough memory for undo");
    entry->before = app->now;
    enum outcome outcome = parsed->command->run(app, parsed->args, err);
    if (outcome == OUTCOME_DONE && !app_settle(app, err))
        outcome = OUTCOME_FAILED;
    if (outcome != OUTCOME_DONE) {
        app->now = entry->before;
        free(entry);
        return outcome;
    }
    app->goal = 0;             /* a walk through other numbers would be another walk */
    if (cursor != CURSOR_KEEP) /* another sentence, or seen another way */
        train_leave(app);
    cursor_place(app, cursor);
    if (cursor == CURSOR_START)
        cursor_follow(app);
    undo_push(app, entry);
    return OUTCOME_DONE;
}

static enum outcome
unknown_command(const struct app *app, const char *line, struct err *err)
{
    char name[24];
    const struct command *command;
    struct text names = {0};
    bool whole = text_word(&line, name, sizeof name);
    for (int k = 0; (command = command_at(app->commands, k)) != NULL; k++)
        text_add(&names, " %s", command->name);
    err_set(err, "there is no command \"%s%s\"; there are:%s", name,
            whole || *name == '\0' ? "" : "...", names.bytes ? names.bytes : "");
    text_free(&names);
    return OUTCOME_FAILED;
}

static enum outcome
apply_parsed(struct app *app, const struct parsed *parsed, struct err *err)
{
    const struct command *command = parsed->command;
    bool moves = command->flags & LINES_ON_PAGE && app->ui.view == VIEW_PAGE;
    if (parsed->training && command->run_training != NULL)
        return command->run_training(app, parsed->args, err);
    if (command->flags & SETS_NUMBERS && !parsed->training && !moves)
        return apply_change(app, parsed, err);
    if (command->run != NULL)
        return command->run(app, parsed->args, err);
    app->request = command->request;
    return OUTCOME_DONE;
}

static enum outcome
apply_line(struct app *app, const struct parsed *parsed, const char *line,
           struct err *err)
{
    const struct command *command = parsed->command;
    if (command == NULL)
        return unknown_command(app, line, err);
    if (command->args[0] == '\0' && *parsed->args != '\0')
        return failed(err, "%s stands alone, without \"%s\"", command->name,
                      text_shown(parsed->args, 40).text);
    if (command->flags & NEEDS_LESSON && app->lesson == NULL)
        return failed(err, "%s: no lesson is open; lesson NAME opens one, L lists them",
                      command->name);
    bool covered =
        parsed->training && command->flags & SETS_NUMBERS && app->trainer != NULL;
    struct train_undo *before = covered ? train_undo_take(app, line) : NULL;
    enum outcome outcome = apply_parsed(app, parsed, err);
    if (outcome == OUTCOME_DONE)
        train_undo_push(app, before);
    else
        train_undo_free(before);
    if (outcome == OUTCOME_DONE && app->journaling && !(command->flags & NOT_LOGGED))
        text_add(&app->journal, "%s\n", line);
    return outcome;
}

/* A line without blanks at its ends. Every command but those that work finds what is measured of
 * the trainer up to date, and leaves it so. */
static enum outcome
apply_trimmed(struct app *app, const char *line, struct err *err)
{
    struct parsed parsed = parse_line(app, line);
    bool works = parsed.command != NULL && parsed.command->flags & WORKS;
    if (!works)
        app_catch_up(app);
    enum outcome outcome = apply_line(app, &parsed, line, err);
    if (works && app_is_running(app))
        app->train.behind = true;
    else
        app_settle_train(app); /* also where a seek stopped on its way */
    app_aim(app);
    lesson_watch(app);
    return outcome;
}

enum outcome
app_apply(struct app *app, const char *line, struct err *err)
{
    struct text copy = {0};
    enum outcome outcome = OUTCOME_FAILED;
    text_add(&copy, "%s", line);
    if (copy.failed)
        err_set(err, "there is not enough memory for the command");
    else if (!text_check(copy.bytes, copy.length, err))
        err_place(err, "command");
    else {
        text_trim(copy.bytes);
        outcome = apply_trimmed(app, copy.bytes, err);
    }
    text_free(&copy);
    return outcome;
}

/* The state, and the one way to change it. A command changes choices; settling makes the
 * tensors anew from them; when either fails, everything is as it was. */
#include "app/state/app.h"

#include <stdlib.h>
#include <string.h>

#include "app/commands/opened.h"
#include "app/commands/table.h"
#include "app/commands/train.h"
#include "app/keys/keymap.h"
#include "app/lessons/question.h"
#include "app/lessons/run.h"
#include "app/state/train_undo.h"
#include "base/text.h"

/* The target of the sentence's slopes: the one that was chosen, if it is still there, or the
 * weight that is pointed at. */
static void
aim(struct app *app)
{
    const struct tensors *tensors = &app->explorer->tensors;
    bool chosen = app->now.has_target && tensors_has(tensors, &app->now.target);
    app->target = chosen ? app->now.target
                         : (struct number){.tensor = TENSOR_A,
                                           .row = app->now.query,
                                           .col = app->now.key};
}

/* Closes opened numbers that are gone, and moves the page's cursor to one that is there. */
static void
clamp_cursors(struct app *app)
{
    open_settle(app);
    if (!tensors_has(&app->explorer->tensors, &app->ui.page))
        app->ui.page.row = app->ui.page.col = 0;
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

static void
place_cursor(struct app *app, enum cursor cursor)
{
    if (cursor == CURSOR_KEEP)
        return;
    if (cursor == CURSOR_START)
        app->now.query = explorer_first_query(app->explorer);
    bool asked = lesson_asks(app) && lesson_asks_key(app); /* it would tell the answer */
    app->now.key =
        asked ? app->now.query : explorer_argmax(app->explorer, app->now.query);
}

bool
app_init(struct app *app, const struct library *library, const struct kernels *kernels,
         const char *text, struct err *err)
{
    *app = (struct app){.library = library,
                        .kernels = kernels,
                        .active = SOURCE_SENTENCE,
                        .speed = TRAIN_SPEED,
                        .now = {.seed = -1}};
    ui_init(&app->ui);
    if (!choice_set_text(&app->now.choice, text, err))
        return false;
    int head = library_find_head(library, "verb-noun");
    app->now.choice.head = head < 0 ? 0 : head;
    app->now.choice.seed = DEFAULT_SEED;
    if (library->head_count == 0)
        return err_set(err, "there is no head file; a data folder holds heads/NAME.head");
    if (!app_settle(app, err))
        return false;
    place_cursor(app, CURSOR_START);
    page_follow(app);
    aim(app);
    return true;
}

void
app_forget_undo(struct app *app)
{
    while (app->undo_count > 0)
        free(app->undo[--app->undo_count]);
    while (app->train_undo_count > 0)
        train_undo_free(app->train_undo[--app->train_undo_count]);
}

void
app_free(struct app *app)
{
    lesson_end(app);
    explorer_free(app->explorer);
    explorer_free(app->before);
    trainer_free(app->trainer);
    fan_free(app->fan);
    app_forget_undo(app);
    prompt_free(&app->ui.prompt);
    text_free(&app->journal);
    *app = (struct app){0};
}

bool
app_is_running(const struct app *app)
{
    return app->goal > 0 || train_is_recalling(app);
}

bool
app_is_endless(const struct app *app)
{
    return app->goal_kind == GOAL_TRAIN && app->goal == TRAINER_STEPS_MAX;
}

/* Keeps an entry for undo, which then owns it; the oldest goes where there are too many. */
static void
undo_push(struct app *app, struct undo *entry)
{
    entry->query_after = app->now.query;
    entry->key_after = app->now.key;
    if (app->undo_count == UNDO_MAX) {
        free(app->undo[0]);
        memmove(app->undo, app->undo + 1, (UNDO_MAX - 1) * sizeof app->undo[0]);
        app->undo_count--;
    }
    app->undo[app->undo_count++] = entry;
}

/* A command that changes numbers: all of it happens, or nothing. */
static enum outcome
apply_change(struct app *app, const struct command *command, const char *args,
             struct err *err)
{
    struct undo *entry = malloc(sizeof *entry);
    if (entry == NULL) {
        err_set(err, "there is not enough memory for undo");
        return OUTCOME_FAILED;
    }
    entry->before = app->now;
    enum outcome outcome = command->run(app, args, err);
    if (outcome == OUTCOME_DONE && !app_settle(app, err))
        outcome = OUTCOME_FAILED;
    if (outcome != OUTCOME_DONE) {
        app->now = entry->before;
        free(entry);
        return outcome;
    }
    app->goal = 0; /* a walk through other numbers would be another walk */
    if (command->cursor != CURSOR_KEEP) /* another sentence, or seen another way */
        train_leave(app);
    place_cursor(app, command->cursor);
    if (command->cursor == CURSOR_START)
        page_follow(app);
    undo_push(app, entry);
    return OUTCOME_DONE;
}

/* undo: the last of the states kept becomes the state. What the reader moved since then is not
 * undone, unless the sentence is another. */
static enum outcome
apply_undo(struct app *app, struct err *err)
{
    if (app->active == SOURCE_LOOKUP)
        return train_undo_apply(app, err);
    if (app->undo_count == 0) {
        err_set(err, "there is nothing to undo");
        return OUTCOME_FAILED;
    }
    struct undo *entry = app->undo[app->undo_count - 1];
    struct app_state current = app->now;
    bool moved = current.query != entry->query_after || current.key != entry->key_after;
    app->now = entry->before;
    if (moved && strcmp(entry->before.choice.text, current.choice.text) == 0) {
        app->now.query = current.query;
        app->now.key = current.key;
    }
    if (!app_settle(app, err)) {
        app->now = current;
        return OUTCOME_FAILED;
    }
    app->goal = 0;
    app->undo_count--;
    free(entry);
    return OUTCOME_DONE;
}

static const struct command *
find_command(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(command_table[i].name, name) == 0)
            return &command_table[i];
    return NULL;
}

static enum outcome
unknown_command(const char *name, bool whole, struct err *err)
{
    struct text names = {0};
    for (int i = 0; i < command_count; i++)
        text_add(&names, " %s", command_table[i].name);
    err_set(err, "there is no command \"%s%s\"; there are:%s", name,
            whole || *name == '\0' ? "" : "...", names.bytes ? names.bytes : "");
    text_free(&names);
    return OUTCOME_FAILED;
}

/* Whether the numbers must be made anew: on the page reset goes to the first line, and no more. */
static bool
is_change(const struct app *app, const struct command *command, const char *args)
{
    return command->changes_numbers && !train_is_meant(app, command, args) &&
           !(command->run == command_reset && app->ui.view == VIEW_PAGE);
}

/* A line without blanks at its ends. */
static enum outcome
apply_line(struct app *app, const char *line, struct err *err)
{
    char name[24];
    const char *args = line;
    bool whole = text_word(&args, name, sizeof name);
    const struct command *command = whole ? find_command(name) : NULL;
    if (command == NULL)
        return unknown_command(name, whole, err);
    if (command->args[0] == '\0' && *args != '\0') {
        err_set(err, "%s stands alone, without \"%s\"", name, text_shown(args, 40).text);
        return OUTCOME_FAILED;
    }
    struct train_undo *before =
        train_undo_covers(app, command, args) ? train_undo_take(app, line) : NULL;
    enum outcome outcome = command->run == NULL ? apply_undo(app, err)
                           : is_change(app, command, args)
                               ? apply_change(app, command, args, err)
                               : command->run(app, args, err);
    if (outcome == OUTCOME_DONE)
        train_undo_push(app, before);
    else
        train_undo_free(before);
    /* a line being typed is nothing yet; what it becomes is kept */
    if (outcome == OUTCOME_DONE && app->journaling && command->run != command_prompt)
        text_add(&app->journal, "%s\n", line);
    return outcome;
}

int
app_pace(const struct app *app)
{
    if (app->goal > 0 && app->goal_kind == GOAL_WALK)
        return 700; /* a reader needs a moment for each token that asks */
    bool paced = app->goal > 0 && app->goal_kind == GOAL_TRAIN && app->speed > 0;
    return paced && !train_is_recalling(app) ? 1000 / app->speed : 0;
}

int
app_pane_lines(const struct app *app, enum pane_id pane)
{
    if (pane == PANE_HELP)
        return key_count;
    if (pane == PANE_LESSON)
        return LESSON_LINES_MAX;
    return pane == PANE_HEADS ? app->library->head_count : 0;
}

/* Every command but `work` finds what is measured of the trainer up to date, and leaves it so. */
static enum outcome
apply_trimmed(struct app *app, const char *line, struct err *err)
{
    bool work = strncmp(line, "work ", 5) == 0;
    if (!work)
        app_catch_up(app);
    enum outcome outcome = apply_line(app, line, err);
    if (work && app_is_running(app))
        app->train.behind = true;
    else
        app_settle_train(app); /* also where a seek stopped on its way */
    aim(app);
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

/* Keys, pastes and clicks, turned into commands. */
#include "app/keys/input.h"

#include <stdio.h>
#include <string.h>

#include "app/commands/apply.h"
#include "app/commands/command.h"
#include "app/keys/complete.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "app/state/view.h"

void
app_do(struct app *app, const char *line)
{
    struct err err;
    unsigned flags = command_flags(app->commands, line);
    if (!(flags & WORKS)) /* what was said of the last key stays */
        app_say_nothing(app);
    if (app_apply(app, line, &err) != OUTCOME_DONE)
        app_say(app, true, "%s", err.text);
    else if (flags & IS_CHECK)
        app_say(app, false, "it holds");
}

/* The command of the entered line: itself, or the argument of find or sentence. */
static void
enter_prompt(struct app *app, enum prompt_kind kind)
{
    static const char *const verbs[] = {
        [PROMPT_FIND] = "find ", [PROMPT_SENTENCE] = "sentence ", [PROMPT_COMMAND] = ""};
    struct prompt *prompt = &app->ui.prompt;
    char command[PROMPT_BYTES + 16];
    snprintf(command, sizeof command, "%s%s", verbs[kind], prompt->text);
    if (prompt->length == 0)
        return;
    if (kind == PROMPT_COMMAND)
        prompt_remember(prompt, prompt->text);
    app_do(app, command);
}

enum scope
app_scope_below(const struct app *app)
{
    static const enum scope scopes[VIEW_COUNT] = {[VIEW_WEIGHTS] = IN_WEIGHTS,
                                                  [VIEW_VECTORS] = IN_VECTORS,
                                                  [VIEW_PAGE] = IN_PAGE,
                                                  [VIEW_TRAIN] = IN_TRAIN,
                                                  [VIEW_LESSONS] = IN_LESSONS};
    enum view_id view = app->ui.view == VIEW_HELP ? app->ui.helped : app->ui.view;
    bool open = app->ui.open_count > 0;
    return open && view != VIEW_LESSONS ? IN_RECEIPT : scopes[view];
}

enum scope
app_scope(const struct app *app)
{
    if (app->ui.view == VIEW_HELP)
        return IN_HELP;
    if (app->lesson != NULL && app->lesson->focus && app->ui.view != VIEW_LESSONS)
        return IN_LESSON;
    return app_scope_below(app);
}

unsigned
app_scopes(const struct app *app)
{
    enum scope scope = app_scope(app);
    if (app->lesson == NULL || scope == IN_HELP)
        return scope;
    if (scope != IN_LESSON)
        return scope | BESIDE_LESSON;
    int open = app->ui.open_count;
    return scope | (app->ui.status_is_error ? LESSON_SAID_ERROR : 0u) |
           (open > app->lesson->opened ? LESSON_OPENED : 0u);
}

/* A key of the line that is being typed. */
static void
prompt_takes(struct app *app, const char *key)
{
    enum prompt_kind kind = app->ui.prompt.kind;
    enum prompt_result result = prompt_key(&app->ui.prompt, key);
    app_say_nothing(app);
    if (result == PROMPT_COMPLETES)
        complete_line(app);
    else if (result == PROMPT_ENTERED)
        enter_prompt(app, kind);
}

/* Begins an answer with a key of a number. */
static void
begin_answer(struct app *app, const char *key)
{
    char answer[16];
    snprintf(answer, sizeof answer, "answer %s", key);
    prompt_open(&app->ui.prompt, PROMPT_COMMAND, answer);
}

void
app_key(struct app *app, const char *key)
{
    static const char meta[] = "M-";
    if (app->ui.prompt.kind != PROMPT_NONE) {
        prompt_takes(app, key);
        return;
    }
    unsigned scopes = app_scopes(app);
    const char *command = keymap_find(key, scopes);
    bool number = strlen(key) == 1 && strchr("0123456789.-", key[0]) != NULL;
    if (scopes & IN_LESSON && lesson_asks(app) && number) {
        begin_answer(app, key);
        return;
    }
    if (scopes & IN_LESSON && command == NULL && !number)
        command =
            keymap_find(key, app_scope_below(app)); /* what the text asks to press */
    if (command != NULL && *command != '\0')
        app_do(app, command);
    else if (command == NULL && strncmp(key, meta, sizeof meta - 1) == 0) {
        app_key(app, "Esc"); /* Esc and a key that came in one packet */
        app_key(app, key + sizeof meta - 1);
    } else
        app_say_nothing(app);
}

void
app_paste(struct app *app, const char *bytes, size_t length)
{
    if (app->ui.prompt.kind == PROMPT_NONE)
        app_say(app, false,
                "pasted text goes into a line: press e for a sentence, : for a "
                "command, and paste again");
    else if (!prompt_paste(&app->ui.prompt, bytes, length))
        app_say(app, true, "the line is full; not all of the text went in");
}

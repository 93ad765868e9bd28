/* Keys, pastes and clicks, turned into commands. */
#include "app/keys/input.h"

#include <stdio.h>
#include <string.h>

#include "app/keys/complete.h"
#include "app/keys/keymap.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"

static void
set_status(struct app *app, bool is_error, const char *text)
{
    snprintf(app->ui.status, sizeof app->ui.status, "%s", text);
    app->ui.status_is_error = is_error;
}

void
app_do(struct app *app, const char *command)
{
    struct err err;
    if (strncmp(command, "work ", 5) != 0) /* what was said of the last key stays */
        set_status(app, false, "");
    if (app_apply(app, command, &err) != OUTCOME_DONE)
        set_status(app, true, err.text);
    else if (strncmp(command, "expect ", 7) == 0)
        set_status(app, false, "it holds");
}

/* What the entered line stands for: itself, or the argument of find or sentence. */
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

void
app_key(struct app *app, const char *key)
{
    enum prompt_kind kind = app->ui.prompt.kind;
    if (kind != PROMPT_NONE) {
        set_status(app, false, "");
        if (strcmp(key, "Tab") == 0 && complete_argument(app))
            return;
        if (prompt_key(&app->ui.prompt, key) == PROMPT_ENTERED)
            enter_prompt(app, kind);
        return;
    }
    enum scope scope = app_scope(app);
    const char *command = keymap_find(key, scope);
    if (scope == IN_LESSON && strcmp(key, "Esc") == 0 && app->ui.status_is_error) {
        set_status(app, false, ""); /* it belongs to the answer, not to the lesson */
        return;
    }
    if (scope == IN_LESSON && strcmp(key, "Esc") == 0 &&
        app->ui.open_count > app->lesson->opened)
        command = "back"; /* first out of what the reader opened */
    bool number = strlen(key) == 1 && strchr("0123456789.-", key[0]) != NULL;
    if (scope == IN_LESSON && command == NULL && !number)
        command =
            keymap_find(key, app_scope_below(app)); /* what the text bids to press */
    if (scope == IN_LESSON && lesson_asks(app) && number) { /* an answer begins */
        char answer[16];
        snprintf(answer, sizeof answer, "answer %s", key);
        prompt_open(&app->ui.prompt, PROMPT_COMMAND, answer);
        return;
    }
    if (app->lesson != NULL && scope != IN_LESSON && scope != IN_HELP &&
        strcmp(key, "Tab") == 0)
        command = "focus lesson"; /* from wherever it is */
    if (command != NULL)
        app_do(app, command);
    else if (strncmp(key, "M-", 2) == 0) { /* Esc and a key that came in one packet */
        app_key(app, "Esc");
        app_key(app, key + 2);
    } else
        set_status(app, false, "");
}

void
app_paste(struct app *app, const char *bytes, size_t length)
{
    if (app->ui.prompt.kind == PROMPT_NONE)
        set_status(app, false,
                   "pasted text goes into a line: press e for a sentence, : for a "
                   "command, and paste again");
    else if (!prompt_paste(&app->ui.prompt, bytes, length))
        set_status(app, true, "the line is full; not all of the text went in");
}

/* Keys, pastes and clicks, turned into commands; and what the Tab key completes. */
#include "app/keys/input.h"

#include <stdio.h>
#include <string.h>

#include "app/commands/apply.h"
#include "app/commands/command.h"
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

/* -- completion ------------------------------------------------------------------------ */

enum { WORDS_MAX = TOKENS_MAX + 64 };

struct words {
    const char *word[WORDS_MAX];
    int count;
};

static void
add(struct words *words, const char *word)
{
    if (words->count < WORDS_MAX)
        words->word[words->count++] = word;
}

/* The words that may follow a command: panes are those of the view that is seen; set takes more in
 * train. */
static void
add_arguments(const struct app *app, const struct command *command, struct words *words)
{
    enum completion what = command->completion;
    const struct sentence *sentence = &app->explorer->sentence;
    bool tokens = what == COMPLETE_TOKENS || what == COMPLETE_MEANINGS;
    bool settings = what == COMPLETE_SETTINGS && app->active == SOURCE_LOOKUP;
    for (int k = 0; command->words[k] != NULL; k++)
        add(words, command->words[k]);
    for (int i = 0; tokens && i < sentence->token_count; i++)
        add(words, sentence->tokens[i].text);
    for (int k = 0; what == COMPLETE_MEANINGS && k < MEANING_COUNT; k++)
        add(words, feature_names[k]);
    for (int k = 0; what == COMPLETE_HEADS && k < app->library->head_count; k++)
        add(words, app->library->heads[k].name);
    for (int v = 0; what == COMPLETE_VIEWS && v < VIEW_COUNT; v++)
        add(words, view_kinds[v].name);
    for (int p = 1; what == COMPLETE_PANES && p < PANE_COUNT; p++)
        if (pane_kinds[p].view == app->ui.view)
            add(words, pane_kinds[p].name);
    for (int k = 0; settings && k < LOOKUP_SETTINGS; k++)
        if (setting_kinds[k].type != SETTING_SWITCH)
            add(words, setting_kinds[k].name);
}

static void
add_commands(const struct app *app, struct words *words)
{
    const struct command *command;
    for (int k = 0; (command = command_at(app->commands, k)) != NULL; k++)
        add(words, command->name);
}

/* Whether the cursor is in or before the first word of the line. */
static bool
is_at_command(const struct prompt *prompt)
{
    size_t start = strspn(prompt->text, " ");
    return prompt->cursor <= start ||
           memchr(prompt->text + start, ' ', prompt->cursor - start) == NULL;
}

/* Completes the word before the cursor of the command line: the name of a command, and behind it
 * names of heads, views, panes, tokens, features, or the command's few fixed words. Nothing in
 * other lines. */
static void
complete_line(struct app *app)
{
    struct prompt *prompt = &app->ui.prompt;
    struct words words = {.count = 0};
    const char *args;
    const struct command *command = command_of(app->commands, prompt->text, &args);
    if (prompt->kind != PROMPT_COMMAND)
        return;
    if (is_at_command(prompt))
        add_commands(app, &words);
    else if (command != NULL && prompt->text + prompt->cursor >= args)
        add_arguments(app, command, &words);
    prompt_complete(prompt, words.word, words.count);
}

/* -- keys ------------------------------------------------------------------------------ */

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

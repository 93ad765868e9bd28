/* What the Tab key can complete in a line that is being typed. */
#include "app/keys/complete.h"

#include <string.h>

#include "app/commands/command.h"

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

static void
add_all(struct words *words, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        add(words, list[i]);
}

static void
add_heads(const struct app *app, struct words *words)
{
    for (int i = 0; i < app->library->head_count; i++)
        add(words, app->library->heads[i].name);
}

static void
add_views(struct words *words)
{
    for (int v = 0; v < VIEW_COUNT; v++)
        add(words, view_kinds[v].name);
}

/* Those of the view that is seen. */
static void
add_panes(const struct app *app, struct words *words)
{
    for (int p = 1; p < PANE_COUNT; p++)
        if (pane_kinds[p].view == app->ui.view)
            add(words, pane_kinds[p].name);
}

static void
add_tokens(const struct app *app, struct words *words)
{
    for (int i = 0; i < app->explorer->sentence.token_count; i++)
        add(words, app->explorer->sentence.tokens[i].text);
}

/* What set takes in train, besides. */
static void
add_settings(const struct app *app, struct words *words)
{
    for (int k = 0; app->active == SOURCE_LOOKUP && k < LOOKUP_SETTINGS; k++)
        if (setting_kinds[k].type != SETTING_SWITCH)
            add(words, setting_kinds[k].name);
}

/* The words that may follow a command. */
static void
add_arguments(const struct app *app, const struct command *command, struct words *words)
{
    for (int k = 0; command->words[k] != NULL; k++)
        add(words, command->words[k]);
    switch (command->completion) {
    case COMPLETE_WORDS:
        break;
    case COMPLETE_HEADS:
        add_heads(app, words);
        break;
    case COMPLETE_MEANINGS:
        add_tokens(app, words);
        add_all(words, feature_names, MEANING_COUNT);
        break;
    case COMPLETE_PANES:
        add_panes(app, words);
        break;
    case COMPLETE_SETTINGS:
        add_settings(app, words);
        break;
    case COMPLETE_TOKENS:
        add_tokens(app, words);
        break;
    case COMPLETE_VIEWS:
        add_views(words);
        break;
    }
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

void
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

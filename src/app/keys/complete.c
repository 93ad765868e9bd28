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

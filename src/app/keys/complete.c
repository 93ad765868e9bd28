/* What the Tab key can complete in a line that is being typed. */
#include "app/keys/complete.h"

#include <stdio.h>
#include <string.h>

#include "app/commands/table.h"

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
add_places(const struct app *app, struct words *words, bool views)
{
    for (int v = 0; views && v < VIEW_COUNT; v++)
        add(words, view_kinds[v].name);
    for (int p = 1; !views && p < PANE_COUNT; p++)
        if (pane_kinds[p].view == app->ui.view)
            add(words, pane_kinds[p].name);
}

static void
add_tokens(const struct app *app, struct words *words)
{
    for (int i = 0; i < app->explorer->sentence.token_count; i++)
        add(words, app->explorer->sentence.tokens[i].text);
}

/* Commands whose words are few and fixed. */
static const struct {
    const char *command;
    const char *words[4];
} fixed[] = {
    {"mask", {"on", "off", "toggle", NULL}},
    {"share", {"qk", "kv", NULL}},
    {"set", {"d_k", "d_v", "seed", NULL}},
    {"show", {"S", "Z", "A", NULL}},
    {"seek", {"first", "last", NULL}},
    {"speed", {"slower", "faster", NULL}},
    {"sort", {"index", "size", NULL}},
    {"theme", {"colour", "mono", NULL}},
    {"glyphs", {"utf8", "console", "ascii", NULL}},
    {"mouse", {"on", "off", NULL}},
};

/* The words that may follow a command. */
static void
list_words(const struct app *app, const char *command, struct words *words)
{
    for (size_t k = 0; k < sizeof fixed / sizeof fixed[0]; k++)
        for (int w = 0; strcmp(fixed[k].command, command) == 0 && fixed[k].words[w]; w++)
            add(words, fixed[k].words[w]);
    for (int k = 0; strcmp(command, "set") == 0 && app->active == SOURCE_LOOKUP &&
                    k < LOOKUP_SETTINGS;
         k++)
        if (setting_kinds[k].type != SETTING_SWITCH)
            add(words, setting_kinds[k].name);
    if (strcmp(command, "head") == 0)
        add_heads(app, words);
    else if (strcmp(command, "view") == 0 || strcmp(command, "focus") == 0)
        add_places(app, words, *command == 'v');
    else if (strcmp(command, "word") == 0) {
        add_tokens(app, words);
        add_all(words, feature_names, MEANING_COUNT);
    } else if (strcmp(command, "query") == 0 || strcmp(command, "key") == 0 ||
               strcmp(command, "find") == 0)
        add_tokens(app, words);
}

bool
complete_argument(struct app *app)
{
    struct prompt *prompt = &app->ui.prompt;
    struct words words = {.count = 0};
    char command[24];
    const char *cursor = prompt->text;
    if (prompt->kind != PROMPT_COMMAND || !text_word(&cursor, command, sizeof command) ||
        (size_t)(cursor - prompt->text) > prompt->cursor)
        return false;
    if (cursor == prompt->text + strlen(command))
        return false; /* the command itself is still being typed */
    list_words(app, command, &words);
    prompt_complete(prompt, words.word, words.count);
    return true;
}

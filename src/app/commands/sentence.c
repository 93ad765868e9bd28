/* The commands that concern a sentence under a head. Those that change numbers only change
 * the choices; app_apply makes the tensors anew and takes the choices back if it cannot. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/args.h"
#include "app/commands/shared.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/state/undo.h"

static void
edits_drop(struct explorer_choice *choice, bool only_widths)
{
    int kept = 0;
    for (int k = 0; k < choice->edit_count; k++) {
        const struct kind *kind = &sentence_kinds[choice->edits[k].place.tensor];
        bool width = kind->cols == AXIS_KEY || kind->cols == AXIS_WIDTH;
        if (only_widths && !width)
            choice->edits[kept++] = choice->edits[k];
    }
    choice->edit_count = kept;
}

static enum outcome
command_sentence(struct app *app, const char *args, struct err *err)
{
    edits_drop(&app->now.choice, false);
    return outcome_of(choice_set_text(&app->now.choice, args, err));
}

/* Moves *token to what args name: a token, or so many further in a circle. */
static enum outcome
move_token(const struct app *app, const char *verb, const char *args, int *token,
           struct err *err)
{
    struct address_index index;
    if (command_moves(args, TOKENS_MAX, app->explorer->sentence.token_count, token))
        return OUTCOME_DONE;
    const char *cursor = args;
    if (!address_scan_index(&cursor, &index, err)) {
        /* a mark such as , is a token too, and needs no quotes here */
        if (*args == '"' || strlen(args) >= sizeof index.text)
            return placed(verb, err);
        if (*args == '\0')
            return failed(err, "%s: name a token or its number, as in: %s cat", verb,
                          verb);
        index = (struct address_index){.is_text = true, .occurrence = 1};
        snprintf(index.text, sizeof index.text, "%s", args);
        cursor = args + strlen(args);
    }
    if (*cursor != '\0')
        return failed(
            err, "%s: one token is enough; quote a token that has blanks or marks", verb);
    int found;
    if (!address_locate_index(app, IN_TEXT, AXIS_TOKEN, &index, &found, err))
        return placed(verb, err);
    *token = found;
    return OUTCOME_DONE;
}

/* On the page the cursor goes where the question went; in S, Z and A to the same of them. */
static enum outcome
moved(struct app *app, enum outcome outcome)
{
    struct number *page = &app->ui.page;
    if (outcome != OUTCOME_DONE || app->ui.view != VIEW_PAGE)
        return outcome;
    if (page->tensor >= TENSOR_S && page->tensor <= TENSOR_A)
        *page = text_number_at(page->tensor, app->now.query, app->now.key);
    else
        cursor_follow(app);
    return outcome;
}

static enum outcome
command_query(struct app *app, const char *args, struct err *err)
{
    return moved(app, move_token(app, "query", args, &app->now.query, err));
}

static enum outcome
command_key(struct app *app, const char *args, struct err *err)
{
    bool hardest = strcmp(args, "hardest") == 0;
    if (hardest && !lesson_may_show_key(app, err))
        return OUTCOME_FAILED;
    if (hardest &&
        sentence_find(&app->explorer->sentence, args, 1) < 0) { /* unless it is a token */
        app->now.key = explorer_argmax(app->explorer, app->now.query);
        return moved(app, OUTCOME_DONE);
    }
    return moved(app, move_token(app, "key", args, &app->now.key, err));
}

static enum outcome
command_find(struct app *app, const char *args, struct err *err)
{
    const struct sentence *sentence = &app->explorer->sentence;
    char text[WORD_BYTES], wanted[FIND_BYTES] = "";
    if (*args == '\0' && app->ui.find[0] == '\0')
        return failed(err, "find: a part of a token must follow, as in: find mou");
    if (strlen(args) >= WORD_BYTES)
        return failed(err, "find: no token has \"%s\" in it", text_shown(args, 60).text);
    text_lower(wanted, sizeof wanted, *args != '\0' ? args : app->ui.find);
    for (int step = 1; step <= sentence->token_count; step++) {
        int i = (app->now.query + step) % sentence->token_count;
        text_lower(text, sizeof text, sentence->tokens[i].text);
        if (strstr(text, wanted) != NULL) {
            app->now.query = i;
            memcpy(app->ui.find, wanted, sizeof wanted);
            return moved(app, OUTCOME_DONE);
        }
    }
    return failed(err, "find: no token has \"%s\" in it", text_shown(wanted, 60).text);
}

static enum outcome
command_head(struct app *app, const char *args, struct err *err)
{
    const struct library *library = app->library;
    int *head = &app->now.choice.head, count = library->head_count, number;
    int step = strcmp(args, "next") == 0 ? 1 : strcmp(args, "prev") == 0 ? count - 1 : 0;
    if (step != 0)
        *head = (*head + step) % count;
    else if (text_int(args, 1, count, &number))
        *head = number - 1;
    else if (library_find_head(library, args) >= 0)
        *head = library_find_head(library, args);
    else {
        struct text names = {0};
        for (int i = 0; i < count; i++)
            text_add(&names, " %s", library->heads[i].name);
        err_set(err,
                "head: a name, a place from 1 to %d, next or prev must follow, not "
                "\"%s\"; the "
                "heads are%s",
                count, text_shown(args, 40).text, names.bytes ? names.bytes : "");
        text_free(&names);
        return OUTCOME_FAILED;
    }
    edits_drop(&app->now.choice, false);
    /* sizes belong to the head that they were set for */
    app->now.choice.d_k = app->now.choice.d_v = 0;
    return OUTCOME_DONE;
}

static enum outcome
command_mask(struct app *app, const char *args, struct err *err)
{
    if (!command_switch(args, &app->now.choice.mask))
        return not_word(err, "mask: it is on, off or toggle", args);
    return OUTCOME_DONE;
}

static enum outcome
command_share(struct app *app, const char *args, struct err *err)
{
    struct explorer_choice *choice = &app->now.choice;
    return outcome_of(
        command_share_switch(args, &choice->share_qk, &choice->share_kv, err));
}

static enum outcome
command_set(struct app *app, const char *args, struct err *err)
{
    struct explorer_choice *choice = &app->now.choice;
    const struct setting {
        const char *name;
        int least, most, *value;
    } settings[] = {
        {"d_k", 1, HEAD_WIDTH_MAX, &choice->d_k},
        {"d_v", 1, HEAD_WIDTH_MAX, &choice->d_v},
        {"seed", 0, 999999999, &choice->seed},
    };
    char name[16];
    bool whole = text_word(&args, name, sizeof name);
    for (size_t i = 0; whole && i < sizeof settings / sizeof settings[0]; i++) {
        const struct setting *setting = &settings[i];
        if (strcmp(setting->name, name) != 0)
            continue;
        if (!text_int(args, setting->least, setting->most, setting->value))
            return failed(err, "set: %s is a whole number from %d to %d, not \"%s\"",
                          name, setting->least, setting->most, text_shown(args, 40).text);
        edits_drop(choice, true);
        if (setting->value == &choice->seed)
            app->now.seed = choice->seed;
        return OUTCOME_DONE;
    }
    return failed(err,
                  "set: for a sentence d_k, d_v and seed can be set, not \"%s\"; view "
                  "train goes to the trainer's settings",
                  name);
}

static enum outcome
command_word(struct app *app, const char *args, struct err *err)
{
    struct address_index name;
    char word[WORD_BYTES];
    meaning_set meaning;
    if (*args == '\0')
        return failed(err,
                      "word: a word and what it means must follow, as in: word cat noun "
                      "animate");
    bool mark = strchr(",[]", *args) != NULL; /* these begin no index */
    if (!mark && !address_scan_index(&args, &name, err))
        return placed("word", err);
    if (mark || (*args != '\0' && *args != ' ') || name.occurrence != 1 ||
        name.text[0] == '\0')
        return failed(err,
                      "word: quote a word that has blanks or marks: word \",\" other");
    text_lower(word, sizeof word, name.text);
    if (!meaning_parse(args, &meaning, err) ||
        !corrections_set(&app->now.choice.corrections, word, meaning, err)) {
        err_place(err, "word %s", word);
        return OUTCOME_FAILED;
    }
    return OUTCOME_DONE;
}

static enum outcome
command_reset(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    struct explorer_choice *choice = &app->now.choice;
    app->ui.line = 1;
    if (app->ui.view == VIEW_PAGE) {
        app->goal = 0;
        cursor_follow(app);
        return OUTCOME_DONE;
    }
    edits_drop(choice, false);
    choice->share_qk = choice->share_kv = false;
    choice->d_k = choice->d_v = 0;
    choice->seed = DEFAULT_SEED;
    app->now.seed = -1;
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command sentence_commands[] = {
    {"sentence", "TEXT", "the words to look at",
     .run = command_sentence, .flags = SETS_NUMBERS | SETS_SENTENCE,
     .cursor = CURSOR_START},
    {"query", "T|+N|-N", "the token that asks: its text, its number, or N places on",
     .run = command_query, .run_training = train_query, .completion = COMPLETE_TOKENS},
    {"key", "T|+N|-N|hardest", "the token that is asked; hardest: most looked at",
     .run = command_key, .run_training = train_key, .completion = COMPLETE_TOKENS},
    {"find", "[TEXT]", "the next token with TEXT (or what was found last) in it asks",
     .run = command_find, .completion = COMPLETE_TOKENS},
    {"head", "NAME|N|next|prev", "the head to look through, by name or place from 1",
     .run = command_head, .flags = SETS_NUMBERS | SETS_HEAD, .cursor = CURSOR_ARGMAX,
     .completion = COMPLETE_HEADS},
    {"mask", "on|off|toggle", "the causal mask: no token looks at a later one",
     .run = command_mask, .flags = SETS_NUMBERS, .words = {"on", "off", "toggle"}},
    {"share", "qk|kv on|off|toggle", "qk: K = X Wq; kv: V = X Wk, so d_v = d_k",
     .run = command_share, .run_training = train_share, .flags = SETS_NUMBERS,
     .words = {"qk", "kv"}},
    {"set", "NAME VALUE", "a size, a seed; in train also lr, batch, tags ...",
     .run = command_set, .run_training = train_set, .flags = SETS_NUMBERS,
     .completion = COMPLETE_SETTINGS, .words = {"d_k", "d_v", "seed"}},
    {"word", "NAME FEATURE ...", "what a word means: noun animate, verb, ...",
     .run = command_word, .flags = SETS_NUMBERS, .completion = COMPLETE_MEANINGS},
    {"undo", "", "takes back the last command that changed numbers",
     .run = undo_apply, .run_training = train_undo_apply, .flags = NOT_IN_LESSONS},
    {"reset", "", "back to the start; edits, share, set or history go",
     .run = command_reset, .run_training = train_reset,
     .flags = SETS_NUMBERS | LINES_ON_PAGE, .cursor = CURSOR_START},
    {.name = NULL},
};
/* clang-format on */

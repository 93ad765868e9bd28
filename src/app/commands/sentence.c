/* The commands that concern a sentence under a head. Those that change numbers only change
 * the choices; app_apply makes the tensors anew and takes the choices back if it cannot. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/table.h"
#include "app/commands/train.h"
#include "app/lessons/question.h"
#include "core/receipt.h"

void
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

enum outcome
command_sentence(struct app *app, const char *args, struct err *err)
{
    edits_drop(&app->now.choice, false);
    return choice_set_text(&app->now.choice, args, err) ? OUTCOME_DONE : OUTCOME_FAILED;
}

/* Moves *token to what args name: a token, or so many further in a circle. */
static enum outcome
move_token(const struct app *app, const char *verb, const char *args, int *token,
           struct err *err)
{
    struct address_index index;
    int n = app->explorer->sentence.token_count, further;
    if ((*args == '+' || *args == '-') &&
        text_int(args, -TOKENS_MAX, TOKENS_MAX, &further)) {
        *token = (*token + further % n + n) % n;
        return OUTCOME_DONE;
    }
    const char *cursor = args;
    if (!address_scan_index(&cursor, &index, err)) {
        /* a mark such as , is a token too, and needs no quotes here */
        if (*args == '"' || strlen(args) >= sizeof index.text) {
            err_place(err, "%s", verb);
            return OUTCOME_FAILED;
        }
        if (*args == '\0')
            return FAILED(err, "%s: name a token or its number, as in: %s cat", verb,
                          verb);
        index = (struct address_index){.is_text = true, .occurrence = 1};
        snprintf(index.text, sizeof index.text, "%s", args);
        cursor = args + strlen(args);
    }
    if (*cursor != '\0')
        return FAILED(
            err, "%s: one token is enough; quote a token that has blanks or marks", verb);
    int found;
    if (!address_locate_index(app, IN_TEXT, AXIS_TOKEN, &index, &found, err)) {
        err_place(err, "%s", verb);
        return OUTCOME_FAILED;
    }
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
        *page = (struct number){
        .tensor = page->tensor, .row = app->now.query, .col = app->now.key};
    else
        page_follow(app);
    return outcome;
}

enum outcome
command_query(struct app *app, const char *args, struct err *err)
{
    if (app->active == SOURCE_LOOKUP)
        return train_query(app, args, err);
    return moved(app, move_token(app, "query", args, &app->now.query, err));
}

enum outcome
command_key(struct app *app, const char *args, struct err *err)
{
    if (strcmp(args, "hardest") == 0 && lesson_asks(app) && lesson_asks_key(app))
        return FAILED(err, "key: the lesson asks which is the hardest");
    if (app->active == SOURCE_LOOKUP)
        return train_key(app, args, err);
    if (strcmp(args, "hardest") == 0 &&
        sentence_find(&app->explorer->sentence, args, 1) < 0) { /* unless it is a token */
        app->now.key = explorer_argmax(app->explorer, app->now.query);
        return moved(app, OUTCOME_DONE);
    }
    return moved(app, move_token(app, "key", args, &app->now.key, err));
}

enum outcome
command_find(struct app *app, const char *args, struct err *err)
{
    const struct sentence *sentence = &app->explorer->sentence;
    char text[WORD_BYTES], wanted[FIND_BYTES] = "";
    if (*args == '\0' && app->ui.find[0] == '\0')
        return FAILED(err, "find: a part of a token must follow, as in: find mou");
    if (strlen(args) >= WORD_BYTES)
        return FAILED(err, "find: no token has \"%s\" in it", text_shown(args, 60).text);
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
    return FAILED(err, "find: no token has \"%s\" in it", text_shown(wanted, 60).text);
}

enum outcome
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

bool
command_switch(const char *word, bool *on)
{
    bool toggle = strcmp(word, "toggle") == 0;
    if (!toggle && strcmp(word, "on") != 0 && strcmp(word, "off") != 0)
        return false;
    *on = toggle ? !*on : strcmp(word, "on") == 0;
    return true;
}

enum outcome
command_mask(struct app *app, const char *args, struct err *err)
{
    if (!command_switch(args, &app->now.choice.mask))
        return FAILED(err, "mask: it is on, off or toggle, not \"%s\"",
                      text_shown(args, 40).text);
    return OUTCOME_DONE;
}

enum outcome
command_share(struct app *app, const char *args, struct err *err)
{
    if (app->active == SOURCE_LOOKUP)
        return train_share(app, args, err);
    struct explorer_choice *choice = &app->now.choice;
    char what[8];
    text_word(&args, what, sizeof what);
    bool qk = strcmp(what, "qk") == 0, kv = strcmp(what, "kv") == 0;
    if ((!qk && !kv) || !command_switch(args, qk ? &choice->share_qk : &choice->share_kv))
        return FAILED(err,
                      "share: it reads share qk on (K = X Wq) or share kv on (V = X Wk); "
                      "off and toggle likewise");
    return OUTCOME_DONE;
}

enum outcome
command_set(struct app *app, const char *args, struct err *err)
{
    if (app->active == SOURCE_LOOKUP)
        return train_set(app, args, err);
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
            return FAILED(err, "set: %s is a whole number from %d to %d, not \"%s\"",
                          name, setting->least, setting->most, text_shown(args, 40).text);
        edits_drop(choice, true);
        if (setting->value == &choice->seed)
            app->now.seed = choice->seed;
        return OUTCOME_DONE;
    }
    return FAILED(err,
                  "set: for a sentence d_k, d_v and seed can be set, not \"%s\"; view "
                  "train goes to the trainer's settings",
                  name);
}

enum outcome
command_word(struct app *app, const char *args, struct err *err)
{
    struct address_index name;
    char word[WORD_BYTES];
    meaning_set meaning;
    if (*args == '\0')
        return FAILED(err,
                      "word: a word and what it means must follow, as in: word cat noun "
                      "animate");
    bool mark = strchr(",[]", *args) != NULL; /* these begin no index */
    if (!mark && !address_scan_index(&args, &name, err)) {
        err_place(err, "word");
        return OUTCOME_FAILED;
    }
    if (mark || (*args != '\0' && *args != ' ') || name.occurrence != 1 ||
        name.text[0] == '\0')
        return FAILED(err,
                      "word: quote a word that has blanks or marks: word \",\" other");
    text_lower(word, sizeof word, name.text);
    if (!meaning_parse(args, &meaning, err) ||
        !corrections_set(&app->now.choice.corrections, word, meaning, err)) {
        err_place(err, "word %s", word);
        return OUTCOME_FAILED;
    }
    return OUTCOME_DONE;
}

enum outcome
command_reset(struct app *app, const char *args, struct err *err)
{
    (void)args;
    if (app->active == SOURCE_LOOKUP)
        return train_reset(app, err);
    struct explorer_choice *choice = &app->now.choice;
    app->ui.line = 1;
    if (app->ui.view == VIEW_PAGE) {
        app->goal = 0;
        page_follow(app);
        return OUTCOME_DONE;
    }
    edits_drop(choice, false);
    choice->share_qk = choice->share_kv = false;
    choice->d_k = choice->d_v = 0;
    choice->seed = DEFAULT_SEED;
    app->now.seed = -1;
    return OUTCOME_DONE;
}

/* -- walks: of the question through the sentence, on the page through the four lines ------ */

/* What a step moves, and from where to where. */
static int *
walker(struct app *app, int *first, int *last)
{
    bool page = app->ui.view == VIEW_PAGE;
    *first = page ? 1 : 0;
    *last = page ? LINE_COUNT : app->explorer->sentence.token_count - 1;
    return page ? &app->ui.line : &app->now.query;
}

void
page_follow(struct app *app)
{
    static const enum tensor made[LINE_COUNT] = {TENSOR_Q, TENSOR_S, TENSOR_A,
                                                    TENSOR_O};
    struct number *page = &app->ui.page;
    *page = (struct number){
        .tensor = made[app->ui.line - 1], .row = app->now.query, .col = app->now.key};
    if (page->tensor == TENSOR_S || page->tensor == TENSOR_A)
        return;
    const struct tensors *tensors = &app->explorer->tensors;
    page->col = 0;
    for (int c = 1; c < tensors_cols(tensors, page->tensor); c++) {
        struct number other = {.tensor = page->tensor, .row = page->row, .col = c};
        if (fabs(tensors_at(tensors, &other)) > fabs(tensors_at(tensors, page)))
            page->col = c;
    }
}

/* What a step leaves behind on the page: its cursor on what the line makes, no marks. */
static void
arrive(struct app *app)
{
    if (app->ui.view != VIEW_PAGE)
        return;
    app->ui.stepped = true;
    page_follow(app);
}

enum outcome
command_step(struct app *app, const char *args, struct err *err)
{
    if (app->active == SOURCE_LOOKUP)
        return train_step(app, args, err);
    if (*args != '\0')
        return FAILED(err,
                      "step: it stands alone; in train a number of steps may follow");
    int first, last, *at = walker(app, &first, &last);
    *at = *at < last ? *at + 1 : first;
    arrive(app);
    return OUTCOME_DONE;
}

enum outcome
command_pause(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->goal = 0;
    app->fan_waits = false;
    return OUTCOME_DONE;
}

enum outcome
command_run(struct app *app, const char *args, struct err *err)
{
    int first, last, *at = walker(app, &first, &last);
    if (*args != '\0' && strcmp(args, "toggle") != 0)
        return FAILED(err, "run: it stands alone, or reads: run toggle");
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

enum outcome
command_work(struct app *app, const char *args, struct err *err)
{
    int steps, first, last, *at = walker(app, &first, &last);
    if (!text_int(args, 1, 1000000, &steps))
        return FAILED(err, "work: a number of steps must follow, from 1 to 1000000");
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

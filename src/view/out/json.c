/* The numbers of the state as JSON. Where memory runs out a part becomes NULL, and jansson
 * hands that on: whatever would hold it becomes NULL too, up to the root. */
#include "view/out/json.h"

#include <errno.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "app/lessons/veil.h"
#include "view/out/json_parts.h"

static json_t *
tensors(const struct app *app)
{
    json_t *all = json_object();
    for (int k = 0; k < ATTENTION_TENSORS; k++) {
        struct number number = text_number_at(attention_tensors[k], 0, 0);
        json_add_tensor(app, &all, &number);
    }
    return all;
}

static json_t *
tokens(const struct sentence *sentence)
{
    json_t *list = json_array();
    for (int i = 0; i < sentence->token_count; i++)
        json_append(&list, json_string(sentence->tokens[i].text));
    return list;
}

/* The words whose meaning is a guess, as they are written first, once each. */
static json_t *
guessed_words(const struct sentence *sentence)
{
    json_t *list = json_array();
    for (int i = 0, next = 0; i < sentence->token_count; i++) {
        int w = sentence->tokens[i].word;
        if (w < next) /* words are numbered as they appear: this one was met before */
            continue;
        next = w + 1;
        if (sentence->words[w].guessed)
            json_append(&list, json_string(sentence->tokens[i].text));
    }
    return list;
}

static json_t *
lookup_state(const struct app *app)
{
    const struct trainer *trainer = app->trainer;
    const struct lookup_settings *settings = &trainer->run.settings;
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:i, s:i, s:{s:b, s:b}, s:o, s:o}", "version", 1,
                  "view", view_kinds[app->ui.view].name, "source", "lookup", "query",
                  trainer->watched.tag[trainer->watched.asked], "key", app->ui.entry,
                  "share", "qk", settings->share_qk, "kv", settings->share_kv, "train",
                  json_train(app), "tensors", json_lookup_tensors(app));
    if (app->ui.open_count > 0)
        json_set(&root, "receipt", json_receipt(app));
    return root;
}

static json_t *
state(const struct app *app)
{
    const struct explorer *explorer = app->explorer;
    const struct explorer_choice *choice = &app->now.choice;
    json_t *seed = explorer->head->random ? json_integer(choice->seed) : NULL;
    json_t *head =
        json_pack("{s:s, s:s, s:i, s:i, s:o*}", "name", explorer->head->name, "title",
                  explorer->head->title, "d_k", explorer->tensors.size[AXIS_KEY], "d_v",
                  explorer->tensors.size[AXIS_WIDTH], "seed", seed);
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:o, s:o, s:o, s:b, s:i, s:i, s:{s:b, s:b}, s:o, s:o}",
        "version", 1, "view", view_kinds[app->ui.view].name, "source", "sentence",
        "sentence", tokens(&explorer->sentence), "guessed",
        guessed_words(&explorer->sentence), "head", head, "mask", choice->mask, "query",
        app->now.query, "key", app->now.key, "share", "qk", choice->share_qk, "kv",
        choice->share_kv, "edits", json_edits(app), "tensors", tensors(app));
    if (app->ui.open_count > 0)
        json_set(&root, "receipt", json_receipt(app));
    if (choice->edit_count > 0)
        json_set(&root, "what_if", json_what_if(app));
    return root;
}

/* What a lesson asks for is null. */
static json_t *
shown_state(const struct app *app)
{
    struct err ignored;
    struct veil *veil = lesson_asks(app) ? veil_make(app, &ignored) : NULL;
    const struct app *shown = veil != NULL ? &veil->app : app;
    json_t *root = NULL;
    if (veil != NULL || !lesson_asks(app))
        root = shown->active == SOURCE_LOOKUP ? lookup_state(shown) : state(shown);
    veil_free(veil);
    return root;
}

bool
json_write(const struct app *app, FILE *stream, struct err *err)
{
    json_t *root = shown_state(app);
    bool done = root != NULL &&
                json_dumpf(root, stream, JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0 &&
                fputc('\n', stream) != EOF;
    json_decref(root);
    if (!done && ferror(stream))
        return err_set(err, "the output could not be written: %s", strerror(errno));
    return done || err_set(err, "there is not enough memory for the JSON");
}

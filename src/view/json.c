/* The numbers of the state as JSON. Where memory runs out a part becomes NULL, and jansson
 * hands that on: whatever would hold it becomes NULL too, up to the root. */
#include "view/json.h"

#include <errno.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "app/lessons/veil.h"
#include "view/json_parts.h"

static json_t *
labels(const struct explorer *explorer, enum axis axis)
{
    json_t *list = json_array();
    for (int i = 0; i < explorer->trace.shape.size[axis]; i++) {
        char label[LABEL_BYTES];
        explorer_label(explorer, axis, i, label, sizeof label);
        json_append(&list, json_string(label));
    }
    return list;
}

static json_t *
tensor(const struct app *app, enum tensor_id id)
{
    const struct explorer *explorer = app->explorer;
    const struct tensor_kind *kind = &tensor_kinds[id];
    int rows = trace_rows(&explorer->trace, id), cols = trace_cols(&explorer->trace, id);
    const real *data = explorer->trace.tensor[id];
    json_t *list = json_array();
    for (size_t k = 0; k < (size_t)rows * (size_t)cols; k++)
        json_append(&list, json_number((double)data[k]));
    return json_pack("{s:[i,i], s:o, s:o, s:b, s:o}", "shape", rows, cols, "rows",
                     labels(explorer, kind->rows), "columns",
                     labels(explorer, kind->cols), "parameter", kind->parameter, "data",
                     list);
}

static json_t *
tensors(const struct app *app)
{
    const struct explorer_choice *choice = &app->now.choice;
    json_t *all = json_object();
    for (int id = 0; id < TENSOR_COUNT; id++) {
        json_t *one;
        if (id == TENSOR_WK && choice->share_qk)
            one = json_pack("{s:s}", "same_as", "Wq");
        else if (id == TENSOR_WV && choice->share_kv)
            one = json_pack("{s:s}", "same_as", "Wk");
        else
            one = tensor(app, (enum tensor_id)id);
        json_set(&all, tensor_kinds[id].name, one);
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
    if (app->ui.lookup_open_count > 0)
        json_set(&root, "receipt", json_lookup_receipt(app));
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
                  explorer->head->title, "d_k", explorer->trace.shape.size[AXIS_KEY],
                  "d_v", explorer->trace.shape.size[AXIS_VALUE], "seed", seed);
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

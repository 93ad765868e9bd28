/* The run of the lookup task as JSON. */
#include "app/address/address.h"
#include "view/out/json_parts.h"

/* -- the run --------------------------------------------------------------------------- */

static json_t *
settings(const struct trainer *trainer)
{
    struct lookup_settings now = trainer_settings(trainer);
    json_t *object = json_object();
    for (int k = 0; k < LOOKUP_SETTINGS; k++) {
        const struct setting_kind *kind = &setting_kinds[k];
        double value = lookup_setting_get(&now, (enum lookup_setting)k);
        json_set(&object, kind->name,
                 kind->type == SETTING_NUMBER  ? json_number(value)
                 : kind->type == SETTING_WHOLE ? json_integer((json_int_t)value)
                                               : json_boolean(value != 0));
    }
    return object;
}

static json_t *
changes(const struct run *run)
{
    json_t *list = json_array();
    for (int k = 0; k < run->change_count; k++) {
        const struct run_change *change = &run->changes[k];
        char name[48];
        if (change->kind == CHANGE_NUMBER)
            snprintf(name, sizeof name, "%s[%d,%d]",
                     lookup_kinds[change->place.tensor].name, change->place.row,
                     change->place.col);
        else
            snprintf(name, sizeof name, change->kind == CHANGE_LR ? "lr" : "batch");
        json_append(&list, json_pack("{s:i, s:s, s:o}", "step", change->step, "what",
                                     name, "now", json_number(change->value)));
    }
    return list;
}

static json_t *
whole_numbers(const int *numbers, int count)
{
    json_t *list = json_array();
    for (int k = 0; k < count; k++)
        json_append(&list, json_integer(numbers[k]));
    return list;
}

static json_t *
numbers(const float *data, int count)
{
    json_t *list = json_array();
    for (int k = 0; k < count; k++)
        json_append(&list, json_number((double)data[k]));
    return list;
}

static json_t *
watched(const struct trainer *trainer)
{
    const struct lookup_store *store = &trainer->watched;
    int entries = trainer->run.settings.entries;
    json_t *weights = json_array();
    for (int step = trainer->first; step <= trainer->state.step; step++)
        json_append(&weights, numbers(trainer_weights(trainer, step), entries));
    return json_pack(
        "{s:o, s:o, s:i, s:i, s:o}", "tags", whole_numbers(store->tag, entries), "values",
        whole_numbers(store->value, entries), "query", store->tag[store->asked], "answer",
        store->asked, "weights", weights);
}

/* The numbers that are set by hand, as json_edits has those of a sentence. */
static json_t *
edits(const struct app *app)
{
    const struct trainer *trainer = app->trainer;
    json_t *list = json_array();
    for (int k = 0; k < trainer->override_count; k++) {
        const struct override *set = &trainer->overrides[k];
        struct number number = store_number_at(set->tensor, set->row, set->col);
        json_add_edit(app, &list, &number, set->was, set->value);
    }
    return list;
}

static json_t *
fan_of(const struct fan *fan)
{
    int count = fan->steps + 1;
    return json_pack("{s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:i, s:i}", "seeds", fan->seeds,
                     "first", fan->first_seed, "done", fan->done, "steps", fan->steps,
                     "q25", numbers(fan->q25, count), "median",
                     numbers(fan->median, count), "q75", numbers(fan->q75, count),
                     "accurate", fan->accurate, "diverged", fan->diverged);
}

json_t *
json_train(const struct app *app)
{
    struct trainer *trainer = app->trainer;
    int step = trainer->state.step, count = step - trainer->first + 1;
    struct discovery found = app->train.now;
    json_t *diverged =
        trainer->diverged_at < 0 ? json_null() : json_integer(trainer->diverged_at);
    json_t *curves = json_pack("{s:o, s:o}", "loss", numbers(trainer->loss, count),
                               "accuracy", numbers(trainer->accuracy, count));
    json_t *split =
        json_pack("{s:o, s:o}", "key_tag_share", json_number(found.key_tag_share),
                  "value_value_share", json_number(found.value_value_share));
    json_t *object =
        json_pack("{s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "step", step,
                  "first", trainer->first, "last", trainer->last, "loss",
                  json_number((double)trainer_loss(trainer, step)), "accuracy",
                  json_number(app->train.fresh), "diverged_at", diverged, "settings",
                  settings(trainer), "changes", changes(&trainer->run), "watched",
                  watched(trainer), "curves", curves, "split", split);
    if (trainer->override_count > 0)
        json_set(&object, "edits", edits(app));
    if (app->fan != NULL)
        json_set(&object, "fan", fan_of(app->fan));
    return object;
}

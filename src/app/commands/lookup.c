/* The commands that say what the lookup task is and what is watched: its settings, its store,
 * its numbers, its files. Undo takes them back (app/state/undo.h). */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/args.h"
#include "app/commands/shared.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/state/train.h"
#include "app/state/view.h"
#include "source/trainer_file.h"

enum { MOVES_MOST = 99999 }; /* entries at once */

/* -- settings -------------------------------------------------------------------------- */

/* What became of the history, behind a remark; or why the loss is not finite now. */
static void
say_dropped(struct app *app, const char *what, int steps)
{
    if (train_stop_diverged(app))
        return;
    if (steps == 0)
        app_say(app, false, "%s", what);
    else
        app_say(app, false, "%s; %d step%s dropped", what, steps,
                steps == 1 ? " is" : "s are");
}

/* Whether a trainer still watches the same store. */
static bool
same_store(const struct lookup_store *store, const struct trainer *trainer)
{
    const struct lookup_store *now = &trainer->watched;
    bool same = store->asked == now->asked;
    for (int e = 0; same && e < trainer->run.settings.entries; e++)
        same = store->tag[e] == now->tag[e] && store->value[e] == now->value[e];
    return same;
}

static enum outcome
configure(struct app *app, const struct lookup_settings *settings, const char *what,
          struct err *err)
{
    struct trainer *trainer = app->trainer;
    int steps = trainer->last - trainer->first;
    struct lookup_store watched = trainer->watched;
    if (!trainer_configure(trainer, settings, err))
        return OUTCOME_FAILED;
    train_run_changed(app);
    say_dropped(app, what, steps);
    if (app->trainer->diverged_at < 0 && !same_store(&watched, trainer))
        app_say(app, false, "%s, and another store is watched, which fits", what);
    return OUTCOME_DONE;
}

/* lr and batch: the run goes on with another. */
static enum outcome
change_on_the_way(struct app *app, enum run_change_kind kind, double value,
                  const char *what, struct err *err)
{
    int dropped;
    if (!trainer_change(app->trainer, kind, NULL, value, &dropped, err))
        return placed("set", err);
    train_run_changed(app);
    say_dropped(app, what, dropped);
    return OUTCOME_DONE;
}

static enum outcome
unknown_setting(const char *name, struct err *err)
{
    struct text names = {0};
    for (int k = 0; k < LOOKUP_SETTINGS; k++)
        if (setting_kinds[k].type != SETTING_SWITCH)
            text_add(&names, " %s", setting_kinds[k].name);
    err_set(err, "set: the trainer's settings are%s, not \"%s\"",
            names.bytes ? names.bytes : "", text_shown(name, 20).text);
    text_free(&names);
    return OUTCOME_FAILED;
}

enum outcome
train_set(struct app *app, const char *args, struct err *err)
{
    struct lookup_settings settings = app->trainer->run.settings;
    char name[16], what[80];
    double value;
    bool whole = text_word(&args, name, sizeof name);
    enum lookup_setting which = whole ? lookup_setting_find(name) : LOOKUP_SETTINGS;
    if (which == LOOKUP_SETTINGS || setting_kinds[which].type == SETTING_SWITCH)
        return unknown_setting(name, err);
    const struct setting_kind *kind = &setting_kinds[which];
    if (!text_number(args, &value))
        return kind->type == SETTING_WHOLE
                   ? failed(err,
                            "set: %s is a whole number from %.0f to %.0f, not \"%s\"",
                            name, kind->least, kind->most, text_shown(args, 40).text)
                   : failed(err, "set: %s is a number from %g to %g, not \"%s\"", name,
                            kind->least, kind->most, text_shown(args, 40).text);
    snprintf(what, sizeof what, "%s is %g", name, value);
    if (which == SETTING_LR || which == SETTING_BATCH)
        return change_on_the_way(app, which == SETTING_LR ? CHANGE_LR : CHANGE_BATCH,
                                 value, what, err);
    double old = lookup_setting_get(&settings, which);
    if (!lookup_setting_set(&settings, which, value, err))
        return placed("set", err);
    return old == value ? OUTCOME_DONE : configure(app, &settings, what, err);
}

enum outcome
train_share(struct app *app, const char *args, struct err *err)
{
    const struct lookup_settings *old = &app->trainer->run.settings;
    struct lookup_settings settings = *old;
    if (!command_share_switch(args, &settings.share_qk, &settings.share_kv, err))
        return OUTCOME_FAILED;
    if (settings.share_qk != old->share_qk)
        return configure(app, &settings, settings.share_qk ? "K = X Wq" : "K = X Wk",
                         err);
    if (settings.share_kv != old->share_kv)
        return configure(app, &settings, settings.share_kv ? "V = X Wk" : "V = X Wv",
                         err);
    return OUTCOME_DONE;
}

enum outcome
train_reset(struct app *app, const char *args, struct err *err)
{
    (void)args;
    int steps = app->trainer->last - app->trainer->first;
    if (!trainer_reset(app->trainer, err))
        return OUTCOME_FAILED;
    train_run_changed(app);
    say_dropped(app, "the same start", steps);
    return OUTCOME_DONE;
}

/* -- the watched store ----------------------------------------------------------------- */

static enum outcome
watch(struct app *app, const char *verb, const struct lookup_store *store,
      struct err *err)
{
    if (!trainer_watch(app->trainer, store, err))
        return placed(verb, err);
    train_fit_fan(app);
    return OUTCOME_DONE;
}

/* Reads TAG:VALUE. */
static bool
read_pair(const char *word, int *tag, int *value)
{
    char digits[16];
    size_t length = strcspn(word, ":");
    if (word[length] != ':' || length >= sizeof digits)
        return false;
    memcpy(digits, word, length);
    digits[length] = '\0';
    return text_int(digits, -INT_MAX, INT_MAX, tag) &&
           text_int(word + length + 1, -INT_MAX, INT_MAX, value);
}

static enum outcome
command_store(struct app *app, const char *args, struct err *err)
{
    struct lookup_store store = {.asked = 0};
    char word[24];
    int count = 0;
    while (*args != '\0') {
        if (count == LOOKUP_ENTRIES_MAX)
            return failed(err, "store: there are at most %d entries", LOOKUP_ENTRIES_MAX);
        if (!text_word(&args, word, sizeof word) ||
            !read_pair(word, &store.tag[count], &store.value[count]))
            return failed(err,
                          "store: each entry reads TAG:VALUE, as in: store 0:3 2:5 1:5 "
                          "3:1, not \"%s\"",
                          text_shown(word, 20).text);
        count++;
    }
    struct lookup_settings settings =
        app->trainer ? app->trainer->run.settings : lookup_settings_standard();
    if (count != settings.entries)
        return failed(err,
                      "store: it has %d entries, each TAG:VALUE, not %d; set entries N "
                      "changes how many",
                      settings.entries, count);
    if (!lookup_store_check(&store, &settings, err))
        return placed("store", err);
    if (!train_begin(app, err))
        return OUTCOME_FAILED;
    const struct lookup_store *watched = &app->trainer->watched;
    for (int e = 0; e < count; e++)
        if (store.tag[e] == watched->tag[watched->asked])
            store.asked = e;
    return watch(app, "store", &store, err);
}

/* Watches the same store, asked for another entry. */
static enum outcome
ask(struct app *app, const char *verb, int entry, struct err *err)
{
    struct lookup_store store = app->trainer->watched;
    if (store.asked == entry)
        return OUTCOME_DONE;
    store.asked = entry;
    return watch(app, verb, &store, err);
}

enum outcome
train_query(struct app *app, const char *args, struct err *err)
{
    const struct lookup_store *store = &app->trainer->watched;
    int n = app->trainer->run.settings.entries, tag, entry = store->asked;
    if (!command_moves(args, MOVES_MOST, n, &entry)) {
        struct text tags = {0};
        for (int e = 0; e < n; e++)
            text_add(&tags, " %d", store->tag[e]);
        entry = text_int(args, 0, 999999, &tag) ? 0 : n;
        while (entry < n && store->tag[entry] != tag)
            entry++;
        if (entry == n)
            err_set(err,
                    "query: a tag of the watched store must follow, one of%s, not "
                    "\"%s\"",
                    tags.bytes ? tags.bytes : "", text_shown(args, 40).text);
        text_free(&tags);
        if (entry == n)
            return OUTCOME_FAILED;
    }
    return ask(app, "query", entry, err);
}

enum outcome
train_ask(struct app *app, const char *args, struct err *err)
{
    (void)args;
    return ask(app, "ask", app->ui.entry, err);
}

enum outcome
train_key(struct app *app, const char *args, struct err *err)
{
    const struct trainer *trainer = app->trainer;
    int n = trainer->run.settings.entries, entry = app->ui.entry;
    bool hardest = strcmp(args, "hardest") == 0;
    if (hardest && !lesson_may_show_key(app, err))
        return OUTCOME_FAILED;
    if (hardest) {
        const float *A = trainer_weights(trainer, trainer->state.step);
        entry = 0;
        for (int e = 1; e < n; e++)
            entry = A[e] > A[entry] ? e : entry;
    } else if (!command_moves(args, MOVES_MOST, n, &entry) &&
               !text_int(args, 0, n - 1, &entry))
        return failed(err,
                      "key: an entry of the watched store must follow, from 0 to %d, +1, "
                      "-1 or hardest, not \"%s\"",
                      n - 1, text_shown(args, 40).text);
    app->ui.entry = entry;
    return OUTCOME_DONE;
}

/* -- numbers --------------------------------------------------------------------------- */

enum outcome
train_edit(struct app *app, const char *verb, const struct number *number, double value,
           struct err *err)
{
    int dropped;
    char what[ADDRESS_BYTES + 40], name[ADDRESS_BYTES];
    address_of(app, number, name, sizeof name);
    snprintf(what, sizeof what, "%s is %g", name, (double)(float)value);
    if (!kind_is_parameter(&lookup_kinds[number->tensor])) {
        if (!trainer_override(app->trainer, number, value, err))
            return placed(verb, err);
        app_say(app, false, "%s until another step is shown", what);
        return OUTCOME_DONE;
    }
    if (!trainer_change(app->trainer, CHANGE_NUMBER, number, value, &dropped, err))
        return placed(verb, err);
    train_run_changed(app);
    say_dropped(app, what, dropped);
    return OUTCOME_DONE;
}

/* -- files ----------------------------------------------------------------------------- */

static enum outcome
command_save(struct app *app, const char *args, struct err *err)
{
    if (*args == '\0')
        return failed(err, "save: a file must follow, as in: save run.safetensors");
    if (app->trainer == NULL)
        return failed(err, "save: nothing was trained yet; train 200 does that");
    if (!trainer_save(app->trainer, args, err))
        return placed("save", err);
    app_say(app, false, "step %d is saved in %s", app->trainer->state.step,
            text_shown(args, 60).text);
    return OUTCOME_DONE;
}

static enum outcome
command_load(struct app *app, const char *args, struct err *err)
{
    if (*args == '\0')
        return failed(err, "load: a file must follow, as in: load run.safetensors");
    struct trainer *loaded = trainer_load(args, app->kernels, err);
    if (loaded == NULL)
        return placed("load", err);
    trainer_free(app->trainer);
    app->trainer = loaded;
    app->ui.entry = loaded->watched.asked;
    train_run_changed(app);
    view_set(app, VIEW_TRAIN);
    app_say(app, false, "step %d of %s", loaded->state.step, text_shown(args, 60).text);
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command lookup_commands[] = {
    {"store", "TAG:VALUE ...", "the store that is watched, as in: store 0:3 2:5 1:5 3:1",
     .run = command_store, .flags = SETS_NUMBERS | ABOUT_TRAINING},
    {"save", "FILE", "the run so far as a safetensors file",
     .run = command_save, .flags = ABOUT_TRAINING | NOT_IN_LESSONS},
    {"load", "FILE", "a run that was saved",
     .run = command_load, .flags = SETS_NUMBERS | ABOUT_TRAINING | NOT_IN_LESSONS},
    {.name = NULL},
};
/* clang-format on */

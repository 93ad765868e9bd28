/* Runs of the lookup task to and from files. */
#include "source/trainer_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/text.h"
#include "source/safetensors.h"

/* More than the largest run needs. */
static const size_t FILE_BYTES_MOST = (size_t)64 << 20;

/* A history is trained again if it takes at most so many examples, parameters counting
 * too: a second or a few. */
static const long long REPLAY_MOST = 4LL << 20;

static const char KIND_KEY[] = "qkv", KIND[] = "lookup 1";

/* The tensors of a file: each parameter, its mean, its mean of squares. */
enum family_of { FAMILY_PARAMETERS, FAMILY_M, FAMILY_V, FAMILIES };
static const char *const suffixes[FAMILIES] = {"", ".m", ".v"};
enum { NAME_BYTES = 16, FILE_TENSORS = FAMILIES * LOOKUP_PARAMETERS };

/* The numbers of a parameter in one of the three families of a state. */
static real *
numbers_of(const struct run_state *state, enum family_of which, enum tensor id)
{
    ptrdiff_t at = state->parameters.tensor[id] - state->parameters.numbers;
    if (which == FAMILY_M)
        return state->adam.m + at;
    return which == FAMILY_V ? state->adam.v + at : state->parameters.tensor[id];
}

static void
name_of(enum family_of which, enum tensor id, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%s%s", lookup_kinds[id].name, suffixes[which]);
}

static bool
check_finite(const real *numbers, size_t count, const char *name, struct err *err)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(numbers[k]))
            return err_set(err, "number %zu of %s is not finite", k, name);
    return true;
}

/* -- changes --------------------------------------------------------------------------- */

/* The changes up to a step as JSON; the caller frees the text. NULL where memory is short. */
static char *
changes_text(const struct run *run, int step)
{
    json_t *list = json_array();
    int failed = list == NULL;
    for (int k = 0; k < run->change_count && run->changes[k].step <= step; k++) {
        const struct run_change *c = &run->changes[k];
        json_t *one = NULL;
        if (c->kind == CHANGE_NUMBER)
            one =
                json_pack("[i, s, i, i, f]", c->step, lookup_kinds[c->place.tensor].name,
                          c->place.row, c->place.col, c->value);
        else
            one = json_pack("[i, s, f]", c->step, c->kind == CHANGE_LR ? "lr" : "batch",
                            c->value);
        failed |= json_array_append_new(list, one);
    }
    char *text = failed ? NULL : json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

static bool
read_change(json_t *one, struct run_change *change)
{
    json_int_t step = -1, row = 0, col = 0;
    const char *what = "";
    double value = 0;
    bool number = json_array_size(one) == 5;
    int failed =
        number ? json_unpack(one, "[I, s, I, I, F]", &step, &what, &row, &col, &value)
               : json_unpack(one, "[I, s, F!]", &step, &what, &value);
    bool lr = strcmp(what, "lr") == 0, batch = strcmp(what, "batch") == 0;
    if (failed || step < 0 || step > TRAINER_STEPS_MAX || row < 0 || row > INT_MAX ||
        col < 0 || col > INT_MAX || !(number || lr || batch))
        return false;
    *change = (struct run_change){
        .step = (int)step,
        .kind = number ? CHANGE_NUMBER
                : lr   ? CHANGE_LR
                       : CHANGE_BATCH,
        .place = store_number_at(number ? kinds_find(lookup_kinds, what) : TENSOR_ET,
                                 (int)row, (int)col),
        .value = value};
    return true;
}

/* Adds the changes of a file to a run; they are in the order of their steps. */
static bool
read_changes(struct run *run, int step, const char *text, struct err *err)
{
    json_t *list = text != NULL ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    int before = 0;
    if (!json_is_array(list)) {
        json_decref(list);
        return err_set(err, "\"changes\" of its metadata is no list");
    }
    bool good = true;
    for (size_t k = 0; good && k < json_array_size(list); k++) {
        struct run_change change;
        good = read_change(json_array_get(list, k), &change) && change.step >= before &&
               change.step <= step;
        if (!good)
            err_set(
                err,
                "change %zu of its metadata does not read [step, \"lr\" or \"batch\", "
                "value] or [step, parameter, row, column, value], with steps that go up "
                "to %d",
                k, step);
        else
            good = run_add_change(run, &change, err);
        before = change.step;
    }
    json_decref(list);
    return good;
}

/* -- the watched store ----------------------------------------------------------------- */

/* The watched store as JSON: [[tag, value], ..., asked]. As changes_text. */
static char *
watched_text(const struct trainer *trainer)
{
    const struct lookup_store *store = &trainer->watched;
    json_t *list = json_array();
    int failed = list == NULL;
    for (int e = 0; e < trainer->run.settings.entries; e++)
        failed |= json_array_append_new(
            list, json_pack("[i, i]", store->tag[e], store->value[e]));
    failed |= json_array_append_new(list, json_integer(store->asked));
    char *text = failed ? NULL : json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

/* Watches what a file says. What is watched is no part of the run, so a file without it, written by
 * another program, is read as well: the standard store is watched then, as from the start. */
static bool
watch_as_read(struct trainer *trainer, const char *text, struct err *err)
{
    struct lookup_store store = {.asked = 0};
    size_t entries = (size_t)trainer->run.settings.entries;
    if (text == NULL)
        return true;
    json_t *list = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    bool good = json_array_size(list) == entries + 1 &&
                json_unpack(json_array_get(list, entries), "i", &store.asked) == 0;
    for (size_t e = 0; good && e < entries; e++)
        good = json_unpack(json_array_get(list, e), "[i, i!]", &store.tag[e],
                           &store.value[e]) == 0;
    json_decref(list);
    if (!good)
        return err_set(err,
                       "\"watched\" of its metadata does not read [[tag, value], ..., "
                       "entry that is asked]");
    return trainer_watch(trainer, &store, err) ||
           err_place(err, "\"watched\" of its metadata");
}

/* -- saving ---------------------------------------------------------------------------- */

/* A number as short as it reads back exactly. */
static void
number_text(double number, char *out, size_t size)
{
    double back;
    snprintf(out, size, "%.15g", number);
    if (!text_number(out, &back) || back != number)
        snprintf(out, size, "%.17g", number);
}

static bool
write_run(const struct trainer *trainer, const char *path, const char *changes,
          const char *watched, struct err *err)
{
    const struct run_state *state = &trainer->state;
    struct safetensor_matrix matrices[FILE_TENSORS];
    struct safetensor_note notes[LOOKUP_SETTINGS + 4];
    char names[FILE_TENSORS][NAME_BYTES], values[LOOKUP_SETTINGS][32], step[16];
    size_t count = 0, note_count = 0;
    for (int which = 0; which < FAMILIES; which++)
        for (int i = 0; i < LOOKUP_PARAMETERS; i++) {
            enum tensor id = lookup_parameters[i];
            const struct lookup_shape *shape = &state->parameters.shape;
            const real *numbers = numbers_of(state, (enum family_of)which, id);
            if (lookup_owner(shape, id) != id)
                continue;
            name_of((enum family_of)which, id, names[count]);
            if (!check_finite(numbers, lookup_size(shape, id), names[count], err))
                return err_place(err, "%s: it is not written", path);
            matrices[count] = (struct safetensor_matrix){
                names[count], lookup_rows(shape, id), lookup_cols(shape, id), numbers};
            count++;
        }
    snprintf(step, sizeof step, "%d", state->step);
    notes[note_count++] = (struct safetensor_note){KIND_KEY, KIND};
    notes[note_count++] = (struct safetensor_note){"step", step};
    for (int which = 0; which < LOOKUP_SETTINGS; which++) {
        number_text(
            lookup_setting_get(&trainer->run.settings, (enum lookup_setting)which),
            values[which], sizeof values[which]);
        notes[note_count++] =
            (struct safetensor_note){setting_kinds[which].name, values[which]};
    }
    notes[note_count++] = (struct safetensor_note){"changes", changes};
    notes[note_count++] = (struct safetensor_note){"watched", watched};
    return safetensors_write(path, matrices, count, notes, note_count, err);
}

bool
trainer_save(const struct trainer *trainer, const char *path, struct err *err)
{
    char *changes = changes_text(&trainer->run, trainer->state.step);
    char *watched = watched_text(trainer);
    bool written = changes != NULL && watched != NULL
                       ? write_run(trainer, path, changes, watched, err)
                       : err_set(err, "%s: there is not enough memory to write it", path);
    free(changes);
    free(watched);
    return written;
}

/* -- loading --------------------------------------------------------------------------- */

/* Reads settings, step and changes. */
static bool
read_run(const struct safetensors *file, struct run *run, int *step, struct err *err)
{
    const char *kind = safetensors_metadata(file, KIND_KEY);
    const char *at = safetensors_metadata(file, "step");
    if (kind == NULL || strcmp(kind, KIND) != 0)
        return err_set(err,
                       "it is no run of the lookup task: its metadata does not say "
                       "\"%s\": \"%s\"",
                       KIND_KEY, KIND);
    *run = (struct run){.settings = lookup_settings_standard()};
    run->settings.entries = 1; /* so that tags may be few until entries are read */
    for (int which = 0; which < LOOKUP_SETTINGS; which++) {
        const char *name = setting_kinds[which].name;
        const char *text = safetensors_metadata(file, name);
        double value;
        if (text == NULL || !text_number(text, &value))
            return err_set(err, "its metadata has no number \"%s\"", name);
        if (!lookup_setting_set(&run->settings, (enum lookup_setting)which, value, err))
            return err_place(err, "its metadata");
    }
    if (at == NULL || !text_int(at, 0, TRAINER_STEPS_MAX, step))
        return err_set(err, "its metadata has no \"step\" from 0 to %d",
                       TRAINER_STEPS_MAX);
    return read_changes(run, *step, safetensors_metadata(file, "changes"), err);
}

/* Finds a tensor of a file and checks that it is there, of that shape, and finite. */
static bool
read_tensor(const struct safetensors *file, const struct lookup_shape *shape,
            enum family_of which, enum tensor id, float *out, struct err *err)
{
    char name[NAME_BYTES];
    name_of(which, id, name);
    const struct safetensor *tensor = safetensors_find(file, name);
    int R = lookup_rows(shape, id), C = lookup_cols(shape, id);
    if (tensor == NULL)
        return err_set(err, "it has no tensor %s", name);
    if (strcmp(tensor->dtype, "F32") != 0)
        return err_set(err, "tensor %s is %s; F32 is what is read", name, tensor->dtype);
    if (tensor->rank != 2 || tensor->size[0] != (uint64_t)R ||
        tensor->size[1] != (uint64_t)C)
        return err_set(err,
                       "tensor %s is not %d x %d, as the settings in its metadata say",
                       name, R, C);
    safetensor_floats(tensor, out);
    return check_finite(out, lookup_size(shape, id), name, err);
}

/* Fills parameters, m and v of a state. */
static bool
read_state(const struct safetensors *file, struct run_state *state, struct err *err)
{
    const struct lookup_shape *shape = &state->parameters.shape;
    for (int which = 0; which < FAMILIES; which++)
        for (int i = 0; i < LOOKUP_PARAMETERS; i++) {
            enum tensor id = lookup_parameters[i];
            float *out = numbers_of(state, (enum family_of)which, id);
            if (lookup_owner(shape, id) == id &&
                !read_tensor(file, shape, (enum family_of)which, id, out, err))
                return false;
        }
    for (size_t k = 0; k < state->adam.count; k++)
        if (state->adam.v[k] < 0)
            return err_set(err, "a mean of squares (.v) is negative");
    return true;
}

static bool
same_numbers(const struct run_state *a, const struct run_state *b)
{
    size_t bytes = a->parameters.count * sizeof(real);
    return memcmp(a->parameters.numbers, b->parameters.numbers, bytes) == 0 &&
           memcmp(a->adam.m, b->adam.m, 2 * bytes) == 0; /* and v behind it */
}

/* Brings a trainer at step 0 to the state of a file. */
static bool
go_to(struct trainer *trainer, const struct run_state *wanted, struct err *err)
{
    size_t count = wanted->parameters.count;
    long long one = trainer->run.settings.batch + (long long)count / 16;
    struct err diverged;
    if (one * wanted->step <= REPLAY_MOST &&
        trainer_seek(trainer, wanted->step, &diverged) &&
        same_numbers(&trainer->state, wanted))
        return true;
    run_state_copy(&trainer->state, wanted);
    return trainer_begin_here(trainer, err);
}

/* Makes a trainer of what was read. */
static struct trainer *
make(const struct safetensors *file, const struct kernels *kernels, struct err *err)
{
    struct run run;
    struct run_state wanted;
    struct trainer *trainer = NULL;
    int step;
    if (!read_run(file, &run, &step, err) || !run_state_init(&wanted, &run, err))
        return NULL;
    wanted.step = step;
    adam_set_powers(&wanted.adam, step);
    if (read_state(file, &wanted, err))
        trainer = trainer_make_run(&run, kernels, err);
    if (trainer != NULL &&
        (!watch_as_read(trainer, safetensors_metadata(file, "watched"), err) ||
         !go_to(trainer, &wanted, err))) {
        trainer_free(trainer);
        trainer = NULL;
    }
    run_state_free(&wanted);
    return trainer;
}

struct trainer *
trainer_load(const char *path, const struct kernels *kernels, struct err *err)
{
    char *bytes = NULL;
    size_t length = 0;
    struct safetensors file;
    struct trainer *trainer = NULL;
    if (!file_read_regular(path, FILE_BYTES_MOST, &bytes, &length, err))
        return NULL;
    if (safetensors_parse(&file, bytes, length, err)) {
        trainer = make(&file, kernels, err);
        safetensors_free(&file);
    }
    if (trainer == NULL)
        err_place(err, "%s", path);
    free(bytes);
    return trainer;
}

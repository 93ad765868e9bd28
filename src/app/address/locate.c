/* From addresses to numbers and back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "base/text.h"
#include "source/lookup_task.h"
#include "source/trainer_numbers.h"

static const char *const axis_nouns[AXES] = {
    [AXIS_ONE] = "query",         [AXIS_TOKEN] = "token",
    [AXIS_WORD] = "word",         [AXIS_POSITION] = "position",
    [AXIS_MODEL] = "column of X", [AXIS_KEY] = "column of Q",
    [AXIS_WIDTH] = "column of V", [AXIS_TAG] = "tag",
    [AXIS_VALUE] = "value",       [AXIS_ENTRY] = "entry",
};

enum source_id
app_source(const struct app *app, const struct address *address)
{
    return address->source == SOURCE_ACTIVE ? app->active : address->source;
}

/* -- labels ---------------------------------------------------------------------------- */

/* Whether the last of an axis is the lookup task's query. */
static bool
has_query(enum in in, enum axis axis)
{
    return in == IN_STORE && (axis == AXIS_ONE || axis == AXIS_TOKEN);
}

void
axis_label(const struct app *app, enum in in, enum axis axis, int at, char *out,
           size_t size)
{
    if (in == IN_TEXT)
        explorer_label(app->explorer, axis, at, out, size);
    else if (has_query(in, axis) && at == app_tensors(app, in)->size[axis] - 1)
        snprintf(out, size, "query");
    else
        snprintf(out, size, "%d", at);
}

/* Whether the rows of an axis go by names alone. */
static bool
is_named(enum in in, enum axis axis)
{
    return in == IN_TEXT && (axis == AXIS_MODEL || axis == AXIS_WORD);
}

/* The labels of an axis, for an error; cut where there are many. */
static void
list_labels(const struct app *app, enum axis axis, char *out, size_t size)
{
    size_t used = 0;
    int count = app_tensors(app, IN_TEXT)->size[axis];
    for (int i = 0; i < count; i++) {
        char label[LABEL_BYTES];
        axis_label(app, IN_TEXT, axis, i, label, sizeof label);
        if (used + strlen(label) + 6 > size) {
            snprintf(out + used, size - used, " ...");
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "", label);
    }
}

static bool
locate_text(const struct app *app, enum axis axis, const struct address_index *index,
            int *at, struct err *err)
{
    const struct sentence *sentence = &app->explorer->sentence;
    int count = app_tensors(app, IN_TEXT)->size[axis];
    char lower[WORD_BYTES]; /* words are in lower case, however they are asked for */
    text_lower(lower, sizeof lower, index->text);
    int token =
        axis == AXIS_TOKEN ? sentence_find(sentence, index->text, index->occurrence) : -1;
    if (token >= 0) {
        *at = token;
        return true;
    }
    for (int i = 0; i < count && axis != AXIS_TOKEN && index->occurrence == 1; i++) {
        char label[LABEL_BYTES];
        axis_label(app, IN_TEXT, axis, i, label, sizeof label);
        if (strcmp(label, axis == AXIS_WORD ? lower : index->text) == 0) {
            *at = i;
            return true;
        }
    }
    char labels[240] = "", which[16] = "";
    list_labels(app, axis, labels, sizeof labels);
    if (index->occurrence != 1)
        snprintf(which, sizeof which, "#%d", index->occurrence);
    return err_set(err, "there is no %s \"%s\"%s; there are: %s", axis_nouns[axis],
                   index->text, which, labels);
}

/* On an axis of the lookup task: a number, or query. */
static bool
locate_in_lookup(int last, enum axis axis, const struct address_index *index, int *at,
                 struct err *err)
{
    bool query = has_query(IN_STORE, axis);
    if (index->is_text && query && strcmp(index->text, "query") == 0 &&
        index->occurrence == 1) {
        *at = last;
        return true;
    }
    if (axis == AXIS_ONE)
        return err_set(err, "its only row is called query, as in A[query,1]");
    if (index->is_text || index->number > last - query)
        return err_set(err, "there is no %s \"%s\"; they go from 0 to %d%s",
                       axis_nouns[axis], index->text, last - query,
                       query ? " and query" : "");
    *at = index->number;
    return true;
}

bool
address_locate_index(const struct app *app, enum in in, enum axis axis,
                     const struct address_index *index, int *at, struct err *err)
{
    int count = app_tensors(app, in)->size[axis];
    if (in == IN_STORE)
        return locate_in_lookup(count - 1, axis, index, at, err);
    if (index->is_text)
        return locate_text(app, axis, index, at, err);
    if (is_named(in, axis))
        return err_set(err, "a %s goes by its name, not by the number %d",
                       axis_nouns[axis], index->number);
    if (index->number >= count)
        return err_set(err, "there is no %s %d; they go from 0 to %d", axis_nouns[axis],
                       index->number, count - 1);
    *at = index->number;
    return true;
}

/* -- numbers --------------------------------------------------------------------------- */

static bool
no_such_number(enum in in, const char *text, struct err *err)
{
    char names[400];
    names_list(in, names, sizeof names);
    return in == IN_TEXT
               ? err_set(err, "%s: the sentence has no such number; its tensors are %s",
                         text, names)
               : err_set(err,
                         "%s: the lookup task has no such number; it has %s, mean_loss, "
                         "accuracy, and how they move: dWq, gWq, uWq, mWq, vWq",
                         text, names);
}

/* Why a number of the lookup task has no such step or example. */
static bool
no_such_example(const struct app *app, const char *name, const struct number *number,
                struct err *err)
{
    const struct trainer *trainer = app->trainer;
    bool fresh = number->example < 0;
    if (!trainer_has_step(trainer, number))
        return err_set(err, "there is no step %d; they go from %d to %d",
                       number->when - 1, trainer->first, trainer->last);
    if (!trainer_follows_store(number))
        return err_set(err,
                       "%s is the same for every example: write it without #%s%d:", name,
                       fresh ? "fresh" : "", abs(number->example));
    if (fresh)
        return err_set(err, "there is no fresh store #fresh%d; there are %d",
                       -number->example, FRESH_STORES);
    return err_set(err, "there is no example #%d; the batch of step %d has %d",
                   number->example,
                   number->when > 0 ? number->when - 1 : trainer->state.step,
                   trainer_examples(trainer, number));
}

/* Whether there are that example and that step, and the number has them. */
static bool
check_example(const struct app *app, const struct address *address,
              const struct number *number, struct err *err)
{
    struct number plain = *number;
    plain.example = plain.when = 0;
    if (app_has(app, number))
        return true;
    if (number->of == OF_SLOPE && !app_has(app, &plain)) {
        char target[ADDRESS_BYTES];
        address_of(app, app_target(app, number->in), target, sizeof target);
        return err_set(err,
                       "%s: %s does not depend on it; slopes are those of a target, "
                       "which `target ADDRESS` sets",
                       address->name, target);
    }
    if (number->in == IN_TEXT)
        return err_set(err, "%s: a sentence has neither examples nor steps",
                       address->name);
    return no_such_example(app, address->name, number, err);
}

bool
address_locate_tensor(const struct app *app, const struct address *address,
                      struct number *number, struct err *err)
{
    struct name name;
    enum source_id source = app_source(app, address);
    enum in in = source == SOURCE_LOOKUP ? IN_STORE : IN_TEXT;
    char text[ADDRESS_BYTES];
    address_print(address, text, sizeof text);
    if (in == IN_STORE && app->trainer == NULL)
        return err_set(err, "the lookup task was not begun: view train begins it");
    bool known = name_find(address->name, &name) && address->layer < 0 &&
                 source != SOURCE_MODEL && (in == IN_STORE ? name.lookup : name.sentence);
    if (!known)
        return no_such_number(in, in == IN_STORE ? address->name : text, err);
    *number = (struct number){.tensor = name.tensor,
                              .in = in,
                              .of = name.of,
                              .example = address->example,
                              .when = address->when};
    return check_example(app, address, number, err);
}

bool
address_locate(const struct app *app, const struct address *address,
               struct number *number, struct err *err)
{
    char text[ADDRESS_BYTES], first[LABEL_BYTES];
    if (!address_locate_tensor(app, address, number, err))
        return false;
    const struct kind *kind = &kinds_of(number->in)[number->tensor];
    int indices = kind_indices(kind);
    address_print(address, text, sizeof text);
    if (is_named(number->in, kind->rows))
        snprintf(first, sizeof first, "0");
    else
        axis_label(app, number->in, kind->rows, 0, first, sizeof first);
    if (address->dimensions != indices && indices == 2)
        return err_set(err, "%s: a row and a column must follow, as in %s[%s,0]", text,
                       address->name, number->in == IN_TEXT ? "0" : first);
    if (address->dimensions != indices)
        return err_set(err, "%s: %s", text,
                       indices == 1 ? "one row must follow" : "it takes no index");
    return (indices < 1 ||
            (address_locate_index(app, number->in, kind->rows, &address->index[0],
                                  &number->row, err) &&
             (indices < 2 ||
              address_locate_index(app, number->in, kind->cols, &address->index[1],
                                   &number->col, err)))) ||
           err_place(err, "%s", text);
}

bool
address_scan_number(const struct app *app, const char **cursor, struct number *number,
                    struct err *err)
{
    struct address address;
    return address_scan(cursor, &address, err) &&
           address_locate(app, &address, number, err);
}

bool
address_read(const struct app *app, const char *text, struct number *number,
             struct err *err)
{
    struct address address;
    return address_parse(text, &address, err) &&
           address_locate(app, &address, number, err);
}

/* The index that names row or column `at` of an axis. */
static void
index_of(const struct app *app, enum in in, enum axis axis, int at,
         struct address_index *index)
{
    const struct sentence *sentence = &app->explorer->sentence;
    char label[LABEL_BYTES], number[16];
    *index = (struct address_index){.number = at, .occurrence = 1};
    if (in == IN_TEXT && axis == AXIS_TOKEN) {
        index->is_text = true;
        index->occurrence = sentence_occurrence(sentence, at);
        snprintf(index->text, sizeof index->text, "%s", sentence->tokens[at].text);
        return;
    }
    axis_label(app, in, axis, at, label, sizeof label);
    snprintf(number, sizeof number, "%d", at);
    index->is_text = (in == IN_TEXT && axis == AXIS_WORD) || strcmp(label, number) != 0;
    text_visible(index->text, sizeof index->text, label, strlen(label));
}

void
address_of(const struct app *app, const struct number *number, char *out, size_t size)
{
    const struct kind *kind = &kinds_of(number->in)[number->tensor];
    struct address address = {.layer = -1,
                              .head = -1,
                              .example = number->example,
                              .when = number->when,
                              .dimensions = kind_indices(kind)};
    name_of(number, address.name, sizeof address.name);
    index_of(app, number->in, kind->rows, number->row, &address.index[0]);
    index_of(app, number->in, kind->cols, number->col, &address.index[1]);
    address_print(&address, out, size);
}

bool
app_can_edit(const struct app *app, const struct number *number, struct err *err)
{
    char name[ADDRESS_BYTES];
    if (number->in == IN_TEXT && number->of == OF_ITSELF)
        return explorer_can_edit(app->explorer, number, err);
    bool can = number->in == IN_STORE && number->of == OF_ITSELF &&
               number->example == 0 && number->when == 0 && number->tensor <= TENSOR_S;
    address_of(app, number, name, sizeof name);
    return can ||
           err_set(err, "%s follows from others; what can be set by hand is %s", name,
                   number->in == IN_TEXT
                       ? "E, P, Wq, Wk, Wv, and X, Q, K, V, S"
                       : "Et, Ev, Wq, Wk, Wv, Wo, and X, Q, K, V, S of the watched "
                         "store");
}

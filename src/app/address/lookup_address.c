/* From addresses to numbers of the lookup task. */
#include "app/address/lookup_address.h"

#include <stdio.h>
#include <string.h>

#include "app/address/lookup_number.h"
#include "app/state/train.h"
#include "core/receipt.h"
#include "source/discovery.h"

static const char *const axis_nouns[LOOKUP_AXES] = {
    [LOOKUP_AXIS_ONE] = "query",       [LOOKUP_AXIS_TAG] = "tag",
    [LOOKUP_AXIS_VALUE] = "value",     [LOOKUP_AXIS_ENTRY] = "entry",
    [LOOKUP_AXIS_TOKEN] = "token",     [LOOKUP_AXIS_MODEL] = "column of X",
    [LOOKUP_AXIS_KEY] = "column of Q", [LOOKUP_AXIS_WIDTH] = "column of V",
};

enum source_id
app_source(const struct app *app, const struct address *address)
{
    return address->source == SOURCE_ACTIVE ? app->active : address->source;
}

/* Whether the last of an axis is the query. */
static bool
has_query(enum lookup_axis axis)
{
    return axis == LOOKUP_AXIS_ONE || axis == LOOKUP_AXIS_TOKEN;
}

void
lookup_label(const struct lookup_shape *shape, enum lookup_axis axis, int at, char *out,
             size_t size)
{
    if (has_query(axis) && at == shape->size[axis] - 1)
        snprintf(out, size, "query");
    else
        snprintf(out, size, "%d", at);
}

static bool
locate_index(const struct lookup_shape *shape, enum lookup_axis axis,
             const struct address_index *index, int *at, struct err *err)
{
    int last = shape->size[axis] - 1;
    bool query = has_query(axis);
    if (index->is_text && query && strcmp(index->text, "query") == 0 &&
        index->occurrence == 1) {
        *at = last;
        return true;
    }
    if (axis == LOOKUP_AXIS_ONE)
        return err_set(err, "its only row is called query, as in A[query,1]");
    if (index->is_text || index->number > last - query)
        return err_set(err, "there is no %s \"%s\"; they go from 0 to %d%s",
                       axis_nouns[axis], index->text, last - query,
                       query ? " and query" : "");
    *at = index->number;
    return true;
}

/* Finds the tensor of a name, with or without d, g, u in front. */
static bool
locate_tensor(const struct app *app, const struct address *address,
              struct lookup_spot *spot, struct err *err)
{
    static const char marks[] = "dgu";
    const char *name = address->name;
    *spot = (struct lookup_spot){.place = {lookup_tensor_find(name), 0, 0}};
    if (app->trainer == NULL)
        return err_set(err, "the lookup task was not begun: view train begins it");
    if (spot->place.tensor == LOOKUP_TENSORS && name[0] != '\0' &&
        strchr(marks, name[0]) != NULL) {
        spot->of = (enum lookup_of)(strchr(marks, name[0]) - marks + LOOKUP_SLOPE);
        spot->place.tensor = lookup_tensor_find(name + 1);
    }
    if (strcmp(name, "mean_loss") == 0)
        *spot = (struct lookup_spot){{LOOKUP_LOSS, 0, 0}, LOOKUP_MEAN, 0};
    spot->example = address->example;
    bool known = spot->place.tensor < LOOKUP_TENSORS && address->layer < 0 &&
                 app_source(app, address) == SOURCE_LOOKUP;
    if (!known)
        return err_set(err,
                       "%s: the lookup task has no such number; it has Et Ev Wq Wk Wv "
                       "Wo X Q K V S Z A O L p loss mean_loss Qt Kt Zt, and how they "
                       "move: dWq, gWq, uWq",
                       name);
    if (spot->example > 0 && !lookup_spot_has_example(spot))
        return err_set(err,
                       "%s is the same for every example: write it without #%d:", name,
                       spot->example);
    int examples = lookup_examples(app);
    return spot->example <= examples ||
           err_set(err, "there is no example #%d; the batch of step %d has %d",
                   spot->example, app->trainer->state.step, examples);
}

bool
lookup_locate(const struct app *app, const struct address *address,
              struct lookup_spot *spot, struct err *err)
{
    char text[ADDRESS_BYTES];
    if (!locate_tensor(app, address, spot, err))
        return false;
    if (spot->place.tensor == LOOKUP_LOSS)
        return true;
    const struct lookup_shape *shape = &app->trainer->trace.shape;
    const struct lookup_kind *kind = &lookup_tensors[spot->place.tensor];
    const char *row = kind->rows == LOOKUP_AXIS_ONE ? "query" : "0";
    address_print(address, text, sizeof text);
    if (address->dimensions != 2)
        return err_set(err, "%s: a row and a column must follow, as in %s[%s,0]", text,
                       address->name, row);
    return (locate_index(shape, kind->rows, &address->index[0], &spot->place.row, err) &&
            locate_index(shape, kind->cols, &address->index[1], &spot->place.col, err)) ||
           err_place(err, "%s", text);
}

/* -- numbers --------------------------------------------------------------------------- */

bool
lookup_slopes(const struct app *app, struct lookup_family *slopes, struct err *err)
{
    const struct lookup_trace *trace = app_trace(app);
    struct lookup_trace gradient = {0};
    struct lookup_place loss = {LOOKUP_LOSS, 0, 0};
    if (!lookup_family_init(slopes, &trace->shape, err))
        return false;
    if (!lookup_trace_init(&gradient, &trace->shape, err)) {
        lookup_family_free(slopes);
        return false;
    }
    lookup_trace_bind(&gradient, slopes);
    lookup_backward(trace, &loss, &gradient);
    lookup_trace_free(&gradient);
    return true;
}

/* The numbers that a spot is one of. `made` is filled where they had to be made, and the
 * caller's to free; NULL where memory is short. */
static const real *
numbers_of(const struct app *app, const struct lookup_spot *spot,
           struct lookup_family *made, struct err *err)
{
    enum lookup_tensor id = spot->place.tensor;
    bool done = true;
    *made = (struct lookup_family){.numbers = NULL};
    switch (spot->of) {
    case LOOKUP_NUMBER:
        return app_trace(app)->tensor[id];
    case LOOKUP_GRADIENT:
        return app->trainer->state.gradient.tensor[id];
    case LOOKUP_MEAN:
        return &app->trainer->state.result.loss;
    case LOOKUP_SLOPE:
        done = lookup_slopes(app, made, err);
        break;
    case LOOKUP_CHANGE:
        done = trainer_coming(app->trainer, made, err);
        break;
    }
    return done ? made->tensor[id] : NULL;
}

static bool
lookup_value(const struct app *app, const struct address *address, double *value,
             struct err *err)
{
    struct lookup_spot spot;
    return lookup_locate(app, address, &spot, err) &&
           lookup_spot_value(app, &spot, value, err);
}

bool
app_number(const struct app *app, const struct address *address, double *value,
           struct err *err)
{
    struct place place;
    if (app_source(app, address) == SOURCE_LOOKUP)
        return lookup_value(app, address, value, err);
    /* what names no source means the active one, and that is the sentence here */
    if (!address_locate(app->explorer, address, &place, err))
        return false;
    *value = (double)trace_number(&app->explorer->trace, &place);
    return true;
}

/* -- regions --------------------------------------------------------------------------- */

/* An index, or i for all of the axis. */
static bool
read_span(const struct lookup_shape *shape, enum lookup_axis axis,
          const struct address_index *index, int *first, int *last, struct err *err)
{
    if (!index->quoted && index->occurrence == 1 && strcmp(index->text, "i") == 0) {
        *first = 0;
        *last = shape->size[axis] - 1;
        return true;
    }
    if (!locate_index(shape, axis, index, first, err))
        return false;
    *last = *first;
    return true;
}

bool
lookup_tally(const struct app *app, const struct address *address, struct tally *tally,
             int *columns, struct err *err)
{
    struct lookup_spot spot;
    struct lookup_family made;
    struct region region = {.first = 0};
    if (!locate_tensor(app, address, &spot, err))
        return false;
    if (spot.example > 0 ||
        (spot.of != LOOKUP_NUMBER && spot.place.tensor >= LOOKUP_PARAMETERS))
        return err_set(err, "%s: only single numbers of it are there, as in %s[0,0]",
                       address->name, address->name);
    const struct lookup_shape *shape = &app->trainer->trace.shape;
    const struct lookup_kind *kind = &lookup_tensors[spot.place.tensor];
    int cols = shape->size[kind->cols];
    region.last = shape->size[kind->rows] - 1;
    if (address->dimensions > 0 && !read_span(shape, kind->rows, &address->index[0],
                                              &region.first, &region.last, err))
        return err_place(err, "%s", address->name);
    if (address->dimensions > 1) {
        region.columns = COLUMN_ONE;
        if (!locate_index(shape, kind->cols, &address->index[1], &region.col, err))
            return err_place(err, "%s", address->name);
    }
    const real *numbers = numbers_of(app, &spot, &made, err);
    if (numbers != NULL)
        *tally = numbers_tally(numbers, cols, &region);
    bool row = region.first == region.last && region.columns == COLUMNS_ALL;
    *columns = row ? cols : 0;
    lookup_family_free(&made);
    return numbers != NULL;
}

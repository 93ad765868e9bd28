/* Tensors as JSON. */
#include <stdlib.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "view/out/json_parts.h"

static json_t *
labels(const struct app *app, enum in in, enum axis axis)
{
    json_t *list = json_array();
    for (int i = 0; i < app_tensors(app, in)->size[axis]; i++) {
        char label[LABEL_BYTES];
        axis_label(app, in, axis, i, label, sizeof label);
        json_append(&list, json_string(label));
    }
    return list;
}

/* A tensor, or its slopes, from rows that app_row makes. */
static json_t *
tensor(const struct app *app, struct number number)
{
    const struct tensors *tensors = app_tensors(app, number.in);
    const struct kind *kind = &tensors->kinds[number.tensor];
    int rows = tensors_rows(tensors, number.tensor),
        cols = tensors_cols(tensors, number.tensor);
    double *row = malloc((size_t)cols * sizeof *row);
    struct err ignored;
    json_t *list = json_array();
    for (number.row = 0; number.row < rows; number.row++) {
        bool there = row != NULL && app_row(app, &number, row, &ignored);
        for (int c = 0; c < cols; c++)
            json_append(&list, there ? json_number(row[c]) : NULL);
    }
    free(row);
    return json_pack("{s:[i,i], s:o, s:o, s:b, s:o}", "shape", rows, cols, "rows",
                     labels(app, number.in, kind->rows), "columns",
                     labels(app, number.in, kind->cols), "parameter",
                     kind_is_parameter(kind) && number.of == OF_ITSELF, "data", list);
}

void
json_add_tensor(const struct app *app, json_t **all, const struct number *number)
{
    const struct tensors *tensors = app_tensors(app, number->in);
    struct number owner = *number;
    char name[32], same[32];
    owner.tensor = tensors->same[number->tensor];
    name_of(number, name, sizeof name);
    name_of(&owner, same, sizeof same);
    json_set(all, name,
             owner.tensor != number->tensor ? json_pack("{s:s}", "same_as", same)
                                            : tensor(app, *number));
}

json_t *
json_lookup_tensors(const struct app *app)
{
    json_t *all = json_object();
    for (int id = 0; id < TENSORS; id++) {
        struct number number = store_number_at((enum tensor)id, 0, 0);
        if (kind_is_there(&lookup_kinds[id]))
            json_add_tensor(app, &all, &number);
        number.of = OF_SLOPE;
        if (kind_is_parameter(&lookup_kinds[id]))
            json_add_tensor(app, &all, &number);
    }
    return all;
}

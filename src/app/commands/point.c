/* The command that puts the cursor of the view on a number. */
#include "app/address/address.h"
#include "app/address/names.h"
#include "app/commands/table.h"
#include "app/state/vectors.h"
#include "app/state/view.h"

/* The folds that hide a column of x, of K or of V. */
static void
unfold(struct app *app, const struct number *place)
{
    bool *unfolded = app->ui.vectors.unfold;
    for (int fold = 0; place->tensor == TENSOR_X && fold < FOLD_KEY; fold++) {
        const struct vectors_part *part = &vectors_parts[fold];
        if (place->col >= part->first && place->col < part->first + part->count)
            unfolded[fold] = true;
    }
    if (place->tensor == TENSOR_Q || place->tensor == TENSOR_K)
        unfolded[FOLD_KEY] =
            unfolded[FOLD_KEY] || vectors_is_zero(app, FOLD_KEY, place->col);
    if (place->tensor == TENSOR_V || place->tensor == TENSOR_O)
        unfolded[FOLD_VALUE] =
            unfolded[FOLD_VALUE] || vectors_is_zero(app, FOLD_VALUE, place->col);
}

/* In the vectors a number of Q, O or S is shown only where its token asks. */
static bool
point_in_vectors(struct app *app, const struct number *place)
{
    struct vectors_row list[VECTORS_ROWS_MAX];
    bool of_query = place->tensor == TENSOR_Q || place->tensor == TENSOR_O;
    bool of_pair = place->tensor == TENSOR_S || place->tensor == TENSOR_Z ||
                   place->tensor == TENSOR_A;
    int query = of_query || of_pair ? place->row : app->now.query;
    int key = of_query ? app->now.key : of_pair ? place->col : place->row;
    struct app_state was = app->now;
    app->now.query = query;
    app->now.key = key;
    unfold(app, place);
    int count = vectors_rows(app, list);
    for (int row = 0; row < count; row++)
        for (int side = SIDE_ASKS; side <= SIDE_OUTPUT; side++) {
            struct number at;
            bool is = vectors_place(app, &list[row], (enum vectors_side)side, key, &at) &&
                      at.tensor == place->tensor && at.row == place->row &&
                      at.col == place->col;
            if (!is || (place->tensor == TENSOR_X && side != SIDE_TOKEN))
                continue;
            app->ui.vectors.row = row;
            app->ui.vectors.side = (enum vectors_side)side;
            return true;
        }
    app->now = was;
    return false;
}

static bool
point_in_weights(struct app *app, const struct number *place)
{
    if (place->tensor != TENSOR_S && place->tensor != TENSOR_Z &&
        place->tensor != TENSOR_A)
        return false;
    app->now.query = place->row;
    app->now.key = place->col;
    app->ui.show = place->tensor;
    return true;
}

static bool
is_on_page(const struct number *number)
{
    bool there = false;
    for (int k = 0; k < ATTENTION_TENSORS; k++)
        there = there || attention_tensors[k] == number->tensor;
    return there && number->in == IN_TEXT && number->of == OF_ITSELF;
}

static bool
point_on_page(struct app *app, const struct number *place)
{
    if (is_on_page(place))
        app->ui.page = *place;
    return is_on_page(place);
}

static bool
point_in_train(struct app *app, const struct number *number)
{
    if (number->tensor != TENSOR_A || number->example != 0 || number->when != 0)
        return false;
    app->ui.entry = number->col;
    return true;
}

/* Puts the cursor of the shown view on a number of its computation. */
static bool
point_at(struct app *app, const struct number *number)
{
    if (number->of != OF_ITSELF)
        return false;
    if (number->in == IN_STORE)
        return point_in_train(app, number);
    return app->ui.view == VIEW_VECTORS ? point_in_vectors(app, number)
           : app->ui.view == VIEW_PAGE
               ? point_on_page(app, number)
               : app->ui.view == VIEW_WEIGHTS && point_in_weights(app, number);
}

static enum outcome
command_point(struct app *app, const char *args, struct err *err)
{
    struct address address;
    struct number number;
    char name[ADDRESS_NAME_BYTES];
    struct ui *ui = &app->ui;
    if (*args == '\0')
        return failed(err, "point: an address must follow, as in: point X[cat,noun]");
    if (!address_parse(args, &address, err))
        return OUTCOME_FAILED;
    if (ui->open_count > 0)
        return failed(err, "point: a number is open; back closes it");
    while (view_kinds[ui->view].over)
        view_uncover(app);
    if (!address_locate(app, &address, &number, err))
        return OUTCOME_FAILED;
    bool train = ui->view == VIEW_TRAIN;
    if (train == (number.in == IN_STORE) && point_at(app, &number))
        return OUTCOME_DONE;
    if (train)
        return failed(err, "the cursor of this view moves on the weights, as in: point "
                           "A[query,1]");
    name_of(&number, name, sizeof name);
    return failed(err, "point: %s does not stand in this view%s", name,
                  is_on_page(&number) ? "; the page has it" : "");
}

/* clang-format off */
const struct command point_commands[] = {
    {"point", "ADDRESS", "the cursor, to a number of the view",
     .run = command_point},
    {.name = NULL},
};
/* clang-format on */

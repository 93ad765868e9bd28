/* The command that puts the cursor of the view on a number. */
#include "app/address/address.h"
#include "app/commands/table.h"
#include "app/state/vectors.h"

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

/* In the vectors a number of Q, O or S stands only where its token asks. */
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

static enum outcome
point_in_train(struct app *app, const struct number *number, struct err *err)
{
    if (number->tensor != TENSOR_A || number->of != OF_ITSELF || number->example != 0 ||
        number->when != 0)
        return FAILED(err, "the cursor of this view moves on the weights, as in: point "
                           "A[query,1]");
    app->ui.entry = number->col;
    return OUTCOME_DONE;
}

static bool
point_on_page(struct app *app, const struct number *place)
{
    if (place->tensor > TENSOR_O || place->of != OF_ITSELF)
        return false;
    app->ui.page = *place;
    return true;
}

enum outcome
command_point(struct app *app, const char *args, struct err *err)
{
    struct address address;
    struct number place;
    struct ui *ui = &app->ui;
    if (*args == '\0')
        return FAILED(err, "point: an address must follow, as in: point X[cat,noun]");
    if (!address_parse(args, &address, err))
        return OUTCOME_FAILED;
    if (ui->open_count > 0)
        return FAILED(err, "point: a number is open; back closes it");
    while (ui->view == VIEW_HELP || ui->view == VIEW_LESSONS)
        view_uncover(app);
    if (address.source == SOURCE_ACTIVE)
        address.source = ui->view == VIEW_TRAIN ? SOURCE_LOOKUP : SOURCE_SENTENCE;
    if (!address_locate(app, &address, &place, err))
        return OUTCOME_FAILED;
    bool train = ui->view == VIEW_TRAIN;
    if (train != (place.in == IN_STORE))
        return FAILED(err, "point: this view shows numbers of the %s",
                      train ? "lookup task" : "sentence");
    if (train)
        return point_in_train(app, &place, err);
    bool done = ui->view == VIEW_VECTORS   ? point_in_vectors(app, &place)
                : ui->view == VIEW_WEIGHTS ? point_in_weights(app, &place)
                                           : point_on_page(app, &place);
    return done ? OUTCOME_DONE
                : FAILED(err, "point: %s does not stand in this view; the page has all",
                         sentence_kinds[place.tensor].name);
}

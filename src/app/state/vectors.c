/* The list of rows behind the vectors view. */
#include "app/state/vectors.h"

#include "base/bounds.h"

const struct vectors_part vectors_parts[FOLD_KEY] = {
    [FOLD_WORD] = {FEATURE_MEANING, MEANING_COUNT + 1},
    [FOLD_NAME] = {FEATURE_NAME, NAME_COUNT},
    [FOLD_PLACE] = {FEATURE_POSITION, 2 * PERIOD_COUNT},
};

static bool
is_zero_column(const struct tensors *tensors, enum tensor id, int column)
{
    for (int i = 0; i < tensors_rows(tensors, id); i++)
        if (tensors_number(tensors, id, i, column) != 0)
            return false;
    return true;
}

bool
vectors_is_zero(const struct app *app, enum fold fold, int column)
{
    const struct tensors *tensors = &app->explorer->tensors;
    if (fold == FOLD_VALUE)
        return is_zero_column(tensors, TENSOR_V, column);
    return is_zero_column(tensors, TENSOR_K, column) &&
           is_zero_column(tensors, TENSOR_Q, column);
}

struct list {
    struct vectors_row *rows;
    int count;
};

static void
add(struct list *list, enum vectors_row_kind kind, int index, int count)
{
    list->rows[list->count++] = (struct vectors_row){kind, index, count};
}

static void
add_embedding(const struct app *app, struct list *list)
{
    for (int fold = 0; fold < FOLD_KEY; fold++) {
        const struct vectors_part *part = &vectors_parts[fold];
        add(list, ROW_FOLD, fold, part->count);
        for (int m = 0; app->ui.vectors.unfold[fold] && m < part->count; m++)
            add(list, ROW_X, part->first + m, 1);
    }
}

/* The columns of K (with those of Q) or of V; columns of zeros behind one fold. */
static void
add_columns(const struct app *app, struct list *list, enum vectors_row_kind kind,
            enum fold fold)
{
    int cols = app->explorer->tensors.size[fold == FOLD_KEY ? AXIS_KEY : AXIS_WIDTH];
    int zeros = 0;
    for (int c = 0; c < cols; c++) {
        bool zero = vectors_is_zero(app, fold, c);
        zeros += zero;
        if (!zero || app->ui.vectors.unfold[fold])
            add(list, kind, c, 1);
    }
    if (zeros > 0)
        add(list, ROW_FOLD, (int)fold, zeros);
}

int
vectors_rows(const struct app *app, struct vectors_row rows[VECTORS_ROWS_MAX])
{
    struct list list = {rows, 0};
    add(&list, ROW_NAME, 0, 1);
    add_embedding(app, &list);
    add_columns(app, &list, ROW_K, FOLD_KEY);
    add(&list, ROW_S, 0, 1);
    add(&list, ROW_Z, 0, 1);
    add(&list, ROW_A, 0, 1);
    add_columns(app, &list, ROW_V, FOLD_VALUE);
    return list.count;
}

int
vectors_cursor_row(const struct app *app, int count)
{
    return clamped(app->ui.vectors.row, count - 1);
}

bool
vectors_place(const struct app *app, const struct vectors_row *row,
              enum vectors_side side, int token, struct number *place)
{
    int query = app->now.query;
    switch (row->kind) {
    case ROW_X:
        *place = text_number_at(TENSOR_X, side == SIDE_ASKS ? query : token, row->index);
        return side != SIDE_OUTPUT;
    case ROW_K:
        *place = side == SIDE_ASKS ? text_number_at(TENSOR_Q, query, row->index)
                                   : text_number_at(TENSOR_K, token, row->index);
        return side != SIDE_OUTPUT;
    case ROW_S:
    case ROW_Z:
    case ROW_A:
        *place = text_number_at(row->kind == ROW_S   ? TENSOR_S
                                : row->kind == ROW_Z ? TENSOR_Z
                                                     : TENSOR_A,
                                query, token);
        return side == SIDE_TOKEN;
    case ROW_V:
        *place = side == SIDE_OUTPUT ? text_number_at(TENSOR_O, query, row->index)
                                     : text_number_at(TENSOR_V, token, row->index);
        return side != SIDE_ASKS;
    case ROW_NAME:
    case ROW_FOLD:
        break;
    }
    return false;
}

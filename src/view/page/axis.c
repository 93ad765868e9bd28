/* What is seen of the axes of the page: which rows and columns fold, and which part of a long
 * axis is shown. The pointed number is always seen. */
#include <string.h>

#include "app/state/settle.h"
#include "view/page/page.h"

/* -- the axes of tensors --------------------------------------------------------------- */

enum page_axis_id
page_rows_of(enum tensor tensor)
{
    return sentence_kinds[tensor].rows == AXIS_MODEL ? SEEN_FEATURES : SEEN_TOKENS;
}

enum page_axis_id
page_cols_of(enum tensor tensor)
{
    static const enum page_axis_id seen[AXES] = {[AXIS_TOKEN] = SEEN_ASKED,
                                                 [AXIS_MODEL] = SEEN_COLUMNS,
                                                 [AXIS_KEY] = SEEN_KEYS,
                                                 [AXIS_WIDTH] = SEEN_VALUES};
    return seen[sentence_kinds[tensor].cols];
}

const struct page_axis *
page_rows(const struct page *page, enum tensor tensor)
{
    return &page->axes[page_rows_of(tensor)];
}

const struct page_axis *
page_cols(const struct page *page, enum tensor tensor)
{
    return &page->axes[page_cols_of(tensor)];
}

static int
axis_size(const struct app *app, enum page_axis_id id)
{
    static const enum axis axes[SEEN_COUNT] = {
        [SEEN_TOKENS] = AXIS_TOKEN,  [SEEN_ASKED] = AXIS_TOKEN,
        [SEEN_COLUMNS] = AXIS_MODEL, [SEEN_FEATURES] = AXIS_MODEL,
        [SEEN_KEYS] = AXIS_KEY,      [SEEN_VALUES] = AXIS_WIDTH};
    return app->explorer->tensors.size[axes[id]];
}

struct number
page_place(const struct app *app, enum tensor tensor, int i, int j)
{
    bool by_word = sentence_kinds[tensor].rows == AXIS_WORD;
    return text_number_at(tensor, by_word ? app->explorer->tensors.map[MAP_WORD][i] : i,
                          j);
}

/* Where the pointed number is on an axis, or -1. */
static int
pointed_on(const struct app *app, enum page_axis_id id)
{
    const struct number *page = &app->ui.page;
    if (page_cols_of(page->tensor) == id)
        return page->col;
    if (page_rows_of(page->tensor) != id)
        return -1;
    /* a word is seen at its first token */
    int i = page->row;
    if (sentence_kinds[page->tensor].rows == AXIS_WORD)
        for (i = 0; app->explorer->tensors.map[MAP_WORD][i] != page->row;)
            i++;
    return i;
}

bool
page_marks(const struct app *app)
{
    return app->before != NULL && app->before->head == app->explorer->head &&
           !app->ui.stepped;
}

int
page_changed(const struct app *app, const struct number *place)
{
    return page_marks(app) ? app_changed(app, place) : 0;
}

/* -- what folds ------------------------------------------------------------------------ */

/* Whether a column is 0 in every row, and did not become so just now. */
static bool
column_is_zero(const struct app *app, enum tensor tensor, int col)
{
    const struct tensors *tensors = &app->explorer->tensors;
    int rows = tensors_rows(tensors, tensor);
    bool marks = page_marks(app);
    for (int row = 0; row < rows; row++) {
        struct number place = text_number_at(tensor, row, col);
        if (tensors_number(tensors, tensor, row, col) != 0 ||
            (marks && app_changed(app, &place) != 0))
            return false;
    }
    return true;
}

/* Whether the rows of the W's for a column of X are unchanged; if `zero`, also 0: then no
 * projection reads that column. */
static bool
row_is_unchanged(const struct app *app, int feature, bool zero)
{
    const struct tensors *tensors = &app->explorer->tensors;
    bool marks = page_marks(app);
    for (int id = TENSOR_WQ; id <= TENSOR_WV; id++) {
        int cols = tensors_cols(tensors, (enum tensor)id);
        const real *row = tensors_row(tensors, (enum tensor)id, feature);
        for (int col = 0; col < cols; col++) {
            struct number place = text_number_at((enum tensor)id, feature, col);
            if ((zero && row[col] != 0) || (marks && app_changed(app, &place) != 0))
                return false;
        }
    }
    return true;
}

/* Of the columns of X by kind: the names fold if no head reads them, otherwise the places. */
static void
fold_groups(const struct app *app, bool *folds)
{
    static const struct {
        int first, count;
    } groups[] = {{FEATURE_NAME, NAME_COUNT}, {FEATURE_POSITION, 2 * PERIOD_COUNT}};
    for (int g = 0; g < 2; g++) {
        int unread = 0;
        while (unread < groups[g].count &&
               row_is_unchanged(app, groups[g].first + unread, true))
            unread++;
        if (unread < groups[g].count)
            continue;
        memset(folds + groups[g].first, 1, (size_t)groups[g].count * sizeof folds[0]);
        return;
    }
}

/* Columns of X, or rows of the W's, that add 0 to Q, K and V. */
static void
fold_features(const struct app *app, bool also_absent, bool *folds)
{
    for (int m = 0; m < FEATURE_COUNT; m++)
        folds[m] = row_is_unchanged(app, m, true) ||
                   (also_absent && column_is_zero(app, TENSOR_X, m) &&
                    row_is_unchanged(app, m, false));
}

/* Marks what may fold; folds is as long as the axis and all false. */
static void
mark_folds(const struct app *app, enum page_axis_id id, enum folding folding, bool *folds)
{
    int size = axis_size(app, id);
    if (folding == FOLDING_NONE)
        return;
    if (id == SEEN_COLUMNS && folding == FOLDING_GROUPS)
        fold_groups(app, folds);
    else if (id == SEEN_COLUMNS || id == SEEN_FEATURES)
        fold_features(app, folding == FOLDING_ZEROS, folds);
    else if (id == SEEN_VALUES && folding == FOLDING_ZEROS)
        for (int c = 0; c < size; c++)
            folds[c] =
                column_is_zero(app, TENSOR_V, c) && column_is_zero(app, TENSOR_O, c);
    else if (id == SEEN_KEYS) /* columns that d_k was widened by */
        for (int c = 0; c < size; c++)
            folds[c] =
                column_is_zero(app, TENSOR_Q, c) && column_is_zero(app, TENSOR_K, c) &&
                column_is_zero(app, TENSOR_WQ, c) && column_is_zero(app, TENSOR_WK, c);
}

void
page_axis_make(const struct app *app, enum page_axis_id id, enum folding folding,
               struct page_axis *axis)
{
    bool folds[PAGE_ITEMS_MAX] = {false};
    int size = axis_size(app, id), pointed = pointed_on(app, id);
    mark_folds(app, id, folding, folds);
    if (pointed >= 0)
        folds[pointed] = false;
    axis->count = 0;
    for (int at = 0, next; at < size; at = next) {
        for (next = at + 1; folds[at] && next < size && folds[next];)
            next++;
        axis->first[axis->count] = (short)at;
        axis->length[axis->count++] = (short)(next - at);
    }
}

void
page_axis_window(const struct app *app, enum page_axis_id id, int room,
                 struct page_axis *axis)
{
    int at = pointed_on(app, id), item = 0;
    room = room < 0 ? 0 : room;
    if (axis->count <= room)
        return;
    if (at < 0)
        at = id == SEEN_TOKENS ? app->now.query : id == SEEN_ASKED ? app->now.key : 0;
    while (item + 1 < axis->count && axis->first[item + 1] <= at)
        item++;
    int first = first_shown(axis->count, room, item);
    memmove(axis->first, axis->first + first, (size_t)room * sizeof axis->first[0]);
    memmove(axis->length, axis->length + first, (size_t)room * sizeof axis->length[0]);
    axis->count = room;
}

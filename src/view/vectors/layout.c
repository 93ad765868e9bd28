/* Where the columns and rows of the vectors view are. Names, query and output always
 * have their columns; the open column comes next, then as many tokens beside it as
 * there is room for, then wider fields, names at the output, and bars. */
#include "view/vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bounds.h"
#include "view/panes.h"

enum {
    OPEN_LEAST = 60, /* below this the asked column stays closed */
    NAMES_LEAST = 9,
    NAMES_MOST = 18,
    TOKEN_LEAST = 6,
    TOKEN_MOST = 12,
    INNER_LEAST = 25, /* cells in the frame: " .9709 × 14.00 = 13.593 " */
    LABEL_MOST = 10,
    BAR_LEAST = 3,
    BAR_MOST = 12
};

/* -- rows ---------------------------------------------------------------------------- */

/* The group that a row belongs to: x, k, S with Z and A, v. */
static enum vectors_row_kind
group_of(const struct vectors_row *row)
{
    if (row->kind == ROW_Z || row->kind == ROW_A)
        return ROW_S;
    if (row->kind != ROW_FOLD)
        return row->kind;
    return row->index == FOLD_KEY ? ROW_K : row->index == FOLD_VALUE ? ROW_V : ROW_X;
}

/* Whether a row can be spared: folded columns of x that nothing reads. */
static bool
is_spare(const struct app *app, const struct vectors_row *row)
{
    if (row->kind != ROW_FOLD || row->index >= FOLD_KEY ||
        app->ui.vectors.unfold[row->index])
        return false;
    enum fold part = (enum fold)row->index;
    return !vectors_part_is_read(app, TENSOR_WQ, part) &&
           !vectors_part_is_read(app, TENSOR_WK, part) &&
           !vectors_part_is_read(app, TENSOR_WV, part);
}

int
vectors_rows_needed(const struct app *app)
{
    struct vectors_row list[VECTORS_ROWS_MAX];
    int count = vectors_rows(app, list), needed = 0;
    for (int r = 0; r < count; r++)
        needed += !is_spare(app, &list[r]);
    return needed;
}

/* The lines in their order, with further ones between as far as they fit, and without
 * what can be spared where they do not. Returns how many; *at gets the cursor's, *keys
 * the first below x. */
static int
list_lines(const struct vectors_layout *layout, const struct app *app, int room,
           int *lines, int *at, int *keys)
{
    int spare = room - (layout->list_count - 1), count = 0; /* the heading is no line */
    bool open = layout->box.cols > 0, ended = false;
    enum vectors_row_kind before = ROW_X;
    *at = *keys = 0;
    for (int r = 1; r < layout->list_count; r++) {
        const struct vectors_row *row = &layout->list[r];
        enum vectors_row_kind group = group_of(row);
        if (spare < 0 && layout->cursor != r && is_spare(app, row)) {
            spare++;
            continue;
        }
        if (group != before && group == ROW_V && spare >= 1)
            lines[count++] = LINE_PARTS;
        else if (group != before && spare >= 4)
            lines[count++] = group == ROW_K ? LINE_TERMS : LINE_SUM;
        if (group == ROW_V && row->kind == ROW_FOLD && open && spare >= 2) {
            lines[count++] = LINE_BOTTOM;
            ended = true;
        }
        *at = layout->cursor == r ? count : *at;
        *keys = group != ROW_X && before == ROW_X ? count : *keys;
        lines[count++] = r;
        before = group;
    }
    if (!ended && open && spare >= 2)
        lines[count++] = LINE_BOTTOM;
    return count;
}

/* Which lines are seen. The rows of x go first where they do not all fit, unless the
 * cursor is there; then a line beyond the cursor is seen as well. */
static void
choose_lines(struct vectors_layout *layout, const struct app *app, int room)
{
    int lines[VECTORS_ROWS_MAX + 4], at, keys;
    int count = list_lines(layout, app, room, lines, &at, &keys);
    int first = smaller(keys, count - room);
    if (layout->cursor > 0)
        first = at < first ? at - 1 : at >= first + room ? at - room + 2 : first;
    first = larger(0, smaller(first, count - room));
    layout->line_count = larger(0, smaller(room, count - first));
    memcpy(layout->line, lines + first, (size_t)layout->line_count * sizeof lines[0]);
    layout->more_above = first > 0;
    layout->more_below = first + layout->line_count < count;
}

/* -- columns ------------------------------------------------------------------------- */

/* How many columns a number with two decimals takes. */
static int
number_cols(double value)
{
    int digits = 0;
    if (!isfinite(value))
        return 1;
    for (double size = fabs(value); size >= 0.995; size /= 10)
        digits++;
    return (value <= -0.005) + digits + 3;
}

/* The widest number of row `row` of a tensor. */
static int
widest(const struct app *app, enum tensor id, int row)
{
    int most = 0, cols = tensors_cols(&app->explorer->tensors, id);
    for (int c = 0; c < cols; c++)
        most = larger(most, number_cols(number_at(app, id, row, c)));
    return most;
}

/* How many columns a narrow token needs: a blank, then its name or its numbers. */
static int
token_need(const struct app *app, int j, bool marked)
{
    int query = app->now.query;
    int need = glyphs_width(app->explorer->sentence.tokens[j].text) + marked;
    need = larger(need, larger(widest(app, TENSOR_K, j), widest(app, TENSOR_V, j)));
    need = larger(need, number_cols(number_at(app, TENSOR_S, query, j)));
    return larger(TOKEN_LEAST, smaller(need + 1, TOKEN_MOST));
}

/* The names, as wide as the longest that has a number beside it; on a narrow screen
 * cut. */
static int
names_need(const struct vectors_layout *layout, const struct app *app, int cols)
{
    int need = NAMES_LEAST;
    for (int r = 0; r < layout->list_count; r++) {
        const struct vectors_row *row = &layout->list[r];
        if (row->kind != ROW_K && row->kind != ROW_X)
            continue;
        need = larger(need, glyphs_width(vectors_row_name(app, row).text) + 1);
    }
    return cols < OPEN_LEAST ? NAMES_LEAST : smaller(need, NAMES_MOST);
}

/* Chooses the tokens that are seen: from the asked one in both directions. Returns how
 * many of the columns are left. */
static int
choose_tokens(struct vectors_layout *layout, const struct app *app, int room)
{
    int n = app->explorer->sentence.token_count, key = app->now.key;
    int need = layout->box.cols > 0 ? layout->box.cols + 1 : token_need(app, key, true);
    layout->first = layout->last = key;
    layout->token[key].cols = need;
    room -= need;
    for (bool grown = true; grown;) {
        grown = false;
        for (int side = 0; side < 2; side++) {
            int *end = side == 0 ? &layout->last : &layout->first;
            int next = side == 0 ? *end + 1 : *end - 1;
            if (next < 0 || next >= n || (need = token_need(app, next, false)) > room)
                continue;
            layout->token[next].cols = need;
            room -= need;
            *end = next;
            grown = true;
        }
    }
    return room;
}

/* The longest name of what a row of V hands over. */
static int
label_need(const struct vectors_layout *layout, const struct app *app)
{
    int need = 0;
    for (int r = 0; r < layout->list_count; r++)
        if (layout->list[r].kind == ROW_V) {
            int column = layout->list[r].index;
            need = larger(need, glyphs_width(vectors_reads(app, TENSOR_WV, column).text));
        }
    return smaller(need, LABEL_MOST);
}

/* Takes at most `most` of the room, if there is `least`. */
static int
take(int *room, int least, int most)
{
    int taken = *room < least ? 0 : smaller(*room, most);
    *room -= taken;
    return taken;
}

/* Shares out the columns that are left. */
static void
widen(struct vectors_layout *layout, const struct app *app, int room)
{
    struct vectors_box *box = &layout->box;
    bool open = box->cols > 0;
    int label = label_need(layout, app);
    if (open) {
        int digits = take(&room, 1, 2); /* for q, then for the product */
        box->query += digits > 0;
        box->term += digits;
        box->cols += digits;
        layout->token[app->now.key].cols += digits;
    }
    if (label > 0 && room > label)
        layout->label = take(&room, label + 1, label + 1);
    int output = take(&room, BAR_LEAST, 5);
    layout->output.bar += output;
    layout->output.cols += output;
    if (open) {
        int bar = take(&room, BAR_LEAST + 1, BAR_MOST + 1);
        box->bar = bar > 0 ? box->term + 1 : 0;
        box->cols += bar;
        layout->token[app->now.key].cols += bar;
    }
    int fields = layout->last - layout->first + 1 - open + 1; /* the query's is one */
    int each = smaller(room / fields, BAR_MOST);
    int bar = each >= BAR_LEAST + 1 ? each - 1 : 0;
    layout->asks.cols += each;
    layout->asks.bar = bar;
    for (int j = layout->first; j <= layout->last; j++)
        if (!open || j != app->now.key) {
            layout->token[j].cols += each;
            layout->token[j].bar = bar;
        }
}

/* Puts the columns beside each other. */
static void
place_columns(struct vectors_layout *layout, const struct app *app)
{
    layout->asks.col = layout->names;
    int col = layout->asks.col + layout->asks.cols + layout->gutter;
    for (int j = layout->first; j <= layout->last; j++) {
        layout->token[j].col = col;
        col += layout->token[j].cols;
        if (j == app->now.key && layout->box.cols > 0)
            layout->box.col = layout->token[j].col + 1;
    }
    layout->output.col = col + layout->gutter;
    if (layout->label > 0)
        layout->label = col + layout->output.cols + 1;
}

void
vectors_lay_out(struct vectors_layout *layout, const struct app *app, int rows, int cols)
{
    memset(layout, 0, sizeof *layout);
    layout->list_count = vectors_rows(app, layout->list);
    layout->cursor = vectors_cursor_row(app, layout->list_count);
    layout->names = names_need(layout, app, cols);
    bool wide = cols >= OPEN_LEAST;
    int query = widest(app, TENSOR_Q, app->now.query) + 1;
    layout->asks.cols = larger(TOKEN_LEAST, smaller(query, wide ? 8 : 7));
    /* behind the output is a blank, for a bracket */
    int output = smaller(widest(app, TENSOR_O, app->now.query), 7);
    layout->output =
        (struct vectors_field){.cols = larger(7, output + 2 + wide), .bar = wide ? 1 : 0};
    if (wide && !app->ui.vectors.closed)
        layout->box = (struct vectors_box){
            .cols = INNER_LEAST + 2, .key = 8, .query = 16, .term = 25};
    int fixed = layout->names + layout->asks.cols + layout->output.cols + 1;
    int left = choose_tokens(layout, app, cols - fixed);
    if (wide && layout->last - layout->first + 1 < app->explorer->sentence.token_count) {
        layout->gutter = 1; /* beside the tokens, for the signs that there are more */
        left = choose_tokens(layout, app, cols - fixed - 2 * layout->gutter);
    }
    widen(layout, app, left);
    place_columns(layout, app);
    choose_lines(layout, app, rows - 1);
}

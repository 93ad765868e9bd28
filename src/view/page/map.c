/* A map of the page: its numbers as shades, or written out beside them, and the names of its
 * rows. Every cell carries the tag of its number; a fold that of the first number in it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/page/page.h"
#include "view/paint/shade.h"
#include "view/words/formula.h"

/* A map that is being drawn. */
struct pen {
    const struct app *app;
    const struct page *page;
    const struct page_map *map;
    enum tensor tensor;
    const struct page_axis *rows, *cols;
    struct canvas canvas; /* of the page */
};

/* -- numbers --------------------------------------------------------------------------- */

void
page_number(char *out, size_t size, double value, double most)
{
    if (value == 0)
        snprintf(out, size, "0");
    else if (most >= 1e6)
        snprintf(out, size, "%.1e", value);
    else
        draw_number(out, size, value, most >= 1e5 ? 0 : most >= 1e3 ? 1 : 2);
}

enum page_part
page_part_of(const struct app *app, enum tensor tensor)
{
    enum { R = PART_READ, W = PART_WRITTEN };
    static const unsigned char parts[LINE_COUNT][TENSORS] = {
        {[TENSOR_X] = R,
         [TENSOR_WQ] = R,
         [TENSOR_WK] = R,
         [TENSOR_WV] = R,
         [TENSOR_Q] = W,
         [TENSOR_K] = W,
         [TENSOR_V] = W},
        {[TENSOR_Q] = R, [TENSOR_K] = R, [TENSOR_S] = W},
        {[TENSOR_S] = R, [TENSOR_Z] = W, [TENSOR_A] = W},
        {[TENSOR_A] = R, [TENSOR_V] = R, [TENSOR_O] = W},
    };
    return (enum page_part)parts[app->ui.line - 1][tensor];
}

static bool
is_pointed(const struct app *app, const struct number *place)
{
    return number_equal(&app->ui.page, place);
}

/* -- cells ----------------------------------------------------------------------------- */

/* The shade of a number on the scale of its map; a weight's goes to 1. A masked Z has none. */
static const char *
cell_shade(const struct pen *pen, double value, struct style *style)
{
    double most = pen->page->most[pen->tensor];
    if (isinf(value))
        return " ";
    return shade_signed(most > 0 ? value / most : 0, style);
}

/* Writes the number of a cell, right of its shade; brackets where it is pointed at. */
static void
write_number(const struct pen *pen, int row, int col, const struct number *place,
             struct style style)
{
    const struct canvas *canvas = &pen->canvas;
    char number[32] = "";
    int end = col + pen->map->cell - 1;
    double value = number_at(pen->app, place->tensor, place->row, place->col);
    struct tag tag = tag_number(place->tensor, place->row, place->col);
    if (!isinf(value))
        page_number(number, sizeof number, value, pen->page->most[place->tensor]);
    int first = end - glyphs_width(number);
    draw_fill(canvas, row, col + 1, pen->map->cell - 1, style, tag, " ");
    draw_text(canvas, row, first, style, tag, "%s", number);
    if (is_pointed(pen->app, place))
        draw_pointed(canvas, row, first, end - first, style, tag);
}

/* The number of token (or row of a W) i and column j. */
static void
draw_cell(const struct pen *pen, int row, int col, int i, int j)
{
    const struct canvas *canvas = &pen->canvas;
    struct number place = page_place(pen->app, pen->tensor, i, j);
    struct tag tag = tag_number(pen->tensor, place.row, place.col);
    struct style style = {ROLE_NUMBER, 0}, mark = {ROLE_NOTICE, FLAG_BOLD};
    double was;
    int cell = pen->map->cell, change = page_changed(pen->app, &place);
    bool asks = page_rows_of(pen->tensor) == SEEN_TOKENS && i == pen->app->now.query;
    bool pointed = is_pointed(pen->app, &place), written = cell > 2;
    const char *shade =
        cell_shade(pen, number_at(pen->app, pen->tensor, place.row, place.col), &style);
    bool above = style.role >= ROLE_SHADE_1 && style.role <= ROLE_SHADE_3;
    if (written && !above)
        shade = " "; /* the number says so itself */
    else if (pointed && !written && above)
        shade = "+"; /* a full block in reverse would look empty */
    draw_fill(canvas, row, col, written ? 1 : cell, style, tag, shade);
    if (change != 0)
        draw_fill(canvas, row, col, 1, mark, tag, change > 0 ? "▲" : "▼");
    if (written)
        write_number(pen, row, col, &place,
                     (struct style){ROLE_NUMBER, asks ? FLAG_BOLD : 0});
    if (formula_edit(pen->app, &place, &was) != NULL)
        draw_flags(canvas, row, col, cell, FLAG_UNDERLINE);
    if (pointed && !written) {
        draw_flags(canvas, row, col, cell, FLAG_REVERSE);
        draw_cursor(canvas, row, col);
    }
}

/* A fold of columns: ~, or ! where a number in it changed. */
static void
draw_fold(const struct pen *pen, int row, int col, int i, int first, int length)
{
    struct style mark = {ROLE_NOTICE, FLAG_BOLD};
    struct number place = page_place(pen->app, pen->tensor, i, first);
    struct tag tag = tag_number(pen->tensor, place.row, place.col);
    bool changed = false;
    for (; length > 0 && !changed; length--, place.col++)
        changed = page_changed(pen->app, &place) != 0;
    draw_fill(&pen->canvas, row, col, pen->map->cell, faint, tag, " ");
    draw_fill(&pen->canvas, row, col, 1, changed ? mark : faint, tag,
              changed ? "!" : "~");
}

/* -- names of rows --------------------------------------------------------------------- */

/* ▶chased, of E its word, of P its place; where there is one column, only the mark. */
static void
draw_token(const struct pen *pen, int row, int i)
{
    enum axis axis = sentence_kinds[pen->tensor].rows;
    const struct explorer *explorer = pen->app->explorer;
    bool asks = i == pen->app->now.query;
    struct style style = {asks ? ROLE_ASKING : ROLE_TEXT, 0};
    struct tag tag = tag_counted(TAG_QUERY, i);
    int col = pen->map->col - pen->map->names;
    char name[LABEL_BYTES];
    snprintf(name, sizeof name, "%s", explorer->sentence.tokens[i].text);
    if (axis != AXIS_TOKEN)
        explorer_label(explorer, axis, page_place(pen->app, pen->tensor, i, 0).row, name,
                       sizeof name);
    if (asks)
        draw_text(&pen->canvas, row, col, style, tag, "▶");
    draw_field(&pen->canvas, row, col + 1, pen->map->names - 2, style, tag, name);
}

/* Whether the three W's are side by side with names before the first: then a fold of rows is
 * one line of text across them. */
static bool
are_joined(const struct page *page)
{
    const struct page_map *first = &page->maps[TENSOR_WQ], *next = &page->maps[TENSOR_WK];
    return first->shown && first->names > 1 && next->shown &&
           next->col == first->col + first->width + 1;
}

/* The name of a row of the W's, or of a fold of them. */
static void
draw_feature(const struct pen *pen, int row, int item)
{
    const struct page_map *next = &pen->page->maps[TENSOR_WK], *last = next + 1;
    int first = pen->rows->first[item], length = pen->rows->length[item];
    int col = pen->map->col - pen->map->names + 1, end = pen->map->col + pen->map->width;
    const char *from = feature_names[first], *to = feature_names[first + length - 1];
    struct tag tag = tag_number(pen->tensor, first, 0);
    char text[96];
    if (length == 1) {
        draw_right(&pen->canvas, row, pen->map->col - 1, plain, tag, "%s", from);
        return;
    }
    if (are_joined(pen->page)) {
        end = next->col + next->width;
        if (last->shown && last->col == end + 1)
            end = last->col + last->width;
    }
    snprintf(text, sizeof text, "~ %s..%s: %d rows add 0", from, to, length);
    if (glyphs_width(text) > end - col)
        snprintf(text, sizeof text, "~ %s..%s: %d add 0", from, to, length);
    if (glyphs_width(text) > end - col)
        snprintf(text, sizeof text, "~ %d add 0", length);
    draw_field(&pen->canvas, row, col, end - col, faint, tag, text);
}

/* -- the map --------------------------------------------------------------------------- */

/* « » where columns are out of sight; ↑ ↓ right of V and Wv where rows are. */
static void
draw_more(const struct pen *pen)
{
    const struct style mark = {ROLE_KEY, 0};
    const struct page_map *map = pen->map;
    const struct page_axis *rows = pen->rows, *cols = pen->cols;
    const struct tensors *tensors = &pen->app->explorer->tensors;
    int last_row = rows->count - 1, last_col = cols->count - 1;
    int right = map->col + cols->count * map->cell;
    struct tag tag = tag_number(pen->tensor, rows->first[0], cols->first[0]);
    bool values = pen->tensor == TENSOR_V || pen->tensor == TENSOR_WV;
    bool above = values && rows->first[0] > 0;
    bool below = values && rows->first[last_row] + rows->length[last_row] <
                               tensors_rows(tensors, pen->tensor);
    /* not where ▶ or ↑ stands */
    int left_row = map->row + (last_row > 0 && rows->first[0] == pen->app->now.query);
    if (cols->first[0] > 0)
        draw_text(&pen->canvas, left_row, map->col - 1, mark, tag, "«");
    if (cols->first[last_col] + cols->length[last_col] <
        tensors_cols(tensors, pen->tensor))
        draw_text(&pen->canvas, map->row + (last_row > 1 && above), right, mark, tag,
                  "»");
    if (above)
        draw_text(&pen->canvas, map->row, right, mark, tag, "↑");
    if (below)
        draw_text(&pen->canvas, map->row + last_row, right, mark, tag, "↓");
}

/* The cells of row item r. */
static void
draw_row(const struct pen *pen, int r)
{
    bool folded = pen->rows->length[r] > 1;
    int row = pen->map->row + r, i = pen->rows->first[r];
    for (int c = 0; c < pen->cols->count; c++) {
        int col = pen->map->col + c * pen->map->cell, length = pen->cols->length[c];
        if (folded || length > 1)
            draw_fold(pen, row, col, i, pen->cols->first[c], length);
        else
            draw_cell(pen, row, col, i, pen->cols->first[c]);
    }
}

void
page_draw_map(const struct app *app, const struct page *page, enum tensor tensor,
              const struct canvas *canvas)
{
    const struct page_map *map = &page->maps[tensor];
    struct pen pen = {.app = app,
                      .page = page,
                      .map = map,
                      .tensor = tensor,
                      .rows = page_rows(page, tensor),
                      .cols = page_cols(page, tensor),
                      .canvas = *canvas};
    bool features = page_rows_of(tensor) == SEEN_FEATURES;
    for (int r = 0; r < pen.rows->count; r++) {
        bool joined =
            tensor == TENSOR_WK ||
            map->col == page->maps[TENSOR_WK].col + page->maps[TENSOR_WK].width + 1;
        bool text = features && (map->names > 1 || (joined && are_joined(page)));
        if (!features && map->names > 0)
            draw_token(&pen, map->row + r, pen.rows->first[r]);
        if (features && map->names > 1)
            draw_feature(&pen, map->row + r, r);
        if (pen.rows->length[r] == 1 || !text)
            draw_row(&pen, r);
    }
    if (pen.rows->count > 0 && pen.cols->count > 0)
        draw_more(&pen);
}

/* The headings of the maps: name, shape, whether a tensor is a parameter, and what it is to the
 * current line of the function. */
#include <stdio.h>

#include "app/address/region.h"
#include "app/lessons/asked.h"
#include "base/unknown.h"
#include "view/page/page.h"

/* ▶S is written, Q▶ is read, both reverse; [Wq] is a parameter. Returns the column behind. */
static int
draw_name(const struct app *app, const struct canvas *canvas, int row, int col,
          enum tensor tensor)
{
    enum page_part part = page_part_of(app, tensor);
    struct style style = {ROLE_TITLE, FLAG_BOLD}, mark = {ROLE_ASKING, 0};
    struct tag tag = tag_number(tensor, 0, 0);
    const struct kind *kind = &sentence_kinds[tensor];
    style.flags |= part != PART_NONE ? FLAG_REVERSE : 0;
    if (part == PART_WRITTEN)
        draw_text(canvas, row, col - 1, mark, tag, "▶");
    bool parameter = kind->op == OP_PARAMETER;
    int end =
        draw_text(canvas, row, col, style, tag, parameter ? "[%s]" : "%s", kind->name);
    if (part == PART_READ)
        end = draw_text(canvas, row, end, mark, tag, "▶");
    return end;
}

/* 5x36; of a shared matrix, which it is. */
static void
shape_text(const struct app *app, enum tensor tensor, char *out, size_t size)
{
    const struct tensors *tensors = &app->explorer->tensors;
    if (tensor == TENSOR_WK && tensors_share_qk(tensors))
        snprintf(out, size, "is Wq");
    else if (tensor == TENSOR_WV && tensors_share_kv(tensors))
        snprintf(out, size, "is Wk");
    else
        snprintf(out, size, "%dx%d", tensors_rows(tensors, tensor),
                 tensors_cols(tensors, tensor));
}

/* The heading of X, E or P: X 5x36 = word [E] + place [P], the parts over their columns; where
 * E and P are apart, what their rows are. */
static void
draw_embedding(const struct app *app, const struct page *page, enum tensor tensor,
               const struct canvas *canvas)
{
    const struct page_map *map = &page->maps[tensor];
    struct style title = {ROLE_TITLE, 0};
    char shape[32];
    int row = map->row - 1, end = map->col + map->width, place = -1;
    shape_text(app, tensor, shape, sizeof shape);
    int col = draw_name(app, canvas, row, map->col - map->names, tensor);
    col = draw_text(canvas, row, col, faint, tag_number(tensor, 0, 0),
                    page_part_of(app, tensor) ? "%s" : " %s", shape);
    if (tensor != TENSOR_X && page->maps[TENSOR_X].shown) {
        draw_text(canvas, row, map->col > col ? map->col : col + 1, faint,
                  tag_number(tensor, 0, 0),
                  tensor == TENSOR_E ? "the rows of the words"
                                     : "the rows of the places");
        return;
    }
    if (tensor == TENSOR_X)
        col = draw_text(canvas, row, col, title, tag_number(tensor, 0, 0), " =");
    col = col + 1 > map->col ? col + 1 : map->col;
    const struct page_axis *columns = page_cols(page, tensor);
    for (int c = 0; c < columns->count && place < 0; c++)
        if (columns->first[c] >= FEATURE_POSITION)
            place = map->col + c * map->cell;
    /* "word [E]" takes 8 columns; both words go where the places begin too early */
    bool words = place >= col + 11 && end + 1 >= place + 9;
    struct style style = {ROLE_TITLE, FLAG_BOLD};
    col = draw_text(canvas, row, col, faint, tag_number(TENSOR_E, 0, 0),
                    words ? "word " : "");
    col = draw_text(canvas, row, col, style, tag_number(TENSOR_E, 0, 0), "[E]");
    col = words ? place - 2 : col + 1;
    col = draw_text(canvas, row, col, title, tag_number(TENSOR_P, 0, 0), "+ ");
    col = draw_text(canvas, row, col, faint, tag_number(TENSOR_P, 0, 0),
                    words ? "place " : "");
    draw_text(canvas, row, col, style, tag_number(TENSOR_P, 0, 0), "[P]");
}

void
page_draw_heading(const struct app *app, const struct page *page, enum tensor tensor,
                  const struct canvas *canvas)
{
    const struct page_map *map = &page->maps[tensor];
    char shape[32];
    if (tensor <= TENSOR_X) {
        draw_embedding(app, page, tensor, canvas);
        return;
    }
    int row = map->row - map->headings,
        col = draw_name(app, canvas, row, map->col, tensor);
    int end = map->col + map->width;
    shape_text(app, tensor, shape, sizeof shape);
    if (map->headings > 1)
        draw_text(canvas, row + 1, map->col, faint, tag_number(tensor, 0, 0), "%s",
                  shape);
    else {
        int blank = page_part_of(app, tensor) != PART_READ;
        if (col + blank + glyphs_width(shape) > end)
            return;
        col = draw_text(canvas, row, col + blank, faint, tag_number(tensor, 0, 0), "%s",
                        shape);
    }
    bool unknown = lesson_asks(app) && region_tally_all(app, tensor).unknown;
    struct figure_text scale =
        short_number(unknown ? unknown_number() : page->most[tensor], 2);
    if (tensor != TENSOR_A && col + 5 + glyphs_width(scale.text) <= end)
        draw_text(canvas, row, col + 2, faint, tag_number(tensor, 0, 0), "█ %s",
                  scale.text);
}

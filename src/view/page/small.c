/* The page where there is no room for all of it: the four lines on the left, and beside them
 * what the current line makes, what it reads as far as that fits, and always the pointed map. */
#include "view/page/page.h"

/* The tensors in the order of their claim to room; returns how many. */
static int
list_tensors(const struct app *app, enum tensor list[TENSORS])
{
    int count = 0;
    list[count++] = app->ui.page.tensor; /* never the one that does not fit */
    for (int part = PART_WRITTEN; part >= PART_READ; part--)
        for (int k = 0; k < ATTENTION_TENSORS; k++)
            if ((int)page_part_of(app, attention_tensors[k]) == part &&
                attention_tensors[k] != list[0])
                list[count++] = attention_tensors[k];
    return count;
}

/* Where the next map goes. */
struct spot {
    int row, col;
    bool tall;            /* the band has a map of features: there is no other below */
    bool beside_features; /* and it was the last */
};

/* Places a map where it fits, right of the one before or in the next band below, and moves on.
 * The first map always fits: as a window. */
static void
put_map(const struct app *app, struct page *page, enum tensor tensor, bool first,
        int rows, int cols, struct spot *spot)
{
    struct page_map *map = &page->maps[tensor];
    enum page_axis_id id = page_cols_of(tensor);
    bool features = page_rows_of(tensor) == SEEN_FEATURES;
    int band = page->axes[SEEN_TOKENS].count + 1, wanted = PAGE_FEATURE_NAMES;
    int width = page->axes[id].count > 5 ? page->axes[id].count : 5;
    /* rows of features need their names, X those under its heading; tokens are named once */
    bool named = tensor <= TENSOR_X || (features && !spot->beside_features);
    int names = first || named ? wanted : 1;
    spot->col += named && !first; /* a blank before its names */
    if (first && spot->col + names + width > cols)
        names = 1;
    if (first && spot->col + names + width > cols) {
        width = cols - spot->col - names;
        page_axis_window(app, id, width, &page->axes[id]);
    }
    if (spot->col + names + width > cols && !features) {
        spot->row += spot->tall ? rows : band + 1;
        spot->col = PAGE_LINES_COLS;
    }
    if (spot->col + names + width > cols || spot->row + band > rows ||
        (features && spot->row > 0))
        return;
    spot->tall |= features;
    spot->beside_features = features;
    *map = (struct page_map){.shown = true,
                             .row = spot->row + 1,
                             .col = spot->col + names,
                             .cell = 1,
                             .width = width,
                             .names = names,
                             .headings = 1};
    spot->col = map->col + width;
}

void
page_make_small(const struct app *app, int rows, int cols, struct page *page)
{
    enum tensor list[TENSORS];
    struct spot spot = {.col = PAGE_LINES_COLS};
    int count = list_tensors(app, list);
    for (int id = 0; id < SEEN_COUNT; id++)
        page_axis_make(app, (enum page_axis_id)id, FOLDING_ZEROS, &page->axes[id]);
    page_axis_window(app, SEEN_TOKENS, rows - 1, &page->axes[SEEN_TOKENS]);
    page_axis_window(app, SEEN_FEATURES, rows - 1, &page->axes[SEEN_FEATURES]);
    for (int k = 0; k < count; k++)
        put_map(app, page, list[k], k == 0, rows, cols, &spot);
    page->legend = page->shades = -1;
    page->lines =
        (struct rect){0, 0, rows, cols < PAGE_LINES_COLS ? cols : PAGE_LINES_COLS};
}

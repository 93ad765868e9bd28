/* Where the maps of the page are. On the left X, below it the four lines; in the middle Q, K
 * and V, each above the matrix that makes it, column above column; on the right O, below it S, Z
 * and A. A row of X, Q, K, V and O is one row of the screen:
 *
 *     X = E + P      Q  K  V   O
 *     the lines     Wq Wk Wv   S  Z  A
 *
 * Of several ways to show them the first that fits is taken: with numbers, with two columns a
 * cell, with one; with everything unfolded, with folds. Where none fits, maps are windows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bounds.h"
#include "view/page/page.h"

enum {
    GAP = 2,         /* left of O, S, Z and A; a ▶ is in it */
    NAMES_LEAST = 9, /* of tokens, with the mark and a blank */
    NAMES_MOST = 16,
    HEADING_COLS = 5, /* [Wq]▶ */
    ROWS_LEAST = 13,
    LEGEND_ROWS = 17, /* a page of fewer rows has no legend */
    NUMBERS = 0       /* a cell as wide as its number needs */
};

/* How the maps are shown, the richest first. */
struct arrangement {
    int x, q, s;  /* the cells of X; of Q, K, V, O and the W's; of S, Z, A */
    bool stacked; /* S, Z and A are one below the other */
    enum folding columns, values;
};

/* clang-format off */
static const struct arrangement arrangements[] = {
    {NUMBERS, NUMBERS, NUMBERS, true,  FOLDING_GROUPS, FOLDING_NONE},
    {NUMBERS, NUMBERS, NUMBERS, true,  FOLDING_ZEROS,  FOLDING_ZEROS},
    {2,       NUMBERS, NUMBERS, true,  FOLDING_GROUPS, FOLDING_ZEROS},
    {2,       NUMBERS, NUMBERS, true,  FOLDING_ZEROS,  FOLDING_ZEROS},
    {2,       2,       NUMBERS, true,  FOLDING_NONE,   FOLDING_NONE},
    {2,       2,       NUMBERS, true,  FOLDING_GROUPS, FOLDING_NONE},
    {2,       2,       NUMBERS, true,  FOLDING_GROUPS, FOLDING_ZEROS},
    {2,       2,       2,       false, FOLDING_NONE,   FOLDING_NONE},
    {2,       2,       2,       false, FOLDING_GROUPS, FOLDING_NONE},
    {2,       2,       2,       false, FOLDING_GROUPS, FOLDING_ZEROS},
    {1,       1,       NUMBERS, true,  FOLDING_NONE,   FOLDING_NONE},
    {1,       1,       NUMBERS, true,  FOLDING_GROUPS, FOLDING_NONE},
    {1,       1,       NUMBERS, true,  FOLDING_GROUPS, FOLDING_ZEROS},
    {1,       1,       2,       false, FOLDING_NONE,   FOLDING_NONE},
    {1,       1,       2,       false, FOLDING_GROUPS, FOLDING_NONE},
    {1,       1,       1,       false, FOLDING_NONE,   FOLDING_NONE},
    {1,       1,       1,       false, FOLDING_GROUPS, FOLDING_NONE},
    {1,       1,       1,       false, FOLDING_GROUPS, FOLDING_ZEROS},
    {1,       1,       1,       false, FOLDING_ZEROS,  FOLDING_NONE},
    {1,       1,       1,       false, FOLDING_ZEROS,  FOLDING_ZEROS}, /* also in windows */
};
/* clang-format on */
enum { ARRANGEMENTS = sizeof arrangements / sizeof arrangements[0] };

/* -- widths ---------------------------------------------------------------------------- */

/* The scale of a map, and how wide its longest number is; weights go up to 1. */
static void
measure_numbers(const struct app *app, enum tensor tensor, struct page *page)
{
    const struct tensors *tensors = &app->explorer->tensors;
    int cols = tensors_cols(tensors, tensor);
    int count = tensors_rows(tensors, tensor) * cols;
    real least = 0, most = 0;
    for (int k = 0; k < count && tensor != TENSOR_A; k++) {
        real number = tensors_row(tensors, tensor, k / cols)[k % cols];
        number = isinf(number) ? 0 : number; /* a masked Z is -infinity */
        least = number < least ? number : least;
        most = number > most ? number : most;
    }
    if (tensor == TENSOR_A)
        most = 1;
    char low[32], high[32];
    page->most[tensor] = (double)(most > -least ? most : -least);
    page_number(low, sizeof low, (double)least, page->most[tensor]);
    page_number(high, sizeof high, (double)most, page->most[tensor]);
    page->digits[tensor] = (int)larger((int)strlen(low), (int)strlen(high));
}

/* The cell of a tensor: X, E and P share one place; Q above Wq, column above column. */
static int
cell_of(const struct page *page, const struct arrangement *arrangement,
        enum tensor tensor)
{
    int kind = tensor <= TENSOR_X                         ? arrangement->x
               : tensor <= TENSOR_V || tensor == TENSOR_O ? arrangement->q
                                                          : arrangement->s;
    int digits = page->digits[tensor];
    if (kind != NUMBERS)
        return kind;
    if (tensor <= TENSOR_X)
        digits = larger(page->digits[TENSOR_X],
                        larger(page->digits[TENSOR_E], page->digits[TENSOR_P]));
    else if (tensor <= TENSOR_WV)
        digits = larger(digits, page->digits[tensor - TENSOR_WQ + TENSOR_Q]);
    else if (tensor <= TENSOR_V)
        digits = larger(digits, page->digits[tensor - TENSOR_Q + TENSOR_WQ]);
    return digits + 2; /* a shade before, a bracket behind */
}

/* Sets cells and widths from what is seen of the axes. */
static void
set_widths(struct page *page, const struct arrangement *arrangement)
{
    for (int k = 0; k < ATTENTION_TENSORS; k++) {
        enum tensor tensor = attention_tensors[k];
        struct page_map *map = &page->maps[tensor];
        bool projects = tensor >= TENSOR_WQ && tensor <= TENSOR_V;
        map->cell = cell_of(page, arrangement, tensor);
        map->width = larger(page_cols(page, tensor)->count * map->cell,
                            projects ? HEADING_COLS : 2);
    }
}

/* X, or the lines below it. */
static int
left_width(const struct page *page, int names)
{
    return larger(names + page->maps[TENSOR_X].width, PAGE_LINES_COLS);
}

static int
right_width(const struct page *page, bool stacked)
{
    const struct page_map *maps = page->maps;
    int s = maps[TENSOR_S].width, z = maps[TENSOR_Z].width, a = maps[TENSOR_A].width;
    int scores = stacked ? larger(s, larger(z, a)) : s + 1 + z + 1 + a;
    return larger(scores, maps[TENSOR_O].width);
}

static int
whole_width(const struct page *page, int names, bool stacked)
{
    const struct page_map *maps = page->maps;
    return left_width(page, names) + PAGE_FEATURE_NAMES + maps[TENSOR_Q].width + 1 +
           maps[TENSOR_K].width + 1 + maps[TENSOR_V].width + GAP +
           right_width(page, stacked);
}

static int
name_width(const struct app *app, int cols)
{
    const struct sentence *sentence = &app->explorer->sentence;
    int longest = 0, most = smaller(larger(cols / 10 + 1, NAMES_LEAST), NAMES_MOST);
    for (int i = 0; i < sentence->token_count; i++)
        longest = larger(longest, glyphs_width(sentence->tokens[i].text) + 2);
    return smaller(larger(longest, NAMES_LEAST), most);
}

/* -- what fits ------------------------------------------------------------------------- */

/* Takes from the longest of the axes until the maps fit as windows; false where they are too
 * short already. */
static bool
shrink(const struct app *app, struct page *page, const struct arrangement *arrangement,
       int names, int cols)
{
    static const enum page_axis_id axes[] = {SEEN_ASKED, SEEN_VALUES, SEEN_KEYS,
                                             SEEN_COLUMNS};
    static const int least[] = {3, 3, 4, 6};
    while (whole_width(page, names, false) > cols) {
        int best = -1, weight = 0;
        for (int k = 0; k < 4; k++) {
            int count = page->axes[axes[k]].count;
            /* only a left side wider than the lines gains from fewer columns of X */
            bool gains =
                axes[k] != SEEN_COLUMNS || left_width(page, names) > PAGE_LINES_COLS;
            int cost = count - (axes[k] == SEEN_COLUMNS ? 8 : 0);
            if (gains && count > least[k] && (best < 0 || cost > weight)) {
                best = k;
                weight = cost;
            }
        }
        if (best < 0)
            return false;
        struct page_axis *axis = &page->axes[axes[best]];
        page_axis_window(app, axes[best], axis->count - 1, axis);
        set_widths(page, arrangement);
    }
    return true;
}

/* Chooses the first arrangement that fits; NULL where not even windows do. `scores` is how
 * many rows there are below O. */
static const struct arrangement *
choose(const struct app *app, struct page *page, int names, int cols, int scores)
{
    struct page_axis columns[FOLDING_ZEROS + 1], values[FOLDING_ZEROS + 1];
    int tokens = page->axes[SEEN_TOKENS].count;
    for (int f = 0; f <= FOLDING_ZEROS; f++) {
        page_axis_make(app, SEEN_COLUMNS, (enum folding)f, &columns[f]);
        page_axis_make(app, SEEN_VALUES, (enum folding)f, &values[f]);
    }
    page_axis_make(app, SEEN_KEYS, FOLDING_ZEROS, &page->axes[SEEN_KEYS]);
    page_axis_make(app, SEEN_ASKED, FOLDING_NONE, &page->axes[SEEN_ASKED]);
    for (int k = 0; k < ARRANGEMENTS; k++) {
        const struct arrangement *arrangement = &arrangements[k];
        page->axes[SEEN_COLUMNS] = columns[arrangement->columns];
        page->axes[SEEN_VALUES] = values[arrangement->values];
        set_widths(page, arrangement);
        bool fits = whole_width(page, names, arrangement->stacked) <= cols;
        if (fits && (!arrangement->stacked || 3 * (tokens + 2) <= scores))
            return arrangement;
    }
    const struct arrangement *last = &arrangements[ARRANGEMENTS - 1];
    return shrink(app, page, last, names, cols) ? last : NULL;
}

/* -- places ---------------------------------------------------------------------------- */

static void
put(struct page *page, enum tensor tensor, int row, int col, int names, int headings)
{
    struct page_map *map = &page->maps[tensor];
    map->shown = true;
    map->row = row + headings;
    map->col = col;
    map->names = names;
    map->headings = headings;
}

/* X with E and P below it where there is room for both and the lines; otherwise the one of them
 * that is pointed at. Returns the row behind them. */
static int
put_left(const struct app *app, struct page *page, int names, int bottom)
{
    enum { LINES_ROWS = 9 };
    int each = page->axes[SEEN_TOKENS].count + 1;
    enum tensor pointed = app->ui.page.tensor;
    if (3 * each + 2 + LINES_ROWS <= bottom) {
        put(page, TENSOR_X, 0, names, names, 1);
        put(page, TENSOR_E, each + 1, names, names, 1);
        put(page, TENSOR_P, 2 * each + 2, names, names, 1);
        return 3 * each + 2;
    }
    put(page, pointed < TENSOR_X ? pointed : TENSOR_X, 0, names, names, 1);
    return each;
}

/* Q, K, V, and the W's below them: rows that add 0 fold as far as they must. */
static void
put_middle(const struct app *app, struct page *page, int left, int bottom)
{
    struct page_axis *features = &page->axes[SEEN_FEATURES];
    int top = page->axes[SEEN_TOKENS].count + 1, room = bottom - top - 2;
    for (int f = FOLDING_NONE; f <= FOLDING_ZEROS; f++) {
        page_axis_make(app, SEEN_FEATURES, (enum folding)f, features);
        if (features->count <= room)
            break;
    }
    int headings = features->count > room ? 1 : 2; /* shapes go first */
    page_axis_window(app, SEEN_FEATURES, bottom - top - headings, features);
    for (int k = 0, col = left + PAGE_FEATURE_NAMES; k < 3; k++) {
        enum tensor made = (enum tensor)(TENSOR_Q + k);
        put(page, made, 0, col, 0, 1);
        put(page, (enum tensor)(TENSOR_WQ + k), top, col, k == 0 ? PAGE_FEATURE_NAMES : 0,
            headings);
        col += page->maps[made].width + 1;
    }
}

/* O beside V; S, Z and A below it, side by side or one below the other. */
static void
put_right(struct page *page, bool stacked, int bottom)
{
    int tokens = page->axes[SEEN_TOKENS].count, row = tokens + 1;
    int col = page->maps[TENSOR_V].col + page->maps[TENSOR_V].width + GAP;
    put(page, TENSOR_O, 0, col, 0, 1);
    row += bottom - row >= tokens + 2; /* a blank row where there is one */
    for (int id = TENSOR_S; id <= TENSOR_A; id++) {
        put(page, (enum tensor)id, row, col, id == TENSOR_S || stacked, 1);
        if (stacked)
            row += tokens + 2;
        else
            col += page->maps[id].width + 1;
    }
    int below = page->maps[TENSOR_A].row + tokens;
    page->shades = below < bottom ? below : -1;
}

void
page_make(const struct app *app, int rows, int cols, struct page *page)
{
    int n = app->explorer->sentence.token_count, names = name_width(app, cols);
    *page = (struct page){.legend = rows >= LEGEND_ROWS ? rows - 1 : -1, .shades = -1};
    for (int k = 0; k < ATTENTION_TENSORS; k++)
        measure_numbers(app, attention_tensors[k], page);
    page_axis_make(app, SEEN_TOKENS, FOLDING_NONE, &page->axes[SEEN_TOKENS]);
    /* the rows of S, Z and A are below those of X, so there must be room for both */
    int tokens = smaller(n, (rows - 3) / 2), bottom = page->legend >= 0 ? rows - 1 : rows;
    page_axis_window(app, SEEN_TOKENS, tokens, &page->axes[SEEN_TOKENS]);
    const struct arrangement *arrangement =
        rows < ROWS_LEAST ? NULL : choose(app, page, names, cols, bottom - tokens - 1);
    if (arrangement == NULL) {
        page_make_small(app, rows, cols, page);
        return;
    }
    int left = left_width(page, names), row = put_left(app, page, names, bottom);
    put_middle(app, page, left, bottom);
    put_right(page, arrangement->stacked, bottom);
    page->lines = (struct rect){row, 0, bottom - row, left};
}

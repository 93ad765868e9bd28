/* The heat map of the weights, or of the scores in their place: rows ask, columns are asked.
 * Where there is room, the other two are beside it. A cell is as large as the sentence
 * allows; a long sentence is a map of shades, and moves with the question so that the pointed
 * cell is always seen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/region.h"
#include "app/state/settle.h"
#include "base/unknown.h"
#include "view/paint/shade.h"
#include "view/panes.h"

enum {
    LABEL_LEAST = 7,
    WIDE = 8,   /* three shades, a number, a blank */
    MEDIUM = 6, /* a shade, a number, a blank */
    TIGHT = MATRIX_NUMBER,
    NARROW = 2, /* shades only */
    HEADING_ROWS = 2,
    MAP_LEAST = 28 /* columns of a map beside another: its heading's */
};

/* The part of the matrix that is seen, and how large its cells are. */
struct window {
    int label;     /* columns of the row labels */
    int cell_cols; /* WIDE, MEDIUM, TIGHT or NARROW */
    int cell_rows; /* 1 to 3 */
    int row, rows; /* first token that asks, and how many */
    int col, cols; /* first token that is asked, and how many */
};

void
pane_matrix_title(const struct app *app, struct pane_title *title)
{
    const struct explorer_choice *choice = &app->now.choice;
    const struct head *head = app->explorer->head;
    snprintf(title->title, TITLE_BYTES, "%d/%d %s%s%s: %s", choice->head + 1,
             app->library->head_count, head->name, choice->share_qk ? ", share qk" : "",
             choice->share_kv ? ", share kv" : "", head->about);
    snprintf(title->note, NOTE_BYTES, "m mask %s", choice->mask ? "on" : "off");
    title->tag = (struct tag){.kind = TAG_MASK};
}

/* -- what is seen --------------------------------------------------------------------- */

static int
label_cols(const struct sentence *sentence, int cols)
{
    int longest = 0, most = cols / 4 < MATRIX_LABELS ? cols / 4 : MATRIX_LABELS;
    for (int i = 0; i < sentence->token_count; i++) {
        int width = glyphs_width(sentence->tokens[i].text) + 4;
        longest = width > longest ? width : longest;
    }
    longest = longest > most ? most : longest;
    return longest < LABEL_LEAST ? LABEL_LEAST : longest;
}

static struct window
window_make(const struct app *app, int rows, int cols)
{
    const struct sentence *sentence = &app->explorer->sentence;
    int n = sentence->token_count;
    struct window window = {.label = label_cols(sentence, cols)};
    int room = cols - window.label, tall = rows - HEADING_ROWS;
    window.cell_cols = n * WIDE <= room     ? WIDE
                       : n * MEDIUM <= room ? MEDIUM
                       : n * TIGHT <= room  ? TIGHT
                                            : NARROW;
    window.cell_rows = window.cell_cols != WIDE || 2 * n > tall ? 1
                       : 3 * n > tall                           ? 2
                                                                : 3;
    int seen_cols = room / window.cell_cols, seen_rows = tall / window.cell_rows;
    window.cols = seen_cols < n ? seen_cols : n;
    window.rows = seen_rows < n ? seen_rows : n;
    window.col = first_shown(n, window.cols, app->now.key);
    window.row = first_shown(n, window.rows, app->now.query);
    return window;
}

/* -- cells ---------------------------------------------------------------------------- */

/* The column behind a number in a cell that starts at `col`. */
static int
number_end(const struct window *window, int col)
{
    return col + window->cell_cols - (window->cell_cols == TIGHT ? 0 : 1);
}

/* Marks the pointed cell: brackets where there is room, reverse on the number. */
static void
mark_pointed(const struct canvas *canvas, const struct window *window, int row, int col,
             struct style style, struct tag tag, const char *number)
{
    int digits = glyphs_width(number), end = number_end(window, col);
    if (window->cell_cols == NARROW) { /* a reversed full block would look empty */
        draw_text(canvas, row, col, style, tag, "[]");
        draw_cursor(canvas, row, col);
        return;
    }
    if (window->cell_cols != TIGHT) {
        draw_pointed(canvas, row, end - digits, digits, style, tag);
        return;
    }
    draw_flags(canvas, row, end - digits, digits, FLAG_REVERSE);
    draw_cursor(canvas, row, end - digits);
}

/* A number with its shade; ▲ or ▼ in front of it where it changed. */
static void
draw_cell(const struct app *app, const struct canvas *canvas, const struct window *window,
          int row, int col, const struct number *place, const char *shade,
          struct style style, const char *number)
{
    struct tag tag = tag_number(place->tensor, place->row, place->col);
    int shades = window->cell_cols == WIDE ? 3 : window->cell_cols == NARROW ? 2 : 1;
    int end = number_end(window, col), changed = app_changed(app, place);
    for (int r = 1; r < window->cell_rows; r++)
        draw_fill(canvas, row + r, col, shades, style, tag, shade);
    /* the shades beside the number too: one style takes fewer bytes to the terminal */
    style.flags = place->row == app->now.query ? FLAG_BOLD : 0;
    draw_fill(canvas, row, col, shades, style, tag, shade);
    if (window->cell_cols == NARROW) {
        if (strcmp(number, "·") == 0)
            draw_text(canvas, row, col, style, tag, "·");
    } else {
        draw_fill(canvas, row, col + shades, window->cell_cols - shades, style, tag, " ");
        draw_right(canvas, row, end, style, tag, "%s", number);
        if (changed != 0 && window->cell_cols == WIDE)
            draw_text(canvas, row + window->cell_rows - 1, col, style, tag, "%s",
                      changed > 0 ? "▲" : "▼");
    }
    if (place->tensor == app->ui.show && place->row == app->now.query &&
        place->col == app->now.key)
        mark_pointed(canvas, window, row, col, style, tag, number);
}

static void
draw_weight(const struct app *app, const struct canvas *canvas,
            const struct window *window, int row, int col, int i, int j)
{
    struct number place = text_number_at(TENSOR_A, i, j);
    struct style style = {ROLE_NUMBER, 0};
    double weight = number_at(app, TENSOR_A, i, j);
    const char *shade = shade_of(weight, &style);
    char number[16];
    draw_number(number, sizeof number, weight, 2);
    if (app->now.choice.mask && j > i) {
        style.role = ROLE_FAINT;
        snprintf(number, sizeof number, "·");
    }
    draw_cell(app, canvas, window, row, col, &place, shade, style, number);
}

/* The least and the largest number of a map: the ends of its scale. */
struct scale {
    enum tensor tensor;
    double least, most;
};

/* A score, raw or scaled: a number, shaded on the map's own scale. */
static void
draw_score(const struct app *app, const struct canvas *canvas,
           const struct window *window, const struct scale *scale, int row, int col,
           int i, int j)
{
    struct number place = text_number_at(scale->tensor, i, j);
    struct style style = {ROLE_FAINT, 0};
    double value = number_at(app, scale->tensor, i, j),
           range = scale->most - scale->least;
    char number[24];
    const char *shade = " ";
    snprintf(number, sizeof number, "%s", isnan(value) ? nan_text(value) : "·");
    if (isfinite(value)) {
        shade = shade_of(range > 0 ? (value - scale->least) / range : 0, &style);
        draw_number_in(number, sizeof number, value, 2,
                       window->cell_cols == WIDE     ? WIDE - 2
                       : window->cell_cols == MEDIUM ? MEDIUM - 2
                                                     : TIGHT - 1);
    }
    draw_cell(app, canvas, window, row, col, &place, shade, style, number);
}

/* -- labels --------------------------------------------------------------------------- */

static void
draw_row_label(const struct app *app, const struct canvas *canvas, int row, int cols,
               int i)
{
    bool asks = i == app->now.query;
    struct style style = {asks ? ROLE_ASKING : ROLE_TEXT, 0};
    struct tag tag = tag_counted(TAG_QUERY, i);
    draw_text(canvas, row, 1, style, tag, "%s", asks ? "▶" : " ");
    draw_field(canvas, row, 3, cols - 4, style, tag,
               app->explorer->sentence.tokens[i].text);
}

/* A name over its column; in a map of shades only the pointed one has room. */
static void
draw_column_label(const struct app *app, const struct canvas *canvas,
                  const struct window *window, int row, int col, int j)
{
    bool asked = j == app->now.key;
    struct style style = {asked ? ROLE_ASKED : ROLE_TEXT, 0};
    struct tag tag = tag_counted(TAG_KEY, j);
    const char *text = app->explorer->sentence.tokens[j].text;
    int width = window->cell_cols == WIDE ? WIDE - 1 - asked : 4;
    int used = glyphs_width(text);
    if (window->cell_cols == NARROW) {
        if (!asked)
            return;
        int room = canvas->cols - col - 1;
        if (used > room && col > used + 2)
            draw_right(canvas, row, col + 1, style, tag, "%s▼", text);
        else
            draw_text(canvas, row, col, style, tag, "▼%s", text);
        return;
    }
    int end = number_end(window, col);
    int from = end - (used < width ? used : width);
    draw_field(canvas, row, from, end - from, style, tag, text);
    if (asked)
        draw_text(canvas, row, from - 1, style, tag, "▼");
}

/* -- maps ----------------------------------------------------------------------------- */

static const char *
heading_of(enum tensor tensor)
{
    return tensor == TENSOR_A   ? "A = softmax(Z)"
           : tensor == TENSOR_Z ? "Z = S / √d_k"
                                : "S = Q K^T";
}

/* The cells of one tensor, from column `left` of the canvas on, with names over them. Returns
 * what all its numbers come to, but of A, whose scale is fixed. */
static struct tally
draw_map(const struct app *app, const struct canvas *canvas, const struct window *window,
         int left, enum tensor tensor)
{
    int cols = window->cols * window->cell_cols;
    bool narrow = window->cell_cols == NARROW;
    struct canvas cells = canvas_part(canvas, 0, left, canvas->rows, cols);
    struct tally all = {0};
    if (tensor != TENSOR_A)
        all = region_tally_all(app, tensor);
    struct scale scale = {tensor, all.min, all.max};
    for (int c = 0; c < window->cols; c++)
        draw_column_label(app, narrow ? canvas : &cells, window, 1,
                          c * window->cell_cols + (narrow ? left : 0), window->col + c);
    for (int r = 0; r < window->rows; r++)
        for (int c = 0; c < window->cols; c++) {
            int row = HEADING_ROWS + r * window->cell_rows, col = c * window->cell_cols;
            int i = window->row + r, j = window->col + c;
            if (tensor == TENSOR_A)
                draw_weight(app, &cells, window, row, col, i, j);
            else
                draw_score(app, &cells, window, &scale, row, col, i, j);
        }
    return all;
}

/* What the shades mean, below the map where there is a row left. */
static void
draw_legend(const struct app *app, const struct canvas *canvas, int row, int col,
            enum tensor tensor, const struct tally *all)
{
    const char *masked = app->now.choice.mask ? "  · masked" : "";
    char low[24], high[24], spread[24];
    if (tensor == TENSOR_A) {
        draw_text(canvas, row, col, faint, tag_setting(),
                  "shade from  ░ .10  ▒ .30  █ .60%s", masked);
        return;
    }
    bool any = all->count > 0;
    draw_number(low, sizeof low, all->unknown ? unknown_number() : all->min, 2);
    draw_number(high, sizeof high, all->unknown ? unknown_number() : all->max, 2);
    draw_number(spread, sizeof spread, all->spread, 2);
    col = draw_text(canvas, row, col, faint, any ? tag_of(all->smallest) : tag_setting(),
                    "%s", low);
    col = draw_text(canvas, row, col, faint, tag_setting(), " ░ ▒ █ ");
    col = draw_text(canvas, row, col, faint, any ? tag_of(all->largest) : tag_setting(),
                    "%s", high);
    draw_text(canvas, row, col, faint, tag_setting(), "  spread %s%s", spread, masked);
}

/* The map that is shown, with the names of the rows and its heading. */
static void
draw_main(const struct app *app, const struct canvas *canvas, const struct window *window,
          int cols)
{
    int n = app->explorer->sentence.token_count;
    int end = HEADING_ROWS + window->rows * window->cell_rows;
    struct canvas own = canvas_part(canvas, 0, 0, canvas->rows, cols);
    for (int r = 0; r < window->rows; r++)
        draw_row_label(app, canvas, HEADING_ROWS + r * window->cell_rows, window->label,
                       window->row + r);
    struct tally all = draw_map(app, canvas, window, window->label, app->ui.show);
    if (end < canvas->rows)
        draw_legend(app, &own, end, 3, app->ui.show, &all);
    if (window->cols < n || window->rows < n)
        draw_text(&own, 0, 3, faint, tag_setting(),
                  "%s   %d-%d of %d ask, %d-%d are asked",
                  sentence_kinds[app->ui.show].name, window->row,
                  window->row + window->rows - 1, n, window->col,
                  window->col + window->cols - 1);
    else
        draw_text(&own, 0, 3, faint, (struct tag){0}, "%s: rows ask, columns are asked",
                  heading_of(app->ui.show));
}

void
pane_matrix(const struct app *app, const struct canvas *canvas)
{
    static const enum tensor beside[] = {TENSOR_A, TENSOR_Z, TENSOR_S};
    struct window window = window_make(app, canvas->rows, canvas->cols);
    if (window.rows < 1 || window.cols < 1)
        return;
    int map = window.cols * window.cell_cols, at = window.label + map;
    int each = (map > MAP_LEAST ? map : MAP_LEAST) + 2;
    int first = canvas->cols;
    for (int k = 0, left = at + 2; k < 3 && window.cell_cols == WIDE; k++) {
        if (beside[k] == app->ui.show || left + each - 2 > canvas->cols ||
            at < MAP_LEAST + window.label)
            continue;
        first = first < left ? first : left;
        struct canvas part = canvas_part(canvas, 0, left, canvas->rows, each - 2);
        struct tally all = draw_map(app, &part, &window, 0, beside[k]);
        draw_text(&part, 0, 1, faint, (struct tag){0}, "%s", heading_of(beside[k]));
        int end = HEADING_ROWS + window.rows * window.cell_rows;
        if (end < canvas->rows)
            draw_legend(app, &part, end, 1, beside[k], &all);
        left += each;
    }
    draw_main(app, canvas, &window, first);
}

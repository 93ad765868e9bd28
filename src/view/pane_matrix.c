/* The heat map of the weights: rows ask, columns are asked. Where there is room, Z and S stand
 * beside it. A cell is as large as the sentence allows; a long sentence is a map of shades,
 * and moves with the question so that the pointed cell is always seen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/panes.h"

enum { LABEL_LEAST = 7, WIDE = 8, MEDIUM = MATRIX_NUMBER, NARROW = 2, HEADING_ROWS = 2 };

/* The part of the matrix that is seen, and how large its cells are. */
struct window {
    int label;     /* columns of the row labels */
    int cell_cols; /* WIDE, MEDIUM or NARROW */
    int cell_rows; /* 1 to 3 */
    int row, rows; /* first token that asks, and how many */
    int col, cols; /* first token that is asked, and how many */
};

static const struct style faint = {ROLE_FAINT, 0};

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
    window.cell_cols = n * WIDE <= room ? WIDE : n * MEDIUM <= room ? MEDIUM : NARROW;
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

/* The least and the largest finite number of a tensor, for its scale. */
static void
find_scale(const struct app *app, enum tensor_id tensor, double *least, double *most)
{
    int n = app->explorer->sentence.token_count;
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double value = number_at(app, tensor, i, j);
            if (!isfinite(value))
                continue;
            *least = value < *least ? value : *least;
            *most = value > *most ? value : *most;
        }
}

/* -- cells ---------------------------------------------------------------------------- */

/* A weight: shade and number; brackets and reverse where it is pointed at. */
static void
draw_weight(const struct app *app, const struct canvas *canvas,
            const struct window *window, int row, int col, int i, int j)
{
    bool masked = app->now.choice.mask && j > i;
    bool pointed = i == app->now.query && j == app->now.key;
    double weight = number_at(app, TENSOR_A, i, j);
    struct style style = {ROLE_NUMBER, 0};
    struct tag tag = tag_number(TENSOR_A, i, j);
    const char *shade = draw_shade(weight, &style);
    char number[16];
    int shades = window->cell_cols == WIDE ? 3 : window->cell_cols == MEDIUM ? 1 : 2;
    for (int r = 0; r < window->cell_rows; r++)
        draw_fill(canvas, row + r, col, shades, style, tag, shade);
    draw_number(number, sizeof number, weight, 2);
    if (masked) {
        style.role = ROLE_FAINT;
        snprintf(number, sizeof number, "·");
    }
    if (window->cell_cols == NARROW) {
        if (masked)
            draw_text(canvas, row, col, style, tag, "·");
    } else {
        int end = col + (window->cell_cols == WIDE ? WIDE - 1 : MEDIUM);
        style.flags = i == app->now.query ? FLAG_BOLD : 0;
        draw_fill(canvas, row, col + shades, window->cell_cols - shades, style, tag, " ");
        draw_right(canvas, row, end, style, tag, "%s", number);
    }
    if (!pointed)
        return;
    if (window->cell_cols == WIDE) {
        int digits = glyphs_width(number), first = col + WIDE - 2 - digits;
        draw_text(canvas, row, first, style, tag, "[%s]", number);
        draw_flags(canvas, row, first + 1, digits, FLAG_REVERSE);
        draw_cursor(canvas, row, first + 1);
    } else {
        draw_flags(canvas, row, col, window->cell_cols, FLAG_REVERSE);
        draw_cursor(canvas, row, col + window->cell_cols - 1);
    }
}

/* A score, raw or scaled: a number, shaded on the map's own scale. */
static void
draw_score(const struct app *app, const struct canvas *canvas, int row, int col,
           enum tensor_id tensor, int i, int j, double least, double most)
{
    static const char *const shades[] = {" ", "░", "▒", "█"};
    static const unsigned char roles[] = {ROLE_NUMBER, ROLE_SHADE_1, ROLE_SHADE_2,
                                          ROLE_SHADE_3};
    double value = number_at(app, tensor, i, j);
    struct tag tag = tag_number(tensor, i, j);
    struct style style = {ROLE_NUMBER, i == app->now.query ? FLAG_BOLD : 0};
    char number[24];
    if (!isfinite(value)) {
        draw_right(canvas, row, col + WIDE - 1, faint, tag, "·");
        return;
    }
    int level = most > least ? (int)((value - least) / (most - least) * 4) : 0;
    level = level > 3 ? 3 : level;
    struct style shade = {roles[level], 0};
    draw_fill(canvas, row, col, 1, shade, tag, shades[level]);
    draw_number(number, sizeof number, value, value >= 1000 || value <= -100 ? 1 : 2);
    draw_right(canvas, row, col + WIDE - 1, style, tag, "%s", number);
}

/* -- labels --------------------------------------------------------------------------- */

static void
draw_row_label(const struct app *app, const struct canvas *canvas, int row, int cols,
               int i)
{
    bool asks = i == app->now.query;
    struct style style = {asks ? ROLE_ASKING : ROLE_TEXT, 0};
    struct tag tag = {.kind = TAG_QUERY, .a = (short)i};
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
    struct tag tag = {.kind = TAG_KEY, .a = (short)j};
    const char *text = app->explorer->sentence.tokens[j].text;
    int width = window->cell_cols - 1 - asked, used = glyphs_width(text);
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
    int end = col + (window->cell_cols == WIDE ? WIDE - 1 : MEDIUM);
    int from = end - (used < width ? used : width);
    draw_field(canvas, row, from, end - from, style, tag, text);
    if (asked)
        draw_text(canvas, row, from - 1, style, tag, "▼");
}

static void
draw_legend(const struct app *app, const struct canvas *canvas, int row)
{
    draw_text(canvas, row, 3, faint, (struct tag){0}, "shade from  ░ .10  ▒ .30  █ .60%s",
              app->now.choice.mask ? "   · masked" : "");
}

/* -- maps ----------------------------------------------------------------------------- */

static void
draw_weights(const struct app *app, const struct canvas *canvas,
             const struct window *window)
{
    int n = app->explorer->sentence.token_count;
    int end = HEADING_ROWS + window->rows * window->cell_rows;
    struct canvas cells = canvas_part(canvas, 0, window->label, canvas->rows,
                                      window->cols * window->cell_cols);
    for (int c = 0; c < window->cols; c++)
        draw_column_label(app, window->cell_cols == NARROW ? canvas : &cells, window, 1,
                          c * window->cell_cols +
                              (window->cell_cols == NARROW ? window->label : 0),
                          window->col + c);
    for (int r = 0; r < window->rows; r++) {
        int row = HEADING_ROWS + r * window->cell_rows;
        draw_row_label(app, canvas, row, window->label, window->row + r);
        for (int c = 0; c < window->cols; c++)
            draw_weight(app, &cells, window, row, c * window->cell_cols, window->row + r,
                        window->col + c);
    }
    if (end < canvas->rows)
        draw_legend(app, canvas, end);
    if (window->cols < n || window->rows < n)
        draw_text(canvas, 0, 3, faint, (struct tag){0},
                  "weights A   %d-%d of %d ask, %d-%d are asked", window->row,
                  window->row + window->rows - 1, n, window->col,
                  window->col + window->cols - 1);
    else
        draw_text(canvas, 0, 3, faint, (struct tag){0},
                  "weights A    rows ask, columns are asked");
}

/* Z or S, row by row beside the weights; from column `left` of the canvas. */
static void
draw_scores(const struct app *app, const struct canvas *canvas,
            const struct window *window, int left, enum tensor_id tensor,
            const char *heading)
{
    struct canvas map = canvas_part(canvas, 0, left, canvas->rows, window->cols * WIDE);
    double least, most;
    char low[24], high[24];
    find_scale(app, tensor, &least, &most);
    draw_text(&map, 0, 1, faint, (struct tag){0}, "%s", heading);
    for (int c = 0; c < window->cols; c++)
        draw_column_label(app, &map, window, 1, c * WIDE, window->col + c);
    for (int r = 0; r < window->rows; r++)
        for (int c = 0; c < window->cols; c++)
            draw_score(app, &map, HEADING_ROWS + r * window->cell_rows, c * WIDE, tensor,
                       window->row + r, window->col + c, least, most);
    int end = HEADING_ROWS + window->rows * window->cell_rows;
    draw_number(low, sizeof low, least, 2);
    draw_number(high, sizeof high, most, 2);
    if (end < canvas->rows)
        draw_text(&map, end, 1, faint, (struct tag){0}, "shade: %s ░ ▒ █ %s", low, high);
}

void
pane_matrix(const struct app *app, const struct canvas *canvas)
{
    struct window window = window_make(app, canvas->rows, canvas->cols);
    if (window.rows < 1 || window.cols < 1)
        return;
    draw_weights(app, canvas, &window);
    int used = window.label + window.cols * window.cell_cols,
        each = window.cols * WIDE + 2;
    if (window.cell_cols != WIDE || used + each > canvas->cols)
        return;
    draw_scores(app, canvas, &window, used + 2, TENSOR_Z, "scaled Z = S / √d_k");
    if (used + 2 * each <= canvas->cols)
        draw_scores(app, canvas, &window, used + each + 2, TENSOR_S, "scores S = Q·K");
}

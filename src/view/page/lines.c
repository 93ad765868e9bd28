/* The four lines of the function with this sentence's numbers, and what to remark about them. */
#include <math.h>
#include <stdio.h>

#include "app/address/address.h"
#include "app/address/region.h"
#include "view/page/page.h"

enum { TEXT_COL = 3, LINE_BYTES = 64, SHADES_COLS = 16 };

/* -- the numbers of a line ------------------------------------------------------------- */

/* The number that stands for a line: the asking token's with the asked one, or its largest. */
static struct number
example_of(const struct app *app, int line)
{
    struct number place =
        text_number_at(line == 2 ? TENSOR_S : TENSOR_A, app->now.query, app->now.key);
    if (line < LINE_COUNT)
        return place;
    place = text_number_at(TENSOR_O, app->now.query, 0);
    int cols = tensors_cols(&app->explorer->tensors, TENSOR_O);
    for (int c = 1; c < cols; c++)
        if (fabs(number_at(app, TENSOR_O, place.row, c)) >
            fabs(number_at(app, TENSOR_O, place.row, place.col)))
            place.col = c;
    return place;
}

/* "S[chased,cat] = 39.537", with numbers for names where these are too long. */
static void
draw_example(const struct app *app, const struct canvas *canvas, int row, int line)
{
    struct number place = example_of(app, line);
    struct tag tag = tag_number(place.tensor, place.row, place.col);
    char address[ADDRESS_BYTES], number[32];
    address_of(app, &place, address, sizeof address);
    draw_number(number, sizeof number, number_at(app, place.tensor, place.row, place.col),
                line == 2 ? 3 : 4);
    if (TEXT_COL + glyphs_width(address) + 3 + glyphs_width(number) > canvas->cols)
        snprintf(address, sizeof address, "%s[%d,%d]", sentence_kinds[place.tensor].name,
                 place.row, place.col);
    draw_text(canvas, row, TEXT_COL, plain, tag, "%s = %s", address, number);
}

/* "36 numbers in, 5, 5, 15 out" */
static void
draw_widths(const struct app *app, const struct canvas *canvas, int row)
{
    const int *size = app->explorer->tensors.size;
    char text[LINE_BYTES];
    int in = size[AXIS_MODEL], keys = size[AXIS_KEY];
    int values = size[AXIS_WIDTH];
    snprintf(text, sizeof text, "%d numbers in, %d, %d, %d out", in, keys, keys, values);
    if (TEXT_COL + glyphs_width(text) > canvas->cols)
        snprintf(text, sizeof text, "%d in, %d, %d, %d out", in, keys, keys, values);
    draw_text(canvas, row, TEXT_COL, plain, tag_number(TENSOR_WQ, 0, 0), "%s", text);
}

/* -- the lines ------------------------------------------------------------------------- */

static void
line_text(const struct app *app, int line, char out[LINE_BYTES])
{
    const struct tensors *tensors = &app->explorer->tensors;
    const char *key = tensors_share_qk(tensors) ? "Wq" : "Wk";
    static const char *const lines[] = {"", "", "S = Q K^T", "A = softmax(S / √d_k)",
                                        "O = A V"};
    if (line == 1)
        snprintf(out, LINE_BYTES, "Q, K, V = X Wq, X %s, X %s", key,
                 tensors_share_kv(tensors) ? key : "Wv");
    else
        snprintf(out, LINE_BYTES, "%s", lines[line]);
}

static void
draw_line(const struct app *app, const struct canvas *canvas, int row, int line)
{
    bool current = line == app->ui.line;
    struct style style = {current ? ROLE_TITLE : ROLE_TEXT, current ? FLAG_BOLD : 0};
    struct style mark = {ROLE_ASKING, 0};
    char text[LINE_BYTES];
    line_text(app, line, text);
    if (current)
        draw_text(canvas, row, 0, mark, no_tag, "▶");
    draw_text(canvas, row, 1, style, tag_setting(), "%d %s", line, text);
}

/* The asymmetry of S: 0 where it equals its transpose. */
static void
asymmetry_text(const struct app *app, char *out, size_t size)
{
    double asymmetry = region_asymmetry(app, IN_TEXT, TENSOR_S);
    char number[32];
    draw_number(number, sizeof number, asymmetry, asymmetry > 0 ? 4 : 0);
    snprintf(out, size, "|S - S^T| / |S| = %s", number);
}

/* Two rows of remarks from `row`; how symmetric S is, where that is not shown below. */
static void
draw_remarks(const struct app *app, const struct canvas *canvas, int row, bool symmetry)
{
    bool kv = tensors_share_kv(&app->explorer->tensors);
    if (symmetry && tensors_share_qk(&app->explorer->tensors)) {
        char asymmetry[64];
        asymmetry_text(app, asymmetry, sizeof asymmetry);
        draw_text(canvas, row, 1, plain, no_tag, "S against S^T:");
        draw_text(canvas, row + 1, 1, plain, tag_setting(), "%s", asymmetry);
        return;
    }
    draw_text(canvas, row, 1, kv ? plain : faint, tag_setting(), "%s",
              kv ? "V = X Wk: a token hands over" : "line 1 keeps the rows apart;");
    draw_text(canvas, row + 1, 1, kv ? plain : faint, tag_setting(), "%s",
              kv ? "what it is found by" : "only line 4 mixes them");
}

void
page_draw_lines(const struct app *app, const struct page *page,
                const struct canvas *canvas)
{
    const struct rect *rect = &page->lines;
    struct canvas part =
        canvas_part(canvas, rect->row, rect->col, rect->rows, rect->cols);
    bool all = part.rows >= 2 * LINE_COUNT, one = part.rows > LINE_COUNT;
    int row = part.rows > 2 * LINE_COUNT && rect->row > 0;
    for (int line = 1; line <= LINE_COUNT; line++) {
        draw_line(app, &part, row++, line);
        if (!all && !(one && line == app->ui.line))
            continue;
        if (line == 1)
            draw_widths(app, &part, row++);
        else
            draw_example(app, &part, row++, line);
    }
    int free = part.rows - row;
    if (free >= 2)
        draw_remarks(app, &part, row + (free > 2), page->legend < 0);
    else if (free == 1 && tensors_share_kv(&app->explorer->tensors))
        draw_text(&part, row, 1, plain, no_tag, "V = X Wk, found by the same");
}

/* -- below everything ------------------------------------------------------------------ */

/* Two tokens whose scores of each other show whether S is symmetric. */
static void
pair_of(const struct app *app, int *i, int *j)
{
    const struct number *page = &app->ui.page;
    int last = app->explorer->sentence.token_count - 1;
    bool pointed = page->tensor == TENSOR_S && page->row != page->col;
    *i = pointed ? page->row : app->now.query;
    *j = pointed ? page->col : *i == last ? 0 : last;
}

/* S[chased,mouse] = S[mouse,chased] = 366.40   |S - S^T| / |S| = 0 */
static void
draw_symmetry(const struct app *app, const struct canvas *canvas, int row)
{
    struct number one = {.tensor = TENSOR_S}, other = {.tensor = TENSOR_S};
    char first[ADDRESS_BYTES], second[ADDRESS_BYTES], number[32], back[32], asymmetry[64];
    pair_of(app, &one.row, &one.col);
    other.row = one.col;
    other.col = one.row;
    address_of(app, &one, first, sizeof first);
    address_of(app, &other, second, sizeof second);
    if (glyphs_width(first) > 22) {
        snprintf(first, sizeof first, "S[%d,%d]", one.row, one.col);
        snprintf(second, sizeof second, "S[%d,%d]", other.row, other.col);
    }
    draw_number(number, sizeof number, number_at(app, TENSOR_S, one.row, one.col), 2);
    draw_number(back, sizeof back, number_at(app, TENSOR_S, other.row, other.col), 2);
    asymmetry_text(app, asymmetry, sizeof asymmetry);
    int col = draw_text(canvas, row, 1, plain, tag_number(TENSOR_S, one.row, one.col),
                        "%s", first);
    if (number_at(app, TENSOR_S, one.row, one.col) !=
        number_at(app, TENSOR_S, other.row, other.col))
        col = draw_text(canvas, row, col, plain, tag_number(TENSOR_S, one.row, one.col),
                        " = %s,", number);
    else
        col = draw_text(canvas, row, col, plain, no_tag, " =");
    col = draw_text(canvas, row, col + 1, plain,
                    tag_number(TENSOR_S, other.row, other.col), "%s = %s", second, back);
    draw_text(canvas, row, col + 3, plain, tag_setting(), "%s", asymmetry);
}

void
page_draw_legend(const struct app *app, const struct page *page,
                 const struct canvas *canvas)
{
    const struct page_axis *tokens = &page->axes[SEEN_TOKENS],
                           *asked = &page->axes[SEEN_ASKED];
    int n = app->explorer->sentence.token_count, col = 1;
    char seen[LINE_BYTES] = "";
    if (page->shades >= 0 && page->maps[TENSOR_S].col + SHADES_COLS <= canvas->cols)
        draw_text(canvas, page->shades, page->maps[TENSOR_S].col, faint, tag_setting(),
                  "A ░.10 ▒.30 █.60");
    if (page->legend < 0)
        return;
    if (tensors_share_qk(&app->explorer->tensors)) {
        draw_symmetry(app, canvas, page->legend);
        return;
    }
    if (tokens->count < n || asked->count < n)
        snprintf(seen, sizeof seen, "%d-%d ask, %d-%d asked, of %d", tokens->first[0],
                 tokens->first[tokens->count - 1], asked->first[0],
                 asked->first[asked->count - 1], n);
    col = draw_text(canvas, page->legend, col, faint, tag_setting(), "%s",
                    seen[0] ? "░ ▒ █ above 0, - = below: own scale each"
                            : "· about 0  ░ ▒ █ above, - = below: own scale each");
    draw_text(canvas, page->legend, col + 3, seen[0] ? plain : faint, tag_setting(), "%s",
              seen[0]           ? seen
              : page_marks(app) ? "▲ ▼ ! changed  ~ adds 0"
                                : "[ ] parameters  ~ adds 0");
}

/* The four lines of the function with this sentence's numbers, and what to remark about them. */
#include <math.h>
#include <stdio.h>

#include "app/address/address.h"
#include "app/address/region.h"
#include "view/page/page.h"
#include "view/words/describe.h"
#include "view/words/formula.h"

enum { TEXT_COL = 3, LINE_BYTES = 64, SHADES_COLS = 16 };

/* -- the numbers of a line ------------------------------------------------------------- */

/* "S[chased,cat] = 39.537", with numbers for names where these are too long. */
static void
draw_example(const struct app *app, const struct canvas *canvas, int row, int line)
{
    struct number place = describe_line(app, line);
    struct label address = label_of(app, &place);
    struct figure_text number = short_number(
        number_at(app, place.tensor, place.row, place.col), line == 2 ? 3 : 4);
    if (TEXT_COL + glyphs_width(address.text) + 3 + glyphs_width(number.text) >
        canvas->cols)
        snprintf(address.text, sizeof address.text, "%s[%d,%d]",
                 sentence_kinds[place.tensor].name, place.row, place.col);
    draw_text(canvas, row, TEXT_COL, plain, tag_of(place), "%s = %s", address.text,
              number.text);
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
static struct label
asymmetry_text(const struct app *app)
{
    double asymmetry = region_asymmetry(app, IN_TEXT, TENSOR_S);
    struct label label;
    snprintf(label.text, sizeof label.text, "|S - S^T| / |S| = %s",
             short_number(asymmetry, asymmetry > 0 ? 4 : 0).text);
    return label;
}

/* Two rows of remarks from `row`; how symmetric S is, where that is not shown below. */
static void
draw_remarks(const struct app *app, const struct canvas *canvas, int row, bool symmetry)
{
    bool kv = tensors_share_kv(&app->explorer->tensors);
    if (symmetry && tensors_share_qk(&app->explorer->tensors)) {
        draw_text(canvas, row, 1, plain, no_tag, "S against S^T:");
        draw_text(canvas, row + 1, 1, plain, tag_setting(), "%s",
                  asymmetry_text(app).text);
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

/* S[chased,mouse] = S[mouse,chased] = 366.40   |S - S^T| / |S| = 0: two tokens whose scores of
 * each other show whether S is symmetric. */
static void
draw_symmetry(const struct app *app, const struct canvas *canvas, int row)
{
    const struct number *page = &app->ui.page;
    int last = app->explorer->sentence.token_count - 1, i = app->now.query;
    bool pointed = page->tensor == TENSOR_S && page->row != page->col;
    struct number one =
        pointed ? *page : text_number_at(TENSOR_S, i, i == last ? 0 : last);
    struct number other = text_number_at(TENSOR_S, one.col, one.row);
    struct label first = label_of(app, &one), second = label_of(app, &other);
    double score = number_at(app, TENSOR_S, one.row, one.col),
           back = number_at(app, TENSOR_S, other.row, other.col);
    if (glyphs_width(first.text) > 22) {
        snprintf(first.text, sizeof first.text, "S[%d,%d]", one.row, one.col);
        snprintf(second.text, sizeof second.text, "S[%d,%d]", other.row, other.col);
    }
    int col = draw_text(canvas, row, 1, plain, tag_of(one), "%s", first.text);
    if (score != back)
        col = draw_text(canvas, row, col, plain, tag_of(one), " = %s,",
                        short_number(score, 2).text);
    else
        col = draw_text(canvas, row, col, plain, no_tag, " =");
    col = draw_text(canvas, row, col + 1, plain, tag_of(other), "%s = %s", second.text,
                    short_number(back, 2).text);
    draw_text(canvas, row, col + 3, plain, tag_setting(), "%s", asymmetry_text(app).text);
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

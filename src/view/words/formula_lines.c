/* The two lines about a number above the keys: its formula with its own
 * numbers put in, and what it is; or how the weight answers to what was edited. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "base/unknown.h"
#include "core/op.h"
#include "view/panes.h"
#include "view/words/formula.h"

enum {
    NARROW_COLS = 56, /* below this a formula gives way to its numbers */
    WIDE_COLS = 78    /* from here on there is room for everything */
};

enum { PIECE_BYTES = 1024 };

/* Where the next piece of a line goes. */
struct line {
    const struct canvas *canvas;
    int row, col;
};

/* Adds a piece; … replaces what has no room. */
static void add(struct line *line, struct style style, struct tag tag, const char *format,
                ...) PRINTF_LIKE(4, 5);

static void
add(struct line *line, struct style style, struct tag tag, const char *format, ...)
{
    char text[PIECE_BYTES], shown[PIECE_BYTES];
    int cols = line->canvas->cols, room = cols - line->col;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    glyphs_translate(line->canvas->glyphs, text, shown, sizeof shown);
    if (glyphs_width(shown) <= room) {
        line->col = draw_text(line->canvas, line->row, line->col, style, tag, "%s", text);
        return;
    }
    int from = room > 0 ? line->col : cols - 1;
    line->col = draw_field(line->canvas, line->row, from, cols - from, style, tag, text);
}

static bool
is_masked(const struct app *app, int i, int j)
{
    return app->explorer->tensors.masked && j > i;
}

/* Adds a remark, which can be spared. */
static void
add_if_room(struct line *line, const char *remark)
{
    if (line->col + glyphs_width(remark) < line->canvas->cols)
        add(line, faint, tag_setting(), "%s", remark);
}

/* -- A, Z, S ------------------------------------------------------------------------- */

/* The lines of a masked cell. */
static void
draw_masked(const struct app *app, const struct number *place,
            const struct canvas *canvas)
{
    char query[LABEL_BYTES], key[LABEL_BYTES];
    int i = place->row, j = place->col;
    sentence_name(&app->explorer->sentence, i, query, sizeof query);
    sentence_name(&app->explorer->sentence, j, key, sizeof key);
    add(&(struct line){canvas, 0, 3}, plain, tag_number(TENSOR_A, i, j),
        "A = 0: the mask hides %s from %s, which stands before it", key, query);
    add(&(struct line){canvas, 1, 3}, plain, tag_number(TENSOR_Z, i, j),
        "Z = -infinity, whatever the score; S = q·k = %s",
        short_number(number_at(app, TENSOR_S, i, j), 3).text);
}

static void
draw_scaled(const struct app *app, int i, int j, struct line *line)
{
    add(line, plain, tag_number(TENSOR_Z, i, j), "Z = S / √d_k = %s / %.6g = %s",
        short_number(number_at(app, TENSOR_S, i, j), 3).text,
        sqrt(app->explorer->tensors.size[AXIS_KEY]),
        short_number(number_at(app, TENSOR_Z, i, j), 3).text);
}

void
formula_ends(const struct app *app, enum in in, int row, double ends[2])
{
    const struct tensors *tensors = app_tensors(app, in);
    int n = tensors_cols(tensors, TENSOR_Z);
    double hidden = tensors_number(tensors, TENSOR_A, row, 0);
    real max, sum;
    softmax_ends(tensors_row(tensors, TENSOR_Z, row), tensors->masked ? row + 1 : n, &max,
                 &sum);
    ends[0] = is_unknown(hidden) ? hidden : (double)max;
    ends[1] = is_unknown(hidden) ? hidden : (double)sum;
}

/* A weight. Where the second line is wanted for something else the scores go into the
 * first, if they fit. */
static void
draw_weight(const struct app *app, int i, int j, bool second, const struct canvas *canvas)
{
    double ends[2], Z = number_at(app, TENSOR_Z, i, j);
    struct figure_text score = short_number(number_at(app, TENSOR_S, i, j), 3);
    struct tag A = tag_number(TENSOR_A, i, j), S = tag_number(TENSOR_S, i, j);
    struct line line = {canvas, 0, 3};
    formula_ends(app, IN_TEXT, i, ends);
    add(&line, plain, A, "A = %s%s / %s = %s",
        canvas->cols < NARROW_COLS ? "" : "exp(Z - max) / sum = ",
        short_number(formula_exp(Z, ends[0]), 4).text, short_number(ends[1], 4).text,
        short_number(number_at(app, TENSOR_A, i, j), 4).text);
    if (second) {
        line = (struct line){canvas, 1, 3};
        draw_scaled(app, i, j, &line);
        if (canvas->cols >= WIDE_COLS) /* Z's formula has it as well */
            add(&line, plain, S, "     S = q·k = %s", score.text);
    } else if (canvas->cols >= WIDE_COLS) {
        add(&line, plain, tag_number(TENSOR_Z, i, j), "   Z %s", short_number(Z, 3).text);
        add(&line, plain, S, "   S %s", score.text);
    }
}

/* -- sums of products ---------------------------------------------------------------- */

/* The one term that is not 0, or -1 where there are none or several. */
static int
only_term(const struct receipt *receipt)
{
    int only = -1;
    for (int k = 0; k < receipt->term_count; k++) {
        if (receipt->terms[k].product == 0)
            continue;
        if (only >= 0)
            return -1;
        only = k;
    }
    return only;
}

/* "= X[cat,cos26] × Wk[cos26,2] = .9709 × 1   the other 35 are 0" */
static void
draw_only_term(const struct app *app, const struct receipt *receipt, int term,
               struct line *line)
{
    const struct factor *factors = receipt->terms[term].factors;
    bool named = line->canvas->cols >= WIDE_COLS;
    for (int k = named ? 0 : 2; k < 4; k++) {
        const struct factor *factor = &factors[k % 2];
        add(line, plain, no_tag, "%s", k % 2 == 0 ? " = " : " × ");
        add(line, plain, tag_of(factor->number), "%s",
            k < 2 ? label_of(app, &factor->number).text
                  : formula_number(factor->value).text);
    }
    char rest[40];
    snprintf(rest, sizeof rest, "   the other %d are 0", receipt->term_count - 1);
    if (receipt->term_count > 1)
        add_if_room(line, rest);
}

/* "= 13.9436 cos70 + 13.5932 cos26 + 12 noun = 39.5368   the other 2 are 0" */
static void
draw_several_terms(const struct app *app, const struct receipt *receipt,
                   struct line *line)
{
    char rest[40];
    struct text terms = {0};
    struct tag tag = tag_of(receipt->number);
    struct figure_text total = formula_number(receipt->total);
    int room = line->canvas->cols - line->col - (int)strlen(total.text) - 7;
    int others = formula_terms(app, receipt, room, &terms);
    add(line, plain, tag, " = %s", terms.bytes ? terms.bytes : "");
    if (others == receipt->term_count)
        snprintf(rest, sizeof rest, "   every term is 0");
    else {
        add(line, plain, tag, " = %s", total.text);
        snprintf(rest, sizeof rest, "   the other %d are %s", others,
                 formula_rest(receipt));
    }
    if (others > 0)
        add_if_room(line, rest);
    text_free(&terms);
}

static void
draw_dot(const struct app *app, const struct receipt *receipt, struct line line)
{
    struct tag tag = tag_of(receipt->number);
    int only = only_term(receipt);
    bool score = receipt->number.tensor == TENSOR_S && receipt->number.of == OF_ITSELF;
    add(&line, plain, tag, "%s",
        score ? "S = q·k" : label_of(app, &receipt->number).text);
    if (only >= 0) {
        draw_only_term(app, receipt, only, &line);
        return;
    }
    if (!score && line.canvas->cols >= NARROW_COLS)
        add(&line, plain, tag, " = %s", formula_product_name(receipt).text);
    draw_several_terms(app, receipt, &line);
}

/* -- the other numbers --------------------------------------------------------------- */

/* "X[cat,noun] = E[cat,noun] + P[1,noun] = 1 + 0 = 1" */
static void
draw_sum(const struct app *app, const struct receipt *receipt,
         const struct canvas *canvas)
{
    bool named = canvas->cols >= WIDE_COLS;
    struct line line = {canvas, 0, 3};
    struct tag tag = tag_of(receipt->number);
    add(&line, plain, tag, "%s", label_of(app, &receipt->number).text);
    for (int k = 0; k < 4; k++) {
        const struct factor *factor = &receipt->terms[k % 2].factors[0];
        const struct number *number = &factor->number;
        add(&line, plain, no_tag, "%s", k % 2 == 0 ? " = " : " + ");
        add(&line, plain, tag_of(*number), "%s",
            k >= 2  ? formula_number(factor->value).text
            : named ? label_of(app, number).text
                    : kinds_of(number->in)[number->tensor].name);
    }
    add(&line, plain, tag, " = %s", formula_number(receipt->total).text);
}

/* "Wq[verb,0] = 12, a parameter: verb-noun.head, line 5", and what else is not computed; of an
 * unknown number, which is asked for, no more than its name: its terms would reveal it. */
static void
draw_short(const struct app *app, const struct receipt *receipt,
           const struct canvas *canvas, int row)
{
    struct text words = {0};
    bool known = !isnan(receipt->value);
    if (known)
        formula_short(app, receipt, canvas->cols, &words);
    add(&(struct line){canvas, row, 3}, plain, tag_of(receipt->number), "%s = %s%s%s",
        label_of(app, &receipt->number).text, formula_number(receipt->value).text,
        known ? ", " : "", words.bytes ? words.bytes : "");
    text_free(&words);
}

static void
draw_meaning(const struct app *app, const struct number *place,
             const struct canvas *canvas)
{
    struct text words = {0};
    formula_meaning(app, place, &words);
    draw_field(canvas, 1, 3, canvas->cols - 4, plain, tag_of(*place),
               words.bytes ? words.bytes : "");
    text_free(&words);
}

/* -- what if ------------------------------------------------------------------------- */

/* Whether the second line says how the target answers to the last edit: in the weights view, and
 * where the target is pointed at. */
static bool
shows_what_if(const struct app *app, const struct number *number)
{
    bool weights = app->ui.open_count == 0 && app->ui.view == VIEW_WEIGHTS;
    return app->now.choice.edit_count > 0 && number->in == IN_TEXT &&
           (weights || number_equal(number, app_target(app, IN_TEXT)));
}

/* "X[cat,noun] 1 → 3   dA/dX = .0123 exact, .0123 by differences" */
static void
draw_what_if(const struct app *app, const struct canvas *canvas)
{
    struct what_if what_if;
    struct line line = {canvas, 1, 3};
    if (!formula_what_if(app, &what_if))
        return;
    const struct number *place = &what_if.edit->place;
    add(&line, plain, tag_of(*place), "%s %s → %s", label_of(app, place).text,
        formula_number(what_if.was).text, formula_number(what_if.edit->value).text);
    add(&line, plain, tag_of(what_if.slope),
        canvas->cols >= WIDE_COLS ? "   d%s/d%s = %s exact, %s by differences"
                                  : "  d%s/d%s %s",
        sentence_kinds[what_if.target->tensor].name, sentence_kinds[place->tensor].name,
        formula_number(what_if.derivative).text, formula_number(what_if.difference).text);
}

/* -- both lines ---------------------------------------------------------------------- */

/* Z, and below it the score that it was made of. */
static void
draw_scaled_and_score(const struct app *app, const struct number *place, bool second,
                      const struct canvas *canvas)
{
    struct number score = {.tensor = TENSOR_S, .row = place->row, .col = place->col};
    struct receipt receipt;
    struct err ignored;
    struct line line = {canvas, 0, 3};
    draw_scaled(app, place->row, place->col, &line);
    if (!second || !app_receipt(app, &score, &receipt, &ignored))
        return;
    if (receipt.is_override)
        draw_short(app, &receipt, canvas, 1);
    else
        draw_dot(app, &receipt, (struct line){canvas, 1, 3});
    receipt_free(&receipt);
}

static void
draw_other(const struct app *app, const struct number *place, const struct canvas *canvas)
{
    struct receipt receipt;
    struct err ignored;
    if (!app_receipt(app, place, &receipt, &ignored))
        return;
    bool computed = !isnan(receipt.value) && !receipt.is_override;
    if (computed && receipt.kind == RECEIPT_DOT && formula_is_product(&receipt))
        draw_dot(app, &receipt, (struct line){canvas, 0, 3});
    else if (computed && receipt.kind == RECEIPT_SUM && receipt.term_count == 2 &&
             place->of == OF_ITSELF)
        draw_sum(app, &receipt, canvas);
    else
        draw_short(app, &receipt, canvas, 0);
    receipt_free(&receipt);
}

/* Whether it is a number of the sentence's tensor itself, which has lines of its own. */
static bool
is_text(const struct number *number, enum tensor tensor)
{
    return number->in == IN_TEXT && number->of == OF_ITSELF && number->tensor == tensor;
}

void
formula_draw(const struct app *app, const struct number *place,
             const struct canvas *canvas)
{
    bool what_if = shows_what_if(app, place);
    bool weight = is_text(place, TENSOR_A), scaled = is_text(place, TENSOR_Z);
    if ((weight || scaled) && is_masked(app, place->row, place->col)) {
        draw_masked(app, place, canvas);
        return; /* whatever was edited, the weight stays 0 */
    }
    if (weight)
        draw_weight(app, place->row, place->col, !what_if, canvas);
    else if (scaled)
        draw_scaled_and_score(app, place, !what_if, canvas);
    else
        draw_other(app, place, canvas);
    if (what_if)
        draw_what_if(app, canvas);
    else if (!weight && !scaled)
        draw_meaning(app, place, canvas);
}

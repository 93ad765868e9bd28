/* An opened number of the lookup task: its terms as a table, what they come to, and the way
 * down from it. */
#include <math.h>
#include <stdio.h>

#include "base/bounds.h"
#include "view/formula.h"
#include "view/lookup_receipt.h"
#include "view/lookup_receipt_table.h"
#include "view/train.h"

enum {
    MARGIN = 3,
    VALUE_COL = 13, /* of what is here */
    AROUND = 5,     /* rows that are no lines of the table; of u one more */
    WAY_FROM = 9,   /* rows that the table has before the way is drawn */
    WAY_MAX = 32,
    WAY_VALUE = 33 /* behind the values of the way */
};

static const struct style plain = {ROLE_TEXT, 0};
static const struct style faint = {ROLE_FAINT, 0};
static const struct style asked = {ROLE_ASKED, FLAG_BOLD};
static const struct tag no_tag = {0};

static void
name_spot(const struct app *app, const struct lookup_spot *spot, char *out, size_t size)
{
    lookup_address_of(&app->trainer->trace.shape, spot, out, size);
}

/* -- what it comes to ------------------------------------------------------------------ */

static void
write_here(const struct app *app, const struct lookup_receipt *receipt, struct text *text)
{
    char value[FIGURE_BYTES], total[FIGURE_BYTES];
    struct text words = {0};
    figure_write(value, figure_for(fabs(receipt->value)), receipt->value);
    figure_write(total, figure_for(fabs(receipt->total)), receipt->total);
    lookup_short(app, receipt, &words);
    text_add(text, "%s", value);
    if (receipt->kind == LOOKUP_RECEIPT_PARAMETER)
        text_add(text, ", then %s", total);
    else if (receipt->is_override)
        text_add(text, ", set by hand: it would have been %s", total);
    else {
        formula_residual(total, receipt->residual);
        text_add(text, "   residual %s", total);
    }
    if (receipt->kind == LOOKUP_RECEIPT_PARAMETER ||
        receipt->kind == LOOKUP_RECEIPT_SOFTMAX || receipt->kind == LOOKUP_RECEIPT_ADAM)
        text_add(text, "   %s", words.bytes ? words.bytes : "");
    text_free(&words);
}

/* The numbers that have no address: "max 1.2   sum 3.4". */
static void
write_constants(const struct lookup_receipt *receipt, struct text *text)
{
    for (int k = 0; k < receipt->constant_count; k++) {
        char number[FIGURE_BYTES];
        double value = receipt->constants[k].value;
        figure_write(number, figure_for(fabs(value)), value);
        text_add(text, "%s%s %s", k > 0 ? "   " : "", receipt->constants[k].name, number);
    }
}

static void
draw_line(const struct canvas *canvas, int row, int col, struct style style,
          struct text *text)
{
    draw_field(canvas, row, col, canvas->cols - col - 1, style, no_tag,
               text->bytes ? text->bytes : "");
    text_free(text);
}

/* What Adam makes of the new m, in two lines; step is the coming one. */
static void
draw_adam(const struct lookup_receipt *receipt, int step, const struct canvas *canvas,
          int row)
{
    struct text line = {0};
    text_add(&line, "v = .999 × %.4g + .001 × g² = %.4g",
             lookup_receipt_constant(receipt, "v before"),
             lookup_receipt_constant(receipt, "v"));
    draw_line(canvas, row, MARGIN, plain, &line);
    text_add(&line, "corrected: m / (1 - .9^%d) = %.4g   √(v / (1 - .999^%d)) = %.4g",
             step, lookup_receipt_constant(receipt, "m corrected"), step,
             lookup_receipt_constant(receipt, "root v corrected"));
    draw_line(canvas, row + 1, MARGIN, plain, &line);
}

/* The numbers that have no address, or what becomes of them; returns the row behind. */
static int
draw_constants(const struct app *app, const struct lookup_receipt *receipt,
               const struct canvas *canvas, int row)
{
    struct text constants = {0};
    if (receipt->kind == LOOKUP_RECEIPT_ADAM) {
        draw_adam(receipt, app->trainer->state.step + 1, canvas, row);
        return row + 2;
    }
    write_constants(receipt, &constants);
    draw_line(canvas, row, MARGIN, faint, &constants);
    return row + (receipt->constant_count > 0);
}

static void
draw_receipt(const struct app *app, const struct lookup_receipt *receipt,
             const struct canvas *canvas)
{
    struct text formula = {0}, here = {0};
    int rows = canvas->rows, row = 0;
    bool table = receipt->term_count > 0, around = rows > AROUND + 1;
    lookup_formula(receipt, &formula);
    write_here(app, receipt, &here);
    draw_line(canvas, row++, MARGIN, plain, &formula);
    int constants = receipt->kind == LOOKUP_RECEIPT_ADAM ? 2
                    : receipt->constant_count > 0        ? 1
                                                         : 0;
    constants = smaller(constants, larger(rows - 4, 0));
    if (table)
        row = lookup_table_draw(app, receipt, canvas, row, rows - row - 1 - constants,
                                around);
    if (constants > 0)
        row = draw_constants(app, receipt, canvas, row);
    row = smaller(row, rows - 1);
    draw_fill(canvas, row, 0, canvas->cols, plain, no_tag, " ");
    draw_text(canvas, row, MARGIN, plain, no_tag, "here");
    if (!table)
        draw_cursor(canvas, row, VALUE_COL);
    draw_line(canvas, row, VALUE_COL, (struct style){ROLE_NUMBER, FLAG_BOLD}, &here);
}

/* -- the way down ---------------------------------------------------------------------- */

/* Whether a number is made of another. */
static bool
is_made_of(const struct app *app, const struct lookup_spot *spot,
           const struct lookup_spot *part)
{
    struct lookup_receipt receipt;
    struct err ignored;
    bool found = false;
    if (!lookup_receipt_of(app, spot, &receipt, &ignored))
        return false;
    for (int k = 0; k < receipt.term_count; k++)
        for (int f = 0; f < receipt.terms[k].factor_count; f++)
            found = found || (receipt.terms[k].factors[f].constant == NULL &&
                              lookup_spot_equal(&receipt.terms[k].factors[f].spot, part));
    lookup_receipt_free(&receipt);
    return found;
}

/* The open number that the way begins with: one that was opened by its name is no part of what
 * was open before. */
static int
way_start(const struct app *app)
{
    const struct lookup_opened *opened = app->ui.lookup_opened;
    int k = app->ui.lookup_open_count - 1;
    while (k > 0 && is_made_of(app, &opened[k - 1].spot, &opened[k].spot))
        k--;
    return k;
}

/* The numbers that are open, the pointed one, and from there along the largest term. *open gets
 * how many are open. */
static int
make_way(const struct app *app, struct lookup_spot way[WAY_MAX], int *open)
{
    const struct ui *ui = &app->ui;
    struct lookup_spot next;
    int count = 0, start = way_start(app);
    for (; count < ui->lookup_open_count - start; count++)
        way[count] = ui->lookup_opened[start + count].spot;
    *open = count;
    bool below = lookup_pointed(app, &next) && !lookup_spot_equal(&next, &way[count - 1]);
    while (below && count < WAY_MAX) {
        struct lookup_receipt receipt;
        struct err ignored;
        way[count++] = next;
        if (!lookup_receipt_of(app, &next, &receipt, &ignored))
            break;
        int at = lookup_receipt_largest(&receipt);
        below = at >= 0 && receipt.kind != LOOKUP_RECEIPT_PARAMETER &&
                receipt.terms[at].factors[0].constant == NULL;
        if (below)
            next = receipt.terms[at].factors[0].spot;
        lookup_receipt_free(&receipt);
    }
    return count;
}

static void
draw_way(const struct app *app, const struct canvas *canvas)
{
    struct lookup_spot way[WAY_MAX];
    int open, count = make_way(app, way, &open);
    int room = canvas->rows - 1;
    int first = first_shown(count, room, open < count ? open : count - 1);
    draw_rule(canvas, 0, false, "the way down, along the largest term", "", no_tag);
    for (int k = first, row = 1; k < count && row <= room; k++, row++) {
        struct lookup_receipt receipt;
        struct text words = {0};
        struct err ignored;
        char name[ADDRESS_BYTES], value[FIGURE_BYTES];
        if (!lookup_receipt_of(app, &way[k], &receipt, &ignored))
            return;
        name_spot(app, &way[k], name, sizeof name);
        formula_number(value, receipt.value);
        lookup_short(app, &receipt, &words);
        struct style style = {ROLE_TEXT, k == open ? FLAG_BOLD : 0};
        if (k <= open)
            draw_text(canvas, row, 1, k == open ? asked : faint, no_tag, "%s",
                      k == open ? "▶" : "·");
        draw_text(canvas, row, MARGIN, style, train_spot_tag(&way[k]), "%d %s", k + 1,
                  name);
        draw_right(canvas, row, WAY_VALUE, style, no_tag, "%s", value);
        draw_line(canvas, row, WAY_VALUE + 2, faint, &words);
        lookup_receipt_free(&receipt);
    }
}

/* -- panes ----------------------------------------------------------------------------- */

void
lookup_receipt_title(const struct app *app, struct pane_title *title)
{
    const struct lookup_spot *spot = &lookup_top(app)->spot;
    struct text words = {0};
    char name[ADDRESS_BYTES];
    name_spot(app, spot, name, sizeof name);
    lookup_meaning(app, spot, &words);
    snprintf(title->title, TITLE_BYTES, "%.40s: %s", name,
             words.bytes ? words.bytes : "");
    text_free(&words);
}

void
lookup_receipt_draw(const struct app *app, const struct canvas *canvas)
{
    struct lookup_receipt receipt;
    struct lookup_spot way[WAY_MAX];
    struct err ignored;
    if (canvas->rows < 1 ||
        !lookup_receipt_of(app, &lookup_top(app)->spot, &receipt, &ignored))
        return;
    int open, count = make_way(app, way, &open);
    int needed = receipt.term_count + AROUND + (receipt.kind == LOOKUP_RECEIPT_ADAM);
    int least = needed < WAY_FROM ? needed : WAY_FROM, spare = canvas->rows - 1 - count;
    int top = needed < spare ? needed : spare > least ? spare : least;
    if (top + 3 > canvas->rows)
        top = canvas->rows;
    struct canvas table = canvas_part(canvas, 0, 0, top, canvas->cols);
    struct canvas below = canvas_part(canvas, top, 0, canvas->rows - top, canvas->cols);
    draw_receipt(app, &receipt, &table);
    if (top < canvas->rows)
        draw_way(app, &below);
    lookup_receipt_free(&receipt);
}

void
lookup_number_title(const struct app *app, struct pane_title *title)
{
    struct lookup_spot spot;
    if (lookup_pointed(app, &spot))
        name_spot(app, &spot, title->title, TITLE_BYTES);
}

void
lookup_number_draw(const struct app *app, const struct canvas *canvas)
{
    struct lookup_spot spot;
    struct lookup_receipt receipt;
    struct text words = {0};
    struct err ignored;
    char value[FIGURE_BYTES];
    if (!lookup_pointed(app, &spot) || !lookup_receipt_of(app, &spot, &receipt, &ignored))
        return;
    formula_number(value, receipt.value);
    text_add(&words, "%s = ", value);
    lookup_short(app, &receipt, &words);
    draw_line(canvas, 0, 1, plain, &words);
    lookup_meaning(app, &spot, &words);
    draw_line(canvas, 1, 1, faint, &words);
    lookup_receipt_free(&receipt);
}

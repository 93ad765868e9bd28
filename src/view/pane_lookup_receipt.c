/* An opened number of the lookup task: its terms as a table, what they come to, and the way
 * down from it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "view/formula.h"
#include "view/lookup_receipt.h"
#include "view/train.h"

enum {
    MARGIN = 3,
    GAP = 3, /* before ×, = and the running total */
    VALUE_COLS = 10,
    VALUE_COL = 13, /* of what is here */
    AROUND = 5,     /* rows that are no lines of the table */
    WAY_FROM = 9,   /* rows that the table has before the way is drawn */
    WAY_MAX = 32
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

static void
name_factor(const struct app *app, const struct lookup_factor *factor, char *out,
            size_t size)
{
    lookup_factor_name(&app->trainer->trace.shape, factor, out, size);
}

/* -- columns --------------------------------------------------------------------------- */

/* Where the columns of the table end. */
struct columns {
    int name[2], value[2]; /* of the factors; 0: not shown */
    int product, running;
    bool has_product; /* it is not simply the factor */
    struct figure figures[2], sum;
};

/* Names and values as wide as they must be; where room is short the running total goes
 * first, then the names. */
static struct columns
make_columns(const struct app *app, const struct lookup_receipt *receipt, int cols)
{
    struct columns columns = {.has_product = false};
    int names[2] = {0, 0}, factors = 0, end = MARGIN;
    double largest[2] = {0, 0}, sum = 0;
    for (int k = 0; k < receipt->term_count; k++) {
        const struct lookup_term *term = &receipt->terms[k];
        factors = term->factor_count > factors ? term->factor_count : factors;
        sum = fmax(sum, fmax(fabs(term->product), fabs(term->running)));
        for (int f = 0; f < term->factor_count; f++) {
            char name[ADDRESS_BYTES];
            const struct lookup_factor *factor = &term->factors[f];
            name_factor(app, factor, name, sizeof name);
            int width = glyphs_width(name);
            names[f] = width > names[f] ? width : names[f];
            largest[f] = fmax(largest[f], fabs(factor->value));
        }
    }
    columns.has_product = factors > 1 || receipt->kind == LOOKUP_RECEIPT_SOFTMAX ||
                          receipt->kind == LOOKUP_RECEIPT_LOSS;
    int needed = MARGIN + 2 + names[0] + names[1] + factors * (VALUE_COLS + GAP) +
                 columns.has_product * (VALUE_COLS + GAP);
    bool named = needed <= cols, running = needed + VALUE_COLS + GAP <= cols;
    for (int f = 0; f < factors; f++) {
        columns.name[f] = end + (f > 0 ? GAP + 1 : 0);
        end = columns.name[f] + (named || f == 0 ? names[f] : 0) + VALUE_COLS + 1;
        columns.value[f] = end;
        columns.name[f] = named || f == 0 ? columns.name[f] : 0;
        columns.figures[f] = figure_for(largest[f]);
    }
    columns.product = columns.has_product ? end += VALUE_COLS + GAP : end;
    columns.running = running ? end + VALUE_COLS + GAP : 0;
    columns.sum = figure_for(sum);
    return columns;
}

static void
draw_value(const struct canvas *canvas, int row, int end, struct style style,
           struct tag tag, struct figure figure, double value)
{
    char text[FIGURE_BYTES];
    figure_write(text, figure, value);
    draw_right(canvas, row, end, style, tag, "%s", text);
}

/* Brackets around the factor that the cursor stands on. */
static void
draw_brackets(const struct canvas *canvas, int row, int end, struct style style,
              struct figure figure, double value)
{
    char text[FIGURE_BYTES];
    figure_write(text, figure, value);
    int width = glyphs_width(text);
    draw_text(canvas, row, end - width - 1, style, no_tag, "[%s]", text);
    draw_flags(canvas, row, end - width, width, FLAG_REVERSE);
    draw_cursor(canvas, row, end - width);
}

static void
draw_term(const struct app *app, const struct lookup_receipt *receipt,
          const struct columns *columns, const struct canvas *canvas, int row, int k,
          double running)
{
    const struct lookup_opened *cursor = lookup_top(app);
    const struct lookup_term *term = &receipt->terms[k];
    bool here = cursor->term == k;
    int pointed = cursor->factor < term->factor_count ? cursor->factor : 0;
    struct style style = {ROLE_NUMBER, here ? FLAG_BOLD : 0};
    if (term->factors[pointed].constant != NULL)
        pointed = 0;
    if (here)
        draw_text(canvas, row, 1, asked, no_tag, "▶");
    for (int f = 0; f < term->factor_count; f++) {
        const struct lookup_factor *factor = &term->factors[f];
        char name[ADDRESS_BYTES];
        name_factor(app, factor, name, sizeof name);
        struct tag tag =
            factor->constant != NULL ? no_tag : train_spot_tag(&factor->spot);
        if (f > 0)
            draw_text(canvas, row, columns->value[f - 1] + 2, faint, no_tag, "×");
        if (columns->name[f] > 0)
            draw_text(canvas, row, columns->name[f],
                      (struct style){ROLE_TEXT, style.flags}, tag, "%s", name);
        draw_value(canvas, row, columns->value[f], style, tag, columns->figures[f],
                   factor->value);
        if (here && f == pointed)
            draw_brackets(canvas, row, columns->value[f], style, columns->figures[f],
                          factor->value);
    }
    if (columns->has_product)
        draw_value(canvas, row, columns->product, style, no_tag, columns->sum,
                   term->product);
    if (columns->running > 0)
        draw_value(canvas, row, columns->running, faint, no_tag, columns->sum, running);
}

static void
draw_heads(const struct lookup_receipt *receipt, const struct columns *columns,
           const struct canvas *canvas, int row)
{
    bool softmax =
        receipt->kind == LOOKUP_RECEIPT_SOFTMAX || receipt->kind == LOOKUP_RECEIPT_LOSS;
    draw_text(canvas, row, MARGIN, faint, no_tag, "term");
    if (columns->has_product)
        draw_right(canvas, row, columns->product, faint, no_tag, "%s",
                   softmax ? "exp(-max)" : "product");
    if (columns->running > 0)
        draw_right(canvas, row, columns->running, faint, no_tag, "running");
}

/* The terms in `room` rows, so that the cursor is among them. */
static int
draw_table(const struct app *app, const struct lookup_receipt *receipt,
           const struct columns *columns, const struct canvas *canvas, int row, int room)
{
    int count = receipt->term_count, at = 0;
    int *order = malloc(((size_t)count + 1) * sizeof *order);
    if (order == NULL)
        return row;
    int needed = lookup_receipt_order(receipt, order);
    for (int k = 0; k < count; k++) {
        order[k] = app->ui.by_size ? order[k] : k;
        at = order[k] == lookup_top(app)->term ? k : at;
    }
    bool all = count <= room || room < 2;
    int lines = all ? (count < room ? count : room) : room - 1;
    int first = first_shown(count, lines, at);
    double running = 0;
    for (int k = 0; k < first + lines; k++) {
        const struct lookup_term *term = &receipt->terms[order[k]];
        running = app->ui.by_size ? running + term->product : term->running;
        if (k >= first)
            draw_term(app, receipt, columns, canvas, row++, order[k], running);
        if (k >= first && app->ui.by_size && k == needed - 1)
            draw_right(canvas, row - 1, canvas->cols - 1, faint, no_tag, "90 %%");
    }
    if (!all)
        draw_text(canvas, row++, MARGIN, faint, no_tag, "... %d more", count - lines);
    free(order);
    return row;
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
    else
        text_add(text, receipt->residual == 0 ? "   residual 0" : "   residual %.0e",
                 receipt->residual);
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

static void
draw_receipt(const struct app *app, const struct lookup_receipt *receipt,
             const struct canvas *canvas)
{
    struct columns columns = make_columns(app, receipt, canvas->cols);
    struct text formula = {0}, constants = {0}, here = {0};
    int rows = canvas->rows, row = 0;
    bool table = receipt->term_count > 0, around = rows > AROUND + 1;
    lookup_formula(receipt, &formula);
    write_constants(receipt, &constants);
    write_here(app, receipt, &here);
    draw_line(canvas, row++, MARGIN, plain, &formula);
    if (table && around)
        draw_heads(receipt, &columns, canvas, row++);
    int behind = 1 + (table && around) + (receipt->constant_count > 0);
    if (table)
        row = draw_table(app, receipt, &columns, canvas, row, rows - row - behind);
    if (table && around) {
        draw_text(canvas, row, MARGIN, plain, no_tag, "added up");
        double last = receipt->terms[receipt->term_count - 1].running;
        draw_value(canvas, row++, columns.product, plain, no_tag, columns.sum, last);
    }
    if (receipt->constant_count > 0)
        draw_line(canvas, row++, MARGIN, faint, &constants);
    draw_text(canvas, row, MARGIN, plain, no_tag, "here");
    if (!table)
        draw_cursor(canvas, row, VALUE_COL);
    draw_line(canvas, row, VALUE_COL, (struct style){ROLE_NUMBER, FLAG_BOLD}, &here);
}

/* -- the way down ---------------------------------------------------------------------- */

/* The numbers that are open, the pointed one, and from there along the largest term. */
static int
make_way(const struct app *app, struct lookup_spot way[WAY_MAX])
{
    const struct ui *ui = &app->ui;
    struct lookup_spot next;
    int count = 0;
    for (; count < ui->lookup_open_count; count++)
        way[count] = ui->lookup_opened[count].spot;
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
    int count = make_way(app, way), open = app->ui.lookup_open_count;
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
        draw_text(canvas, row, MARGIN, style, no_tag, "%d %s", k + 1, name);
        draw_right(canvas, row, MARGIN + 26, style, no_tag, "%s", value);
        draw_line(canvas, row, MARGIN + 28, faint, &words);
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
    int needed = receipt.term_count + AROUND, count = make_way(app, way);
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

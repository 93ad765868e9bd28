/* The terms of an opened number of the lookup task as a table. */
#include "view/lookup_receipt_table.h"

#include <math.h>
#include <stdlib.h>

#include "base/bounds.h"
#include "view/formula.h"
#include "view/train.h"

enum {
    MARGIN = 3,
    GAP = 3, /* before ×, = and the running total */
    VALUE_COLS = 10
};

static const struct style plain = {ROLE_TEXT, 0};
static const struct style faint = {ROLE_FAINT, 0};
static const struct style asked = {ROLE_ASKED, FLAG_BOLD};
static const struct tag no_tag = {0};

static void
name_factor(const struct app *app, const struct lookup_factor *factor, char *out,
            size_t size)
{
    lookup_factor_name(&app->trainer->trace.shape, factor, out, size);
}

/* Where the columns of the table end. */
struct columns {
    int name[2], value[2]; /* of the factors; 0: not shown */
    int product, running;
    bool has_product; /* it is not simply the factor */
    struct figure figures[2], sum;
};

/* What has to fit into the columns. */
struct widths {
    int factors;
    int name[2], value[2], sum;
};

static int
figure_width(struct figure figure, double value)
{
    char text[FIGURE_BYTES];
    figure_write(text, figure, value);
    return glyphs_width(text);
}

/* How the numbers of each column are written: all of one column alike. */
static void
choose_figures(const struct lookup_receipt *receipt, struct columns *columns)
{
    double largest[2] = {0, 0}, sum = 0;
    for (int k = 0; k < receipt->term_count; k++) {
        const struct lookup_term *term = &receipt->terms[k];
        sum = fmax(sum, fmax(fabs(term->product), fabs(term->running)));
        for (int f = 0; f < term->factor_count; f++)
            largest[f] = fmax(largest[f], fabs(term->factors[f].value));
    }
    columns->figures[0] = figure_for(largest[0]);
    columns->figures[1] = figure_for(largest[1]);
    columns->sum = figure_for(sum);
}

/* `least` columns for a number at least. */
static struct widths
measure(const struct app *app, const struct lookup_receipt *receipt,
        const struct columns *columns, int least)
{
    struct widths widths = {.value = {least, least}, .sum = least};
    for (int k = 0; k < receipt->term_count; k++) {
        const struct lookup_term *term = &receipt->terms[k];
        widths.factors = larger(widths.factors, term->factor_count);
        widths.sum = larger(widths.sum, figure_width(columns->sum, term->product));
        widths.sum = larger(widths.sum, figure_width(columns->sum, term->running));
        for (int f = 0; f < term->factor_count; f++) {
            char name[ADDRESS_BYTES];
            const struct lookup_factor *factor = &term->factors[f];
            name_factor(app, factor, name, sizeof name);
            widths.name[f] = larger(widths.name[f], glyphs_width(name));
            widths.value[f] = larger(
                widths.value[f], figure_width(columns->figures[f], factor->value) + 1);
        }
    }
    return widths;
}

/* The columns of all but the running total, with or without the second factor's name. */
static int
needed_cols(const struct widths *widths, bool has_product, bool named)
{
    int needed = MARGIN + 2 + has_product * (widths->sum + GAP);
    for (int f = 0; f < widths->factors; f++)
        needed += (named || f == 0 ? widths->name[f] : 0) + widths->value[f] + GAP;
    return needed;
}

static void
take_decimal(struct figure *figure)
{
    figure->decimals = larger(figure->decimals - 1, 2);
}

/* Names and values as wide as they must be; where room is short the running total goes
 * first, then the second factor's name, then the space around numbers, then decimals. */
static struct columns
make_columns(const struct app *app, const struct lookup_receipt *receipt, int cols)
{
    enum { FEWER_MOST = 4 };
    struct columns columns = {.has_product = false};
    choose_figures(receipt, &columns);
    struct widths widths = measure(app, receipt, &columns, VALUE_COLS);
    columns.has_product = widths.factors > 1 || receipt->kind == LOOKUP_RECEIPT_SOFTMAX ||
                          receipt->kind == LOOKUP_RECEIPT_LOSS;
    for (int fewer = 0; fewer <= FEWER_MOST; fewer++) {
        if (needed_cols(&widths, columns.has_product, false) <= cols)
            break;
        for (int f = 0; fewer > 0 && f < 2; f++)
            take_decimal(&columns.figures[f]);
        if (fewer > 0)
            take_decimal(&columns.sum);
        widths = measure(app, receipt, &columns, 0);
    }
    int needed = needed_cols(&widths, columns.has_product, true), end = MARGIN;
    bool named = needed <= cols, running = needed + widths.sum + GAP <= cols;
    for (int f = 0; f < widths.factors; f++) {
        bool shown = named || f == 0;
        columns.name[f] = end + (f > 0 ? GAP + 1 : 0);
        end = columns.name[f] + (shown ? widths.name[f] : 0) + widths.value[f] + 1;
        columns.value[f] = end;
        columns.name[f] = shown ? columns.name[f] : 0;
    }
    columns.product = columns.has_product ? end += widths.sum + GAP : end;
    columns.running = running ? end + widths.sum + GAP : 0;
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
    if (softmax) /* exp(Z - max) */
        draw_right(canvas, row, columns->product, faint, no_tag, "exp(%s - max)",
                   lookup_tensors[receipt->terms[0].factors[0].spot.place.tensor].name);
    else if (columns->has_product)
        draw_right(canvas, row, columns->product, faint, no_tag, "product");
    if (columns->running > 0)
        draw_right(canvas, row, columns->running, faint, no_tag, "running");
}

/* The terms in `room` rows, so that the cursor is among them. */
static int
draw_terms(const struct app *app, const struct lookup_receipt *receipt,
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

int
lookup_table_draw(const struct app *app, const struct lookup_receipt *receipt,
                  const struct canvas *canvas, int row, int room, bool around)
{
    struct columns columns = make_columns(app, receipt, canvas->cols);
    if (around)
        draw_heads(receipt, &columns, canvas, row++);
    row = draw_terms(app, receipt, &columns, canvas, row, around ? room - 2 : room);
    if (!around)
        return row;
    draw_text(canvas, row, MARGIN, plain, no_tag, "%s",
              receipt->kind == LOOKUP_RECEIPT_ADAM ? "m" : "added up");
    draw_value(canvas, row, columns.product, plain, no_tag, columns.sum,
               receipt->terms[receipt->term_count - 1].running);
    return row + 1;
}

/* The lines of a receipt's table: a term each, and terms that are 0 together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/address/address.h"

#include "view/paint/bar.h"
#include "view/panes.h"
#include "view/receipt/parts.h"

enum { MARGIN = 3, FOLD_LEAST = 3, MARK_COLS = 6 };

/* -- the list of terms --------------------------------------------------------------- */

static bool
is_zero(const struct shown_receipt *shown, const struct table *table, int at)
{
    return shown->receipt->terms[table->order[at]].product == 0;
}

/* How many terms from `at` on go on one line. */
static int
line_length(const struct shown_receipt *shown, const struct table *table, int at)
{
    int count = 0;
    while (at + count < shown->receipt->term_count && is_zero(shown, table, at + count))
        count++;
    return count < FOLD_LEAST ? 1 : count;
}

static void
make_lines(const struct shown_receipt *shown, bool fold, struct table *table)
{
    int cursor = shown->cursor != NULL ? shown->cursor->term : -1;
    for (int at = 0; at < shown->receipt->term_count;) {
        int length = fold ? line_length(shown, table, at) : 1;
        for (int k = at; k < at + length; k++)
            if (table->order[k] == cursor)
                table->at = table->line_count;
        table->lines[table->line_count++] = (struct table_line){at, length};
        at += length;
    }
}

bool
table_make(struct table *table, const struct shown_receipt *shown, bool fold)
{
    const struct receipt *receipt = shown->receipt;
    size_t count = (size_t)receipt->term_count + 1;
    *table = (struct table){.order = malloc(count * sizeof *table->order),
                            .running = malloc(count * sizeof *table->running),
                            .lines = malloc(count * sizeof *table->lines)};
    if (table->order == NULL || table->running == NULL || table->lines == NULL) {
        table_free(table);
        return false;
    }
    table->needed = receipt_order(receipt, table->order);
    double running = 0;
    for (int k = 0; k < receipt->term_count; k++) {
        if (!shown->app->ui.by_size)
            table->order[k] = k;
        const struct term *term = &receipt->terms[table->order[k]];
        running += term->product;
        table->running[k] = shown->app->ui.by_size ? running : term->running;
    }
    make_lines(shown, fold, table);
    return true;
}

void
table_free(struct table *table)
{
    free(table->order);
    free(table->running);
    free(table->lines);
    *table = (struct table){0};
}

/* -- a line of it -------------------------------------------------------------------- */

/* A number as its column writes it. Only a masked Z has no number. */
static struct figure_text
cell_text(const struct column *column, double value)
{
    struct figure_text masked = {"masked"}, empty = {""};
    return !isinf(value)                  ? figure_write(column->figure, value)
           : column->kind == COLUMN_FIRST ? masked
                                          : empty;
}

/* Draws a number to the left of the end of its column; returns how wide it is. */
static int
draw_column(const struct canvas *canvas, int row, const struct column *column,
            struct style style, struct tag tag, double value)
{
    struct figure_text text = cell_text(column, value);
    draw_right(canvas, row, column->end, style, tag, "%s", text.text);
    return glyphs_width(text.text);
}

/* Which factor the cursor is on: a constant has no place to point at. */
static int
cursor_factor(const struct shown_receipt *shown, const struct term *term)
{
    int factor = shown->cursor->factor % term->factor_count;
    return term->factors[factor].constant != NULL ? 0 : factor;
}

static void
draw_numbers(const struct shown_receipt *shown, const struct columns *columns,
             const struct canvas *canvas, int row, int k, double running,
             struct style style)
{
    const struct receipt *receipt = shown->receipt;
    const struct term *term = &receipt->terms[k];
    for (int c = 0; c < columns->count; c++) {
        const struct column *column = &columns->list[c];
        bool factor = column->kind <= COLUMN_THIRD;
        int which = (int)column->kind;
        struct tag tag = tag_of(receipt->number);
        if (factor && which >= term->factor_count)
            continue;
        if (factor && term->factors[which].constant == NULL)
            tag = tag_of(term->factors[which].number);
        if (column->kind == COLUMN_SHARE) {
            tag.number = receipt->number;
            tag.number.col = k;
        }
        if (column->lead[0] != '\0')
            draw_text(canvas, row, column->end - column->width - 2, faint, no_tag, "%s",
                      column->lead);
        double value = column->kind == COLUMN_RUNNING
                           ? running
                           : columns_value(receipt, column->kind, term);
        int width = draw_column(canvas, row, column, style, tag, value);
        if (shown->cursor != NULL && shown->cursor->term == k && factor &&
            which == cursor_factor(shown, term))
            draw_pointed(canvas, row, column->end - width, width, style, tag);
    }
}

/* What a term is named by: its first number. */
static struct tag
term_tag(const struct receipt *receipt, int k)
{
    const struct term *term = &receipt->terms[k];
    for (int f = 0; f < term->factor_count; f++)
        if (term->factors[f].constant == NULL)
            return tag_of(term->factors[f].number);
    return tag_of(receipt->number);
}

/* A term; `at` is its place in the order of the table. */
static void
draw_term(const struct shown_receipt *shown, const struct table *table,
          const struct columns *columns, const struct canvas *canvas, int row, int at)
{
    const struct receipt *receipt = shown->receipt;
    int k = table->order[at];
    bool here = shown->cursor != NULL && shown->cursor->term == k;
    bool self = receipt->kind == RECEIPT_SOFTMAX && k == receipt->number.col;
    struct style style = {ROLE_NUMBER, self || here ? FLAG_BOLD : 0};
    struct style name = {ROLE_TEXT, style.flags};
    char label[ADDRESS_BYTES];
    columns_label(shown, k, label, sizeof label);
    if (here)
        draw_text(canvas, row, 1, (struct style){ROLE_ASKED, FLAG_BOLD}, no_tag, "▶");
    draw_field(canvas, row, MARGIN, columns->label, name, term_tag(receipt, k), label);
    draw_numbers(shown, columns, canvas, row, k, table->running[at], style);
    int bar = columns->bar_cols - (shown->app->ui.by_size ? MARK_COLS : 0);
    if (columns->bar > 0)
        bar_draw_weight(canvas, row, columns->bar, bar,
                        columns_value(receipt, COLUMN_SHARE, &receipt->terms[k]), no_tag);
    int end = columns->list[columns->count - 1].end;
    if (shown->app->ui.by_size && at == table->needed - 1 &&
        end + MARK_COLS < canvas->cols)
        draw_right(canvas, row, canvas->cols - 1, faint, tag_setting(), "90 %%");
}

/* Terms that are 0, on one line; the one under the cursor represents them while it is
 * there. */
static void
draw_zeros(const struct shown_receipt *shown, const struct table *table,
           const struct columns *columns, const struct canvas *canvas, int row,
           const struct table_line *line)
{
    static const enum column_kind summed[] = {COLUMN_PRODUCT, COLUMN_RUNNING};
    for (int at = line->first; at < line->first + line->count; at++)
        if (shown->cursor != NULL && table->order[at] == shown->cursor->term) {
            draw_term(shown, table, columns, canvas, row, at);
            int end = columns->list[columns->count - 1].end;
            draw_text(canvas, row, end + 2, faint, tag_setting(), "and %d more 0",
                      line->count - 1);
            return;
        }
    draw_text(canvas, row, MARGIN, faint, tag_setting(), "%d terms are 0", line->count);
    for (int k = 0; k < 2; k++) {
        const struct column *column = columns_find(columns, summed[k]);
        if (column != NULL)
            draw_column(canvas, row, column, faint, tag_of(shown->receipt->number),
                        k == 0 ? 0 : table->running[line->first + line->count - 1]);
    }
}

void
table_draw_line(const struct shown_receipt *shown, const struct table *table,
                const struct columns *columns, const struct canvas *canvas, int row,
                int line)
{
    const struct table_line *at = &table->lines[line];
    if (at->count > 1)
        draw_zeros(shown, table, columns, canvas, row, at);
    else
        draw_term(shown, table, columns, canvas, row, at->first);
}

/* A receipt on the screen: the formula, the table, the total of the terms, and how that
 * compares with the number that is kept. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/numbers.h"
#include "view/panes.h"
#include "view/receipt/parts.h"
#include "view/words/pattern.h"

enum { MARGIN = 3, VALUE_COL = 13, NARROW_COLS = 56 };

/* Which rows there are room for. */
struct rows {
    bool formula, note, head, line, added, here, constants;
    int table; /* rows for the lines of the table */
};

/* -- the formula --------------------------------------------------------------------- */

/* What is said behind the formula. */
static void
write_remark(const struct shown_receipt *shown, struct text *text)
{
    const struct receipt *receipt = shown->receipt;
    const struct tensors *tensors = app_tensors(shown->app, receipt->number.in);
    enum tensor id = receipt->number.tensor;
    if (receipt->kind == RECEIPT_SOFTMAX)
        text_add(text, "max is %s, the largest %s of the row",
                 formula_number(receipt_constant(receipt, "max")).text,
                 tensors->kinds[tensors->kinds[id].in[0].tensor].name);
    if (receipt->kind == RECEIPT_SCALE)
        text_add(text, "d_k is %d", tensors->size[AXIS_KEY]);
    if (id == TENSOR_K && tensors_share_qk(tensors))
        text_add(text, "share qk: K = X Wq");
    if (id == TENSOR_V && tensors_share_kv(tensors))
        text_add(text, "share kv: V = X Wk");
}

/* The remark's number: the largest of the row. */
static struct tag
remark_tag(const struct receipt *receipt)
{
    const struct term *largest = receipt->terms;
    if (receipt->kind != RECEIPT_SOFTMAX)
        return tag_setting();
    for (int k = 1; k < receipt->term_count; k++)
        if (receipt->terms[k].factors[0].value > largest->factors[0].value)
            largest = &receipt->terms[k];
    return tag_of(largest->factors[0].number);
}

static void
write_formula(const struct shown_receipt *shown, struct text *text)
{
    const struct receipt *receipt = shown->receipt;
    if (receipt->kind == RECEIPT_MASKED ||
        (receipt->kind == RECEIPT_PARAMETER && receipt->term_count == 0) ||
        (receipt->kind == RECEIPT_COPY && receipt->number.in == IN_TEXT))
        formula_short(shown->app, receipt, 200, text);
    else
        pattern_formula(shown->app, receipt, text);
}

static void
draw_formula(const struct shown_receipt *shown, const struct canvas *canvas, int row)
{
    struct text formula = {0}, remark = {0};
    write_formula(shown, &formula);
    write_remark(shown, &remark);
    const char *words = formula.bytes ? formula.bytes : "";
    draw_field(canvas, row, MARGIN, canvas->cols - MARGIN - 1, plain,
               tag_of(shown->receipt->number), words);
    int col = MARGIN + glyphs_width(words);
    int left = canvas->cols - col - 1 - glyphs_width(remark.bytes ? remark.bytes : "");
    if (remark.bytes != NULL && left >= 2)
        draw_text(canvas, row, col + (left > 8 ? 8 : left), faint,
                  remark_tag(shown->receipt), "%s", remark.bytes);
    text_free(&formula);
    text_free(&remark);
}

/* -- around the table ---------------------------------------------------------------- */

static void
draw_heads(const struct shown_receipt *shown, const struct columns *columns,
           const struct canvas *canvas, int row)
{
    const struct receipt *receipt = shown->receipt;
    const char *letter = columns_letter(receipt);
    draw_field(canvas, row, MARGIN, columns->label, faint, tag_setting(), letter);
    for (int k = 0; k < columns->count; k++) {
        const struct column *column = &columns->list[k];
        int width = glyphs_width(column->head);
        if (column->lead[0] != '\0')
            draw_text(canvas, row, column->end - column->width - 2, faint, no_tag, "%s",
                      column->lead);
        if (width > column->width)
            draw_field(canvas, row, column->end - column->width, column->width, faint,
                       tag_setting(), column->head);
        else
            draw_right(canvas, row, column->end, faint, tag_setting(), "%s",
                       column->head);
    }
}

/* A total under its column, or the line above it. */
static void
draw_total(const struct canvas *canvas, int row, const struct column *column,
           double total, bool line, struct tag tag)
{
    if (column == NULL)
        return;
    if (line)
        draw_fill(canvas, row, column->end - column->width, column->width, faint, no_tag,
                  "─");
    else
        draw_right(canvas, row, column->end, plain, tag, "%s",
                   figure_write(column->figure, total).text);
}

static void
draw_added(const struct shown_receipt *shown, const struct table *table,
           const struct columns *columns, const struct canvas *canvas, int row, bool line)
{
    const struct receipt *receipt = shown->receipt;
    const struct column *running = columns_find(columns, COLUMN_RUNNING);
    bool exps = receipt_has_exps(receipt);
    bool summed = receipt->kind == RECEIPT_SUM || receipt->kind == RECEIPT_DOT ||
                  receipt->kind == RECEIPT_COPY || receipt->kind == RECEIPT_MEAN;
    double total =
        summed && !exps ? receipt->total : table->running[receipt->term_count - 1];
    if (!line)
        draw_text(canvas, row, MARGIN, plain, no_tag, "%s",
                  receipt->kind == RECEIPT_ADAM ? "m" : "added up");
    draw_total(canvas, row, running ? running : columns_find(columns, COLUMN_PRODUCT),
               total, line, tag_of(receipt->number));
    draw_total(canvas, row, columns_find(columns, COLUMN_SHARE),
               total / receipt_constant(receipt, "sum"), line, tag_of(receipt->number));
}

/* "by size: the first 2 of 36 terms are 90 % of it" */
static void
draw_note(const struct shown_receipt *shown, const struct table *table,
          const struct canvas *canvas, int row)
{
    if (shown->app->ui.by_size && shown->receipt->term_count > 1)
        draw_text(canvas, row, MARGIN, faint, tag_setting(),
                  "largest first: %d of %d terms are 90 %% of all", table->needed,
                  shown->receipt->term_count);
}

/* The number that is kept, and how it follows from the terms. */
static void
write_here(const struct receipt *receipt, int d_k, const struct columns *columns,
           struct text *text)
{
    const struct column *sum = columns_find(columns, COLUMN_PRODUCT);
    bool softmax = receipt->kind == RECEIPT_SOFTMAX;
    double added =
        receipt->term_count > 0 ? receipt->terms[receipt->term_count - 1].running : 0;
    struct figure six = {.decimals = 6}, five = {.decimals = 5};
    struct figure figure = softmax       ? five
                           : sum != NULL ? sum->figure
                                         : figure_for(fabs(receipt->value));
    struct figure_text value = figure_write(figure, receipt->value);
    if (softmax)
        text_add(text, "%s / %s = %s",
                 figure_write(six, receipt_constant(receipt, "numerator")).text,
                 figure_write(six, receipt_constant(receipt, "sum")).text, value.text);
    else if (receipt->is_override)
        text_add(text, "%s, set by hand: it would have been %s", value.text,
                 figure_write(figure, receipt->total).text);
    else if (receipt->kind == RECEIPT_SHARE)
        text_add(text, "%s / %s = %s",
                 figure_write(figure_for(added), receipt_constant(receipt, "first")).text,
                 figure_write(figure_for(added), added).text, value.text);
    else if (receipt->kind == RECEIPT_SCALED_DOT)
        text_add(text, "%s × 1/√%d = %s", figure_write(figure, added).text, d_k,
                 value.text);
    else if (receipt->kind == RECEIPT_PARAMETER && receipt->term_count > 0)
        text_add(text, "%s, then %s", value.text,
                 figure_write(figure, receipt->total).text);
    else if (receipt->kind == RECEIPT_MASKED)
        text_add(text, "-infinity, which the softmax makes 0");
    else
        text_add(text, "%s", value.text);
}

/* "here 1.000000 / 1.064450 = .93945     on screen .94     residual 0" */
static void
draw_here(const struct shown_receipt *shown, const struct columns *columns,
          const struct canvas *canvas, int row)
{
    const struct receipt *receipt = shown->receipt;
    struct style bold = {ROLE_NUMBER, FLAG_BOLD};
    char pieces[2][FIGURE_BYTES + 16] = {"", ""};
    double value = receipt->value;
    struct text here = {0};
    const struct tensors *tensors = app_tensors(shown->app, receipt->number.in);
    write_here(receipt, tensors->size[AXIS_KEY], columns, &here);
    if (receipt->kind != RECEIPT_MASKED && receipt->number.in == IN_TEXT &&
        receipt->number.of == OF_ITSELF)
        snprintf(pieces[0], sizeof pieces[0], "on screen %s", /* as other panes show it */
                 short_number(value, value >= 1000 || value <= -100 ? 1 : 2).text);
    if (receipt->kind != RECEIPT_MASKED && !receipt->is_override &&
        receipt->term_count > 0 && receipt->kind != RECEIPT_PARAMETER)
        snprintf(pieces[1], sizeof pieces[1], "residual %s",
                 formula_residual(receipt->residual).text);
    draw_text(canvas, row, MARGIN, plain, no_tag, "here");
    int at = canvas->cols < NARROW_COLS ? MARGIN + 6 : VALUE_COL;
    int col = draw_text(canvas, row, at, bold, tag_of(receipt->number), "%s",
                        here.bytes ? here.bytes : "");
    text_free(&here);
    if (receipt->term_count == 0 && shown->cursor != NULL)
        draw_cursor(canvas, row, at); /* there is nothing else to point at */
    /* the residual matters more than what can be seen elsewhere */
    int widths = (int)strlen(pieces[0]) + (int)strlen(pieces[1]);
    int left = canvas->cols - 1 - col - widths, gap = left / 2 > 5 ? 5 : left / 2;
    for (int k = gap < 2; k < 2; k++)
        if (pieces[k][0] != '\0' &&
            col + (int)strlen(pieces[k]) + (gap < 2 ? 2 : gap) < canvas->cols)
            col = draw_text(canvas, row, col + (gap < 2 ? 2 : gap), plain,
                            tag_of(receipt->number), "%s", pieces[k]);
}

/* -- numbers without an address -------------------------------------------------------- */

/* How many lines they take. */
static int
constant_rows(const struct receipt *receipt)
{
    return receipt->kind == RECEIPT_ADAM ? 2
           : receipt->kind == RECEIPT_SOFTMAX || receipt->kind == RECEIPT_SCALED_DOT
               ? 0
               : receipt->constant_count > 0;
}

/* What Adam makes of the new m, in two lines; step is the coming one. */
static void
write_adam(const struct receipt *receipt, int step, int line, struct text *text)
{
    if (line == 0)
        text_add(text, "v = .999 × %.4g + .001 × g² = %.4g",
                 receipt_constant(receipt, "v before"), receipt_constant(receipt, "v"));
    else
        text_add(text, "corrected: m / (1 - .9^%d) = %.4g   √(v / (1 - .999^%d)) = %.4g",
                 step, receipt_constant(receipt, "m corrected"), step,
                 receipt_constant(receipt, "root v corrected"));
}

/* "max 1.2   sum 3.4" */
static void
write_constants(const struct receipt *receipt, struct text *text)
{
    for (int k = 0; k < receipt->constant_count; k++) {
        double value = receipt->constants[k].value;
        text_add(text, "%s%s %s", k > 0 ? "   " : "", receipt->constants[k].name,
                 value == floor(value)
                     ? formula_number(value).text
                     : figure_write(figure_for(fabs(value)), value).text);
    }
}

/* The step that a change is of. */
static int
coming_step(const struct shown_receipt *shown)
{
    int when = shown->receipt->number.when;
    return when > 0 ? when : shown->app->trainer->state.step + 1;
}

static void
draw_constants(const struct shown_receipt *shown, const struct canvas *canvas, int row)
{
    const struct receipt *receipt = shown->receipt;
    for (int line = 0; line < constant_rows(receipt); line++) {
        struct text text = {0};
        if (receipt->kind == RECEIPT_ADAM)
            write_adam(receipt, coming_step(shown), line, &text);
        else
            write_constants(receipt, &text);
        draw_field(canvas, row + line, MARGIN, canvas->cols - MARGIN - 1,
                   receipt->kind == RECEIPT_ADAM ? plain : faint, tag_of(receipt->number),
                   text.bytes ? text.bytes : "");
        text_free(&text);
    }
}

/* -- rows ---------------------------------------------------------------------------- */

/* Shares out `room` rows; `lines` is what the table would take. */
static struct rows
share_rows(const struct shown_receipt *shown, int lines, int room)
{
    bool several = receipt_adds_up(shown->receipt), table = lines > 0;
    int constants = constant_rows(shown->receipt);
    struct rows rows = {true, true, table, several, several, true, constants > 0, lines};
    bool *const dispensable[] = {&rows.line,  &rows.note, &rows.formula,
                                 &rows.added, &rows.head, &rows.constants};
    enum { SPARED = sizeof dispensable / sizeof dispensable[0] };
    for (int k = 0; k <= SPARED; k++) {
        int others = rows.formula + rows.note + rows.head + rows.line + rows.added +
                     rows.here + (rows.constants ? constants : 0);
        int least = k < 2 ? lines : lines < 3 ? lines : 3;
        rows.table = room - others < lines ? room - others : lines;
        if (rows.table >= least || k == SPARED)
            break;
        *dispensable[k] = false;
    }
    rows.table = rows.table < 0 ? 0 : rows.table;
    return rows;
}

int
receipt_rows(const struct shown_receipt *shown, bool fold)
{
    struct table table;
    if (!table_make(&table, shown, fold))
        return 0;
    bool several = receipt_adds_up(shown->receipt);
    int rows = table.line_count + 3 + (table.line_count > 0) + 2 * several +
               constant_rows(shown->receipt);
    table_free(&table);
    return rows;
}

/* Draws the lines of the table in `room` rows from a row on; returns the row behind
 * them. */
static int
draw_lines(const struct shown_receipt *shown, const struct table *table,
           const struct columns *columns, const struct canvas *canvas, int row, int room)
{
    bool all = table->line_count <= room;
    int shown_lines = all || room < 2 ? room : room - 1, hidden = 0;
    shown_lines = shown_lines < table->line_count ? shown_lines : table->line_count;
    int first = first_shown(table->line_count, shown_lines, table->at);
    for (int k = 0; k < shown_lines; k++)
        table_draw_line(shown, table, columns, canvas, row++, first + k);
    for (int k = 0; k < table->line_count; k++)
        if (k < first || k >= first + shown_lines)
            hidden += table->lines[k].count;
    if (!all && room >= 2)
        draw_text(canvas, row++, MARGIN, faint, tag_setting(), "... %d more", hidden);
    return row;
}

void
receipt_draw(const struct shown_receipt *shown, const struct canvas *canvas)
{
    struct table table;
    struct columns columns = columns_make(shown, canvas->cols);
    bool fold = receipt_rows(shown, false) > canvas->rows;
    if (!table_make(&table, shown, fold))
        return;
    struct rows rows = share_rows(shown, table.line_count, canvas->rows);
    int row = 0;
    if (rows.formula)
        draw_formula(shown, canvas, row++);
    if (rows.note)
        draw_note(shown, &table, canvas, row++);
    if (rows.head)
        draw_heads(shown, &columns, canvas, row++);
    row = draw_lines(shown, &table, &columns, canvas, row, rows.table);
    if (rows.line)
        draw_added(shown, &table, &columns, canvas, row++, true);
    if (rows.added)
        draw_added(shown, &table, &columns, canvas, row++, false);
    if (rows.constants) {
        draw_constants(shown, canvas, row);
        row += constant_rows(shown->receipt);
    }
    if (rows.here)
        draw_here(shown, &columns, canvas, row);
    table_free(&table);
}

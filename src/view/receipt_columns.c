/* The columns of a receipt's table: which there are, how wide they are, how many
 * decimals their numbers get. Where room is short decimals go first, then columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "view/panes.h"
#include "view/receipt_parts.h"

enum {
    MARGIN = 3,
    LABEL_LEAST = 6,
    LABEL_MOST = 24,
    NARROW_COLS = 56, /* below this the heads are short */
    HEAD_MOST = 16,
    BAR_LEAST = 6,
    BAR_MOST = 50
};

/* -- names --------------------------------------------------------------------------- */

/* The letter that counts the terms: j of tokens, m of columns of X, c of columns of Q
 * and K. */
static const char *
index_letter(enum axis axis)
{
    return axis == AXIS_TOKEN ? "j" : axis == AXIS_MODEL ? "m" : "c";
}

void
columns_label(const struct shown_receipt *shown, int term, char *out, size_t size)
{
    const struct explorer *explorer = shown->app->explorer;
    const struct place *place = &shown->receipt->terms[term].factors[0].place;
    out[0] = '\0';
    if (shown->receipt->kind == RECEIPT_SUM || shown->receipt->kind == RECEIPT_COPY)
        address_of(explorer, place, out, size);
    else if (shown->receipt->kind == RECEIPT_DOT && place->tensor == TENSOR_Q) {
        char name[LABEL_BYTES];
        head_column_name(explorer->head, PROJECT_K, place->col, name, sizeof name);
        snprintf(out, size, "%d %s", place->col, name);
    } else if (shown->receipt->kind == RECEIPT_DOT ||
               shown->receipt->kind == RECEIPT_SOFTMAX)
        explorer_label(explorer, tensor_kinds[place->tensor].cols, place->col, out, size);
}

/* "X[chased,m]" over the factors; the index that counts the terms is a letter. */
static void
name_factor(const struct shown_receipt *shown, int which, char out[HEAD_BYTES])
{
    const struct explorer *explorer = shown->app->explorer;
    const struct receipt_factor *factor = &shown->receipt->terms[0].factors[which];
    const struct tensor_kind *kind = &tensor_kinds[factor->place.tensor];
    char label[LABEL_BYTES];
    if (factor->is_constant) {
        snprintf(out, HEAD_BYTES, "1/√%d", explorer->trace.shape.size[AXIS_KEY]);
        return;
    }
    bool counts_rows = which == 1 && shown->receipt->place.tensor != TENSOR_S;
    enum axis fixed = counts_rows ? kind->cols : kind->rows;
    const char *letter = index_letter(counts_rows ? kind->rows : kind->cols);
    if (shown->receipt->kind == RECEIPT_SCALE || shown->receipt->kind == RECEIPT_MASKED) {
        snprintf(out, HEAD_BYTES, "%s", kind->name);
        return;
    }
    explorer_label(explorer, fixed, counts_rows ? factor->place.col : factor->place.row,
                   label, sizeof label);
    if (counts_rows)
        snprintf(out, HEAD_BYTES, "%s[%s,%s]", kind->name, letter, label);
    else
        snprintf(out, HEAD_BYTES, "%s[%s,%s]", kind->name, label, letter);
}

/* -- which columns ------------------------------------------------------------------- */

/* The largest number of a column in size, and whether one is negative. */
struct range {
    double largest;
    bool negative;
};

static void
widen(struct range *range, double value)
{
    if (!isfinite(value))
        return;
    range->largest = fabs(value) > range->largest ? fabs(value) : range->largest;
    range->negative = range->negative || value < 0;
}

static struct range
range_of(const struct receipt *receipt, enum column_kind kind)
{
    struct range range = {0, false};
    for (int k = 0; k < receipt->term_count; k++) {
        const struct receipt_term *term = &receipt->terms[k];
        widen(&range, kind == COLUMN_FIRST     ? term->factors[0].value
                      : kind == COLUMN_SECOND  ? term->factors[1].value
                      : kind == COLUMN_SHIFTED ? term->factors[0].value - receipt->max
                      : kind == COLUMN_PRODUCT ? term->product
                      : kind == COLUMN_RUNNING ? term->running
                                               : 1);
    }
    if (kind == COLUMN_RUNNING && receipt->kind == RECEIPT_DOT) {
        /* in the order of size other totals come up on the way */
        range.largest = receipt->magnitude;
        range.negative = range.negative || range_of(receipt, COLUMN_PRODUCT).negative;
    }
    return range;
}

static int
figure_width(struct figure figure, const struct range *range)
{
    int width = 1 + figure.decimals + range->negative;
    if (figure.exponent)
        return width + 5;
    for (double rest = range->largest; rest >= 1; rest /= 10)
        width++;
    return width;
}

static void
add(struct columns *columns, enum column_kind kind, const char *head, const char *narrow,
    const char *lead)
{
    struct column *column = &columns->list[columns->count++];
    *column = (struct column){
        .kind = kind, .narrow = narrow, .lead = lead, .gap = lead[0] != '\0' ? 3 : 2};
    snprintf(column->head, HEAD_BYTES, "%s", head);
}

static void
list_columns(const struct shown_receipt *shown, struct columns *columns)
{
    const struct receipt *receipt = shown->receipt;
    char first[HEAD_BYTES], second[HEAD_BYTES];
    columns->count = 0;
    if (receipt->term_count == 0)
        return;
    bool pair = receipt->terms[0].factor_count == 2,
         softmax = receipt->kind == RECEIPT_SOFTMAX;
    bool single = receipt->kind == RECEIPT_SUM || receipt->kind == RECEIPT_COPY;
    name_factor(shown, 0, first);
    const struct receipt_factor *factors = receipt->terms[0].factors;
    add(columns, COLUMN_FIRST, single ? "number" : first,
        tensor_kinds[factors[0].place.tensor].name, "");
    if (pair) {
        name_factor(shown, 1, second);
        bool constant = factors[1].is_constant;
        add(columns, COLUMN_SECOND, second,
            constant ? NULL : tensor_kinds[factors[1].place.tensor].name, "×");
        add(columns, COLUMN_PRODUCT, receipt->kind == RECEIPT_DOT ? "product" : "Z",
            receipt->kind == RECEIPT_DOT ? "term" : "Z", "=");
    }
    if (softmax) {
        add(columns, COLUMN_SHIFTED, "Z - max", "-max", "");
        add(columns, COLUMN_PRODUCT, "exp", "exp", "");
    }
    if (receipt->term_count > 1)
        add(columns, COLUMN_RUNNING, "running", "total", "");
    if (softmax)
        add(columns, COLUMN_SHARE, "/ sum = A", "A", "");
}

/* -- how wide ------------------------------------------------------------------------ */

/* So many decimals that what is printed adds up; factors need fewer, as nobody adds
 * them. */
static struct figure
figure_of(const struct receipt *receipt, enum column_kind kind, double largest)
{
    struct figure figure = figure_for(largest);
    bool factor = kind == COLUMN_FIRST || kind == COLUMN_SECOND || kind == COLUMN_SHIFTED;
    bool sum = receipt->kind == RECEIPT_SUM || receipt->kind == RECEIPT_COPY;
    if (receipt->kind == RECEIPT_SOFTMAX && !factor)
        return (struct figure){.decimals = kind == COLUMN_SHARE ? 5 : 6};
    if (kind == COLUMN_SECOND && receipt->terms[0].factors[1].is_constant)
        return (struct figure){.decimals = 7};
    if (factor && !sum && !figure.exponent && figure.decimals > 4 && largest >= 0.1)
        figure.decimals = 4;
    return figure;
}

/* Gives each column its decimals, `fewer` than it would get, and its width. */
static void
size_columns(const struct shown_receipt *shown, struct columns *columns, int fewer,
             bool narrow)
{
    const struct receipt *receipt = shown->receipt;
    struct figure sum = figure_for(receipt->magnitude);
    for (int k = 0; k < columns->count; k++) {
        struct column *column = &columns->list[k];
        struct range range = range_of(receipt, column->kind);
        bool added = column->kind == COLUMN_PRODUCT || column->kind == COLUMN_RUNNING;
        bool terms = receipt->kind == RECEIPT_DOT && added;
        column->figure = terms ? sum : figure_of(receipt, column->kind, range.largest);
        if (receipt->kind == RECEIPT_SUM)
            column->figure =
                sum; /* one number of decimals for what is added and the sum */
        int decimals = column->figure.decimals - fewer;
        column->figure.decimals = decimals < 2 ? 2 : decimals;
        column->width = figure_width(column->figure, &range);
        if (column->kind == COLUMN_FIRST || column->kind == COLUMN_SECOND)
            column->width++; /* for the bracket of the cursor */
        if (narrow && column->narrow != NULL)
            snprintf(column->head, HEAD_BYTES, "%s", column->narrow);
        int head = glyphs_width(column->head);
        head = head > HEAD_MOST ? HEAD_MOST : head;
        column->width = head > column->width ? head : column->width;
    }
}

static int
columns_width(const struct columns *columns)
{
    int width = MARGIN + columns->label + 1;
    for (int k = 0; k < columns->count; k++)
        width += columns->list[k].gap + columns->list[k].width;
    return width;
}

/* Takes a column out, where it is there. */
static void
drop(struct columns *columns, enum column_kind kind)
{
    for (int k = 0; k < columns->count; k++)
        if (columns->list[k].kind == kind) {
            memmove(&columns->list[k], &columns->list[k + 1],
                    (size_t)(columns->count - k - 1) * sizeof columns->list[0]);
            columns->count--;
            return;
        }
}

static int
longest_label(const struct shown_receipt *shown)
{
    int longest = 0;
    for (int k = 0; k < shown->receipt->term_count; k++) {
        char label[ADDRESS_BYTES];
        columns_label(shown, k, label, sizeof label);
        int width = glyphs_width(label);
        longest = width > longest ? width : longest;
    }
    return longest > LABEL_MOST ? LABEL_MOST : longest;
}

/* Shares out the columns that are left: the names first, then bars, then space. */
static void
spread(const struct shown_receipt *shown, struct columns *columns, int cols)
{
    bool bars = shown->receipt->kind == RECEIPT_SOFTMAX;
    int longest = longest_label(shown), left = cols - columns_width(columns);
    int more = longest - columns->label < left ? longest - columns->label : left;
    columns->label += more > 0 ? more : 0;
    left -= more > 0 ? more : 0;
    int kept = bars && left >= BAR_LEAST + 2 ? BAR_LEAST + 2 : 0;
    int wider = columns->count > 0 ? (left - kept) / columns->count : 0;
    wider = wider < 0 ? 0 : wider > 3 ? 3 : wider;
    int at = MARGIN + columns->label;
    for (int k = 0; k < columns->count; k++) {
        struct column *column = &columns->list[k];
        column->gap += column->lead[0] == '\0' ? wider : 0;
        at += column->gap + column->width;
        column->end = at;
    }
    columns->bar = at + 2;
    columns->bar_cols = cols - 1 - columns->bar;
    if (!bars || columns->bar_cols < BAR_LEAST)
        columns->bar = columns->bar_cols = 0;
    columns->bar_cols = columns->bar_cols > BAR_MOST ? BAR_MOST : columns->bar_cols;
}

struct columns
columns_make(const struct shown_receipt *shown, int cols)
{
    /* what is tried in turn: a column less, and so many decimals less at most */
    static const struct {
        enum column_kind drop;
        int fewer;
    } tries[] = {
        {COLUMN_COUNT, 1}, {COLUMN_SHARE, 1}, {COLUMN_SHIFTED, 3}, {COLUMN_RUNNING, 3}};
    struct columns columns = {.count = 0};
    int longest = longest_label(shown);
    list_columns(shown, &columns);
    columns.label = longest < LABEL_LEAST ? longest : LABEL_LEAST;
    for (int k = 0; k < 4; k++) {
        drop(&columns, tries[k].drop);
        for (int fewer = 0; fewer <= tries[k].fewer; fewer++) {
            size_columns(shown, &columns, fewer, cols < NARROW_COLS);
            if (columns_width(&columns) <= cols) {
                spread(shown, &columns, cols);
                return columns;
            }
        }
    }
    spread(shown, &columns, cols);
    return columns;
}

const struct column *
columns_find(const struct columns *columns, enum column_kind kind)
{
    for (int k = 0; k < columns->count; k++)
        if (columns->list[k].kind == kind)
            return &columns->list[k];
    return NULL;
}

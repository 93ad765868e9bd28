/* The columns of a receipt's table: which there are, how wide they are, how many
 * decimals their numbers get. Where room is short decimals go first, then columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "view/panes.h"
#include "view/receipt/parts.h"

enum {
    MARGIN = 3,
    LABEL_LEAST = 6,
    NAMES_LEAST = 20, /* where terms go by the names of their factors */
    NAMES_MOST = 40,
    LABEL_MOST = 24,
    NARROW_COLS = 56, /* below this the heads are short */
    HEAD_MOST = 16,
    BAR_LEAST = 6,
    BAR_MOST = 50
};

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

double
columns_value(const struct receipt *receipt, enum column_kind kind,
              const struct term *term)
{
    switch (kind) {
    case COLUMN_FIRST:
    case COLUMN_SECOND:
    case COLUMN_THIRD:
        return (int)kind < term->factor_count ? term->factors[kind].value : 0;
    case COLUMN_SHIFTED:
        return term->factors[0].value - receipt_constant(receipt, "max");
    case COLUMN_PRODUCT:
        return term->product;
    case COLUMN_RUNNING:
        return term->running;
    case COLUMN_SHARE:
        return term->product / receipt_constant(receipt, "sum");
    case COLUMN_COUNT:
        break;
    }
    return 0;
}

static struct range
range_of(const struct receipt *receipt, enum column_kind kind)
{
    struct range range = {0, false};
    for (int k = 0; k < receipt->term_count; k++) {
        const struct term *term = &receipt->terms[k];
        widen(&range, columns_value(receipt, kind, term));
    }
    if (kind == COLUMN_SHARE)
        range.largest = 1;
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
    *column = (struct column){.kind = kind, .lead = lead, .gap = lead[0] != '\0' ? 3 : 2};
    snprintf(column->head, HEAD_BYTES, "%s", head);
    snprintf(column->narrow, NARROW_BYTES, "%s", narrow);
}

/* Columns for as many factors as the terms have. */
static int
list_factors(const struct shown_receipt *shown, struct columns *columns)
{
    const struct receipt *receipt = shown->receipt;
    int most = 0;
    for (int k = 0; k < receipt->term_count; k++)
        most =
            receipt->terms[k].factor_count > most ? receipt->terms[k].factor_count : most;
    for (int f = 0; f < most; f++) {
        char head[HEAD_BYTES] = "";
        bool common = false;
        const struct factor *factor = &receipt->terms[0].factors[f];
        bool named = f < receipt->terms[0].factor_count && most > 1;
        named = named || receipt_has_exps(receipt);
        if (named)
            common = columns_factor(shown, f, head);
        char narrow[NARROW_BYTES] = "";
        if (common && factor->constant == NULL)
            name_of(&factor->number, narrow, sizeof narrow);
        add(columns, (enum column_kind)(COLUMN_FIRST + f), named ? head : "number",
            narrow, f > 0 ? "×" : "");
    }
    return most;
}

static void
list_columns(const struct shown_receipt *shown, struct columns *columns)
{
    const struct receipt *receipt = shown->receipt;
    columns->count = 0;
    if (receipt->term_count == 0)
        return;
    bool exps = receipt_has_exps(receipt);
    bool scale = receipt->kind == RECEIPT_SCALE || receipt->kind == RECEIPT_MASKED;
    if (list_factors(shown, columns) > 1) {
        const char *name = kinds_of(receipt->number.in)[receipt->number.tensor].name;
        add(columns, COLUMN_PRODUCT, scale ? name : "product", scale ? name : "term",
            "=");
    }
    if (exps) {
        const struct number *number = &receipt->terms[0].factors[0].number;
        char head[HEAD_BYTES];
        snprintf(head, sizeof head, "%s - max",
                 kinds_of(number->in)[number->tensor].name);
        add(columns, COLUMN_SHIFTED, head, "-max", "");
        add(columns, COLUMN_PRODUCT, "exp", "exp", "");
    }
    if (receipt_adds_up(receipt))
        add(columns, COLUMN_RUNNING, "running", "total", "");
    if (receipt->kind == RECEIPT_SOFTMAX) {
        char head[HEAD_BYTES];
        const char *name = kinds_of(receipt->number.in)[receipt->number.tensor].name;
        snprintf(head, sizeof head, "/ sum = %s", name);
        add(columns, COLUMN_SHARE, head, name, "");
    }
}

/* -- how wide ------------------------------------------------------------------------ */

/* Whether a column is of constants, whose decimals can be spared first. */
static bool
is_constant(const struct receipt *receipt, enum column_kind kind)
{
    const struct term *term = &receipt->terms[0];
    return kind != COLUMN_FIRST && (int)kind < term->factor_count &&
           term->factors[kind].constant != NULL;
}

/* So many decimals that what is printed adds up; factors need fewer, as nobody adds
 * them. */
static struct figure
figure_of(const struct receipt *receipt, enum column_kind kind, double largest)
{
    struct figure figure = figure_for(largest);
    bool factor = kind <= COLUMN_THIRD || kind == COLUMN_SHIFTED;
    bool sum = receipt->kind == RECEIPT_SUM || receipt->kind == RECEIPT_COPY ||
               receipt->kind == RECEIPT_PARAMETER;
    if (receipt_has_exps(receipt) && !factor)
        return (struct figure){.decimals = kind == COLUMN_SHARE ? 5 : 6};
    if (is_constant(receipt, kind) && largest <= 1 && largest >= 0.001)
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
        bool terms = !receipt_has_exps(receipt) && receipt->kind != RECEIPT_SCALE &&
                     receipt->kind != RECEIPT_MASKED && added;
        column->figure = terms ? sum : figure_of(receipt, column->kind, range.largest);
        if (receipt->kind == RECEIPT_SUM || receipt->kind == RECEIPT_PARAMETER)
            column->figure =
                sum; /* one number of decimals for what is added and the sum */
        int decimals =
            column->figure.decimals - fewer * (1 + is_constant(receipt, column->kind));
        column->figure.decimals = decimals < 2 ? 2 : decimals;
        column->width = figure_width(column->figure, &range);
        if (column->kind <= COLUMN_THIRD)
            column->width++; /* for the bracket of the cursor */
        if (narrow && column->narrow[0] != '\0')
            memcpy(column->head, column->narrow, sizeof column->narrow);
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
    int most = columns_letter(shown->receipt)[0] != '\0' ? LABEL_MOST : NAMES_MOST;
    return longest > most ? most : longest;
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

/* Sizes the columns so that they fit; three factors get short heads before another column
 * goes. */
static bool
fit(const struct shown_receipt *shown, struct columns *columns, int fewer, int cols)
{
    bool three = columns_find(columns, COLUMN_THIRD) != NULL;
    for (int narrow = cols < NARROW_COLS; narrow <= (three || cols < NARROW_COLS);
         narrow++)
        for (int k = 0; k <= fewer; k++) {
            size_columns(shown, columns, k, narrow);
            if (columns_width(columns) <= cols)
                return true;
        }
    return false;
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
    int least = columns_letter(shown->receipt)[0] != '\0' ? LABEL_LEAST : NAMES_LEAST;
    columns.label = longest < least ? longest : least;
    bool fits = false;
    for (int k = 0; k < 4 && !fits; k++) {
        drop(&columns, tries[k].drop);
        fits = fit(shown, &columns, tries[k].fewer, cols);
    }
    if (!fits && columns.label > LABEL_LEAST)
        columns.label = LABEL_LEAST;
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

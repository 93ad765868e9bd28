/* What terms and columns of a receipt's table are called. Terms that an index counts go by its
 * values, and the columns of their factors have its letter; others go by the names of their
 * factors. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "view/panes.h"
#include "view/receipt/parts.h"
#include "view/words/pattern.h"

bool
receipt_has_exps(const struct receipt *receipt)
{
    return receipt->kind == RECEIPT_SOFTMAX || receipt->kind == RECEIPT_LOSS;
}

bool
receipt_adds_up(const struct receipt *receipt)
{
    return receipt->term_count > 1 && receipt->kind != RECEIPT_RIGHT;
}

/* Whether factor `which` of all terms is a constant, or a number of the same tensor in another
 * row or another column, of whatever example or step; says which of the two varies. */
static bool
is_uniform(const struct receipt *receipt, int which, bool *rows, bool *cols)
{
    const struct factor *first = &receipt->terms[0].factors[which];
    *rows = *cols = false;
    for (int k = 0; k < receipt->term_count; k++) {
        const struct factor *factor = &receipt->terms[k].factors[which];
        const struct number *a = &first->number, *b = &factor->number;
        if (receipt->terms[k].factor_count != receipt->terms[0].factor_count ||
            (first->constant == NULL) != (factor->constant == NULL))
            return false;
        if (factor->constant != NULL)
            continue;
        *rows = *rows || a->row != b->row;
        *cols = *cols || a->col != b->col;
        if (a->tensor != b->tensor || a->of != b->of || (*rows && *cols))
            return false;
    }
    return true;
}

/* Whether the terms are counted by one index, so that it names them. A slope's only term has
 * two indices, its factors' own. */
static bool
is_counted(const struct receipt *receipt)
{
    bool rows = false, cols = false, any = false;
    bool kind = receipt->kind == RECEIPT_DOT || receipt->kind == RECEIPT_SCALED_DOT ||
                receipt_has_exps(receipt);
    for (int f = 0; kind && f < receipt->terms[0].factor_count; f++) {
        if (!is_uniform(receipt, f, &rows, &cols))
            return false;
        any = any || rows || cols;
    }
    bool one = receipt->term_count == 1 && receipt->number.of == OF_ITSELF;
    return kind && (any || one);
}

/* The axis that the terms are counted on, and term k's place on it. */
static enum axis
counted_axis(const struct receipt *receipt, int k, int *at)
{
    const struct number *number = &receipt->terms[k].factors[0].number;
    const struct kind *kind = &kinds_of(number->in)[number->tensor];
    bool rows = false, cols = false;
    is_uniform(receipt, 0, &rows, &cols);
    *at = rows ? number->row : number->col;
    return rows ? kind->rows : kind->cols;
}

const char *
columns_letter(const struct receipt *receipt)
{
    int at;
    if (receipt->term_count == 0 || !is_counted(receipt))
        return "";
    return pattern_letter(receipt->number.in, counted_axis(receipt, 0, &at), true);
}

/* -- terms ----------------------------------------------------------------------------- */

/* The factors of a term, by their names; constants are named over their column. */
static void
name_term(const struct shown_receipt *shown, const struct term *term, char *out,
          size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int f = 0; f < term->factor_count && used + 8 < size; f++) {
        char name[ADDRESS_BYTES];
        bool rows, cols;
        if (f > 0 && term->factors[f].constant != NULL &&
            is_uniform(shown->receipt, f, &rows, &cols))
            continue;
        pattern_factor(shown->app, &term->factors[f], name, sizeof name);
        used += (size_t)snprintf(out + used, size - used, "%s%.*s", f > 0 ? " × " : "",
                                 (int)(size - used - 6), name);
        used = used < size ? used : size - 1;
    }
}

/* Whether the heads of the columns say all of the only term. */
static bool
is_named_above(const struct receipt *receipt)
{
    return receipt->kind == RECEIPT_DOT && receipt->term_count == 1 &&
           receipt->terms[0].factor_count > 1 && receipt->number.of != OF_ITSELF;
}

void
columns_label(const struct shown_receipt *shown, int term, char *out, size_t size)
{
    const struct app *app = shown->app;
    const struct receipt *receipt = shown->receipt;
    const struct number *number = &receipt->terms[term].factors[0].number;
    int at;
    out[0] = '\0';
    if (receipt->kind == RECEIPT_SCALE || receipt->kind == RECEIPT_MASKED)
        return;
    if (!is_counted(receipt)) {
        if (!is_named_above(receipt))
            name_term(shown, &receipt->terms[term], out, size);
        return;
    }
    enum axis axis = counted_axis(receipt, term, &at);
    if (axis == AXIS_KEY && number->in == IN_TEXT) {
        char name[LABEL_BYTES];
        head_column_name(app->explorer->head, PROJECT_K, at, name, sizeof name);
        snprintf(out, size, "%d %s", at, name);
    } else
        axis_label(app, number->in, axis, at, out, size);
}

/* -- columns --------------------------------------------------------------------------- */

/* "1/√8"; of constants that differ "own - share", own being 1 in the number's own term and 0 in
 * others. */
static void
name_constant(const struct shown_receipt *shown, int which, char out[HEAD_BYTES])
{
    const struct receipt *receipt = shown->receipt;
    const struct factor *first = &receipt->terms[0].factors[which];
    const char *negative = NULL;
    bool same = true;
    for (int k = 0; k < receipt->term_count; k++) {
        const char *name = receipt->terms[k].factors[which].constant;
        same = same && strcmp(name, first->constant) == 0;
        negative = name[0] == '-' ? name : negative;
    }
    if (same)
        pattern_factor(shown->app, first, out, HEAD_BYTES);
    else if (negative != NULL)
        snprintf(out, HEAD_BYTES, "own - %s", negative + 1);
    else
        snprintf(out, HEAD_BYTES, "factor");
}

bool
columns_factor(const struct shown_receipt *shown, int which, char out[HEAD_BYTES])
{
    const struct app *app = shown->app;
    const struct receipt *receipt = shown->receipt;
    const struct factor *factor = &receipt->terms[0].factors[which];
    const struct number *number = &factor->number;
    const struct kind *kind = &kinds_of(number->in)[number->tensor];
    char name[32], row[LABEL_BYTES], col[LABEL_BYTES];
    bool rows, cols;
    bool uniform = is_uniform(receipt, which, &rows, &cols);
    if (factor->constant != NULL && uniform) {
        name_constant(shown, which, out);
        return true;
    }
    name_of(number, name, sizeof name);
    bool varies = (rows || cols) && !is_counted(receipt);
    if (receipt->kind == RECEIPT_SCALE || receipt->kind == RECEIPT_MASKED || varies ||
        !uniform) {
        snprintf(out, HEAD_BYTES, "%s", uniform ? name : "number");
        return uniform;
    }
    if (receipt->term_count == 1 && is_counted(receipt)) {
        enum op op = kinds_of(receipt->number.in)[receipt->number.tensor].op;
        rows = op == OP_PRODUCT && which == 1;
        cols = !rows;
    }
    axis_label(app, number->in, kind->rows, number->row, row, sizeof row);
    axis_label(app, number->in, kind->cols, number->col, col, sizeof col);
    if (kind_indices(kind) == 0)
        snprintf(out, HEAD_BYTES, "%s", name);
    else if (kind_indices(kind) == 1)
        snprintf(out, HEAD_BYTES, "%s[%s]", name,
                 rows ? pattern_letter(number->in, kind->rows, false) : row);
    else
        snprintf(out, HEAD_BYTES, "%s[%s,%s]", name,
                 rows ? pattern_letter(number->in, kind->rows, true) : row,
                 cols ? pattern_letter(number->in, kind->cols, true) : col);
    return true;
}

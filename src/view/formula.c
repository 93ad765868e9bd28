/* Numbers, terms and formulas in words. */
#include "view/formula.h"
#include "base/unknown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "core/attention.h"
#include "view/panes.h"

/* Below this a number with four decimals says too little. */
static const double small = 0.0001;

/* -- numbers ------------------------------------------------------------------------- */

void
formula_spoken(char out[FIGURE_BYTES], double value)
{
    double size = fabs(value);
    if (!isfinite(value)) {
        snprintf(out, FIGURE_BYTES, "%s",
                 isnan(value) ? nan_text(value)
                 : value < 0  ? "-infinity"
                              : "infinity");
        return;
    }
    if ((size > 0 && size < small) || size >= 1e9) {
        snprintf(out, FIGURE_BYTES, "%.2e", value);
        return;
    }
    snprintf(out, FIGURE_BYTES, "%.4f", value);
    size_t length = strlen(out);
    while (out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[--length] = '\0';
    if (strcmp(out, "-0") == 0)
        snprintf(out, FIGURE_BYTES, "0");
}

void
formula_number(char out[FIGURE_BYTES], double value)
{
    char text[FIGURE_BYTES];
    formula_spoken(text, value);
    const char *digits = text + (text[0] == '-');
    bool zero = digits[0] == '0' && digits[1] == '.';
    snprintf(out, FIGURE_BYTES, "%s%s", text[0] == '-' ? "-" : "", digits + zero);
}

void
formula_residual(char out[FIGURE_BYTES], double value)
{
    if (isnan(value))
        snprintf(out, FIGURE_BYTES, "%s", nan_text(value));
    else
        snprintf(out, FIGURE_BYTES, value == 0 ? "0" : "%.0e", value);
}

double
formula_exp(double Z, double max)
{
    return isnan(Z - max) ? Z - max : (double)real_exp((real)Z - (real)max);
}

struct tag
formula_tag(const struct place *place)
{
    return tag_number(place->tensor, place->row, place->col);
}

struct figure
figure_for(double largest)
{
    enum { SIGNIFICANT = 6, LEAST = 2 };
    struct figure figure = {.exponent =
                                (largest > 0 && largest < small) || largest >= 1e7};
    int whole = 0; /* digits before the point */
    for (double rest = largest; rest >= 1 && whole < SIGNIFICANT; rest /= 10)
        whole++;
    figure.decimals = SIGNIFICANT - whole < LEAST ? LEAST : SIGNIFICANT - whole;
    return figure;
}

void
figure_write(char out[FIGURE_BYTES], struct figure figure, double value)
{
    if (!isfinite(value))
        snprintf(out, FIGURE_BYTES, "%s",
                 isnan(value) ? nan_text(value)
                 : value < 0  ? "-inf"
                              : "inf");
    else if (figure.exponent && value != 0)
        snprintf(out, FIGURE_BYTES, "%.*e", figure.decimals < 5 ? figure.decimals : 5,
                 value);
    else
        draw_number(out, FIGURE_BYTES, value, figure.decimals);
}

/* -- names of terms ------------------------------------------------------------------ */

void
formula_term_name(const struct explorer *explorer, const struct receipt *receipt,
                  int term, char *out, size_t size)
{
    const struct place *place = &receipt->terms[term].factors[0].place;
    enum axis axis = tensor_kinds[place->tensor].cols;
    if (receipt->kind != RECEIPT_DOT && receipt->kind != RECEIPT_SOFTMAX) {
        address_of(explorer, place, out, size);
        return;
    }
    if (axis != AXIS_KEY) {
        explorer_label(explorer, axis, place->col, out, size);
        return;
    }
    head_column_name(explorer->head, PROJECT_K, place->col, out, size);
    if (out[0] == '\0')
        snprintf(out, size, "c%d", place->col);
}

struct product_name
formula_product_name(const struct receipt *receipt)
{
    const struct receipt_factor *factors = receipt->terms[0].factors;
    struct product_name name = {"q·k"};
    if (receipt->place.tensor != TENSOR_S)
        snprintf(name.text, sizeof name.text, "%s·%s",
                 tensor_kinds[factors[0].place.tensor].name,
                 tensor_kinds[factors[1].place.tensor].name);
    return name;
}

/* -- terms --------------------------------------------------------------------------- */

int
formula_telling(const struct receipt *receipt)
{
    double least = 1e-6 * receipt->magnitude;
    int count = 0;
    for (int k = 0; k < receipt->term_count; k++)
        count += !(fabs(receipt->terms[k].product) <= least);
    return count;
}

const char *
formula_rest(const struct receipt *receipt)
{
    int zeros = 0;
    for (int k = 0; k < receipt->term_count; k++)
        zeros += receipt->terms[k].product == 0;
    return zeros == receipt->term_count - formula_telling(receipt) ? "0" : "about 0";
}

/* Adds " + 12 noun" (" - 12 noun", "12 noun" where it is the first, which always goes
 * in) unless it needs more than `room` columns; returns how many it took, 0 where it did
 * not fit. */
static int
add_term(const struct explorer *explorer, const struct receipt *receipt, int term,
         bool first, int room, struct text *text)
{
    char name[ADDRESS_BYTES], number[FIGURE_BYTES];
    double product = receipt->terms[term].product;
    bool minus = product < 0 && !first;
    formula_number(number, minus ? -product : product);
    formula_term_name(explorer, receipt, term, name, sizeof name);
    int width = (first ? 0 : 3) + (int)strlen(number) + 1 + glyphs_width(name);
    if (width > room && !first)
        return 0;
    text_add(text, "%s%s %s", first ? "" : minus ? " - " : " + ", number, name);
    return width;
}

int
formula_terms(const struct explorer *explorer, const struct receipt *receipt, int room,
              struct text *text)
{
    enum { TAIL_COLS = 13 }; /* of " + 12 smaller" */
    int count = receipt->term_count, telling = formula_telling(receipt), said = 0;
    int *order = malloc((size_t)(count > 0 ? count : 1) * sizeof *order);
    if (order == NULL)
        return 0;
    receipt_order(receipt, order);
    while (said < telling) {
        int kept = said + 1 < telling ? TAIL_COLS : 0;
        int used = add_term(explorer, receipt, order[said], said == 0, room - kept, text);
        if (used == 0)
            break;
        room -= used;
        said++;
    }
    free(order);
    if (telling == 0)
        text_add(text, "0");
    else if (said < telling)
        text_add(text, " + %d smaller", telling - said);
    return count - telling;
}

bool
formula_follow(const struct receipt *receipt, struct place *next)
{
    int most = 0;
    if (receipt->term_count == 0)
        return false;
    for (int k = 1; k < receipt->term_count; k++)
        if (fabs(receipt->terms[k].product) > fabs(receipt->terms[most].product))
            most = k;
    if (receipt->kind == RECEIPT_SOFTMAX)
        most = receipt->place.col;
    const struct receipt_term *term = &receipt->terms[most];
    bool second = term->factor_count == 2 && !term->factors[1].is_constant &&
                  tensor_kinds[term->factors[1].place.tensor].parameter;
    *next = term->factors[second].place;
    return true;
}

/* -- how it came about --------------------------------------------------------------- */

const struct edit *
formula_edit(const struct app *app, const struct place *place, double *was)
{
    const struct explorer_choice *choice = &app->now.choice;
    for (int k = 0; k < choice->edit_count; k++)
        if (memcmp(&choice->edits[k].place, place, sizeof *place) == 0) {
            *was = app->explorer->was[k];
            return &choice->edits[k];
        }
    return NULL;
}

static void
add_parameter(const struct app *app, const struct place *place, struct text *text)
{
    char origin[2 * WORD_BYTES + 64], number[FIGURE_BYTES];
    double was;
    explorer_origin(app->explorer, place, origin, sizeof origin);
    if (formula_edit(app, place, &was) != NULL) {
        formula_number(number, was);
        text_add(text, "set by hand; it was %s: %s", number, origin);
    } else
        text_add(text, "a parameter: %s", origin);
}

static void
add_softmax(const struct explorer *explorer, const struct place *place, struct text *text)
{
    char name[LABEL_BYTES];
    sentence_name(&explorer->sentence, place->row, name, sizeof name);
    if (explorer->trace.masked && place->col > place->row)
        text_add(text, "0: the mask hides this from %s", name);
    else
        text_add(text, "softmax of row %s of Z", name);
}

static void
add_scale(const struct explorer *explorer, const struct receipt *receipt,
          struct text *text)
{
    const struct receipt_factor *factors = receipt->terms[0].factors;
    char address[ADDRESS_BYTES], score[FIGURE_BYTES], scale[FIGURE_BYTES];
    address_of(explorer, &factors[0].place, address, sizeof address);
    formula_number(score, factors[0].value);
    formula_number(scale, factors[1].value);
    text_add(text, "%s × 1/√%d = %s × %s", address, explorer->trace.shape.size[AXIS_KEY],
             score, scale);
}

/* "q·k: 13.9436 cos70 + 12 noun, the rest 0" */
static void
add_product(const struct explorer *explorer, const struct receipt *receipt, int room,
            struct text *text)
{
    char tail[24];
    struct text terms = {0};
    struct product_name name = formula_product_name(receipt);
    room -= glyphs_width(name.text) + 2;
    snprintf(tail, sizeof tail, ", the rest %s", formula_rest(receipt));
    int others = formula_terms(explorer, receipt, room, &terms);
    const char *words = terms.bytes ? terms.bytes : "";
    bool fits = glyphs_width(words) + (int)strlen(tail) <= room;
    text_add(text, "%s: %s%s", name.text, words,
             others > 0 && others < receipt->term_count && fits ? tail : "");
    text_free(&terms);
}

void
formula_short(const struct app *app, const struct receipt *receipt, int room,
              struct text *text)
{
    const struct explorer *explorer = app->explorer;
    char name[ADDRESS_BYTES], number[FIGURE_BYTES], other[FIGURE_BYTES];
    if (receipt->is_override) {
        formula_number(number, receipt->total);
        text_add(text, "set by hand; it would be %s", number);
        return;
    }
    switch (receipt->kind) {
    case RECEIPT_PARAMETER:
        add_parameter(app, &receipt->place, text);
        break;
    case RECEIPT_COPY:
        address_of(explorer, &receipt->terms[0].factors[0].place, name, sizeof name);
        text_add(text, "a copy of %s: the matrix is shared", name);
        break;
    case RECEIPT_SUM:
        formula_number(number, receipt->terms[0].product);
        formula_number(other, receipt->terms[1].product);
        text_add(text, "E + P = %s + %s", number, other);
        break;
    case RECEIPT_DOT:
        add_product(explorer, receipt, room, text);
        break;
    case RECEIPT_SCALE:
        add_scale(explorer, receipt, text);
        break;
    case RECEIPT_MASKED:
        sentence_name(&explorer->sentence, receipt->place.row, name, sizeof name);
        text_add(text, "-infinity: the mask hides this from %s", name);
        break;
    case RECEIPT_SOFTMAX:
        add_softmax(explorer, &receipt->place, text);
        break;
    }
}

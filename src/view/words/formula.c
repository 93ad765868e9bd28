/* Terms and formulas in words. */
#include "view/words/formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/address/numbers.h"
#include "source/explorer.h"
#include "view/panes.h"
#include "view/words/pattern.h"

/* -- names of terms ------------------------------------------------------------------ */

/* Whether the terms go by the columns of their first factor. */
static bool
is_by_column(const struct receipt *receipt)
{
    const struct number *first = &receipt->terms[0].factors[0].number;
    const struct factor *last = &receipt->terms[receipt->term_count - 1].factors[0];
    bool dot = receipt->kind == RECEIPT_DOT || receipt->kind == RECEIPT_SCALED_DOT ||
               receipt->kind == RECEIPT_SOFTMAX;
    return dot && receipt->number.of == OF_ITSELF && last->constant == NULL &&
           last->number.tensor == first->tensor && last->number.row == first->row;
}

struct label
formula_term_name(const struct app *app, const struct receipt *receipt, int term)
{
    const struct factor *factor = &receipt->terms[term].factors[0];
    const struct number *number = &factor->number;
    enum axis axis = kinds_of(number->in)[number->tensor].cols;
    struct label out = {""};
    if (!is_by_column(receipt)) {
        pattern_factor(app, factor, out.text, sizeof out.text);
        return out;
    }
    if (number->in == IN_TEXT && axis == AXIS_KEY)
        head_column_name(app->explorer->head, PROJECT_K, number->col, out.text,
                         sizeof out.text);
    else if (number->in == IN_TEXT)
        axis_label(app, number->in, axis, number->col, out.text, sizeof out.text);
    if (out.text[0] == '\0')
        snprintf(out.text, sizeof out.text, "%s%d",
                 pattern_letter(number->in, axis, true), number->col);
    return out;
}

bool
formula_is_product(const struct receipt *receipt)
{
    bool dot = receipt->kind == RECEIPT_DOT || receipt->kind == RECEIPT_SCALED_DOT;
    const struct term *term = receipt->terms;
    return dot && receipt->number.of == OF_ITSELF && term->factor_count == 2 &&
           term->factors[0].constant == NULL && term->factors[1].constant == NULL;
}

struct label
formula_product_name(const struct receipt *receipt)
{
    const struct factor *factors = receipt->terms[0].factors;
    struct label name = {"q·k"};
    char names[2][32];
    if (receipt->number.tensor == TENSOR_S && receipt->number.of == OF_ITSELF)
        return name;
    for (int f = 0; f < 2; f++)
        name_of(&factors[f].number, names[f], sizeof names[f]);
    snprintf(name.text, sizeof name.text, "%s·%s", names[0], names[1]);
    return name;
}

/* -- terms --------------------------------------------------------------------------- */

int
formula_counting(const struct receipt *receipt)
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
    return zeros == receipt->term_count - formula_counting(receipt) ? "0" : "about 0";
}

/* Adds " + 12 noun" (" - 12 noun", "12 noun" where it is the first, which always goes
 * in) unless it needs more than `room` columns; returns how many it took, 0 where it did
 * not fit. */
static int
add_term(const struct app *app, const struct receipt *receipt, int term, bool first,
         int room, struct text *text)
{
    double product = receipt->terms[term].product;
    bool minus = product < 0 && !first;
    struct figure_text number = formula_number(minus ? -product : product);
    struct label name = formula_term_name(app, receipt, term);
    int width = (first ? 0 : 3) + (int)strlen(number.text) + 1 + glyphs_width(name.text);
    if (width > room && !first)
        return 0;
    text_add(text, "%s%s %s", first ? "" : minus ? " - " : " + ", number.text, name.text);
    return width;
}

int
formula_terms(const struct app *app, const struct receipt *receipt, int room,
              struct text *text)
{
    enum { TAIL_COLS = 13 }; /* of " + 12 smaller" */
    int count = receipt->term_count, counting = formula_counting(receipt), said = 0;
    int *order = malloc((size_t)(count > 0 ? count : 1) * sizeof *order);
    if (order == NULL)
        return 0;
    receipt_order(receipt, order);
    while (said < counting) {
        int kept = said + 1 < counting ? TAIL_COLS : 0;
        int used = add_term(app, receipt, order[said], said == 0, room - kept, text);
        if (used == 0)
            break;
        room -= used;
        said++;
    }
    free(order);
    if (counting == 0)
        text_add(text, "0");
    else if (said < counting)
        text_add(text, " + %d smaller", counting - said);
    return count - counting;
}

/* Whether the way down goes to a factor rather than to the first one: to the parameter of a
 * projection, where the other factor is a sum of parameters alone. */
static bool
is_deeper(const struct number *number, const struct number *first)
{
    const struct kind *kinds = kinds_of(number->in);
    return number->of == OF_ITSELF && first->of == OF_ITSELF &&
           kind_is_parameter(&kinds[number->tensor]) &&
           (kinds[first->tensor].op == OP_SUM ||
            kind_is_parameter(&kinds[first->tensor]));
}

bool
formula_follow(const struct receipt *receipt, struct number *next)
{
    int most = receipt_largest(receipt);
    if (most < 0 || receipt->kind == RECEIPT_PARAMETER)
        return false;
    const struct factor *factors = receipt->terms[most].factors;
    int count = receipt->terms[most].factor_count, at = 0;
    for (int f = 1; f < count; f++)
        if (factors[f].constant == NULL &&
            (factors[0].constant != NULL ||
             is_deeper(&factors[f].number, &factors[0].number)))
            at = f;
    *next = factors[at].number;
    return factors[at].constant == NULL;
}

/* -- how it came about --------------------------------------------------------------- */

const struct edit *
formula_edit(const struct app *app, const struct number *number, double *was)
{
    const struct explorer_choice *choice = &app->now.choice;
    for (int k = 0; number->in == IN_TEXT && k < choice->edit_count; k++)
        if (number_equal(&choice->edits[k].place, number)) {
            *was = app->explorer->changes[k].was;
            return &choice->edits[k];
        }
    return NULL;
}

int
formula_largest(const real *row, int count)
{
    int most = 0;
    for (int k = 1; k < count; k++)
        most = row[k] > row[most] ? k : most;
    return most;
}

bool
formula_what_if(const struct app *app, struct what_if *what_if)
{
    const struct explorer_choice *choice = &app->now.choice;
    int last = choice->edit_count - 1;
    struct err ignored;
    if (last < 0)
        return false;
    *what_if = (struct what_if){.edit = &choice->edits[last],
                                .target = app_target(app, IN_TEXT),
                                .slope = choice->edits[last].place,
                                .was = app->explorer->changes[last].was};
    what_if->slope.of = OF_SLOPE;
    return app_has(app, &what_if->slope) &&
           app_value(app, &what_if->slope, &what_if->derivative, &ignored) &&
           explorer_difference(app->explorer, what_if->target, &what_if->edit->place,
                               &what_if->difference, &ignored);
}

static void
add_parameter(const struct app *app, const struct receipt *receipt, struct text *text)
{
    struct text origin = {0};
    double was;
    formula_origin(app, &receipt->number, &origin);
    const char *words = origin.bytes ? origin.bytes : "";
    if (receipt->number.of != OF_ITSELF)
        text_add(text, "nothing changes it");
    else if (formula_edit(app, &receipt->number, &was) != NULL)
        text_add(text, "set by hand; it was %s: %s", formula_number(was).text, words);
    else if (receipt->term_count == 0)
        text_add(text, "a parameter: %s", words);
    else
        text_add(text, "%s; the next adds %s", words,
                 formula_number(receipt->terms[1].product).text);
    text_free(&origin);
}

static void
add_softmax(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const struct number *number = &receipt->number;
    const struct tensors *tensors = app_tensors(app, number->in);
    enum tensor in = tensors->kinds[number->tensor].in[0].tensor;
    bool one = tensors->kinds[number->tensor].rows == AXIS_ONE;
    char name[LABEL_BYTES];
    axis_label(app, number->in, tensors->kinds[number->tensor].rows, number->row, name,
               sizeof name);
    if (tensors->masked && tensors->kinds[in].causal && number->col > number->row)
        text_add(text, "0: the mask hides this from %s", name);
    else
        text_add(text, "softmax of %s%s%s%s", one ? "" : "row ", one ? "" : name,
                 one ? "" : " of ", tensors->kinds[in].name);
}

static void
add_scale(const struct app *app, const struct receipt *receipt, struct text *text)
{
    const struct factor *factors = receipt->terms[0].factors;
    char constant[FIGURE_BYTES];
    pattern_factor(app, &factors[1], constant, sizeof constant);
    text_add(text, "%s × %s = %s × %s", label_of(app, &factors[0].number).text, constant,
             formula_number(factors[0].value).text,
             formula_number(factors[1].value).text);
}

/* "q·k: 13.9436 cos70 + 12 noun, the rest 0" */
static void
add_product(const struct app *app, const struct receipt *receipt, int room,
            struct text *text)
{
    char tail[24];
    struct text terms = {0};
    struct label name = formula_product_name(receipt);
    room -= glyphs_width(name.text) + 2;
    snprintf(tail, sizeof tail, ", the rest %s", formula_rest(receipt));
    int others = formula_terms(app, receipt, room, &terms);
    const char *words = terms.bytes ? terms.bytes : "";
    bool fits = glyphs_width(words) + (int)strlen(tail) <= room;
    text_add(text, "%s: %s%s", name.text, words,
             others > 0 && others < receipt->term_count && fits ? tail : "");
    text_free(&terms);
}

/* "X[0,3] × Wk[3,2]": the factors of a term by their names. */
static void
add_factors(const struct app *app, const struct term *term, struct text *text)
{
    for (int f = 0; f < term->factor_count; f++) {
        char name[ADDRESS_BYTES];
        pattern_factor(app, &term->factors[f], name, sizeof name);
        bool words = f > 0 && term->factors[f].constant != NULL && strchr(name, ' ');
        text_add(text, words ? "%s(%s)" : "%s%s", f > 0 ? " × " : "", name);
    }
}

/* Terms that are no simple product: the few there are, or the largest of them. */
static void
add_terms(const struct app *app, const struct receipt *receipt, struct text *text)
{
    int largest = receipt_largest(receipt);
    if (largest < 0) {
        text_add(text, "a sum of no terms");
        return;
    }
    if (receipt->number.of == OF_SLOPE && receipt->terms[0].factors[0].constant != NULL) {
        text_add(text, "the target itself");
        return;
    }
    if (receipt->term_count > 2) {
        text_add(text, "%d terms, the largest %s: ", receipt->term_count,
                 formula_number(receipt->terms[largest].product).text);
        add_factors(app, &receipt->terms[largest], text);
        return;
    }
    for (int k = 0; k < receipt->term_count; k++) {
        text_add(text, "%s", k > 0 ? " + " : "");
        add_factors(app, &receipt->terms[k], text);
    }
}

/* "E + P = 1 + 0" */
static void
add_sum(const struct app *app, const struct receipt *receipt, struct text *text)
{
    if (receipt->number.in != IN_TEXT || receipt->number.of != OF_ITSELF ||
        receipt->term_count != 2)
        add_terms(app, receipt, text);
    else
        text_add(text, "%s = %s + %s", sentence_kinds[receipt->number.tensor].about,
                 formula_number(receipt->terms[0].product).text,
                 formula_number(receipt->terms[1].product).text);
}

void
formula_short(const struct app *app, const struct receipt *receipt, int room,
              struct text *text)
{
    char name[LABEL_BYTES];
    if (receipt->is_override) {
        text_add(text, "set by hand; it would be %s",
                 formula_number(receipt->total).text);
        return;
    }
    switch (receipt->kind) {
    case RECEIPT_PARAMETER:
        add_parameter(app, receipt, text);
        break;
    case RECEIPT_COPY:
        text_add(text, "a copy of %s: the matrix is shared",
                 label_of(app, &receipt->terms[0].factors[0].number).text);
        break;
    case RECEIPT_SUM:
        add_sum(app, receipt, text);
        break;
    case RECEIPT_DOT:
    case RECEIPT_SCALED_DOT:
        if (formula_is_product(receipt))
            add_product(app, receipt, room, text);
        else
            add_terms(app, receipt, text);
        break;
    case RECEIPT_SCALE:
        add_scale(app, receipt, text);
        break;
    case RECEIPT_MASKED:
        sentence_name(&app->explorer->sentence, receipt->number.row, name, sizeof name);
        text_add(text, "-infinity: the mask hides this from %s", name);
        break;
    case RECEIPT_SOFTMAX:
        add_softmax(app, receipt, text);
        break;
    case RECEIPT_ADAM:
        text_add(text, "-%.4g × %.4g / (%.4g + 1e-8)", receipt_constant(receipt, "lr"),
                 receipt_constant(receipt, "m corrected"),
                 receipt_constant(receipt, "root v corrected"));
        break;
    case RECEIPT_LOSS:
    case RECEIPT_RIGHT:
    case RECEIPT_SHARE:
        pattern_right(app, receipt, text);
        break;
    case RECEIPT_MEAN:
        add_terms(app, receipt, text);
        break;
    case RECEIPT_KINDS:
        break;
    }
}

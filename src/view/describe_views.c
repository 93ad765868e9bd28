/* What is said of a view, of edits and of an opened number. A number that a voice reads
 * has its zero: 0.94. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/open.h"
#include "source/nearest.h"
#include "source/whatif.h"
#include "view/describe.h"
#include "view/explain_output.h"
#include "view/formula.h"

enum { TERMS_MOST = 6 };

/* -- edits --------------------------------------------------------------------------- */

/* How the weight between query and key answers to the last edit. */
static void
describe_what_if(const struct app *app, const struct place *edited, struct text *text)
{
    struct what_if what_if;
    struct err ignored;
    char name[ADDRESS_BYTES], weight[ADDRESS_BYTES];
    char exact[FIGURE_BYTES], difference[FIGURE_BYTES];
    if (!what_if_make(&what_if, app->explorer, edited, app->now.query, app->now.key,
                      &ignored))
        return;
    address_of(app->explorer, edited, name, sizeof name);
    address_of(app->explorer, &what_if.watched, weight, sizeof weight);
    bool shrinks = what_if.derivative < 0;
    formula_spoken(exact, fabs(what_if.derivative));
    formula_spoken(difference, shrinks ? -what_if.difference : what_if.difference);
    text_add(text,
             "If %s grows a little more, %s %s by %s times as much (%s by "
             "differences).\n",
             name, weight, shrinks ? "shrinks" : "grows", exact, difference);
}

static void
describe_edits(const struct app *app, struct text *text)
{
    const struct explorer_choice *choice = &app->now.choice;
    for (int k = 0; k < choice->edit_count; k++) {
        const struct edit *edit = &choice->edits[k];
        char name[ADDRESS_BYTES], was[FIGURE_BYTES], now[FIGURE_BYTES];
        address_of(app->explorer, &edit->place, name, sizeof name);
        formula_spoken(was, app->explorer->was[k]);
        formula_spoken(now, edit->value);
        text_add(text, "%s is set by hand to %s; it was %s.\n", name, now, was);
    }
    if (choice->edit_count > 0)
        describe_what_if(app, &choice->edits[choice->edit_count - 1].place, text);
}

/* -- an opened number ---------------------------------------------------------------- */

/* The name of a term as it is spoken: marks and words of the sentence itself in quotes. */
static void
speak_term(const struct explorer *explorer, const struct receipt *receipt, int term,
           char *out, size_t size)
{
    const struct place *place = &receipt->terms[term].factors[0].place;
    bool several = receipt->kind == RECEIPT_DOT || receipt->kind == RECEIPT_SOFTMAX;
    if (several && tensor_kinds[place->tensor].cols == AXIS_TOKEN)
        describe_name(explorer, place->col, out, size);
    else
        formula_term_name(explorer, receipt, term, out, size);
}

/* "cos70 13.9436, cos26 13.5932 and noun 12; the other 2 are 0": the largest terms
 * first. */
static void
add_terms(const struct explorer *explorer, const struct receipt *receipt,
          struct text *text)
{
    int count = receipt->term_count, telling = formula_telling(receipt);
    int *order = malloc((size_t)count * sizeof *order);
    if (order == NULL)
        return;
    receipt_order(receipt, order);
    int said = telling < TERMS_MOST ? telling : TERMS_MOST;
    for (int k = 0; k < said; k++) {
        char name[ADDRESS_BYTES], number[FIGURE_BYTES];
        speak_term(explorer, receipt, order[k], name, sizeof name);
        formula_spoken(number, receipt->terms[order[k]].product);
        text_add(text, "%s%s %s",
                 k == 0                             ? ""
                 : k + 1 == said && said == telling ? " and "
                                                    : ", ",
                 name, number);
    }
    if (said < telling)
        text_add(text, " and %d smaller", telling - said);
    if (telling == 0)
        text_add(text, "all are 0");
    else if (telling < count)
        text_add(text, "; the other %d %s %s", count - telling,
                 count - telling == 1 ? "is" : "are", formula_rest(receipt));
    free(order);
}

static void
describe_softmax(const struct explorer *explorer, const struct receipt *receipt,
                 struct text *text)
{
    char top[FIGURE_BYTES], sum[FIGURE_BYTES];
    formula_spoken(top, receipt->numerator);
    formula_spoken(sum, receipt->sum);
    text_add(text,
             "It is exp(Z - max) / sum = %s / %s. The terms of the sum, largest first: ",
             top, sum);
    add_terms(explorer, receipt, text);
    text_add(text, ".\n");
}

static void
describe_product(const struct explorer *explorer, const struct receipt *receipt,
                 struct text *text)
{
    const struct receipt_factor *factors = receipt->terms[0].factors;
    text_add(text,
             "It adds up %d products of %s and %s. Largest first: ", receipt->term_count,
             tensor_kinds[factors[0].place.tensor].name,
             tensor_kinds[factors[1].place.tensor].name);
    add_terms(explorer, receipt, text);
    text_add(text, ".\n");
}

static void
describe_sum(const struct explorer *explorer, const struct receipt *receipt,
             struct text *text)
{
    const char *links[] = {"It is ", " + ", " = ", " + "};
    for (int k = 0; k < 4; k++) {
        char part[ADDRESS_BYTES];
        const struct receipt_factor *factor = &receipt->terms[k % 2].factors[0];
        if (k < 2)
            address_of(explorer, &factor->place, part, sizeof part);
        else
            formula_spoken(part, factor->value);
        text_add(text, "%s%s", links[k], part);
    }
    text_add(text, ".\n");
}

/* A number that one other is behind, or none. */
static void
describe_single(const struct explorer *explorer, const struct receipt *receipt,
                struct text *text)
{
    char name[ADDRESS_BYTES] = "", number[FIGURE_BYTES] = "", scale[FIGURE_BYTES];
    char origin[2 * WORD_BYTES + 64];
    if (receipt->term_count > 0) {
        address_of(explorer, &receipt->terms[0].factors[0].place, name, sizeof name);
        formula_spoken(number, receipt->terms[0].factors[0].value);
    }
    if (receipt->kind == RECEIPT_COPY)
        text_add(text, "It is a copy of %s: the matrix is shared.\n", name);
    else if (receipt->kind == RECEIPT_MASKED)
        text_add(text, "The mask hides it, whatever %s is (%s): its weight is 0.\n", name,
                 number);
    else if (receipt->kind == RECEIPT_SCALE) {
        formula_spoken(scale, receipt->terms[0].factors[1].value);
        text_add(text, "It is %s times 1/sqrt(%d) = %s times %s.\n", name,
                 explorer->trace.shape.size[AXIS_KEY], number, scale);
    } else {
        explorer_origin(explorer, &receipt->place, origin, sizeof origin);
        text_add(text, "It is a parameter: %s.\n", origin);
    }
}

static void
describe_arithmetic(const struct explorer *explorer, const struct receipt *receipt,
                    struct text *text)
{
    if (receipt->is_override) {
        char would[FIGURE_BYTES];
        formula_spoken(would, receipt->total);
        text_add(text, "It is set by hand; computed it would be %s.\n", would);
    } else if (receipt->kind == RECEIPT_SOFTMAX)
        describe_softmax(explorer, receipt, text);
    else if (receipt->kind == RECEIPT_DOT)
        describe_product(explorer, receipt, text);
    else if (receipt->kind == RECEIPT_SUM)
        describe_sum(explorer, receipt, text);
    else
        describe_single(explorer, receipt, text);
}

static void
describe_opened(const struct app *app, struct text *text)
{
    const struct place *top = &app->ui.opened[app->ui.open_count - 1].place;
    struct receipt receipt;
    struct place pointed;
    struct err ignored;
    char name[ADDRESS_BYTES], number[FIGURE_BYTES];
    if (!receipt_make(&receipt, &app->explorer->trace, top, &ignored))
        return;
    for (int k = 0; k < app->ui.open_count - 1; k++) {
        address_of(app->explorer, &app->ui.opened[k].place, name, sizeof name);
        text_add(text, "%s%s", k > 0 ? ", in it " : "Opened are ", name);
    }
    text_add(text, app->ui.open_count > 1 ? "; in it " : "Opened is ");
    address_of(app->explorer, top, name, sizeof name);
    formula_spoken(number, receipt.value);
    text_add(text, "%s, %s: ", name, number);
    formula_meaning(app->explorer, top, text);
    text_add(text, ".\n");
    describe_arithmetic(app->explorer, &receipt, text);
    receipt_free(&receipt);
    if (!app_pointed(app, &pointed) || memcmp(&pointed, top, sizeof pointed) == 0)
        return;
    address_of(app->explorer, &pointed, name, sizeof name);
    formula_spoken(number, trace_number(&app->explorer->trace, &pointed));
    text_add(text, "The cursor is on %s, %s; Enter opens it.\n", name, number);
}

/* -- views --------------------------------------------------------------------------- */

/* The output of the asking token, and the word that it comes nearest to. */
static void
describe_vectors(const struct app *app, struct text *text)
{
    char name[LABEL_BYTES], word[WORD_BYTES];
    explain_output(app->explorer, app->now.query, text);
    describe_name(app->explorer, app->now.query, name, sizeof name);
    if (explorer_nearest(app->explorer, app->now.query, word, sizeof word))
        text_add(text, "In meaning the output of %s is nearest to %s.\n", name, word);
}

/* The largest number of row i of the output. */
static struct place
largest_output(const struct trace *trace, int i)
{
    struct place best = {TENSOR_O, i, 0};
    for (int c = 1; c < trace_cols(trace, TENSOR_O); c++) {
        struct place place = {TENSOR_O, i, c};
        if (fabs(trace_number(trace, &place)) > fabs(trace_number(trace, &best)))
            best = place;
    }
    return best;
}

/* The four lines of the function with this sentence's numbers. */
static void
describe_page(const struct app *app, struct text *text)
{
    const struct trace *trace = &app->explorer->trace;
    const int *size = trace->shape.size;
    int i = app->now.query, j = app->now.key;
    const struct place places[] = {
        {TENSOR_S, i, j}, {TENSOR_A, i, j}, largest_output(trace, i)};
    char names[3][ADDRESS_BYTES], numbers[3][FIGURE_BYTES];
    for (int k = 0; k < 3; k++) {
        address_of(app->explorer, &places[k], names[k], sizeof names[k]);
        formula_spoken(numbers[k], trace_number(trace, &places[k]));
    }
    text_add(text,
             "Line 1: Q, K, V = X Wq, X %s, X %s. Each row of X is %d numbers; its query "
             "is %d, its key %d, its value %d.\n",
             trace->share_qk ? "Wq" : "Wk",
             !trace->share_kv  ? "Wv"
             : trace->share_qk ? "Wq"
                               : "Wk",
             size[AXIS_MODEL], size[AXIS_KEY], size[AXIS_KEY], size[AXIS_VALUE]);
    text_add(text, "Line 2: S = Q K^T. %s is %s.\n", names[0], numbers[0]);
    text_add(text, "Line 3: A = softmax(S / sqrt(%d))%s. %s is %s.\n", size[AXIS_KEY],
             trace->masked ? ", of the tokens that the mask lets through" : "", names[1],
             numbers[1]);
    text_add(text, "Line 4: O = A V. %s is %s.\n", names[2], numbers[2]);
    text_add(text, "The page is at line %d.\n", app->ui.line);
}

void
describe_view(const struct app *app, struct text *text)
{
    if (app->ui.view == VIEW_VECTORS)
        describe_vectors(app, text);
    if (app->ui.view == VIEW_PAGE)
        describe_page(app, text);
    describe_edits(app, text);
    if (app->ui.open_count > 0)
        describe_opened(app, text);
}

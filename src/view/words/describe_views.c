/* A view, edits and an opened number in sentences. A number that a voice reads has its
 * zero: 0.94. */
#include <math.h>
#include <stdio.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "source/explorer.h"
#include "view/words/describe.h"
#include "view/words/explain_output.h"
#include "view/words/formula.h"

/* -- edits --------------------------------------------------------------------------- */

/* How the target answers to the last edit. */
static void
describe_what_if(const struct app *app, const struct number *edited, struct text *text)
{
    const struct number *target = app_target(app, IN_TEXT);
    struct number slope = *edited;
    struct err ignored;
    double derivative, by_difference;
    char name[ADDRESS_BYTES], watched[ADDRESS_BYTES];
    char exact[FIGURE_BYTES], difference[FIGURE_BYTES];
    slope.of = OF_SLOPE;
    if (!app_has(app, &slope) || !app_value(app, &slope, &derivative, &ignored) ||
        !explorer_difference(app->explorer, target, edited, &by_difference, &ignored))
        return;
    address_of(app, edited, name, sizeof name);
    address_of(app, target, watched, sizeof watched);
    bool shrinks = derivative < 0;
    formula_spoken(exact, fabs(derivative));
    formula_spoken(difference, shrinks ? -by_difference : by_difference);
    text_add(text,
             "If %s grows a little more, %s %s by %s times as much (%s by "
             "differences).\n",
             name, watched, shrinks ? "shrinks" : "grows", exact, difference);
}

static void
describe_edits(const struct app *app, struct text *text)
{
    const struct explorer_choice *choice = &app->now.choice;
    for (int k = 0; k < choice->edit_count; k++) {
        const struct edit *edit = &choice->edits[k];
        char name[ADDRESS_BYTES], was[FIGURE_BYTES], now[FIGURE_BYTES];
        address_of(app, &edit->place, name, sizeof name);
        formula_spoken(was, app->explorer->changes[k].was);
        formula_spoken(now, edit->value);
        text_add(text, "%s is set by hand to %s; it was %s.\n", name, now, was);
    }
    if (choice->edit_count > 0)
        describe_what_if(app, &choice->edits[choice->edit_count - 1].place, text);
}

/* -- views --------------------------------------------------------------------------- */

/* The output of the asking token, and the word that it comes nearest to. */
static void
describe_vectors(const struct app *app, struct text *text)
{
    char name[LABEL_BYTES], word[WORD_BYTES];
    struct prose prose = {.tags.count = 0};
    explain_output(app->explorer, app->now.query, &prose);
    text_add(text, "%s", prose.text.bytes ? prose.text.bytes : "");
    text_free(&prose.text);
    describe_name(app->explorer, app->now.query, name, sizeof name);
    if (explorer_nearest(app->explorer, app->now.query, word, sizeof word))
        text_add(text, "In meaning the output of %s is nearest to %s.\n", name, word);
}

/* The largest number of row i of the output. */
static struct number
largest_output(const struct tensors *tensors, int i)
{
    struct number best = text_number_at(TENSOR_O, i, 0);
    for (int c = 1; c < tensors_cols(tensors, TENSOR_O); c++) {
        struct number place = text_number_at(TENSOR_O, i, c);
        if (fabs(tensors_at(tensors, &place)) > fabs(tensors_at(tensors, &best)))
            best = place;
    }
    return best;
}

/* The four lines of the function with this sentence's numbers. */
static void
describe_page(const struct app *app, struct text *text)
{
    const struct tensors *tensors = &app->explorer->tensors;
    const int *size = tensors->size;
    int i = app->now.query, j = app->now.key;
    const struct number places[] = {text_number_at(TENSOR_S, i, j),
                                    text_number_at(TENSOR_A, i, j),
                                    largest_output(tensors, i)};
    char names[3][ADDRESS_BYTES], numbers[3][FIGURE_BYTES];
    for (int k = 0; k < 3; k++) {
        address_of(app, &places[k], names[k], sizeof names[k]);
        formula_spoken(numbers[k], tensors_at(tensors, &places[k]));
    }
    text_add(text,
             "Line 1: Q, K, V = X Wq, X %s, X %s. Each row of X is %d numbers; its query "
             "is %d, its key %d, its value %d.\n",
             tensors_share_qk(tensors) ? "Wq" : "Wk",
             !tensors_share_kv(tensors)  ? "Wv"
             : tensors_share_qk(tensors) ? "Wq"
                                         : "Wk",
             size[AXIS_MODEL], size[AXIS_KEY], size[AXIS_KEY], size[AXIS_WIDTH]);
    text_add(text, "Line 2: S = Q K^T. %s is %s.\n", names[0], numbers[0]);
    text_add(text, "Line 3: A = softmax(S / sqrt(%d))%s. %s is %s.\n", size[AXIS_KEY],
             tensors->masked ? ", of the tokens that the mask lets through" : "",
             names[1], numbers[1]);
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

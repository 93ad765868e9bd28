/* A view, edits and an opened number in sentences. A number that a voice reads has its
 * zero: 0.94. */
#include <math.h>
#include <stdio.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "source/explorer.h"
#include "view/words/describe.h"
#include "view/words/formula.h"

/* -- edits --------------------------------------------------------------------------- */

/* How the target answers to the last edit. */
static void
describe_what_if(const struct app *app, struct text *text)
{
    struct what_if what_if;
    if (!formula_what_if(app, &what_if))
        return;
    bool shrinks = what_if.derivative < 0;
    text_add(text,
             "If %s grows a little more, %s %s by %s times as much (%s by "
             "differences).\n",
             label_of(app, &what_if.edit->place).text, label_of(app, what_if.target).text,
             shrinks ? "shrinks" : "grows", formula_spoken(fabs(what_if.derivative)).text,
             formula_spoken(shrinks ? -what_if.difference : what_if.difference).text);
}

static void
describe_edits(const struct app *app, struct text *text)
{
    const struct explorer_choice *choice = &app->now.choice;
    for (int k = 0; k < choice->edit_count; k++)
        text_add(text, "%s is set by hand to %s; it was %s.\n",
                 label_of(app, &choice->edits[k].place).text,
                 formula_spoken(choice->edits[k].value).text,
                 formula_spoken(app->explorer->changes[k].was).text);
    describe_what_if(app, text);
}

/* -- views --------------------------------------------------------------------------- */

/* The output of the asking token, and the word that it comes nearest to. */
static void
describe_vectors(const struct app *app, struct text *text)
{
    char word[WORD_BYTES];
    struct prose prose = {.text = *text};
    explain_output(app->explorer, app->now.query, &prose);
    *text = prose.text;
    if (explorer_nearest(app->explorer, app->now.query, word, sizeof word))
        text_add(text, "In meaning the output of %s is nearest to %s.\n",
                 label_token(app->explorer, app->now.query).text, word);
}

struct number
describe_line(const struct app *app, int line)
{
    const struct tensors *tensors = &app->explorer->tensors;
    int i = app->now.query, best = 0;
    if (line < LINE_COUNT)
        return text_number_at(line == 2 ? TENSOR_S : TENSOR_A, i, app->now.key);
    const real *output = tensors_row(tensors, TENSOR_O, i);
    for (int c = 1; c < tensors_cols(tensors, TENSOR_O); c++)
        best = fabs((double)output[c]) > fabs((double)output[best]) ? c : best;
    return text_number_at(TENSOR_O, i, best);
}

/* The four lines of the function with this sentence's numbers. */
static void
describe_page(const struct app *app, struct text *text)
{
    const struct tensors *tensors = &app->explorer->tensors;
    const int *size = tensors->size;
    char lines[LINE_COUNT + 1][80] = {"", "", "S = Q K^T", "", "O = A V"};
    snprintf(lines[3], sizeof lines[3], "A = softmax(S / sqrt(%d))%s", size[AXIS_KEY],
             tensors->masked ? ", of the tokens that the mask lets through" : "");
    text_add(text,
             "Line 1: Q, K, V = X Wq, X %s, X %s. Each row of X is %d numbers; its query "
             "is %d, its key %d, its value %d.\n",
             tensors_share_qk(tensors) ? "Wq" : "Wk",
             !tensors_share_kv(tensors)  ? "Wv"
             : tensors_share_qk(tensors) ? "Wq"
                                         : "Wk",
             size[AXIS_MODEL], size[AXIS_KEY], size[AXIS_KEY], size[AXIS_WIDTH]);
    for (int line = 2; line <= LINE_COUNT; line++) {
        struct number number = describe_line(app, line);
        text_add(text, "Line %d: %s. %s is %s.\n", line, lines[line],
                 label_of(app, &number).text,
                 formula_spoken(tensors_at(tensors, &number)).text);
    }
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

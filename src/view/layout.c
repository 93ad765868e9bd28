/* Where the panes are. From the top: places, sentence, matrix with facts and heads beside
 * it, words, the pointed number, keys. At 80x24 all of them fit but the list of heads, which
 * takes the place of the facts while it has the focus. */
#include "view/layout.h"

#include <string.h>

#include "base/bounds.h"
#include "view/paint/glyphs.h"
#include "view/panes.h"
#include "view/vectors/vectors.h"
#include "view/words/describe.h"

enum { FACTS_COLS = 29, HEADS_COLS = 36, MATRIX_COLS = 50 };

/* How many rows of a pane `cols` wide the tokens of the sentence take. */
static int
sentence_rows(const struct app *app, int cols)
{
    const struct sentence *sentence = &app->explorer->sentence;
    int rows = 1, col = SENTENCE_MARGIN;
    for (int i = 0; i < sentence->token_count; i++) {
        int width = sentence_token_width(sentence, i);
        if (col + width > cols && col > SENTENCE_MARGIN) {
            rows++;
            col = SENTENCE_MARGIN;
        }
        col += width;
    }
    return rows;
}

/* Whether the matrix can print its numbers only if the heads leave their columns to it. */
static bool
numbers_need(const struct app *app, int cols)
{
    int needed = MATRIX_LABELS + MATRIX_NUMBER * app->explorer->sentence.token_count;
    return app->ui.focus != PANE_HEADS && needed > cols - FACTS_COLS - HEADS_COLS &&
           needed <= cols - FACTS_COLS;
}

/* Shares the columns of the middle among matrix, facts and heads. */
static void
split_middle(const struct app *app, struct layout *layout, int row, int rows, int cols)
{
    bool beside = cols >= MATRIX_COLS + FACTS_COLS;
    bool both = cols >= MATRIX_COLS + FACTS_COLS + HEADS_COLS && !numbers_need(app, cols);
    bool heads = both || (beside && app->ui.focus == PANE_HEADS);
    int right = cols;
    if (both)
        right -= HEADS_COLS;
    if (heads) {
        int from = both ? right : cols - FACTS_COLS;
        layout->panes[PANE_HEADS] = (struct rect){row, from + 1, rows, cols - from - 1};
        layout->second = both ? from : -1;
        layout->divider = from;
    }
    if (beside && (both || !heads)) {
        layout->panes[PANE_FACTS] =
            (struct rect){row, right - FACTS_COLS + 1, rows, FACTS_COLS - 1};
        layout->divider = right - FACTS_COLS;
    }
    int end = layout->divider < 0 ? cols : layout->divider;
    layout->panes[PANE_MATRIX] = (struct rect){row, 0, rows, end};
}

/* How many lines the sentences about the output take. */
static int
output_lines(const struct app *app, int cols)
{
    enum { WORDS_MARGIN = 4 }; /* of the pane in words */
    struct prose prose = {.tags.count = 0};
    int lines = 0;
    explain_output(app->explorer, app->now.query, &prose);
    for (const char *line = prose.text.bytes; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        lines += 1 + (int)length / (cols - WORDS_MARGIN);
        line += length + (line[length] == '\n');
    }
    text_free(&prose.text);
    return lines;
}

/* What the vectors leave to the words and the number below them: a line each, then a second
 * line of the words, a second one of the number, the rest of the words. */
static void
share_rows(const struct app *app, int rows, int cols, int *number, int *words)
{
    int lines = output_lines(app, cols);
    int room = rows - 3 - vectors_rows_needed(app); /* places, title, keys */
    *number = 2;
    *words = rows < 20 ? 0 : 2;
    room -= *number + *words;
    if (*words > 0 && room >= 1 && lines > 1)
        (*words)++;
    *number += room >= 2;
    if (*words > 0 && room >= 3 + (lines - 2) && lines > 2)
        *words += lines - 2;
}

/* A receipt, the vectors or the page: one pane, in words below it, and the pointed number. */
static struct layout
layout_one(const struct app *app, int rows, int cols)
{
    struct layout layout = {.divider = -1, .second = -1};
    bool receipt = app->ui.open_count > 0;
    enum pane_id pane = receipt                        ? PANE_RECEIPT
                        : app->ui.view == VIEW_VECTORS ? PANE_VECTORS
                        : app->ui.view == VIEW_TRAIN   ? PANE_TRAIN
                                                       : PANE_PAGE;
    int number = rows >= 16 ? 3 : 2, words = 0;
    if (pane == PANE_VECTORS)
        share_rows(app, rows, cols, &number, &words);
    if (pane == PANE_PAGE) /* its maps need every row of 80x24 */
        number = rows >= 26 ? 3 : 2;
    int bottom = rows - 1 - number;
    layout.panes[PANE_NUMBER] = (struct rect){bottom, 0, number, cols};
    if (words > 0)
        layout.panes[PANE_WORDS] = (struct rect){bottom - words, 0, words, cols};
    layout.panes[pane] = (struct rect){1, 0, bottom - words - 1, cols};
    return layout;
}

struct layout
layout_make(const struct app *app, int rows, int cols)
{
    struct layout layout = {.divider = -1, .second = -1};
    bool list = app->ui.view == VIEW_HELP || app->ui.view == VIEW_LESSONS;
    bool one = app->ui.open_count > 0 || app->ui.view != VIEW_WEIGHTS;
    if (!list && one)
        return layout_one(app, rows, cols);
    if (list ||
        app->ui.full) { /* one pane over everything between the places and the keys */
        enum pane_id pane = !list                       ? app->ui.focus
                            : app->ui.view == VIEW_HELP ? PANE_HELP
                                                        : PANE_LESSONS;
        layout.panes[pane] = (struct rect){1, 0, rows - 2, cols};
        return layout;
    }
    int top = 1, bottom = rows - 1; /* what is left of the rows: top <= row < bottom */
    int sentence = smaller(sentence_rows(app, cols), rows >= 30 ? rows / 8 : 1);
    int number = rows >= 16 ? 3 : 2, words = rows >= 28   ? 4
                                             : rows >= 22 ? 3
                                             : rows >= 19 ? 2
                                                          : 0;
    if (rows >= 17) {
        layout.panes[PANE_SENTENCE] = (struct rect){top, 0, 1 + sentence, cols};
        top += 1 + sentence;
    }
    bottom -= number;
    layout.panes[PANE_NUMBER] = (struct rect){bottom, 0, number, cols};
    if (words > 0) {
        bottom -= words;
        layout.panes[PANE_WORDS] = (struct rect){bottom, 0, words, cols};
    }
    split_middle(app, &layout, top, bottom - top, cols);
    return layout;
}

/* The facts of the token that asks, and its row of weights as bars. With the mask on a bar
 * has the weight before and after. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "view/paint/bar.h"
#include "view/panes.h"

enum { NAME_COLS = 8, FACT_ROWS = 7, BAR_LEAST = 5, BAR_MOST = 60 };

static const struct style text = {ROLE_TEXT, 0};
static const struct style number = {ROLE_NUMBER, 0};

void
pane_facts_title(const struct app *app, struct pane_title *title)
{
    (void)app;
    snprintf(title->title, TITLE_BYTES, "facts");
}

static void
draw_facts(const struct app *app, const struct canvas *canvas)
{
    const int *size = app->explorer->tensors.size;
    const struct sentence *sentence = &app->explorer->sentence;
    int n = size[AXIS_TOKEN], i = app->now.query, end = canvas->cols - 1;
    int hardest = explorer_argmax(app->explorer, i);
    int seen = app->now.choice.mask ? i + 1 : n;
    struct style asking = {ROLE_ASKING, 0};
    char name[LABEL_BYTES], value[16], most[16];
    sentence_name(sentence, i, name, sizeof name);
    int at = draw_text(canvas, 0, 1, asking, tag_counted(TAG_QUERY, i), "%.*s",
                       (int)sizeof name, name);
    draw_text(canvas, 0, at, text, no_tag, " asks");
    draw_text(canvas, 1, 1, text, tag_setting(), "three views of X, %dx%d:", n,
              size[AXIS_MODEL]);
    draw_text(canvas, 2, 1, text, tag_setting(), "Q %dx%d  K %dx%d  V %dx%d", n,
              size[AXIS_KEY], n, size[AXIS_KEY], n, size[AXIS_WIDTH]);
    draw_number(value, sizeof value, (double)attention_scale(size[AXIS_KEY]), 3);
    draw_text(canvas, 3, 1, text, tag_setting(), "d_k %d", size[AXIS_KEY]);
    draw_right(canvas, 3, end, text, tag_setting(), "%s1/√%d = %s",
               canvas->glyphs == GLYPHS_UTF8 ? "scale " : "", size[AXIS_KEY], value);
    draw_number(value, sizeof value, number_at(app, TENSOR_A, i, hardest), 2);
    if (isnan(number_at(app, TENSOR_A, i, hardest)))
        snprintf(name, sizeof name, "?");
    else
        sentence_name(sentence, hardest, name, sizeof name);
    int from = end - 5 - glyphs_width(name);
    draw_text(canvas, 4, 1, text, no_tag, from > 17 ? "looks hardest at" : "hardest at");
    from = from > 12 ? from : 12;
    draw_field(canvas, 4, from, end - 5 - from, text, tag_counted(TAG_KEY, hardest),
               name);
    draw_right(canvas, 4, end, number, tag_number(TENSOR_A, i, hardest), "%s", value);
    draw_number(value, sizeof value, number_at(app, TENSOR_A, i, i), 2);
    draw_text(canvas, 5, 1, text, no_tag, "keeps of itself");
    draw_right(canvas, 5, end, number, tag_number(TENSOR_A, i, i), "%s", value);
    draw_number(value, sizeof value, number_at(app, TENSOR_ENTROPY, i, 0), 2);
    draw_number(most, sizeof most, exact_log(seen), 2);
    draw_text(canvas, 6, 1, text, no_tag, "entropy");
    snprintf(name, sizeof name, " of %s nat", most);
    draw_right(canvas, 6, end, text, tag_setting(), "%s", name);
    draw_right(canvas, 6, end - glyphs_width(name), number,
               tag_number(TENSOR_ENTROPY, i, 0), "%s", value);
}

/* -- bars ----------------------------------------------------------------------------- */

static void
draw_row_bars(const struct app *app, const struct canvas *canvas)
{
    const struct sentence *sentence = &app->explorer->sentence;
    int n = sentence->token_count, i = app->now.query, end = canvas->cols - 1;
    int first = first_shown(n, canvas->rows, app->now.key);
    bool before = app->now.choice.mask;
    int value_cols = before ? 12 : 5, bar = end - 1 - NAME_COLS - value_cols;
    bar = bar > BAR_MOST ? BAR_MOST : bar;
    for (int r = 0; r < canvas->rows && first + r < n; r++) {
        int j = first + r;
        double weight = number_at(app, TENSOR_A, i, j);
        struct style name = {j == app->now.key ? ROLE_ASKED : ROLE_TEXT, 0};
        struct tag tag = tag_number(TENSOR_A, i, j);
        char value[16], was[16];
        draw_field(canvas, r, 1, NAME_COLS - 1, name, tag_counted(TAG_KEY, j),
                   sentence->tokens[j].text);
        if (bar >= BAR_LEAST)
            bar_draw_weight(canvas, r, 1 + NAME_COLS, bar, weight, tag);
        draw_number(value, sizeof value, weight, 2);
        if (before) {
            struct tag free_tag = tag_number(TENSOR_FREE_A, i, j);
            double without = number_at(app, TENSOR_FREE_A, i, j);
            draw_number(was, sizeof was, isnan(weight) ? weight : without, 2);
            draw_right(canvas, r, end - 4, faint, free_tag, "%s → ", was);
        }
        draw_right(canvas, r, end, number, tag, "%s", value);
    }
}

void
pane_facts(const struct app *app, const struct canvas *canvas)
{
    draw_facts(app, canvas);
    struct canvas bars =
        canvas_part(canvas, FACT_ROWS, 0, canvas->rows - FACT_ROWS, canvas->cols);
    draw_row_bars(app, &bars);
}

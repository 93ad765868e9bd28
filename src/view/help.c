/* The keys, from the table that dispatches them, and before them what is pointed at. */
#include <stdio.h>

#include "app/address/address.h"
#include "app/address/names.h"
#include "app/keys/input.h"
#include "app/state/opened.h"
#include "view/panes.h"
#include "view/words/formula.h"

enum { HELP_COLS = 40, ABOUT_ROWS = 2 };

/* What a tensor is, for who meets it for the first time. */
/* clang-format off */
static const char *const about[TENSORS] = {
    [TENSOR_E] = "E is the embedding table: a row of learned numbers for each word.",
    [TENSOR_P] = "P says where a token stands: sine and cosine at four periods.",
    [TENSOR_X] = "X is the sentence as numbers: a row for each token, its word and its place.",
    [TENSOR_WQ] = "Wq, a parameter, makes a query of a row of X; it is the same for every sentence.",
    [TENSOR_WK] = "Wk, a parameter, makes a key of a row of X; it is the same for every sentence.",
    [TENSOR_WV] = "Wv, a parameter, makes a value of a row of X: what is handed over.",
    [TENSOR_Q] = "Q = X Wq: a query, what a token asks for.",
    [TENSOR_K] = "K = X Wk: a key, what a token can be found by.",
    [TENSOR_V] = "V = X Wv: a value, what a token hands over to those who look at it.",
    [TENSOR_S] = "S = Q K^T: a score, a query times a key, added up; large where they fit.",
    [TENSOR_Z] = "Z = S / √d_k: the scaled score, so that a wide head is not sharper for it.",
    [TENSOR_A] = "A = softmax(Z): exp(Z - max) / sum; the weights of a row add up to 1.",
    [TENSOR_O] = "O = A V: the output, the values added up in the proportions of the weights.",
};
/* clang-format on */

/* The second sentence about a number: on its tensor. */
static void
draw_tensor(const struct app *app, const struct number *number,
            const struct canvas *canvas)
{
    struct style style = {ROLE_TEXT, 0};
    const struct kind *kind = &kinds_of(number->in)[number->tensor];
    struct tag none = {0};
    if (number->in == IN_TEXT && about[number->tensor] != NULL)
        draw_text(canvas, 1, 2, style, none, "%s", about[number->tensor]);
    else if (number->in == IN_STORE && app->ui.open_count == 0)
        draw_text(canvas, 1, 2, style, none,
                  "keys read tags: how much of what makes scores differ are tags, not "
                  "values.");
    else if (number->of == OF_ITSELF)
        draw_text(canvas, 1, 2, style, none, "%s: %s.", kind->name, kind->about);
}

/* What the pointed number is, in two sentences. */
static void
draw_about(const struct app *app, const struct canvas *canvas)
{
    struct number pointed;
    struct text meaning = {0};
    struct err ignored;
    double value;
    if (!app_pointed(app, &pointed) || !app_value(app, &pointed, &value, &ignored))
        return;
    formula_meaning(app, &pointed, &meaning);
    draw_text(canvas, 0, 2, (struct style){ROLE_TEXT, 0}, tag_of(pointed), "%s = %s: %s.",
              label_of(app, &pointed).text, formula_number(value).text,
              meaning.bytes ? meaning.bytes : "");
    draw_tensor(app, &pointed, canvas);
    text_free(&meaning);
}

void
pane_help_title(const struct app *app, struct pane_title *title)
{
    (void)app;
    snprintf(title->title, TITLE_BYTES, "what is pointed at");
    snprintf(title->note, NOTE_BYTES, "Esc back");
}

void
pane_help(const struct app *app, const struct canvas *canvas)
{
    struct style key_style = {ROLE_KEY, 0}, text = {ROLE_TEXT, 0};
    draw_about(app, canvas);
    struct canvas list =
        canvas_part(canvas, ABOUT_ROWS, 0, canvas->rows - ABOUT_ROWS, canvas->cols);
    draw_rule(&list, 0, false, "keys", ": takes commands", (struct tag){0});
    int shown[64], count = 0;
    for (int k = 0; k < key_count && count < 64; k++)
        if (key_table[k].help != NULL && (key_table[k].scopes & app_scope_below(app)))
            shown[count++] = k;
    int room = list.rows - 1,
        columns = list.cols / HELP_COLS > 0 ? list.cols / HELP_COLS : 1;
    int lines = (count + columns - 1) / columns;
    int most = lines > room ? lines - room : 0;
    int first = app->ui.scroll[PANE_HELP] < most ? app->ui.scroll[PANE_HELP] : most;
    for (int at = 0; at < count; at++) {
        const struct key_binding *binding = &key_table[shown[at]];
        int row = at % lines - first, col = at / lines * HELP_COLS;
        if (row < 0 || row >= room)
            continue;
        draw_text(&list, 1 + row, col + 2, key_style, (struct tag){0}, "%s",
                  binding->key);
        draw_field(&list, 1 + row, col + 12, HELP_COLS - 13, text, (struct tag){0},
                   binding->help);
    }
    if (most > 0)
        draw_rule(&list, 0, false, "keys", first < most ? "PgDn: more" : "PgUp: back",
                  (struct tag){0});
}

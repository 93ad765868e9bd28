/* The keys, from the table that dispatches them, and before them what is pointed at. */
#include <stdio.h>

#include "app/address.h"
#include "app/keymap.h"
#include "view/panes.h"

enum { HELP_COLS = 40, ABOUT_ROWS = 2 };

/* What the pointed number is, in a sentence. */
static void
draw_about(const struct app *app, const struct canvas *canvas)
{
    const struct explorer *explorer = app->explorer;
    struct place place = {TENSOR_A, app->now.query, app->now.key};
    char address[ADDRESS_BYTES], query[LABEL_BYTES], key[LABEL_BYTES], number[16];
    struct style text = {ROLE_TEXT, 0};
    struct tag tag = tag_number(TENSOR_A, place.row, place.col);
    address_of(explorer, &place, address, sizeof address);
    sentence_name(&explorer->sentence, place.row, query, sizeof query);
    sentence_name(&explorer->sentence, place.col, key, sizeof key);
    draw_number(number, sizeof number, number_at(app, TENSOR_A, place.row, place.col), 4);
    draw_text(canvas, 0, 2, text, tag,
              "%s = %s: the share of the attention of %s that goes to %s.", address,
              number, query, key);
    draw_text(canvas, 1, 2, text, (struct tag){0},
              "The weights of %s over all tokens add up to 1.", query);
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
        if (key_table[k].help != NULL)
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

/* The list of heads; the one in use is marked. */
#include <stdio.h>

#include "view/panes.h"

/* A head where there is room: its name, two rows of what it does, a blank one. */
enum { ROWS_EACH = 4 };

void
pane_heads_title(const struct app *app, struct pane_title *title)
{
    (void)app;
    snprintf(title->title, TITLE_BYTES, "heads");
}

void
pane_heads(const struct app *app, const struct canvas *canvas)
{
    const struct library *library = app->library;
    draw_text(canvas, 0, 1, faint, (struct tag){0}, "heads: [ ] or a number");
    bool spacious = canvas->rows - 1 >= ROWS_EACH * library->head_count;
    int each = spacious ? ROWS_EACH : 1, room = (canvas->rows - 1) / each;
    int first = first_shown(library->head_count, room, app->now.choice.head);
    for (int k = 0; k < room && first + k < library->head_count; k++) {
        int head = first + k, row = 1 + k * each;
        bool used = head == app->now.choice.head;
        struct style style = {used ? ROLE_ASKING : ROLE_TEXT, 0};
        struct tag tag = tag_counted(TAG_HEAD, head);
        draw_text(canvas, row, 1, style, tag, "%s", used ? "▶" : " ");
        draw_right(canvas, row, 5, faint, tag, "%d", head + 1);
        draw_text(canvas, row, 6, style, tag, "%s", library->heads[head].name);
        struct canvas about =
            canvas_part(canvas, row + 1, 6, ROWS_EACH - 2, canvas->cols - 7);
        if (spacious)
            draw_wrapped(&about, faint, library->heads[head].about);
    }
}

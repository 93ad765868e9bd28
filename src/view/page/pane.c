/* The whole of attention on one page: every tensor a small map, the parameters in brackets, and
 * the four lines that make each from the others. */
#include <stdio.h>

#include "view/page/page.h"

void
pane_page_title(const struct app *app, struct pane_title *title)
{
    static const char *const shares[] = {"", ", share qk", ", share kv",
                                         ", share qk, kv"};
    const struct explorer_choice *choice = &app->now.choice;
    snprintf(title->title, TITLE_BYTES, "head %d/%d %s%s: the whole of attention",
             choice->head + 1, app->library->head_count, app->explorer->head->name,
             shares[choice->share_qk + 2 * choice->share_kv]);
    snprintf(title->note, NOTE_BYTES, "m mask %s", choice->mask ? "on" : "off");
    title->tag = (struct tag){.kind = TAG_MASK};
}

void
pane_page(const struct app *app, const struct canvas *canvas)
{
    struct page page;
    page_make(app, canvas->rows, canvas->cols, &page);
    page_draw_lines(app, &page, canvas);
    for (int k = 0; k < ATTENTION_TENSORS; k++)
        if (page.maps[attention_tensors[k]].shown)
            page_draw_map(app, &page, attention_tensors[k], canvas);
    /* marks of headings stand in gaps, which the names of rows must not cover */
    for (int k = 0; k < ATTENTION_TENSORS; k++)
        if (page.maps[attention_tensors[k]].shown)
            page_draw_heading(app, &page, attention_tensors[k], canvas);
    page_draw_legend(app, &page, canvas);
}

/* The page as a test looks at it. */
#include "support/drawn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "view/frame.h"
#include "view/out/writers.h"

void
drawn_at(struct drawn *drawn, int rows, int cols)
{
    const struct app *app = &drawn->session->app;
    struct err err;
    if (drawn->grid.cells != NULL)
        grid_free(&drawn->grid);
    assert_true(grid_init(&drawn->grid, rows, cols, &err));
    frame_draw(app, &drawn->grid);
    drawn->body = layout_make(app, rows, cols).panes[PANE_PAGE];
    drawn->body.row++;
    drawn->body.rows--;
    page_make(app, drawn->body.rows, drawn->body.cols, &drawn->page);
}

struct drawn
drawn_open(const char *text, const char *commands)
{
    struct drawn drawn = {.session = session_open(text)};
    session_do(drawn.session, "view page");
    session_do(drawn.session, commands);
    drawn_at(&drawn, 24, 80);
    return drawn;
}

void
drawn_close(struct drawn *drawn)
{
    grid_free(&drawn->grid);
    session_close(drawn->session);
}

const struct cell *
drawn_cell(const struct drawn *drawn, enum tensor tensor, int r, int c)
{
    const struct page_map *map = &drawn->page.maps[tensor];
    return grid_cell(&drawn->grid, drawn->body.row + map->row + r,
                     drawn->body.col + map->col + c * map->cell);
}

bool
drawn_has(const struct drawn *drawn, const char *text)
{
    struct text screen = {0};
    write_text(&drawn->grid, &screen);
    bool found = strstr(screen.bytes, text) != NULL;
    text_free(&screen);
    return found;
}

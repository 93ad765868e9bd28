/* An opened number: the arithmetic that made it, and the way from it down to the
 * parameters. On wide screens the receipts are side by side, the one that Enter would
 * open at the right. */
#include <stdio.h>

#include "app/address/address.h"
#include "app/state/opened.h"
#include "view/panes.h"
#include "view/receipt/parts.h"

enum {
    SIDE_COLS = 60,  /* of a receipt beside another */
    SIDE_FROM = 120, /* columns from which on they are side by side */
    SIDES_MAX = 4,
    WAY_FROM = 11, /* rows from where on the way down has room */
    WAY_LEAST = 3
};

void
pane_receipt_title(const struct app *app, struct pane_title *title)
{
    const struct number *number = &app_top(app)->number;
    struct text words = {0};
    text_add(&words, "%s: ", label_of(app, number).text);
    formula_meaning(app, number, &words);
    snprintf(title->title, TITLE_BYTES, "%s", words.bytes ? words.bytes : "");
    text_free(&words);
}

/* The receipts that are seen, from the left. */
struct sides {
    struct receipt receipts[SIDES_MAX];
    struct opened cursors[SIDES_MAX];
    struct shown_receipt shown[SIDES_MAX];
    int count;
};

static void
free_sides(struct sides *sides)
{
    for (int k = 0; k < sides->count; k++)
        receipt_free(&sides->receipts[k]);
}

/* Of the numbers that are open and the one that would be next: the last ones, as many as
 * fit. */
static void
make_sides(const struct app *app, int cols, struct sides *sides)
{
    const struct ui *ui = &app->ui;
    struct number numbers[OPEN_MAX + 1], next;
    int count = ui->open_count, most = cols < SIDE_FROM ? 1 : cols / SIDE_COLS;
    for (int k = 0; k < count; k++)
        numbers[k] = ui->opened[k].number;
    if (most > 1 && app_pointed(app, &next) && !number_equal(&next, &numbers[count - 1]))
        numbers[count++] = next;
    most = most > SIDES_MAX ? SIDES_MAX : most;
    sides->count = 0;
    for (int k = count > most ? count - most : 0; k < count; k++) {
        struct err ignored;
        struct receipt *receipt = &sides->receipts[sides->count];
        if (!app_receipt(app, &numbers[k], receipt, &ignored))
            return;
        bool open = k < ui->open_count;
        struct opened *cursor = &sides->cursors[sides->count];
        *cursor = open ? ui->opened[k] : (struct opened){.number = numbers[k]};
        if (cursor->term >= receipt->term_count && receipt->term_count > 0)
            cursor->term = receipt->term_count - 1;
        sides->shown[sides->count++] =
            (struct shown_receipt){app, receipt, open ? cursor : NULL};
    }
}

/* How many rows the tallest of them takes. */
static int
tallest(const struct sides *sides, bool fold)
{
    int most = 0;
    for (int k = 0; k < sides->count; k++) {
        int rows = receipt_rows(&sides->shown[k], fold) + (sides->count > 1);
        most = rows > most ? rows : most;
    }
    return most;
}

static void
draw_sides(const struct app *app, const struct sides *sides, const struct canvas *canvas)
{
    int cols = canvas->cols / sides->count;
    for (int k = 0; k < sides->count; k++) {
        const struct shown_receipt *shown = &sides->shown[k];
        bool next = shown->cursor == NULL;
        struct style style = {ROLE_TITLE, next ? 0 : FLAG_BOLD};
        struct canvas side = canvas_part(canvas, 0, k * cols, canvas->rows, cols - 1);
        struct canvas body = canvas_part(&side, 1, 0, side.rows - 1, side.cols);
        draw_text(&side, 0, 1, style, tag_of(shown->receipt->number), "%s%s",
                  next ? "Enter opens " : "",
                  label_of(app, &shown->receipt->number).text);
        receipt_draw(shown, &body);
    }
}

void
pane_receipt(const struct app *app, const struct canvas *canvas)
{
    struct sides sides;
    if (canvas->rows < 1)
        return;
    make_sides(app, canvas->cols, &sides);
    if (sides.count == 0)
        return;
    int way = canvas->rows < WAY_FROM ? 0 : way_rows(app),
        room = canvas->rows - (way > 0);
    int needed = tallest(&sides, false);
    if (needed + way > room)
        needed = tallest(&sides, true);
    if (way > 0 && needed + way > room)
        way = room - needed > WAY_LEAST ? room - needed
              : WAY_LEAST < way         ? WAY_LEAST
                                        : way;
    int rows = way > 0 ? canvas->rows - 1 - way : canvas->rows;
    rows = rows > needed + 1 ? needed + 1 : rows;
    struct canvas top = canvas_part(canvas, 0, 0, rows, canvas->cols);
    if (sides.count > 1)
        draw_sides(app, &sides, &top);
    else
        receipt_draw(&sides.shown[0], &top);
    struct canvas bottom = canvas_part(canvas, rows, 0, way + 1, canvas->cols);
    if (way > 0)
        way_draw(app, &bottom);
    for (int k = 1; k < sides.count; k++)
        draw_vertical(canvas, k * (canvas->cols / sides.count) - 1, 0, rows);
    free_sides(&sides);
}

/* The way down: the numbers that are open, one in the other; what the cursor points at;
 * and what would open from there along the largest term, down to the parameter and who
 * set it. */
#include <math.h>

#include "app/address/address.h"
#include "app/state/opened.h"
#include "view/panes.h"
#include "view/receipt/parts.h"

enum { WAY_MAX = OPEN_MAX + 16, MARGIN = 3, VALUE_COLS = 10 };

struct way {
    struct number numbers[WAY_MAX];
    int count;
    int next; /* what Enter opens; count where nothing is below */
};

/* Whether a number is made of another. */
static bool
is_made_of(const struct app *app, const struct number *number, const struct number *part)
{
    struct receipt receipt;
    struct err ignored;
    bool found = false;
    if (!app_receipt(app, number, &receipt, &ignored))
        return false;
    for (int k = 0; k < receipt.term_count; k++)
        for (int f = 0; f < receipt.terms[k].factor_count; f++)
            found = found || (receipt.terms[k].factors[f].constant == NULL &&
                              number_equal(&receipt.terms[k].factors[f].number, part));
    receipt_free(&receipt);
    return found;
}

/* The open number that the way begins with: one that was opened by its name is no part of what
 * was open before. */
static int
way_start(const struct app *app)
{
    const struct opened *opened = app->ui.opened;
    int k = app->ui.open_count - 1;
    while (k > 0 && is_made_of(app, &opened[k - 1].number, &opened[k].number))
        k--;
    return k;
}

static struct way
make_way(const struct app *app)
{
    const struct ui *ui = &app->ui;
    int start = way_start(app);
    struct way way = {.count = ui->open_count - start, .next = ui->open_count - start};
    struct number next;
    for (int k = 0; k < way.count; k++)
        way.numbers[k] = ui->opened[start + k].number;
    bool below =
        app_pointed(app, &next) && !number_equal(&next, &way.numbers[way.count - 1]);
    while (below && way.count < WAY_MAX) {
        struct receipt receipt;
        struct err ignored;
        way.numbers[way.count++] = next;
        below = app_receipt(app, &next, &receipt, &ignored);
        if (below) {
            below = formula_follow(&receipt, &next);
            receipt_free(&receipt);
        }
    }
    return way;
}

int
way_rows(const struct app *app)
{
    return make_way(app).count;
}

/* One number of the way: its place in it, its name, its value, how it is computed. */
static void
draw_step(const struct app *app, const struct way *way, int step, int name_cols,
          const struct canvas *canvas, int row)
{
    const struct number *number = &way->numbers[step];
    bool open = step < way->next, next = step == way->next;
    struct style style = {ROLE_TEXT, next ? FLAG_BOLD : 0};
    struct tag tag = tag_of(*number);
    struct receipt receipt;
    struct text words = {0};
    struct err ignored;
    if (!app_receipt(app, number, &receipt, &ignored))
        return;
    if (open || next)
        draw_text(canvas, row, 1, next ? (struct style){ROLE_ASKED, FLAG_BOLD} : faint,
                  tag, "%s", next ? "▶" : "·");
    int col = draw_text(canvas, row, MARGIN, style, tag, "%d ", step + 1);
    draw_field(canvas, row, col, name_cols, style, tag, label_of(app, number).text);
    col = MARGIN + 3 + name_cols + VALUE_COLS;
    struct figure figure = {4, false};
    if (figure_for(receipt.value < 0 ? -receipt.value : receipt.value).decimals < 4)
        figure.decimals = 2;
    bool small = receipt.value != 0 && fabs(receipt.value) < 0.001;
    draw_right(canvas, row, col, style, tag, "%s",
               small ? formula_number(receipt.value).text
                     : figure_write(figure, receipt.value).text);
    int room = canvas->cols - col - 3;
    formula_short(app, &receipt, room, &words);
    draw_field(canvas, row, col + 2, room, open ? faint : plain, tag,
               words.bytes ? words.bytes : "");
    text_free(&words);
    receipt_free(&receipt);
}

void
way_draw(const struct app *app, const struct canvas *canvas)
{
    struct way way = make_way(app);
    int room = canvas->rows - 1, name_cols = 0;
    int first =
        first_shown(way.count, room, way.next < way.count ? way.next : way.count - 1);
    draw_rule(canvas, 0, false, "the way down, along the largest term", "", no_tag);
    for (int k = first; k < way.count && k < first + room; k++) {
        int width = glyphs_width(label_of(app, &way.numbers[k]).text);
        name_cols = width > name_cols ? width : name_cols;
    }
    name_cols = name_cols > canvas->cols / 3 ? canvas->cols / 3 : name_cols;
    for (int k = 0; k < room && first + k < way.count; k++)
        draw_step(app, &way, first + k, name_cols, canvas, 1 + k);
}

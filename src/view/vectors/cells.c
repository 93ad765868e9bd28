/* Single cells of the vectors view. A number is printed in as many columns as its
 * field has; what it shows is what its tag names. */
#include "view/vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/state/settle.h"
#include "core/receipt.h"
#include "view/paint/bar.h"
#include "view/paint/shade.h"
#include "view/panes.h"
#include "view/words/formula.h"

static bool
prints_zero(const char *number)
{
    return strspn(number, "-0.") == strlen(number);
}

static bool
is_masked(const struct app *app, const struct number *place)
{
    return (place->tensor == TENSOR_Z || place->tensor == TENSOR_A) &&
           app->now.choice.mask && place->col > place->row;
}

void
vectors_cursor(const struct canvas *canvas, int row, int col, int cols)
{
    draw_pointed(canvas, row, col, cols, (struct style){ROLE_TEXT, FLAG_BOLD}, no_tag);
}

void
vectors_number(const struct app *app, const struct canvas *canvas, int row, int end,
               int cols, const struct number *place, const struct vectors_look *look)
{
    static const char *const marks[] = {"▼", "", "▲"};
    char number[VECTORS_NUMBER_BYTES];
    struct style style = look->style;
    struct tag tag = tag_number(place->tensor, place->row, place->col);
    double value = number_at(app, place->tensor, place->row, place->col), was;
    int changed = look->repeated ? 0 : app_changed(app, place);
    draw_number_in(number, sizeof number, value, look->decimals, cols);
    if (is_masked(app, place) && !look->repeated)
        snprintf(number, sizeof number, "·");
    else if (prints_zero(number) && !look->pointed)
        style.role = ROLE_FAINT;
    int width = glyphs_width(number);
    if (formula_edit(app, place, &was) != NULL)
        style.flags |= FLAG_UNDERLINE;
    draw_right(canvas, row, end, style, tag, "%s", number);
    /* a mark, and a blank before it */
    if (changed != 0 && !look->pointed && width + 1 <= cols)
        draw_text(canvas, row, end - width - 1, (struct style){ROLE_NOTICE, 0}, tag, "%s",
                  marks[changed + 1]);
    if (look->pointed)
        vectors_cursor(canvas, row, end - width, width);
}

void
vectors_cell(const struct app *app, const struct canvas *canvas, int row,
             const struct vectors_field *field, const struct number *place, double scale,
             const struct vectors_look *look)
{
    int end = field->col + field->cols, left = field->cols - 1;
    struct tag tag = tag_number(place->tensor, place->row, place->col);
    if (field->bar > 0 && !is_masked(app, place) && scale > 0) {
        double value = number_at(app, place->tensor, place->row, place->col);
        struct style style = look->style;
        if (place->tensor == TENSOR_A)
            shade_of(value, &style);
        bar_draw(canvas, row, field->col + 1, field->bar, value / scale, style, tag);
        left -= field->bar + 1;
    }
    vectors_number(app, canvas, row, end, left, place, look);
}

int
vectors_map(const struct app *app, const struct canvas *canvas, int row, int col,
            int token, int first, int count, double scale, enum role role)
{
    for (int m = first; m < first + count; m++, col++) {
        double value = scale > 0 ? number_at(app, TENSOR_X, token, m) / scale : 0;
        struct style style = {ROLE_NUMBER, 0};
        const char *shade = shade_signed(value, &style);
        if (style.role != ROLE_FAINT)
            style.role = (unsigned char)role;
        draw_text(canvas, row, col, style, tag_number(TENSOR_X, token, m), "%s", shade);
    }
    return col;
}

double
vectors_name_scale(const struct app *app)
{
    double most = 0;
    for (int i = 0; i < app->explorer->sentence.token_count; i++)
        for (int m = FEATURE_NAME; m < FEATURE_NAME + NAME_COUNT; m++)
            most = fmax(most, fabs(number_at(app, TENSOR_X, i, m)));
    return most;
}

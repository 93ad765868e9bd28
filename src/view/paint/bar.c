/* Numbers as bars. */
#include "view/paint/bar.h"

#include <math.h>

#include "view/paint/shade.h"

/* The cell that is covered in part, in thirds. */
static const char *
end_of(double rest, bool below)
{
    if (rest < 0.15)
        return "";
    if (below)
        return rest < 0.5 ? "-" : "=";
    return rest < 0.5 ? "░" : rest < 0.85 ? "▒" : "█";
}

void
bar_draw(const struct canvas *canvas, int row, int col, int cols, double value,
         struct style style, struct tag tag)
{
    double covered = fmin(fabs(value), 1) * cols;
    int whole = (int)covered;
    bool below = value < 0;
    if (isnan(value) || cols < 1)
        return;
    if (style.role == ROLE_NUMBER) /* of a bar the number's own colour is too loud */
        style.role = ROLE_SHADE_1;
    if (cols == 1) {
        struct style ignored = style;
        const char *shade = shade_signed(value, &ignored);
        if (ignored.role != ROLE_FAINT)
            draw_text(canvas, row, col, style, tag, "%s", shade);
        return;
    }
    draw_fill(canvas, row, col, whole, style, tag, below ? "=" : "█");
    const char *end = end_of(covered - whole, below);
    if (*end != '\0' && whole < cols)
        draw_fill(canvas, row, col + whole, 1, style, tag, end);
}

void
bar_draw_weight(const struct canvas *canvas, int row, int col, int cols, double weight,
                struct tag tag)
{
    struct style style = {ROLE_NUMBER, 0};
    shade_of(weight, &style);
    bar_draw(canvas, row, col, cols, weight, style, tag);
}

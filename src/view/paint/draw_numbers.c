/* Numbers as cells show them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"
#include "view/paint/draw.h"

/* From here on a number is written with an exponent. */
static const double LARGE = 1e6;

const char *
draw_shade(double weight, struct style *style)
{
    /* The least weights that are printed as .10, .30 and .60, so that a shade never contradicts
     * its number. The doubles nearest to .295 and .595 lie below them and print as .29, .59. */
    if (weight > 0.595) {
        style->role = ROLE_SHADE_3;
        return "█";
    }
    if (weight > 0.295) {
        style->role = ROLE_SHADE_2;
        return "▒";
    }
    if (weight >= 0.095) {
        style->role = ROLE_SHADE_1;
        return "░";
    }
    style->role = ROLE_NUMBER;
    return " ";
}

/* 1.200e+07 as 1.2e7, in the fewest letters. */
static void
write_large(char *out, size_t size, double value, int decimals)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", decimals, value);
    char *mark = strchr(text, 'e');
    int exponent = mark != NULL ? atoi(mark + 1) : 0;
    char *end = mark;
    while (mark != NULL && end > text && (end[-1] == '0' || end[-1] == '.')) {
        bool point = end[-1] == '.';
        end--;
        if (point)
            break;
    }
    if (end != NULL)
        *end = '\0';
    snprintf(out, size, mark != NULL ? "%se%d" : "%s", text, exponent);
}

void
draw_weight_bar(const struct canvas *canvas, int row, int col, int cols, double weight,
                struct tag tag)
{
    struct style style = {ROLE_NUMBER, 0};
    draw_shade(weight, &style);
    weight = !(weight > 0) ? 0 : weight > 1 ? 1 : weight;
    int whole = (int)(weight * cols);
    double rest = weight * cols - whole;
    const char *end = rest < 0.15 ? "" : rest < 0.5 ? "░" : rest < 0.85 ? "▒" : "█";
    draw_fill(canvas, row, col, whole, style, tag, "█");
    if (*end != '\0' && whole < cols)
        draw_fill(canvas, row, col + whole, 1, style, tag, end);
}

void
draw_number(char *out, size_t size, double value, int decimals)
{
    char text[64];
    if (fabs(value) >= LARGE && isfinite(value)) {
        write_large(out, size, value, decimals);
        return;
    }
    if (isnan(value)) {
        snprintf(out, size, "%s", nan_text(value));
        return;
    }
    snprintf(text, sizeof text, "%.*f", decimals, value);
    /* what is printed as zero has no sign */
    bool negative = text[0] == '-' && strspn(text, "-0.") < strlen(text);
    const char *digits = text + (text[0] == '-');
    digits += digits[0] == '0' && digits[1] == '.';
    snprintf(out, size, "%s%s", negative ? "-" : "", digits);
}

void
draw_number_in(char *out, size_t size, double value, int decimals, int cols)
{
    draw_number(out, size, value, decimals);
    while (decimals > 0 && (int)strlen(out) > cols)
        draw_number(out, size, value, --decimals);
    for (int digits = 3; digits >= 0 && (int)strlen(out) > cols; digits--)
        write_large(out, size, value, digits);
}

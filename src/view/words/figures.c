/* Numbers as formulas, tables and sentences write them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/unknown.h"
#include "core/real.h"
#include "view/words/formula.h"

/* Below this a number with four decimals says too little. */
static const double small = 0.0001;

void
formula_spoken(char out[FIGURE_BYTES], double value)
{
    double size = fabs(value);
    if (!isfinite(value)) {
        snprintf(out, FIGURE_BYTES, "%s",
                 isnan(value) ? nan_text(value)
                 : value < 0  ? "-infinity"
                              : "infinity");
        return;
    }
    if ((size > 0 && size < small) || size >= 1e9) {
        snprintf(out, FIGURE_BYTES, "%.2e", value);
        return;
    }
    snprintf(out, FIGURE_BYTES, "%.4f", value);
    size_t length = strlen(out);
    while (out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[--length] = '\0';
    if (strcmp(out, "-0") == 0)
        snprintf(out, FIGURE_BYTES, "0");
}

void
formula_number(char out[FIGURE_BYTES], double value)
{
    char text[FIGURE_BYTES];
    formula_spoken(text, value);
    const char *digits = text + (text[0] == '-');
    bool zero = digits[0] == '0' && digits[1] == '.';
    snprintf(out, FIGURE_BYTES, "%s%s", text[0] == '-' ? "-" : "", digits + zero);
}

void
formula_residual(char out[FIGURE_BYTES], double value)
{
    if (isnan(value))
        snprintf(out, FIGURE_BYTES, "%s", nan_text(value));
    else
        snprintf(out, FIGURE_BYTES, value == 0 ? "0" : "%.0e", value);
}

double
formula_exp(double Z, double max)
{
    return isnan(Z - max) ? Z - max : (double)real_exp((real)Z - (real)max);
}

struct figure
figure_for(double largest)
{
    enum { SIGNIFICANT = 6, LEAST = 2 };
    struct figure figure = {.exponent =
                                (largest > 0 && largest < small) || largest >= 1e7};
    int whole = 0; /* digits before the point */
    for (double rest = largest; rest >= 1 && whole < SIGNIFICANT; rest /= 10)
        whole++;
    figure.decimals = SIGNIFICANT - whole < LEAST ? LEAST : SIGNIFICANT - whole;
    return figure;
}

void
figure_write(char out[FIGURE_BYTES], struct figure figure, double value)
{
    if (!isfinite(value))
        snprintf(out, FIGURE_BYTES, "%s",
                 isnan(value) ? nan_text(value)
                 : value < 0  ? "-inf"
                              : "inf");
    else if (figure.exponent && value != 0)
        snprintf(out, FIGURE_BYTES, "%.*e", figure.decimals < 5 ? figure.decimals : 5,
                 value);
    else
        draw_number(out, FIGURE_BYTES, value, figure.decimals);
}

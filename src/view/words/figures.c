/* Numbers as formulas, tables and sentences write them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bounds.h"
#include "base/unknown.h"
#include "core/real.h"
#include "view/words/formula.h"

/* Below this a number with four decimals says too little. */
static const double small = 0.0001;

struct figure_text
formula_spoken(double value)
{
    double size = fabs(value);
    struct figure_text out;
    if (!isfinite(value)) {
        snprintf(out.text, sizeof out.text, "%s",
                 isnan(value) ? nan_text(value)
                 : value < 0  ? "-infinity"
                              : "infinity");
        return out;
    }
    bool exponent = (size > 0 && size < small) || size >= 1e9;
    snprintf(out.text, sizeof out.text, exponent ? "%.2e" : "%.4f", value);
    if (exponent)
        return out;
    size_t length = strlen(out.text);
    while (out.text[length - 1] == '0')
        out.text[--length] = '\0';
    if (out.text[length - 1] == '.')
        out.text[--length] = '\0';
    if (strcmp(out.text, "-0") == 0)
        snprintf(out.text, sizeof out.text, "0");
    return out;
}

struct figure_text
formula_number(double value)
{
    struct figure_text out = formula_spoken(value);
    char *digits = out.text + (out.text[0] == '-');
    if (digits[0] == '0' && digits[1] == '.')
        memmove(digits, digits + 1, strlen(digits));
    return out;
}

struct figure_text
formula_residual(double value)
{
    struct figure_text out;
    if (isnan(value))
        snprintf(out.text, sizeof out.text, "%s", nan_text(value));
    else
        snprintf(out.text, sizeof out.text, value == 0 ? "0" : "%.0e", value);
    return out;
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

struct figure_text
figure_write(struct figure figure, double value)
{
    struct figure_text out;
    if (isfinite(value) && (!figure.exponent || value == 0))
        return short_number(value, figure.decimals);
    if (isfinite(value))
        snprintf(out.text, sizeof out.text, "%.*e", smaller(figure.decimals, 5), value);
    else
        snprintf(out.text, sizeof out.text, "%s",
                 isnan(value) ? nan_text(value)
                 : value < 0  ? "-inf"
                              : "inf");
    return out;
}

double
formula_exp(double Z, double max)
{
    return isnan(Z - max) ? Z - max : (double)real_exp((real)Z - (real)max);
}

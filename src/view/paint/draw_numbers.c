/* Numbers as cells show them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"
#include "view/paint/draw.h"

/* From here on a number is written with an exponent. */
static const double LARGE = 1e6;

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

struct figure_text
short_number(double value, int decimals)
{
    struct figure_text out;
    draw_number(out.text, sizeof out.text, value, decimals);
    return out;
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

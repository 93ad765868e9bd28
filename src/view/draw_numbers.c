/* Numbers as cells show them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/draw.h"

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

void
draw_number(char *out, size_t size, double value, int decimals)
{
    char text[64];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    /* neither what is printed as zero nor what is no number has a sign */
    bool negative = text[0] == '-' && !isnan(value) && strspn(text, "-0.") < strlen(text);
    const char *digits = text + (text[0] == '-');
    digits += digits[0] == '0' && digits[1] == '.';
    snprintf(out, size, "%s%s", negative ? "-" : "", digits);
}

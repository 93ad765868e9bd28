/* Numbers as shades. */
#include "view/paint/shade.h"

#include <math.h>

/* 0 below .10, 1 from there, 2 from .30, 3 from .60. A shade never contradicts its number: the
 * limits are the least numbers that are printed as .10, .30 and .60. The doubles nearest to .295
 * and .595 lie below them and print as .29 and .59. */
static int
level_of(double weight)
{
    return weight > 0.595 ? 3 : weight > 0.295 ? 2 : weight >= 0.095 ? 1 : 0;
}

const char *
shade_of(double weight, struct style *style)
{
    static const char *const glyphs[] = {" ", "░", "▒", "█"};
    static const unsigned char roles[] = {ROLE_NUMBER, ROLE_SHADE_1, ROLE_SHADE_2,
                                          ROLE_SHADE_3};
    int level = level_of(weight);
    style->role = roles[level];
    return glyphs[level];
}

const char *
shade_signed(double part, struct style *style)
{
    int above = level_of(part), below = level_of(-part);
    if (above > 0)
        return shade_of(part, style);
    style->role = below > 0 || isnan(part) ? ROLE_NUMBER : ROLE_FAINT;
    return isnan(part) ? "?" : below == 0 ? "·" : below == 1 ? "-" : "=";
}

/* The themes. The heat runs from blue to yellow with rising lightness, which colour-blind
 * readers can follow; the glyphs under it say the same without colour. */
#include "view/theme.h"

enum { OWN = 9, RED = 1, YELLOW = 3, CYAN = 6 };

/* clang-format off */
const struct theme theme_table[THEME_COUNT] = {
    [THEME_COLOUR] = {{
        [ROLE_TEXT]    = {-1, -1, OWN, 0},
        [ROLE_FAINT]   = {245, -1, OWN, 0},
        [ROLE_TITLE]   = {-1, -1, OWN, 0},
        [ROLE_KEY]     = {37, -1, CYAN, 0},
        [ROLE_NUMBER]  = {-1, -1, OWN, 0},
        [ROLE_ASKING]  = {208, -1, YELLOW, FLAG_BOLD},
        [ROLE_ASKED]   = {37, -1, CYAN, FLAG_BOLD},
        [ROLE_SHADE_1] = {67, -1, CYAN, 0},
        [ROLE_SHADE_2] = {109, -1, OWN, 0},
        [ROLE_SHADE_3] = {178, -1, YELLOW, 0},
        [ROLE_NOTICE]  = {178, -1, YELLOW, 0},
        [ROLE_ERROR]   = {166, -1, RED, FLAG_BOLD},
    }},
    [THEME_MONO] = {{
        [ROLE_TEXT]    = {-1, -1, OWN, 0},
        [ROLE_FAINT]   = {-1, -1, OWN, 0},
        [ROLE_TITLE]   = {-1, -1, OWN, 0},
        [ROLE_KEY]     = {-1, -1, OWN, 0},
        [ROLE_NUMBER]  = {-1, -1, OWN, 0},
        [ROLE_ASKING]  = {-1, -1, OWN, FLAG_BOLD},
        [ROLE_ASKED]   = {-1, -1, OWN, FLAG_BOLD},
        [ROLE_SHADE_1] = {-1, -1, OWN, 0},
        [ROLE_SHADE_2] = {-1, -1, OWN, 0},
        [ROLE_SHADE_3] = {-1, -1, OWN, 0},
        [ROLE_NOTICE]  = {-1, -1, OWN, 0},
        [ROLE_ERROR]   = {-1, -1, OWN, FLAG_BOLD},
    }},
};
/* clang-format on */

/* The themes. The heat runs from blue to yellow with rising lightness, which colour-blind
 * readers can follow; the glyphs show the same without colour. */
#include "view/paint/theme.h"

enum { OWN = 9, RED = 1, GREEN = 2, YELLOW = 3, BLUE = 4, MAGENTA = 5, CYAN = 6 };

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
        [ROLE_DET]     = {68, -1, BLUE, 0},
        [ROLE_NOUN]    = {71, -1, GREEN, 0},
        [ROLE_VERB]    = {169, -1, MAGENTA, 0},
        [ROLE_CLASS]   = {137, -1, YELLOW, 0},
        [ROLE_TRAIT]   = {103, -1, OWN, 0},
        [ROLE_PLACE]   = {73, -1, CYAN, 0},
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
        [ROLE_DET]     = {-1, -1, OWN, 0},
        [ROLE_NOUN]    = {-1, -1, OWN, 0},
        [ROLE_VERB]    = {-1, -1, OWN, 0},
        [ROLE_CLASS]   = {-1, -1, OWN, 0},
        [ROLE_TRAIT]   = {-1, -1, OWN, 0},
        [ROLE_PLACE]   = {-1, -1, OWN, 0},
        [ROLE_NOTICE]  = {-1, -1, OWN, 0},
        [ROLE_ERROR]   = {-1, -1, OWN, FLAG_BOLD},
    }},
};
/* clang-format on */

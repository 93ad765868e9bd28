#ifndef VIEW_PAINT_THEME_H
#define VIEW_PAINT_THEME_H

#include "app/state/ui.h"
#include "view/paint/grid.h"

/* How roles look. Colours are those of the 256-colour palette of xterm; terminals with fewer
 * take the nearest of theirs. Meaning never hangs on colour alone. */
struct look {
    short foreground; /* 0 to 255, or -1 for the terminal's own */
    short background;
    unsigned char basic; /* the foreground among 8 colours, 0 to 7, or 9 for the own */
    unsigned char flags; /* FLAG_... that the role always has */
};

struct theme {
    struct look looks[ROLE_COUNT];
};

/* One for each theme_id; their names stand in app/state/ui.h. */
extern const struct theme theme_table[THEME_COUNT];

#endif

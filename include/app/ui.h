#ifndef APP_UI_H
#define APP_UI_H

#include <stdbool.h>

#include "app/prompt.h"
#include "base/text.h"

/* The part of the state that no number depends on: which view is seen, which pane has the
 * focus, how it is drawn, and the line being typed. */

enum view_id { VIEW_WEIGHTS, VIEW_HELP, VIEW_COUNT };

/* The one table of views: names, keys and titles for the first row of every screen. */
struct view_kind {
    const char *name;
    const char *key; /* that goes there */
};
extern const struct view_kind view_kinds[VIEW_COUNT];

enum pane_id {
    PANE_NONE,
    PANE_SENTENCE,
    PANE_MATRIX,
    PANE_FACTS,
    PANE_HEADS,
    PANE_WORDS,
    PANE_NUMBER,
    PANE_HELP,
    PANE_COUNT
};

/* The one table of panes: names for the command `focus`, and the view they belong to. */
struct pane_kind {
    const char *name;
    enum view_id view;
};
extern const struct pane_kind pane_kinds[PANE_COUNT];

enum theme_id { THEME_COLOUR, THEME_MONO, THEME_COUNT };
extern const char *const theme_names[THEME_COUNT];

enum glyph_set {
    GLYPHS_UTF8,    /* everything */
    GLYPHS_CONSOLE, /* what the fonts of the Linux console have */
    GLYPHS_ASCII,   /* bytes below 0x80 only */
    GLYPHS_COUNT
};
extern const char *const glyph_set_names[GLYPHS_COUNT];

enum { STATUS_BYTES = 640 };

struct ui {
    enum view_id view;
    enum pane_id focus;
    bool full;              /* the pane with the focus fills the screen */
    int scroll[PANE_COUNT]; /* first line shown, for panes longer than their place */
    enum theme_id theme;
    enum glyph_set glyphs;
    bool mouse;
    char status[STATUS_BYTES]; /* the outcome of the last key: an error or a remark */
    bool status_is_error;
    struct prompt prompt;
};

/* The start: weights, the matrix has the focus, colour, UTF-8, mouse on. */
void ui_init(struct ui *ui);

#endif

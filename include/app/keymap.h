#ifndef APP_KEYMAP_H
#define APP_KEYMAP_H

#include "base/text.h"

/* The one table of keys: what dispatches them, what --keys and the help show. Keys are
 * written as in "a", "Up", "C-c", "Space"; commands in the command language. */
struct key_binding {
    const char *key;
    const char *command;
    const char *help; /* NULL: it goes without saying (2 to 9) */
    const char *hint; /* for the last row of the screen, or NULL */
};

extern const struct key_binding key_table[];
extern const int key_count;

/* The command of a key, or NULL. */
const char *keymap_find(const char *key);

/* Writes the table, one key a line. */
void keymap_list(struct text *text);

#endif

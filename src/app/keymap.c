/* The default keys. A new key is a row. */
#include "app/keymap.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
const struct key_binding key_table[] = {
    {"Up",    "query -1",    "the previous token asks"},
    {"Down",  "query +1",    "the next token asks"},
    {"k",     "query -1",    "as Up"},
    {"j",     "query +1",    "as Down"},
    {"Left",  "key -1",      "the previous token is asked"},
    {"Right", "key +1",      "the next token is asked"},
    {"h",     "key -1",      "as Left"},
    {"l",     "key +1",      "as Right"},
    {"[",     "head prev",   "the previous head"},
    {"]",     "head next",   "the next head"},
    {"1",     "head 1",      "head 1, and so on to 9"},
    {"2",     "head 2",      NULL},
    {"3",     "head 3",      NULL},
    {"4",     "head 4",      NULL},
    {"5",     "head 5",      NULL},
    {"6",     "head 6",      NULL},
    {"7",     "head 7",      NULL},
    {"8",     "head 8",      NULL},
    {"9",     "head 9",      NULL},
    {"m",     "mask toggle", "causal mask"},
    {"Space", "run toggle",  "run, pause"},
    {"s",     "step",        "the next token asks"},
    {"r",     "reset",       "back to the start"},
    {"u",     "undo",        "take back the last change of numbers"},
    {"q",     "quit",        "quit"},
    {"C-c",   "quit",        "as q"},
};
/* clang-format on */

const int key_count = sizeof key_table / sizeof key_table[0];

const char *
keymap_find(const char *key)
{
    for (int i = 0; i < key_count; i++)
        if (strcmp(key_table[i].key, key) == 0)
            return key_table[i].command;
    return NULL;
}

void
keymap_list(struct text *text)
{
    for (int i = 0; i < key_count; i++)
        if (key_table[i].help != NULL)
            text_add(text, "%-6s %-12s %s\n", key_table[i].key, key_table[i].command,
                     key_table[i].help);
}

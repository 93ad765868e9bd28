/* The default keys. A new key is a row. */
#include "app/keymap.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
const struct key_binding key_table[] = {
    {"Up",     "query -1",        "the previous token asks",                "↑↓ who asks"},
    {"Down",   "query +1",        "the next token asks",                    NULL},
    {"Left",   "key -1",          "the previous token is asked",            "←→ who is asked"},
    {"Right",  "key +1",          "the next token is asked",                NULL},
    {"k",      "query -1",        "as Up",                                  NULL},
    {"j",      "query +1",        "as Down",                                NULL},
    {"h",      "key -1",          "as Left",                                NULL},
    {"l",      "key +1",          "as Right",                               NULL},
    {"[",      "head prev",       "the previous head",                      "[ ] head"},
    {"]",      "head next",       "the next head",                          NULL},
    {"1",      "head 1",          "head 1, and so on to 9",                 NULL},
    {"2",      "head 2",          NULL,                                     NULL},
    {"3",      "head 3",          NULL,                                     NULL},
    {"4",      "head 4",          NULL,                                     NULL},
    {"5",      "head 5",          NULL,                                     NULL},
    {"6",      "head 6",          NULL,                                     NULL},
    {"7",      "head 7",          NULL,                                     NULL},
    {"8",      "head 8",          NULL,                                     NULL},
    {"9",      "head 9",          NULL,                                     NULL},
    {"m",      "mask toggle",     "the causal mask",                        "m mask"},
    {"e",      "prompt sentence", "type another sentence",                  "e edit"},
    {"Space",  "run toggle",      "run, pause: on to the last",     "space run"},
    {"s",      "step",            "the next token asks",                    NULL},
    {"r",      "reset",           "back to the start",                      NULL},
    {"u",      "undo",            "take back the last change",   NULL},
    {"/",      "prompt find",     "find a token",                           NULL},
    {":",      "prompt command",  "type a command",                         NULL},
    {"Tab",    "focus next",      "the next pane",                          NULL},
    {"S-Tab",  "focus prev",      "the previous pane",                      NULL},
    {"f",      "full",            "that pane fills the screen",             NULL},
    {"PgUp",   "scroll -10",      "ten lines up",                           NULL},
    {"PgDn",   "scroll 10",       "ten lines down",                         NULL},
    {"Home",   "scroll -100000",  "the first line",                         NULL},
    {"End",    "scroll 100000",   "the last line",                          NULL},
    {"w",      "view weights",    "the weights",                            NULL},
    {"?",      "view help",       "this help",                              "? help"},
    {"Esc",    "back",            "one level back",                         NULL},
    {"Backspace", "back",         "as Esc",                                 NULL},
    {"C-l",    "redraw",          "paint the screen again",                 NULL},
    {"C-z",    "suspend",         "to the shell, until fg",            NULL},
    {"q",      "quit",            "quit",                                   "q quit"},
    {"C-c",    "quit",            "as q",                                   NULL},
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
            text_add(text, "%-9s %-15s %s\n", key_table[i].key, key_table[i].command,
                     key_table[i].help);
}

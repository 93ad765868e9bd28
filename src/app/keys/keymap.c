/* The default keys. A new key is a row. */
#include "app/keys/keymap.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    PAGED = EVERYWHERE & ~(IN_TRAIN | IN_LESSON | IN_LESSONS)
}; /* where there are lines to scroll */

/* clang-format off */
const struct key_binding key_table[] = {
    /* an error belongs to the answer, and what the reader opened is not the lesson */
    {LESSON_SAID_ERROR, "Esc", "",            NULL,                            NULL},
    {LESSON_OPENED, "Esc", "back",            NULL,                            NULL},
    {BESIDE_LESSON, "Tab", "focus lesson",    NULL,                            NULL},
    {IN_LESSON,  "Right",  "next",            "the next step",                 "← → step"},
    {IN_LESSON,  "Left",   "prev",            "the step before",               NULL},
    {IN_LESSON,  "Down",   "scroll 1 lesson", "a line down",                   "↑↓ scroll"},
    {IN_LESSON,  "Up",     "scroll -1 lesson", "a line up",                    NULL},
    {IN_LESSON,  "Enter",  "prompt answer",   "type an answer",                "Enter answer"},
    {IN_LESSON,  "h",      "hint",            "a hint",                        "h hint"},
    {IN_LESSON,  "Tab",    "focus next",      "the keys go to the view",       "Tab to the view"},
    {IN_LESSON,  "Esc",    "lesson off",      "leave the lesson",              "Esc leave"},
    {IN_LESSONS, "Down",   "move down",       "the next lesson",               "↑↓ lesson"},
    {IN_LESSONS, "Up",     "move up",         "the lesson before",             NULL},
    {IN_LESSONS, "Enter",  "open",            "begin it",                      "Enter begins it"},
    {IN_WEIGHTS, "Up",     "query -1",        "the previous token asks",       "↑↓ who asks"},
    {IN_WEIGHTS, "Down",   "query +1",        "the next token asks",           NULL},
    {IN_WEIGHTS, "Left",   "key -1",          "the previous token is asked",   "←→ who is asked"},
    {IN_WEIGHTS, "Right",  "key +1",          "the next token is asked",       NULL},
    {IN_VECTORS, "Left",   "move left",       "the column to the left",        "←→ column"},
    {IN_VECTORS, "Right",  "move right",      "the column to the right",       NULL},
    {IN_VECTORS, "Up",     "move up",         "the number above",              "↑↓ number"},
    {IN_VECTORS, "Down",   "move down",       "the number below",              NULL},
    {IN_PAGE,    "s",      "step",            "the next of the four lines",    "s next line"},
    {IN_PAGE,    "Space",  "run toggle",      "play the four lines, pause",    "space play"},
    {IN_PAGE,    "r",      "reset",           "the first of the four lines",   "r line 1"},
    {IN_PAGE,    "Tab",    "focus next",      "the next matrix",               "Tab matrix"},
    {IN_PAGE,    "S-Tab",  "focus prev",      "the matrix before",             NULL},
    {IN_PAGE,    "Up",     "move up",         "the number above",              "←↑↓→ number"},
    {IN_PAGE,    "Down",   "move down",       "the number below",              NULL},
    {IN_PAGE,    "Left",   "move left",       "the number to the left",        NULL},
    {IN_PAGE,    "Right",  "move right",      "the number to the right",       NULL},
    {IN_TRAIN,   "Left",   "seek -1",         "one training step back",        "←→ step"},
    {IN_TRAIN,   "Right",  "seek +1",         "one on; at the end: train", NULL},
    {IN_TRAIN,   "Up",     "key -1",          "the entry above",               "↑↓ entry"},
    {IN_TRAIN,   "Down",   "key +1",          "the entry below",               NULL},
    {IN_TRAIN,   "Space",  "run toggle",      "train, pause",                  "space run"},
    {IN_TRAIN,   "s",      "step",            "one training step",             NULL},
    {IN_TRAIN,   "r",      "reset",           "step 0: the same start",        NULL},
    {IN_TRAIN,   "g",      "clicked",         "where the weight rose most", "g clicked"},
    {IN_TRAIN,   "<",      "speed slower",    "fewer steps a second",          "< > speed"},
    {IN_TRAIN,   ">",      "speed faster",    "more steps a second",           NULL},
    {IN_TRAIN,   "a",      "ask",             "ask for the pointed entry", NULL},
    {IN_TRAIN,   "PgUp",   "seek -10",        "ten training steps back",       NULL},
    {IN_TRAIN,   "PgDn",   "seek +10",        "ten training steps on",         NULL},
    {IN_TRAIN,   "Home",   "seek first",      "step 0",                        NULL},
    {IN_TRAIN,   "End",    "seek last",       "the last step reached",         NULL},
    {IN_TRAIN,   "h",      "seek -1",         NULL,                            NULL},
    {IN_TRAIN,   "l",      "seek +1",         NULL,                            NULL},
    {IN_TRAIN,   "k",      "key -1",          NULL,                            NULL},
    {IN_TRAIN,   "j",      "key +1",          NULL,                            NULL},
    {IN_RECEIPT, "Up",     "move up",         "the term above",                "↑↓ term"},
    {IN_RECEIPT, "Down",   "move down",       "the term below",                NULL},
    {IN_RECEIPT, "Left",   "move left",       "the factor to the left",        "←→ factor"},
    {IN_RECEIPT, "Right",  "move right",      "the factor to the right",       NULL},
    {IN_HELP,    "Up",     "scroll -1",       "a line up",                     NULL},
    {IN_HELP,    "Down",   "scroll 1",        "a line down",                   NULL},
    {IN_WEIGHTS, "k",      "query -1",        NULL,                            NULL},
    {IN_WEIGHTS, "j",      "query +1",        NULL,                            NULL},
    {IN_WEIGHTS, "h",      "key -1",          NULL,                            NULL},
    {IN_WEIGHTS, "l",      "key +1",          NULL,                            NULL},
    {IN_VECTORS | IN_PAGE | IN_RECEIPT, "k", "move up",    "k j h l: as the arrows", NULL},
    {IN_VECTORS | IN_PAGE | IN_RECEIPT, "j", "move down",  NULL,              NULL},
    {IN_VECTORS | IN_PAGE | IN_RECEIPT, "h", "move left",  NULL,              NULL},
    {IN_VECTORS | IN_PAGE | IN_RECEIPT, "l", "move right", NULL,              NULL},
    {IN_SENTENCE | IN_TRAIN | IN_RECEIPT, "Enter", "open", "open it, or unfold a row", "Enter open"},
    {EVERYWHERE & ~IN_LESSON, "Esc", "back",            "one level back",                NULL},
    {EVERYWHERE & ~IN_LESSON, "Backspace", "back",         "as Esc",                        NULL},
    {IN_RECEIPT, "o",      "sort toggle",     "terms by size or by index",     "o by size"},
    {IN_RECEIPT | IN_VECTORS | IN_PAGE, "e", "prompt edit", "set the pointed number", "e edit"},
    {IN_RECEIPT | IN_VECTORS | IN_PAGE, "+", "nudge 1",  "add 1 to the pointed number", NULL},
    {IN_RECEIPT | IN_VECTORS | IN_PAGE, "-", "nudge -1", "take 1 from it",    NULL},
    {IN_SENTENCE, "a",     "ask",             "the asked token asks",          NULL},
    {IN_SENTENCE, "[",     "head prev",       "the previous head",             NULL},
    {IN_SENTENCE, "]",     "head next",       "the next head",                 "[ ] head"},
    {IN_SENTENCE, "1",     "head 1",          "head 1, and so on to 9",        NULL},
    {IN_SENTENCE, "2",     "head 2",          NULL,                            NULL},
    {IN_SENTENCE, "3",     "head 3",          NULL,                            NULL},
    {IN_SENTENCE, "4",     "head 4",          NULL,                            NULL},
    {IN_SENTENCE, "5",     "head 5",          NULL,                            NULL},
    {IN_SENTENCE, "6",     "head 6",          NULL,                            NULL},
    {IN_SENTENCE, "7",     "head 7",          NULL,                            NULL},
    {IN_SENTENCE, "8",     "head 8",          NULL,                            NULL},
    {IN_SENTENCE, "9",     "head 9",          NULL,                            NULL},
    {IN_SENTENCE, "0",     "head 10",         "head 10",                       NULL},
    {IN_SENTENCE, ".",     "key hardest",     "what it looks at hardest", NULL},
    {IN_SENTENCE, "n",     "find",            "find it again",                 NULL},
    {IN_SENTENCE, "m",     "mask toggle",     "the causal mask",               "m mask"},
    {IN_WEIGHTS, "z",      "show next",       "weights A, then Z, then S",     "z A Z S"},
    {IN_WEIGHTS, "e",      "prompt sentence", "type another sentence",         "e edit"},
    {IN_WEIGHTS | IN_VECTORS, "Space", "run toggle", "run, pause: on to the last", "space run"},
    {IN_WEIGHTS | IN_VECTORS, "s", "step",    "the next token asks",           NULL},
    {IN_WEIGHTS | IN_VECTORS, "r", "reset",   "back to the start",             NULL},
    {IN_SENTENCE | IN_RECEIPT | IN_TRAIN, "u", "undo",   "take back the last change",     NULL},
    {IN_SENTENCE, "/",     "prompt find",     "find a token",                  NULL},
    {EVERYWHERE, ":",      "prompt command",  "type a command",                NULL},
    {IN_WEIGHTS | IN_VECTORS, "Tab", "focus next",   "the next pane",         NULL},
    {IN_WEIGHTS | IN_VECTORS, "S-Tab", "focus prev", "the previous pane",     NULL},
    {IN_WEIGHTS, "f",      "full",            "that pane fills the screen",    NULL},
    {PAGED,     "PgUp",   "scroll -10",      "ten lines up",                  NULL},
    {PAGED,     "PgDn",   "scroll 10",       "ten lines down",                NULL},
    {PAGED,     "Home",   "scroll -100000",  "the first line",                NULL},
    {PAGED,     "End",    "scroll 100000",   "the last line",                 NULL},
    {EVERYWHERE, "w",      "view weights",    "the weights",                   NULL},
    {EVERYWHERE, "v",      "view vectors",    "the vectors",                   NULL},
    {EVERYWHERE, "p",      "view page",       "all of attention on a page",    NULL},
    {EVERYWHERE, "t",      "view train",      "train the lookup task",         NULL},
    {EVERYWHERE, "L",      "view lessons",    "the lessons",                   NULL},
    {EVERYWHERE, "?",      "view help",       "this help",                     "? help"},
    {EVERYWHERE, "C-l",    "redraw",          "paint the screen again",        NULL},
    {EVERYWHERE, "C-z",    "suspend",         "to the shell, until fg",        NULL},
    {EVERYWHERE, "q",      "quit",            "quit",                          "q quit"},
    {EVERYWHERE, "C-c",    "quit",            "as q",                          NULL},
};
/* clang-format on */

const int key_count = sizeof key_table / sizeof key_table[0];

const char *
keymap_find(const char *key, unsigned scopes)
{
    for (int i = 0; i < key_count; i++)
        if ((key_table[i].scopes & scopes) && strcmp(key_table[i].key, key) == 0)
            return key_table[i].command;
    return NULL;
}

/* Writes where a key works in words: "weights vectors"; "anywhere" for everywhere. */
static void
write_scopes(unsigned scopes, char *out, size_t size)
{
    static const struct {
        unsigned scopes;
        const char *name;
    } names[] = {
        {EVERYWHERE, "anywhere"}, {IN_SENTENCE, "sentence"}, {IN_WEIGHTS, "weights"},
        {IN_VECTORS, "vectors"},  {IN_PAGE, "page"},         {IN_HELP, "help"},
        {IN_RECEIPT, "receipt"},  {IN_TRAIN, "train"},       {IN_LESSON, "lesson"},
        {IN_LESSONS, "lessons"},
    };
    size_t used = 0;
    out[0] = '\0';
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if ((scopes & names[k].scopes) == names[k].scopes && used < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "",
                                     names[k].name);
            scopes &= ~names[k].scopes;
        }
}

void
keymap_list(struct text *text)
{
    for (int i = 0; i < key_count; i++) {
        char where[64];
        if (key_table[i].help == NULL)
            continue;
        write_scopes(key_table[i].scopes, where, sizeof where);
        text_add(text, "%-9s %-15s %-20s %s\n", key_table[i].key, key_table[i].command,
                 where, key_table[i].help);
    }
}

#ifndef APP_KEYS_KEYMAP_H
#define APP_KEYS_KEYMAP_H

#include "base/text.h"

/* The one table of keys: what dispatches them, what --keys and the help show. Keys are
 * written as in "a", "Up", "C-c", "Space"; commands in the command language. */
enum scope {
    IN_WEIGHTS = 1,
    IN_VECTORS = 2,
    IN_PAGE = 4,
    IN_HELP = 8,
    IN_RECEIPT = 16, /* a number is open, whatever the view */
    IN_TRAIN = 32,
    IN_LESSON = 64,          /* the lesson has the keys */
    IN_LESSONS = 128,        /* the list of them */
    LESSON_SAID_ERROR = 256, /* the lesson has the keys, and an error is shown */
    LESSON_OPENED = 512,  /* the same, and a number is open that the step did not open */
    BESIDE_LESSON = 1024, /* a lesson is open, but has not the keys */
    IN_SENTENCE = IN_WEIGHTS | IN_VECTORS | IN_PAGE,
    EVERYWHERE = IN_SENTENCE | IN_TRAIN | IN_HELP | IN_RECEIPT | IN_LESSON | IN_LESSONS
};

struct key_binding {
    unsigned scopes; /* where it works: a sum of enum scope */
    const char *key;
    const char *command; /* "": only what is shown of the last key goes */
    const char *help;    /* NULL: it goes without saying (2 to 9) */
    const char *hint;    /* for the last row of the screen, or NULL */
};

extern const struct key_binding key_table[];
extern const int key_count;

/* The command of a key where these scopes hold, by the first row that has one of them; or NULL. */
const char *keymap_find(const char *key, unsigned scopes);

/* Writes the table, one key a line. */
void keymap_list(struct text *text);

#endif

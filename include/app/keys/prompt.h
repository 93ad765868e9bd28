#ifndef APP_KEYS_PROMPT_H
#define APP_KEYS_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#ifndef PROMPT_BYTES
#define PROMPT_BYTES 8192
#endif
#ifndef HISTORY_MAX
#define HISTORY_MAX 64
#endif

/* A line that is being typed at the foot of the screen: ":" a command, "/" a part of a token
 * to find, "e" the sentence. It knows nothing of what the line will do. */
enum prompt_kind { PROMPT_NONE, PROMPT_COMMAND, PROMPT_FIND, PROMPT_SENTENCE };

struct prompt {
    enum prompt_kind kind;      /* PROMPT_NONE: nothing is being typed */
    char text[PROMPT_BYTES];    /* well-formed UTF-8 without control characters */
    size_t length, cursor;      /* in bytes; the cursor is between characters, of which
                                a combining mark is a part */
    char *history[HISTORY_MAX]; /* commands entered, the newest last; owned */
    int history_count;
    int history_at; /* the entry shown; history_count: the line itself */
    char *draft;    /* the line typed before history was entered; owned */
};

/* What a key did to the prompt. */
enum prompt_result {
    PROMPT_GOES_ON,
    PROMPT_COMPLETES, /* Tab: the caller knows with what, for prompt_complete */
    PROMPT_ENTERED,   /* Enter: `text` is to be used; the prompt is closed */
    PROMPT_LEFT /* Esc, C-c: closed without effect; also where it was closed before */
};

/* Opens the prompt with a text in it, the cursor behind. Blanks of every kind become plain
 * blanks, control characters and broken UTF-8 are left out, what does not fit is cut. A
 * prompt starts as {0}; prompt_free ends it with its history. */
void prompt_open(struct prompt *prompt, enum prompt_kind kind, const char *text);
void prompt_free(struct prompt *prompt);

/* Takes a key by its name: a printable character or "Space" goes in where it fits; Left Right
 * Home End C-a C-e move; Backspace Delete C-d C-h erase; C-w a word, C-u all before, C-k all
 * behind the cursor; Up Down C-p C-n walk through the history of commands (PROMPT_COMMAND
 * only; what was changed in an entry is lost when it is left). Unknown keys do nothing. */
enum prompt_result prompt_key(struct prompt *prompt, const char *key);

/* Puts pasted text in at the cursor: blanks and line ends become single blanks, control
 * characters and broken UTF-8 are left out; what does not fit is dropped. Returns false where
 * something did not fit, or nothing is being typed. */
bool prompt_paste(struct prompt *prompt, const char *bytes, size_t length);

/* Completes the word before the cursor (as far as the blank before it) from those words that
 * begin with it: with all that these have in common, and a blank behind where it is one. */
void prompt_complete(struct prompt *prompt, const char *const *words, int count);

/* Keeps a command for the history; the same twice in a row is kept once, an empty one not at
 * all, nor one for which there is no memory. The oldest goes where there are too many. */
void prompt_remember(struct prompt *prompt, const char *command);

#endif

#ifndef APP_COMMANDS_WORDS_H
#define APP_COMMANDS_WORDS_H

#include <stdbool.h>

/* Words that follow several commands. */

/* Reads on, off or toggle; false where the word is none of them. */
bool command_switch(const char *word, bool *on);

/* The place of a name among `count`, or -1. */
int command_name(const char *const *names, int count, const char *name);

#endif

#ifndef APP_COMMANDS_ARGS_H
#define APP_COMMANDS_ARGS_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* Reading what follows a command, and saying that it is wrong. */

/* Reads on, off or toggle; false where the word is none of them. */
bool command_switch(const char *word, bool *on);

/* The place of a name among `count`, or -1. */
int command_name(const char *const *names, int count, const char *name);

/* Reads qk or kv and a switch. Fails where it is something else. */
bool command_share_switch(const char *args, bool *share_qk, bool *share_kv,
                          struct err *err);

/* Moves *at so many places on in a circle of `count`, where args read +N or -N,
 * with N up to `most`. */
bool command_moves(const char *args, int most, int count, int *at);

/* Failed: what it is, and that it is not what follows the command. */
enum outcome not_word(struct err *err, const char *what, const char *args);

/* Failed, with the place put in front of the sentence. */
enum outcome placed(const char *place, struct err *err);

#endif

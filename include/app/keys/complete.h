#ifndef APP_KEYS_COMPLETE_H
#define APP_KEYS_COMPLETE_H

#include "app/state/app.h"

/* Completes the word before the cursor of the command line, where it follows a command: names
 * of heads, views, panes, tokens, features, or the command's few fixed words. False where it is
 * the command itself that is typed, or another line: then the prompt completes. */
bool complete_argument(struct app *app);

#endif

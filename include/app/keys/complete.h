#ifndef APP_KEYS_COMPLETE_H
#define APP_KEYS_COMPLETE_H

#include "app/state/app.h"

/* Completes the word before the cursor of the command line: the name of a command, and behind it
 * names of heads, views, panes, tokens, features, or the command's few fixed words. Nothing in
 * other lines. */
void complete_line(struct app *app);

#endif

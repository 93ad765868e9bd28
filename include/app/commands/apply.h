#ifndef APP_COMMANDS_APPLY_H
#define APP_COMMANDS_APPLY_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* Carries out one command (see `qkv --commands`). A command that fails, or an expect that
 * does not hold, leaves a sentence in err and the state as it was. */
enum outcome app_apply(struct app *app, const char *command, struct err *err);

#endif

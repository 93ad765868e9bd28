#ifndef APP_COMMANDS_LESSON_H
#define APP_COMMANDS_LESSON_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* Begins the lesson that the list points at: the command open, in the list. */
enum outcome lesson_open_listed(struct app *app, struct err *err);

#endif

#ifndef APP_LESSONS_WATCH_H
#define APP_LESSONS_WATCH_H

#include "app/state/app.h"

/* Looks whether what the step waits for holds now, and closes what is open of a number that the
 * question asks for; after every command. */
void lesson_watch(struct app *app);

/* Closes what is open of such a number: the sentence may have changed below it, or the step itself
 * opened it. */
void lesson_close_asked(struct app *app);

#endif

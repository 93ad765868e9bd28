#ifndef APP_COMMANDS_SHARED_H
#define APP_COMMANDS_SHARED_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* What one file of commands does for another. */

/* What commands of a sentence do where the trainer is meant. */
enum outcome train_query(struct app *app, const char *args, struct err *err);
enum outcome train_key(struct app *app, const char *args, struct err *err);
enum outcome train_ask(struct app *app, const char *args, struct err *err);
enum outcome train_set(struct app *app, const char *args, struct err *err);
enum outcome train_share(struct app *app, const char *args, struct err *err);
enum outcome train_reset(struct app *app, const char *args, struct err *err);

/* Sets a number of the lookup task, which can be set, by hand; verb is the command's. */
enum outcome train_edit(struct app *app, const char *verb, const struct number *number,
                        double value, struct err *err);

/* Begins the lesson that the list points at: the command open, in the list. */
enum outcome lesson_open_listed(struct app *app, struct err *err);

/* Moves the cursor of a receipt, of the vectors or of the page by so many rows and columns. */
void move_cursor(struct app *app, int rows, int cols);

#endif

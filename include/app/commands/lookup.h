#ifndef APP_COMMANDS_LOOKUP_H
#define APP_COMMANDS_LOOKUP_H

#include "app/state/app.h"
#include "app/state/outcome.h"

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

#endif

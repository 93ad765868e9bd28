#ifndef APP_COMMANDS_TRAIN_H
#define APP_COMMANDS_TRAIN_H

#include "app/commands/table.h"

/* The trainer of the lookup task as the commands see it. */

enum { TRAIN_SPEED = 20, TRAIN_SPEED_MAX = 1000 }; /* steps a second */

/* Makes a trainer with the standard settings where there is none, and goes to its view. Fails
 * where memory is short. */
bool train_begin(struct app *app, struct err *err);

/* Makes the sentence active; where its trainer was seen, the weights are. */
void train_leave(struct app *app);

/* Whether a command is about the trainer, and not about the sentence: set, share and reset
 * where it is active, edit and nudge where their address is one of the lookup task. */
bool train_is_meant(const struct app *app, const struct command *command,
                    const char *args);

/* Whether `work` has weights of the watched store to find, though there is no goal. */
bool train_is_recalling(const struct app *app);

/* Goes to a step: at once where that is quick, otherwise as a goal. Where the run breaks off on
 * the way it stays there, and the status says why; fails where it cannot move at all. */
bool train_seek(struct app *app, int step, struct err *err);

/* Whether the loss of the shown step is not finite: then a goal ends, and the status says
 * why. */
bool train_stop_diverged(struct app *app);

/* Says something in the status line. */
void train_say(struct app *app, bool is_error, const char *format, ...) PRINTF_LIKE(3, 4);

/* Drops a fan that speaks of other settings or of another store. */
void train_fit_fan(struct app *app);

/* After the run became another one: the goal that it had is none any more, the pointed entry is
 * one that there is, and the fan fits. */
void train_run_changed(struct app *app);

/* What the commands of the same names do where the trainer is meant. */
enum outcome train_query(struct app *app, const char *args, struct err *err);
enum outcome train_key(struct app *app, const char *args, struct err *err);
enum outcome train_ask(struct app *app, struct err *err);
enum outcome train_set(struct app *app, const char *args, struct err *err);
enum outcome train_share(struct app *app, const char *args, struct err *err);
enum outcome train_reset(struct app *app, struct err *err);
enum outcome train_step(struct app *app, const char *args, struct err *err);
enum outcome train_edit(struct app *app, const char *verb, const struct number *number,
                        double value, struct err *err);
void train_run(struct app *app);
void train_work(struct app *app, int units);

#endif

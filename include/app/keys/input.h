#ifndef APP_KEYS_INPUT_H
#define APP_KEYS_INPUT_H

#include "app/keys/keymap.h"
#include "app/state/app.h"

/* What a person does, turned into commands. Failures become the status line. */

/* Where the app is, for the table of keys; and where it is below the help. */
enum scope app_scope(const struct app *app);
enum scope app_scope_below(const struct app *app);

/* The first with the scopes of a lesson added, as keymap_find takes them. */
unsigned app_scopes(const struct app *app);

/* A key by its name: "a", "Space", "Up", "Enter", "Esc", "Tab", "S-Tab", "C-c", "PgDn", "M-x" ... While a
 * line is being typed the prompt takes it, otherwise the table of keys. */
void app_key(struct app *app, const char *key);

/* Pasted text: goes into the line being typed; a remark says so where there is none. */
void app_paste(struct app *app, const char *bytes, size_t length);

/* A command from a click: as app_apply, but a failure becomes the status line. */
void app_do(struct app *app, const char *command);

#endif

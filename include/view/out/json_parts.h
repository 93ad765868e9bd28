#ifndef VIEW_OUT_JSON_PARTS_H
#define VIEW_OUT_JSON_PARTS_H

#include <jansson.h>

#include "app/state/app.h"

/* Parts of the JSON of a state. Each returns a new value, or NULL where memory runs out;
 * and what would hold a NULL becomes NULL too. */

/* A number; null where it is not finite. */
json_t *json_number(double value);

/* Appends to *list, or makes it NULL. */
void json_append(json_t **list, json_t *item);

/* Sets a key of *object, or makes the object NULL. */
void json_set(json_t **object, const char *key, json_t *value);

/* [{"address", "was", "now"}, ...]: the numbers of a sentence that were set by hand; and one
 * more of a list. */
json_t *json_edits(const struct app *app);
void json_add_edit(const struct app *app, json_t **list, const struct number *number,
                   double was, double now);

/* The receipt of the number that was opened last; one must be open. */
json_t *json_receipt(const struct app *app);

/* How the weight between query and key answers to the last edit; there must be one. */
json_t *json_what_if(const struct app *app);

/* Adds the tensor of a number under its name: {"shape", "rows", "columns", "parameter", "data"},
 * or {"same_as"} of a shared matrix. */
void json_add_tensor(const struct app *app, json_t **all, const struct number *number);

/* The run of the lookup task, and its tensors; there must be a trainer. */
json_t *json_train(const struct app *app);
json_t *json_lookup_tensors(const struct app *app);

#endif

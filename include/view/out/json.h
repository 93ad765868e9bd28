#ifndef VIEW_OUT_JSON_H
#define VIEW_OUT_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "app/state/app.h"

/* Writes the state and every tensor as one JSON object on one line. Numbers have the nine
 * digits that read back as the same float; -infinity (a masked score) is null. A shared
 * matrix is {"same_as": NAME}. Fails where memory runs out; whether the stream took it all
 * is for the caller to see. */
bool json_write(const struct app *app, FILE *stream, struct err *err);

#endif

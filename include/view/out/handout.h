#ifndef VIEW_OUT_HANDOUT_H
#define VIEW_OUT_HANDOUT_H

#include "app/state/app.h"
#include "base/text.h"

/* Adds the shown step of the lesson for paper: its prose, what its view shows
 * on a screen of a size, and a line to write the answer on. Fails where memory is short. */
bool handout_write(const struct app *app, int rows, int cols, struct text *out,
                   struct err *err);

#endif

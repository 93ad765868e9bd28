#ifndef APP_COMMANDS_OPEN_H
#define APP_COMMANDS_OPEN_H

#include "app/state/app.h"

/* The number that the cursor points at: in a receipt the factor of a term, otherwise what the
 * view points at. False where that is no number (a fold). */
bool app_pointed(const struct app *app, struct place *place);

/* Moves the cursor of a receipt, of the vectors or of the page by so many rows and columns. */
void move_cursor(struct app *app, int rows, int cols);

#endif

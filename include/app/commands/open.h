#ifndef APP_COMMANDS_OPEN_H
#define APP_COMMANDS_OPEN_H

#include "app/state/app.h"

/* Moves the cursor of a receipt, of the vectors or of the page by so many rows and columns. */
void move_cursor(struct app *app, int rows, int cols);

#endif

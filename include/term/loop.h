#ifndef TERM_LOOP_H
#define TERM_LOOP_H

#include <stdio.h>

#include "app/state/app.h"
#include "base/err.h"
#include "term/tty.h"

/* The program on a terminal: events become commands, time becomes the command `work`, the app
 * is drawn. Returns the exit status of the program:
 *
 *     0        the app asked to quit
 *     2        there is no usable terminal, or something failed: err says what
 *     128 + n  signal n ended it, or the terminal hung up (n is SIGHUP then)
 *
 * The terminal is as before in all of these cases. The commands carried out are written to
 * `log` (NULL: nowhere; otherwise app->journaling is switched on); it stays open. Where it
 * cannot be written the program goes on without, and the status is 2 in the end.
 *
 * ESCDELAY in the environment says how many ms an Esc waits for the rest of a sequence (50).
 * Of the app's choices none is touched: glyphs (screen_glyphs in term/screen.h tells what
 * fits), theme and mouse are set by whoever calls. */
int loop_run(struct app *app, enum tty_keys keys, FILE *log, struct err *err);

#endif

#ifndef SUPPORT_VISIT_H
#define SUPPORT_VISIT_H

#include "support/terminal.h"

/* What most tests on a terminal begin and end with. */

/* *state is a terminal while a test runs; it is closed however the test ends. */
#define VISIT(test) cmocka_unit_test_setup_teardown(test, visit_set_up, visit_tear_down)
int visit_set_up(void **state);
int visit_tear_down(void **state);

/* Starts the program and waits for its first screen. */
struct terminal *visit_start(void **state, const struct terminal_setup *setup);

/* The same on a terminal of the usual kind. */
struct terminal *visit_xterm(void **state);

/* Quits with q; the test fails where it does not end well, or leaves something behind. */
void visit_quit(struct terminal *terminal);

#endif

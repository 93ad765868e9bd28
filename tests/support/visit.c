/* The beginning and the end of a test on a terminal. */
#include "support/visit.h"

int
visit_set_up(void **state)
{
    static struct terminal terminal;
    *state = &terminal;
    return 0;
}

int
visit_tear_down(void **state)
{
    terminal_close(*state);
    return 0;
}

struct terminal *
visit_start(void **state, const struct terminal_setup *setup)
{
    struct terminal *terminal = *state;
    terminal_open(terminal, setup);
    terminal_wait_row(terminal, 0, "weights");
    terminal_wait_row(terminal, terminal->rows - 1, "quit");
    terminal_wait_mode(terminal, 2004, true); /* the last it asks for */
    return terminal;
}

struct terminal *
visit_xterm(void **state)
{
    return visit_start(state, &(struct terminal_setup){.term = "xterm-256color"});
}

void
visit_quit(struct terminal *terminal)
{
    terminal_send(terminal, "q");
    assert_exit(terminal, 0);
    assert_terminal_as_before(terminal);
}

#ifndef SUPPORT_JOB_H
#define SUPPORT_JOB_H

#include "support/terminal.h"

/* The process side of a terminal under test: how the program is started, ended and watched.
 *
 * A program that is alone in its session cannot be stopped: the kernel ignores Ctrl-Z where
 * nobody could let it go on. So where stopping is tested a shell of a few lines stands
 * between, which does what shells do: the program is a process group of its own, it has the
 * terminal while it runs, and the shell has it while it is stopped. */

void job_start(struct terminal *terminal, const struct terminal_setup *setup);

/* Whether the program stopped or ended since the last call; terminal->status says how. True
 * for ever once it ended. */
bool job_has_changed(struct terminal *terminal);

/* Ends the program and the shell. */
void job_end(struct terminal *terminal);

#endif

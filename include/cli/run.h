#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/options.h"
#include "source/library.h"

enum exit_status {
    EXIT_DONE = 0,
    EXIT_UNMET = 1, /* an expect did not hold */
    EXIT_USAGE = 2  /* wrong usage or unreadable input; no terminal */
};

/* Does what the options ask for: prints a table, checks a head file, or carries out the commands
 * and writes the result, or opens the program on the terminal. Returns the exit status, an
 * enum exit_status or 128 + the signal that ended it; err is a sentence where it is 1 or 2. */
int run(const struct options *options, struct err *err);

/* The same with a library that is loaded already, unless the options ask for a table. Heads
 * that are to be checked are added to it. */
int run_library(const struct options *options, struct library *library, struct err *err);

#endif

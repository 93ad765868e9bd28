#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/options.h"

enum exit_status {
    EXIT_DONE = 0,
    EXIT_UNMET = 1, /* an expect did not hold */
    EXIT_USAGE = 2  /* wrong usage or unreadable input; no terminal */
};

/* Does what the options ask for, without a terminal: prints a table, checks a head file, or
 * carries out the commands and writes the result to standard output. */
enum exit_status batch_run(const struct options *options, struct err *err);

#endif

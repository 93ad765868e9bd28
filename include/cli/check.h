#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "app/state/app.h"
#include "cli/options.h"

/* --check: runs what the lines of files promise, without a terminal: the sentences and expects
 * of head files; of lessons every step, its expects, its question, what it waits for, and
 * whether its text has room at 80x24. Writes a line for each file to standard output. Returns
 * an exit status; with another than EXIT_DONE err says file:line, what was expected and what
 * there is. The heads among the files have been added to the library. */
int check_files(struct app *app, const struct options *options, struct err *err);

#endif

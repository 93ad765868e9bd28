/* Reads the command line and does what it asks for. The only file that prints errors and picks
 * the exit status. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/batch.h"
#include "cli/options.h"

int
main(int argc, char **argv)
{
    (void)argc;
    struct options options = {0};
    struct err err = {""};
    enum exit_status status = EXIT_USAGE;
    if (options_read(&options, argv, &err))
        status = batch_run(&options, &err);
    if (status == EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        err_set(&err, "the output could not be written: %s", strerror(errno));
        status = EXIT_USAGE;
    }
    if (status != EXIT_DONE)
        fprintf(stderr, "qkv: %s\n", err.text);
    options_free(&options);
    return (int)status;
}

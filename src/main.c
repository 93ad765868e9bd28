/* Reads the command line and does what it asks for. The only file that prints errors and picks
 * the exit status. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/run.h"

/* A closed standard stream must not come back as a file of ours: in its place stands one that
 * reads nothing and takes nothing. */
static void
guard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", O_RDONLY);
}

int
main(int argc, char **argv)
{
    (void)argc;
    struct options options = {0};
    struct err err = {""};
    int status = EXIT_USAGE;
    guard_streams();
    if (options_read(&options, argv, &err))
        status = run(&options, &err);
    if (status == EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        err_set(&err, "the output could not be written: %s", strerror(errno));
        status = EXIT_USAGE;
    }
    if (err.text[0] != '\0')
        fprintf(stderr, "qkv: %s\n", err.text);
    options_free(&options);
    return status;
}

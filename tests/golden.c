/* qkv as the goldens run it: as ever, but with the heads that they count on and no others. */
#include <stdio.h>

#include "base/xdg.h"
#include "cli/options.h"
#include "cli/run.h"
#include "support/heads.h"

/* Whether the library could be loaded, with what the reader's own folder adds, and has all the
 * heads that it keeps. */
static bool
load(struct library *library, const struct options *options, struct err *err)
{
    char folder[4096];
    const char *own = xdg_data(folder, sizeof folder) ? folder : NULL;
    return library_load(library, own, options->data, err) &&
           (heads_keep(library) ||
            err_set(err, "a head that the goldens count on is not where it was"));
}

int
main(int argc, char **argv)
{
    (void)argc;
    static struct library library;
    struct options options = {0};
    struct err err = {""};
    int status = EXIT_USAGE;
    if (options_read(&options, argv, &err) && load(&library, &options, &err))
        status = run_library(&options, &library, &err);
    if (err.text[0] != '\0')
        fprintf(stderr, "golden: %s\n", err.text);
    library_free(&library);
    options_free(&options);
    return status;
}

#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/text.h"

enum { PLACE_BYTES = 256, OPTION_INPUTS_MAX = 64 };

/* A command to carry out and where it was written: -c, or a line of a script. */
struct order {
    char *command;
    char place[PLACE_BYTES];
};

/* What the command line asks for. Strings are borrowed from argv unless said otherwise. */
struct options {
    struct text sentence; /* the ARGs with blanks between, or the text of --file; owned */
    bool has_arg, has_file;
    bool stdin_used;      /* --file - or --script -: keys must come from elsewhere */
    struct order *orders; /* of -c and --script, in their order; owned */
    size_t order_count;
    bool has_script;
    struct {
        long long device, file;
    } inputs[OPTION_INPUTS_MAX]; /* files that were read: the log must be none of them */
    int input_count;
    const char *log, *data, *kernels;
    const char **checks; /* head files and lessons that are to be checked; owned */
    int check_count;
    bool json, describe;
    enum print_form { PRINT_NONE, PRINT_TEXT, PRINT_ANSI, PRINT_SVG, PRINT_ALL } print;
    int cols, rows;    /* of --print */
    const char *table; /* an option that only prints a table: --help, --keys ... */
};

/* Reads the command line (argv ends with NULL), and the files that --file and --script name.
 * Fails with what would be right. Free with options_free in any case. */
bool options_read(struct options *options, char **argv, struct err *err);
void options_free(struct options *options);

/* Whether there is something to do without a terminal; otherwise the program opens. */
bool options_are_batch(const struct options *options);

/* Writes the table of options, as --help prints it. */
void options_list(struct text *text);

#endif

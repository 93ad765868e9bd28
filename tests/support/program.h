#ifndef SUPPORT_PROGRAM_H
#define SUPPORT_PROGRAM_H

#include <stddef.h>

#include "support/child.h"

/* qkv as a shell runs it, in a folder of its own that holds the files of a test. */
struct program;

struct program_file {
    const char *path, *bytes; /* bytes NULL: a folder, which stands before its files */
    size_t length;
};
#define PROGRAM_FILE(path, bytes)      \
    {                                  \
        path, bytes, sizeof(bytes) - 1 \
    }

/* Makes the folder and its files, and goes there; NULL where that fails. program_leave goes
 * back and removes them (and run.log), and returns whether it could. */
struct program *program_enter(const struct program_file *files, size_t count);
bool program_leave(struct program *program);

/* Runs qkv as child_run does; the caller frees child. The test fails where an output has a
 * character that a terminal would act on, or is no UTF-8, or where stderr is anything but
 * nothing (status 0) or one line that begins "qkv: ". */
void program_run(struct child *child, const struct program *program,
                 const char *const args[], const char *input, const char *out_path);

/* Writes the arguments as one printable text. */
void program_name_args(const char *const args[], char *out, size_t size);

/* A run, and what must come of it. */
struct program_row {
    const char *args[CHILD_ARGS], *input;
    int status;
    const char *out, *err; /* what must stand in them; NULL: nothing is written */
};

/* Runs all rows; the test fails where any of them is wrong. */
void program_check(const struct program *program, const struct program_row *rows,
                   size_t count);

#endif

#ifndef SUPPORT_CHILD_H
#define SUPPORT_CHILD_H

#include <stdbool.h>
#include <stddef.h>

enum { CHILD_ARGS = 16 };

/* A program that ran to its end, and what it wrote. Free with child_free. */
struct child {
    int status; /* what it exited with; 128 + n where signal n ended it */
    char *out;  /* standard output, NUL-terminated; owned */
    char *err;  /* standard error, likewise */
    size_t out_length, err_length;
};

/* Runs `program` with args, of which NULL or the CHILD_ARGS-th is the end. It reads `input`
 * (NULL: nothing) as standard input. Its standard output goes to the file `out_path`, or
 * where that is NULL into child->out. Returns false where it could not be run at all; then
 * nothing is owned. */
bool child_run(struct child *child, const char *program, const char *const args[],
               const char *input, const char *out_path);
void child_free(struct child *child);

#endif

#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { FILE_PATH_BYTES = 1024 };

/* Joins a folder and a name; fails where the path would be cut. */
bool file_join(char path[FILE_PATH_BYTES], const char *folder, const char *name,
               struct err *err);

/* Reads a whole file ("-" is standard input) of at most `limit` bytes. On success *bytes is
 * the caller's to free, NUL-terminated behind *length bytes. Fails where the file cannot be
 * read, is a directory, or is longer than the limit. */
bool file_read(const char *path, size_t limit, char **bytes, size_t *length,
               struct err *err);

/* The same of a file on a disk: "-" is a name like any other, and what is no regular file, from
 * which reading could wait for ever, is refused. */
bool file_read_regular(const char *path, size_t limit, char **bytes, size_t *length,
                       struct err *err);

/* Hands the files of a folder over, in the order of their names, so that the first fault is always
 * the same: goes on behind a fault, and fails with the first. A folder that is not there is
 * empty. */
bool file_each(const char *folder,
               bool (*take)(void *into, const char *folder, const char *name,
                            struct err *err),
               void *into, struct err *err);

#endif

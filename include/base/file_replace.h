#ifndef BASE_FILE_REPLACE_H
#define BASE_FILE_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Writes a whole file, or nothing: the bytes go to a temporary file in the same folder, reach
 * the disk, and only then take the name. Whatever fails, a file that was there stays as it
 * was, and no temporary file is left. A file that is replaced keeps its permissions; of a
 * link, what it points to is replaced. Fails with a sentence that names the path, also where
 * it is a directory or another thing than a file, or is read-only. */
bool file_replace(const char *path, const char *bytes, size_t length, struct err *err);

#endif

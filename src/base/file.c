/* Reading a file of bounded size into memory. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

bool
file_join(char path[FILE_PATH_BYTES], const char *folder, const char *name,
          struct err *err)
{
    int length = snprintf(path, FILE_PATH_BYTES, "%s/%s", folder, name);
    return (length >= 0 && length < FILE_PATH_BYTES) ||
           err_set(err, "%s: the path is longer than %d bytes",
                   text_shown(folder, 80).text, FILE_PATH_BYTES - 1);
}

/* Reads from an open stream until its end; `name` is for errors. */
static bool
read_stream(FILE *stream, const char *name, size_t limit, char **bytes, size_t *length,
            struct err *err)
{
    char *block = NULL;
    size_t used = 0, capacity = 0;
    for (;;) {
        if (used + 1 >= capacity) {
            capacity = capacity ? capacity * 2 : 16384;
            char *bigger = realloc(block, capacity);
            if (bigger == NULL) {
                err_set(err, "%s: there is not enough memory to read it", name);
                goto fail;
            }
            block = bigger;
        }
        size_t got = fread(block + used, 1, capacity - used - 1, stream);
        used += got;
        if (used > limit) {
            err_set(err, "%s: it is longer than %zu bytes, the most that is read here",
                    name, limit);
            goto fail;
        }
        if (got == 0)
            break;
    }
    if (ferror(stream)) {
        err_set(err, "%s: it cannot be read: %s", name, strerror(errno));
        goto fail;
    }
    block[used] = '\0';
    *bytes = block;
    *length = used;
    return true;
fail:
    free(block);
    return false;
}

bool
file_read_regular(const char *path, size_t limit, char **bytes, size_t *length,
                  struct err *err)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe does not block */
    if (file < 0)
        return err_set(err, "%s: it cannot be opened: %s", path, strerror(errno));
    FILE *stream = NULL;
    bool done = false;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        err_set(err, "%s: it is %s", path,
                S_ISDIR(status.st_mode) ? "a directory" : "no regular file");
    else if ((stream = fdopen(file, "rb")) == NULL)
        err_set(err, "%s: it cannot be read: %s", path, strerror(errno));
    else
        done = read_stream(stream, path, limit, bytes, length, err);
    if (stream != NULL)
        fclose(stream);
    else
        close(file);
    return done;
}

bool
file_read(const char *path, size_t limit, char **bytes, size_t *length, struct err *err)
{
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, "standard input", limit, bytes, length, err);
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return err_set(err, "%s: it cannot be opened: %s", path, strerror(errno));
    bool done = read_stream(stream, path, limit, bytes, length, err);
    fclose(stream);
    return done;
}

bool
file_each(const char *folder,
          bool (*take)(void *into, const char *folder, const char *name, struct err *err),
          void *into, struct err *err)
{
    struct dirent **entries;
    bool done = true;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return errno == ENOENT ||
               err_set(err, "%s: the folder cannot be read: %s", folder, strerror(errno));
    for (int k = 0; k < count; k++) {
        struct err later;
        done = take(into, folder, entries[k]->d_name, done ? err : &later) && done;
        free(entries[k]);
    }
    free(entries);
    return done;
}

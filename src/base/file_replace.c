/* Writing a file atomically. */
#include "base/file_replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* What is known of the file before it is written. */
struct target {
    char *path; /* with links followed; owned */
    bool is_there;
    mode_t mode; /* if it is there */
};

static bool
cannot(const char *path, struct err *err)
{
    return err_set(err, "%s: it cannot be written: %s", path, strerror(errno));
}

static bool
find_target(const char *path, struct target *target, struct err *err)
{
    struct stat status;
    *target = (struct target){.is_there = stat(path, &status) == 0};
    if (target->is_there && S_ISDIR(status.st_mode))
        return err_set(err, "%s: it is a directory; a file is written", path);
    if (target->is_there && !S_ISREG(status.st_mode))
        return err_set(err, "%s: it is not a regular file", path);
    if (target->is_there && access(path, W_OK) != 0)
        return cannot(path, err);
    if (target->is_there) {
        target->mode = status.st_mode & 07777;
        target->path = realpath(path, NULL);
        return target->path != NULL || cannot(path, err);
    }
    if (errno != ENOENT)
        return cannot(path, err);
    if (lstat(path, &status) == 0)
        return err_set(err, "%s: it is a link to a file that is not there", path);
    target->path = strdup(path);
    return target->path != NULL || cannot(path, err);
}

/* Makes a file with a name of its own beside the target; -1 where that fails. */
static int
open_beside(const char *target, struct text *name)
{
    enum { TRIES = 100 };
    const char *slash = strrchr(target, '/');
    int folder = slash != NULL ? (int)(slash - target) + 1 : 0, file = -1;
    for (int k = 0; k < TRIES && file < 0; k++) {
        text_free(name);
        text_add(name, "%.*s.qkv-%ld-%d", folder, target, (long)getpid(), k);
        if (name->failed) {
            errno = ENOMEM;
            return -1;
        }
        file = open(name->bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

static bool
write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* A new name survives a power cut only once its folder is on the disk too. Not all systems can
 * do this; the file is complete either way. */
static void
sync_folder(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        slash[slash == path] = '\0';
    int folder = open(slash != NULL ? path : ".", O_RDONLY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
}

bool
file_replace(const char *path, const char *bytes, size_t length, struct err *err)
{
    struct target target;
    struct text name = {0};
    if (!find_target(path, &target, err))
        return false;
    int file = open_beside(target.path, &name);
    if (file < 0) {
        cannot(path, err);
        goto fail;
    }
    bool good = (!target.is_there || fchmod(file, target.mode) == 0) &&
                write_all(file, bytes, length) && fsync(file) == 0;
    if (!good)
        cannot(path, err);
    if (close(file) != 0 && good)
        good = cannot(path, err);
    if (good && rename(name.bytes, target.path) != 0)
        good = cannot(path, err);
    if (!good) {
        unlink(name.bytes);
        goto fail;
    }
    sync_folder(target.path);
    text_free(&name);
    free(target.path);
    return true;
fail:
    text_free(&name);
    free(target.path);
    return false;
}

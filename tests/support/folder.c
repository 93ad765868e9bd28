/* Folders that live as long as a test. */
#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
folder_make(struct folder *folder)
{
    snprintf(folder->path, sizeof folder->path, "%s", QKV_PROGRAM "-test-XXXXXX");
    return mkdtemp(folder->path) != NULL;
}

static int
remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return remove(path);
}

bool
folder_remove(struct folder *folder)
{
    return nftw(folder->path, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0;
}

void
folder_path(const struct folder *folder, const char *name, char path[FOLDER_PATH_BYTES])
{
    int length = snprintf(path, FOLDER_PATH_BYTES, "%s/%s", folder->path, name);
    assert_true(length > 0 && length < FOLDER_PATH_BYTES);
}

void
folder_add_folder(const struct folder *folder, const char *name)
{
    char path[FOLDER_PATH_BYTES];
    folder_path(folder, name, path);
    assert_int_equal(mkdir(path, 0755), 0);
}

void
folder_add_text(const struct folder *folder, const char *name, const char *text)
{
    char path[FOLDER_PATH_BYTES];
    folder_path(folder, name, path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

int
folder_set_up(void **state)
{
    static struct folder folder;
    *state = &folder;
    return folder_make(&folder) ? 0 : -1;
}

int
folder_tear_down(void **state)
{
    return folder_remove(*state) ? 0 : -1;
}

/* The folder that a group of tests is in, and the way back. */
static struct {
    struct folder folder;
    char home[FOLDER_PATH_BYTES];
} entered;

int
folder_enter(void **state)
{
    (void)state;
    return getcwd(entered.home, sizeof entered.home) != NULL &&
                   folder_make(&entered.folder) && chdir(entered.folder.path) == 0
               ? 0
               : -1;
}

int
folder_leave(void **state)
{
    (void)state;
    return chdir(entered.home) == 0 && folder_remove(&entered.folder) ? 0 : -1;
}

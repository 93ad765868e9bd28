/* Writing a file whole or not at all. */
#include "base/file_replace.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>

#include "base/file.h"
#include "support/folder.h"

static int
setup(void **state)
{
    struct folder *folder = calloc(1, sizeof *folder);
    *state = folder;
    return folder != NULL && folder_make(folder) ? 0 : -1;
}

static int
teardown(void **state)
{
    struct folder *folder = *state;
    bool removed = folder_remove(folder);
    free(folder);
    return removed ? 0 : -1;
}

static void
assert_holds(const char *path, const char *wanted)
{
    char *bytes;
    size_t length;
    struct err err = {""};
    if (!file_read(path, 1 << 20, &bytes, &length, &err))
        fail_msg("%s", err.text);
    assert_int_equal(length, strlen(wanted));
    assert_memory_equal(bytes, wanted, length);
    free(bytes);
}

/* How many names the folder holds: no temporary file is left. */
static int
names(const struct folder *folder)
{
    DIR *dir = opendir(folder->path);
    int count = 0;
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static void
new_and_replaced(void **state)
{
    const struct folder *folder = *state;
    char path[FOLDER_PATH_BYTES];
    struct err err = {""};
    struct stat status;
    folder_path(folder, "file", path);
    assert_true(file_replace(path, "one", 3, &err));
    assert_holds(path, "one");
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(file_replace(path, "two two", 7, &err));
    assert_holds(path, "two two");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_true(file_replace(path, "", 0, &err));
    assert_holds(path, "");
    assert_int_equal(names(folder), 1);
}

/* A name without a folder is one of this folder. */
static void
in_this_folder(void **state)
{
    const struct folder *folder = *state;
    char here[FOLDER_PATH_BYTES];
    struct err err = {""};
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder->path), 0);
    bool written = file_replace("file", "one", 3, &err);
    assert_int_equal(chdir(here), 0);
    assert_true(written);
    assert_int_equal(names(folder), 1);
}

static void
links(void **state)
{
    const struct folder *folder = *state;
    char file[FOLDER_PATH_BYTES], link[FOLDER_PATH_BYTES], loose[FOLDER_PATH_BYTES];
    struct err err = {""};
    struct stat status;
    folder_path(folder, "file", file);
    folder_path(folder, "link", link);
    folder_path(folder, "loose", loose);
    folder_add_text(folder, "file", "old");
    assert_int_equal(symlink("file", link), 0);
    assert_int_equal(symlink("nowhere", loose), 0);
    assert_true(file_replace(link, "new", 3, &err));
    assert_holds(file, "new");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_false(file_replace(loose, "new", 3, &err));
    assert_non_null(strstr(err.text, "loose: it is a link to a file that is not there"));
    assert_int_equal(names(folder), 3);
}

static void
places_that_cannot_be(void **state)
{
    const struct folder *folder = *state;
    static const struct {
        const char *name, *sentence;
    } wrong[] = {
        {"", "it is a directory; a file is written"},
        {"sub", "sub: it is a directory"},
        {"nowhere/file", "nowhere/file: it cannot be written: No such file or directory"},
        {"file/file", "file/file: it cannot be written: Not a directory"},
        {"pipe", "pipe: it is not a regular file"},
    };
    char path[FOLDER_PATH_BYTES];
    folder_add_folder(folder, "sub");
    folder_add_text(folder, "file", "old");
    folder_path(folder, "pipe", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct err err = {""};
        folder_path(folder, wrong[k].name, path);
        assert_false(file_replace(path, "new", 3, &err));
        if (strstr(err.text, wrong[k].sentence) == NULL)
            fail_msg("%s", err.text);
    }
    struct err err = {""};
    assert_false(file_replace("", "new", 3, &err));
    assert_false(file_replace("/dev/full", "new", 3, &err));
    assert_int_equal(names(folder), 3);
}

/* Root may write everywhere, so these two have nothing to see then. */
static void
no_permission(void **state)
{
    const struct folder *folder = *state;
    char path[FOLDER_PATH_BYTES];
    struct err err = {""};
    if (geteuid() == 0)
        skip();
    folder_path(folder, "file", path);
    folder_add_text(folder, "file", "old");
    assert_int_equal(chmod(path, 0400), 0);
    assert_false(file_replace(path, "new", 3, &err));
    assert_non_null(strstr(err.text, "it cannot be written: Permission denied"));
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(chmod(folder->path, 0500), 0);
    bool written = file_replace(path, "new", 3, &err);
    assert_int_equal(chmod(folder->path, 0700), 0);
    assert_false(written);
    assert_non_null(strstr(err.text, "it cannot be written: Permission denied"));
    assert_holds(path, "old");
}

/* Where writing ends before the file does, as on a full disk: here at a limit of 4096 bytes. */
static void
no_space(void **state)
{
    const struct folder *folder = *state;
    char path[FOLDER_PATH_BYTES];
    struct err err = {""};
    struct rlimit before, limit;
    enum { LONG = 100000 };
    char *bytes = calloc(LONG, 1);
    assert_non_null(bytes);
    folder_path(folder, "file", path);
    folder_add_text(folder, "file", "old");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool written = file_replace(path, bytes, LONG, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    free(bytes);
    assert_false(written);
    assert_non_null(strstr(err.text, "file: it cannot be written: File too large"));
    assert_holds(path, "old");
    assert_int_equal(names(folder), 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(new_and_replaced, setup, teardown),
        cmocka_unit_test_setup_teardown(in_this_folder, setup, teardown),
        cmocka_unit_test_setup_teardown(links, setup, teardown),
        cmocka_unit_test_setup_teardown(places_that_cannot_be, setup, teardown),
        cmocka_unit_test_setup_teardown(no_permission, setup, teardown),
        cmocka_unit_test_setup_teardown(no_space, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

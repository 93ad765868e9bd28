#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

enum { FOLDER_PATH_BYTES = 2048 };

/* A folder of its own for a test, made beside the program. */
struct folder {
    char path[FOLDER_PATH_BYTES];
};

/* Makes it; removes it with all that is in it. False where that fails. */
bool folder_make(struct folder *folder);
bool folder_remove(struct folder *folder);

/* For cmocka: *state gets a folder of its own, which is removed after the test. */
int folder_set_up(void **state);
int folder_tear_down(void **state);

/* For a group of tests: they run in a folder of their own, which is removed in the end, so that
 * the files they write are not those of another run. */
int folder_enter(void **state);
int folder_leave(void **state);

/* Writes the path of a name in it. The test fails where it is too long. */
void folder_path(const struct folder *folder, const char *name,
                 char path[FOLDER_PATH_BYTES]);

/* Makes a folder or a file in it; the test fails where that fails. */
void folder_add_folder(const struct folder *folder, const char *name);
void folder_add_text(const struct folder *folder, const char *name, const char *text);

#endif

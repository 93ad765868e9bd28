#ifndef SUPPORT_FOUR_H
#define SUPPORT_FOUR_H

#include "support/folder.h"
#include "support/session.h"

/* A lesson of four steps in a folder of its own: a number, a word and a yes are asked, then
 * the mask is waited for. */
struct four {
    struct folder folder;
    char command[FOLDER_PATH_BYTES + 16]; /* that opens it */
};

/* For cmocka: *state gets the struct four. */
int four_setup(void **state);
int four_teardown(void **state);

/* A session in which commands were carried out, and then the lesson was opened. */
struct session *four_begun(void **state, const char *before);

#endif

#ifndef SOURCE_SHELF_H
#define SOURCE_SHELF_H

#include <stdbool.h>

#include "base/err.h"
#include "source/lesson.h"

struct data_file; /* source/data_files.h */

enum { SHELF_MOST = 64 };

/* The lessons that can be listed, by name: the embedded ones, and those of folders. */
struct shelf {
    struct shelf_entry {
        char name[LESSON_NAME_BYTES];
        const struct data_file *embedded; /* or NULL */
        char *path;                       /* of the file, otherwise; owned */
    } entries[SHELF_MOST];
    int count;
};

/* Puts the embedded lessons on an empty shelf. */
void shelf_fill(struct shelf *shelf);

/* Adds the files folder/NAME.lesson, each instead of the lesson that has its name; they are read
 * when they are opened. A folder that is not there is empty. Fails where it cannot be read, or
 * there are too many; then some may have been added. */
bool shelf_add(struct shelf *shelf, const char *folder, struct err *err);
void shelf_free(struct shelf *shelf);

/* Reads lesson number `which`, from 0 to count - 1. Fails with file:line. */
bool shelf_read(const struct shelf *shelf, int which, struct lesson *lesson,
                struct err *err);

/* Reads the lesson of that number from 1, of that name, with or without the number in front of
 * it, or else of that file. */
bool shelf_find(const struct shelf *shelf, const char *wanted, struct lesson *lesson,
                struct err *err);

#endif

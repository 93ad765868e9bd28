/* The lessons there are. */
#include "source/shelf.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "source/data_files.h"

static const char FOLDER[] = "lessons/", ENDING[] = ".lesson";

/* NAME.lesson: takes the name; false where the file is called otherwise. */
static bool
take_stem(const char *file, char name[LESSON_NAME_BYTES])
{
    size_t length = strlen(file), ending = sizeof ENDING - 1;
    if (file[0] == '.' || length <= ending || length - ending >= LESSON_NAME_BYTES ||
        strcmp(file + length - ending, ENDING) != 0)
        return false;
    struct err ignored;
    snprintf(name, LESSON_NAME_BYTES, "%.*s", (int)(length - ending), file);
    return name[strcspn(name, "\t\r\n")] == '\0' && /* it is shown */
           text_check(name, length - ending, &ignored);
}

void
shelf_fill(struct shelf *shelf)
{
    size_t folder = sizeof FOLDER - 1;
    shelf->count = 0;
    for (size_t k = 0; k < data_file_count && shelf->count < SHELF_MOST; k++) {
        struct shelf_entry *entry = &shelf->entries[shelf->count];
        if (strncmp(data_files[k].name, FOLDER, folder) != 0 ||
            !take_stem(data_files[k].name + folder, entry->name))
            continue;
        entry->embedded = &data_files[k];
        entry->path = NULL;
        shelf->count++;
    }
}

void
shelf_free(struct shelf *shelf)
{
    for (int k = 0; k < shelf->count; k++)
        free(shelf->entries[k].path);
    shelf->count = 0;
}

static struct shelf_entry *
entry_named(struct shelf *shelf, const char *name)
{
    for (int k = 0; k < shelf->count; k++)
        if (strcmp(shelf->entries[k].name, name) == 0)
            return &shelf->entries[k];
    return NULL;
}

static bool
add_file(struct shelf *shelf, const char *folder, const char *file, struct err *err)
{
    char name[LESSON_NAME_BYTES], path[FILE_PATH_BYTES];
    if (!take_stem(file, name))
        return true;
    struct shelf_entry *entry = entry_named(shelf, name);
    if (entry == NULL && shelf->count == SHELF_MOST)
        return err_set(err, "%s: there are more than %d lessons", folder, SHELF_MOST);
    if (!file_join(path, folder, file, err))
        return false;
    char *copy = strdup(path);
    if (copy == NULL)
        return err_set(err, "%s: there is not enough memory for its name", path);
    if (entry == NULL)
        entry = &shelf->entries[shelf->count++];
    else
        free(entry->path);
    *entry = (struct shelf_entry){.path = copy};
    snprintf(entry->name, sizeof entry->name, "%s", name);
    return true;
}

bool
shelf_add(struct shelf *shelf, const char *folder, struct err *err)
{
    struct dirent **files;
    int count = scandir(folder, &files, NULL, alphasort);
    bool done = true;
    if (count < 0)
        return errno == ENOENT ||
               err_set(err, "%s: the folder cannot be read: %s", folder, strerror(errno));
    for (int k = 0; k < count; k++) {
        done = done && add_file(shelf, folder, files[k]->d_name, err);
        free(files[k]);
    }
    free(files);
    return done;
}

static bool
read_entry(const struct shelf_entry *entry, struct lesson *lesson, struct err *err)
{
    const struct data_file *file = entry->embedded;
    if (file == NULL)
        return lesson_load(lesson, entry->path, err);
    return lesson_parse(lesson, file->name, (const char *)file->bytes, file->length, err);
}

bool
shelf_read(const struct shelf *shelf, int which, struct lesson *lesson, struct err *err)
{
    return read_entry(&shelf->entries[which], lesson, err);
}

bool
shelf_find(const struct shelf *shelf, const char *wanted, struct lesson *lesson,
           struct err *err)
{
    int number;
    if (text_int(wanted, 1, shelf->count, &number))
        return shelf_read(shelf, number - 1, lesson, err);
    for (int k = 0; k < shelf->count; k++) {
        const char *name = shelf->entries[k].name, *bare = name;
        while (isdigit((unsigned char)*bare))
            bare++;
        bare += bare > name && *bare == '-';
        if (strcmp(name, wanted) == 0 || strcmp(bare, wanted) == 0)
            return shelf_read(shelf, k, lesson, err);
    }
    if (strpbrk(wanted, "/.") == NULL && access(wanted, F_OK) != 0)
        return err_set(err,
                       "there is no lesson \"%s\"; qkv --lessons lists them, and a file "
                       "is named with its ending, as in: my.lesson",
                       text_shown(wanted, 60).text);
    return lesson_load(lesson, wanted, err);
}

/* The lessons there are. */
#include "source/shelf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "source/data_files.h"

static const char FOLDER[] = "lessons/", ENDING[] = ".lesson";

/* Whether a file is called NAME.lesson. */
static bool
is_lesson(const char *file)
{
    size_t length = strlen(file), ending = sizeof ENDING - 1;
    return file[0] != '.' && length > ending &&
           strcmp(file + length - ending, ENDING) == 0;
}

/* Takes the NAME; fails where it cannot be shown in a list. */
static bool
take_name(const char *file, char name[LESSON_NAME_BYTES], struct err *err)
{
    struct err ignored;
    size_t length = strlen(file) - (sizeof ENDING - 1);
    snprintf(name, LESSON_NAME_BYTES, "%.*s", (int)length, file);
    if (length < LESSON_NAME_BYTES && name[strcspn(name, "\t\r\n")] == '\0' &&
        text_check(name, length, &ignored))
        return true;
    return err_set(err,
                   "%s: the name of a lesson has at most %d bytes, and no control "
                   "characters",
                   text_shown(file, 60).text, LESSON_NAME_BYTES - 1);
}

void
shelf_fill(struct shelf *shelf)
{
    size_t folder = sizeof FOLDER - 1;
    shelf->count = 0;
    for (size_t k = 0; k < data_file_count && shelf->count < SHELF_MOST; k++) {
        struct shelf_entry *entry = &shelf->entries[shelf->count];
        struct err ignored;
        if (strncmp(data_files[k].name, FOLDER, folder) != 0 ||
            !is_lesson(data_files[k].name + folder) ||
            !take_name(data_files[k].name + folder, entry->name, &ignored))
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
take_file(void *into, const char *folder, const char *file, struct err *err)
{
    struct shelf *shelf = into;
    char name[LESSON_NAME_BYTES], path[FILE_PATH_BYTES];
    if (!is_lesson(file))
        return true;
    if (!take_name(file, name, err))
        return err_place(err, "%s", folder);
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
    return file_each(folder, take_file, shelf, err);
}

static bool
read_entry(const struct shelf_entry *entry, struct lesson *lesson, struct err *err)
{
    const struct data_file *file = entry->embedded;
    bool done = file == NULL ? lesson_load(lesson, entry->path, err)
                             : lesson_parse(lesson, file->name, (const char *)file->bytes,
                                            file->length, err);
    lesson->listed = done;
    return done;
}

/* Whether `wanted` is the name of an entry, with or without its ending, or what is behind
 * the number it begins with. */
static bool
is_called(const struct shelf_entry *entry, const char *wanted)
{
    const char *name = entry->name, *bare = name;
    size_t length = strlen(name);
    while (isdigit((unsigned char)*bare))
        bare++;
    bare += bare > name && *bare == '-';
    return strcmp(bare, wanted) == 0 ||
           (strncmp(name, wanted, length) == 0 &&
            (wanted[length] == '\0' || strcmp(wanted + length, ENDING) == 0));
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
    bool file = strpbrk(wanted, "/.") != NULL && access(wanted, F_OK) == 0;
    if (text_int(wanted, 1, shelf->count, &number))
        return shelf_read(shelf, number - 1, lesson, err);
    for (int k = 0; !file && k < shelf->count; k++)
        if (is_called(&shelf->entries[k], wanted))
            return shelf_read(shelf, k, lesson, err);
    if (strpbrk(wanted, "/.") == NULL && access(wanted, F_OK) != 0)
        return err_set(err,
                       "there is no lesson \"%s\"; qkv --lessons lists them, and a file "
                       "is named with its ending, as in: my.lesson",
                       text_shown(wanted, 60).text);
    return lesson_load(lesson, wanted, err);
}

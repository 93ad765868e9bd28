/* Loading the lexicon and the heads: the embedded files, and a folder that overrides them. */
#include "source/library.h"

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

enum { FILE_LIMIT = 1 << 20 };

static const char head_ending[] = ".head";

/* Takes a head's name out of its file's: small letters, digits and - in front of .head. A
 * number and the words next and prev already mean something to the command `head`. */
static bool
head_name(const char *path, char name[HEAD_NAME_BYTES], struct err *err)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    size_t length = strlen(file) - (sizeof head_ending - 1);
    bool clean =
        length >= 1 && length < HEAD_NAME_BYTES && !isdigit((unsigned char)*file);
    for (size_t i = 0; i < length; i++)
        clean = clean && (islower((unsigned char)file[i]) ||
                          isdigit((unsigned char)file[i]) || file[i] == '-');
    if (clean) {
        memcpy(name, file, length);
        name[length] = '\0';
    }
    if (!clean || strcmp(name, "next") == 0 || strcmp(name, "prev") == 0)
        return err_set(
            err,
            "%s: a head file is named by 1 to %d small letters, digits and -, a "
            "letter first, then .head; next and prev are taken",
            file, HEAD_NAME_BYTES - 1);
    return true;
}

bool
library_is_head_file(const char *path)
{
    size_t length = strlen(path), ending = sizeof head_ending - 1;
    return length >= ending && strcmp(path + length - ending, head_ending) == 0;
}

/* Compiles a head file into the library, instead of the head that has its name. */
static bool
add_head(struct library *library, const char *file, const char *bytes, size_t length,
         struct err *err)
{
    struct head head;
    char name[HEAD_NAME_BYTES];
    if (!head_name(file, name, err) || !head_parse(&head, name, file, bytes, length, err))
        return false;
    int at = library_find_head(library, name);
    if (at < 0 && library->head_count == HEADS_MAX) {
        head_free(&head);
        return err_set(err, "%s: there are %d heads already, the most that fit", file,
                       HEADS_MAX);
    }
    if (at < 0)
        at = library->head_count++;
    else
        head_free(&library->heads[at]);
    library->heads[at] = head;
    return true;
}

static bool
load_embedded(struct library *library, struct err *err)
{
    for (size_t i = 0; i < data_file_count; i++) {
        const struct data_file *file = &data_files[i];
        const char *bytes = (const char *)file->bytes;
        if (strcmp(file->name, "lexicon.txt") == 0 &&
            !lexicon_parse(&library->lexicon, file->name, bytes, file->length, err))
            return false;
        if (strncmp(file->name, "heads/", 6) == 0 && library_is_head_file(file->name) &&
            !add_head(library, file->name, bytes, file->length, err))
            return false;
    }
    return true;
}

static bool
load_head_file(struct library *library, const char *path, struct err *err)
{
    char *bytes;
    size_t length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, err))
        return false;
    bool done = add_head(library, path, bytes, length, err);
    free(bytes);
    return done;
}

static bool
take_head(void *into, const char *folder, const char *name, struct err *err)
{
    char path[FILE_PATH_BYTES];
    return name[0] == '.' || !library_is_head_file(name) ||
           (file_join(path, folder, name, err) && load_head_file(into, path, err));
}

/* folder/heads/NAME.head, if there is such a folder */
static bool
load_heads(struct library *library, const char *folder, struct err *err)
{
    char heads[FILE_PATH_BYTES];
    return file_join(heads, folder, "heads", err) &&
           file_each(heads, take_head, library, err);
}

/* folder/lexicon.txt, if there is one: its words are added and win */
static bool
load_lexicon(struct library *library, const char *folder, struct err *err)
{
    char path[FILE_PATH_BYTES];
    char *bytes;
    size_t length;
    struct lexicon own;
    if (!file_join(path, folder, "lexicon.txt", err))
        return false;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, err))
        return false;
    bool done = lexicon_parse(&own, path, bytes, length, err);
    free(bytes);
    if (done) {
        done = lexicon_extend(&library->lexicon, &own, err);
        lexicon_free(&own);
    }
    return done;
}

int
library_add_file(struct library *library, const char *path, struct err *err)
{
    char name[HEAD_NAME_BYTES];
    if (!library_is_head_file(path)) {
        err_set(err, "%s: it is no head file, whose name ends in .head", path);
        return -1;
    }
    if (!head_name(path, name, err) || !load_head_file(library, path, err))
        return -1;
    return library_find_head(library, name);
}

int
library_head_of(const struct library *library, const char *path)
{
    char name[HEAD_NAME_BYTES];
    struct err ignored;
    return library_is_head_file(path) && head_name(path, name, &ignored)
               ? library_find_head(library, name)
               : -1;
}

static int
compare_heads(const void *a, const void *b)
{
    const struct head *left = a, *right = b;
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    return strcmp(left->name, right->name);
}

static bool
load_lessons(struct library *library, const char *folder, struct err *err)
{
    char lessons[FILE_PATH_BYTES];
    return file_join(lessons, folder, "lessons", err) &&
           shelf_add(&library->shelf, lessons, err);
}

static bool
can_be_opened(const char *folder)
{
    DIR *there = opendir(folder);
    if (there != NULL)
        closedir(there);
    return there != NULL;
}

/* The folder that was asked for. */
static bool
load_folder(struct library *library, const char *folder, struct err *err)
{
    if (!can_be_opened(folder))
        return err_set(err, "%s: the data folder cannot be opened: %s", folder,
                       strerror(errno));
    return load_lexicon(library, folder, err) && load_heads(library, folder, err) &&
           load_lessons(library, folder, err);
}

/* The reader's own folder, if there is one: all of it that can be read. */
static void
load_own(struct library *library, const char *folder)
{
    if (!can_be_opened(folder))
        return;
    struct err faults[3];
    bool good[] = {load_lexicon(library, folder, &faults[0]),
                   load_heads(library, folder, &faults[1]),
                   load_lessons(library, folder, &faults[2])};
    for (int k = 2; k >= 0; k--)
        if (!good[k])
            library->notice = faults[k];
    if (!good[0] || !good[1] || !good[2])
        err_place(&library->notice, "left out");
}

bool
library_load(struct library *library, const char *own, const char *folder,
             struct err *err)
{
    *library = (struct library){0};
    shelf_fill(&library->shelf);
    bool done = load_embedded(library, err);
    if (done && own != NULL)
        load_own(library, own);
    if (done && folder != NULL)
        done = load_folder(library, folder, err);
    if (!done) {
        library_free(library);
        return false;
    }
    qsort(library->heads, (size_t)library->head_count, sizeof library->heads[0],
          compare_heads);
    return true;
}

void
library_free(struct library *library)
{
    lexicon_free(&library->lexicon);
    for (int i = 0; i < library->head_count; i++)
        head_free(&library->heads[i]);
    shelf_free(&library->shelf);
    *library = (struct library){0};
}

int
library_find_head(const struct library *library, const char *name)
{
    for (int i = 0; i < library->head_count; i++)
        if (strcmp(library->heads[i].name, name) == 0)
            return i;
    return -1;
}

/* What was finished, from one session to the next. */
#include "source/marks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

static const char FILE_NAME[] = "lessons";
enum { LINE_BYTES = LESSON_NAME_BYTES + 24 };
static const size_t FILE_BYTES_MOST = (size_t)1 << 20;

const struct mark *
marks_find(const struct marks *marks, const char *name)
{
    for (int k = 0; k < marks->count; k++)
        if (strcmp(marks->all[k].name, name) == 0)
            return &marks->all[k];
    return NULL;
}

void
marks_set(struct marks *marks, const struct mark *mark)
{
    for (int k = 0; k < marks->count; k++)
        if (strcmp(marks->all[k].name, mark->name) == 0) {
            marks->all[k] = *mark;
            return;
        }
    if (marks->count < MARKS_MOST)
        marks->all[marks->count++] = *mark;
}

static bool
read_mark(const char *line, struct mark *mark)
{
    char right[12], asked[12];
    if (!text_word(&line, right, sizeof right) ||
        !text_word(&line, asked, sizeof asked) || *line == '\0' ||
        strlen(line) >= sizeof mark->name ||
        !text_int(asked, 0, LESSON_STEPS_MAX, &mark->asked) ||
        !text_int(right, 0, mark->asked, &mark->right))
        return false;
    snprintf(mark->name, sizeof mark->name, "%s", line);
    return true;
}

void
marks_read(struct marks *marks, const char *folder)
{
    struct err ignored;
    char path[FILE_PATH_BYTES], *bytes, *rest = NULL;
    size_t length;
    marks->count = 0;
    if (!file_join(path, folder, FILE_NAME, &ignored) ||
        !file_read_regular(path, FILE_BYTES_MOST, &bytes, &length, &ignored))
        return;
    for (char *line = strtok_r(bytes, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        struct mark mark;
        if (read_mark(line, &mark))
            marks_set(marks, &mark);
    }
    free(bytes);
}

/* Makes the folders that a file is in, where they are missing. */
static void
make_folders(char path[FILE_PATH_BYTES])
{
    for (char *at = path + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700); /* where that fails, so does opening the file */
            *at = '/';
        }
}

/* Whether a file is empty or its last line is whole. */
static bool
ends_line(int file)
{
    char last;
    return lseek(file, -1, SEEK_END) < 0 || read(file, &last, 1) != 1 || last == '\n';
}

bool
marks_keep(const char *folder, const struct mark *mark, struct err *err)
{
    char path[FILE_PATH_BYTES], line[LINE_BYTES];
    int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK;
    if (!file_join(path, folder, FILE_NAME, err))
        return false;
    make_folders(path);
    int length =
        snprintf(line, sizeof line, "\n%d %d %s\n", mark->right, mark->asked, mark->name);
    int file = open(path, flags, 0600);
    struct stat there;
    if (file >= 0 && fstat(file, &there) == 0 && !S_ISREG(there.st_mode)) {
        close(file);
        return err_set(err, "%s: it is no regular file", text_shown(path, 60).text);
    }
    const char *begin = file >= 0 && ends_line(file) ? line + 1 : line;
    length -= (int)(begin - line);
    bool done = file >= 0 && write(file, begin, (size_t)length) == length;
    if (!done)
        err_set(err, "%s: it cannot be written: %s", text_shown(path, 60).text,
                strerror(errno));
    if (file >= 0)
        close(file);
    return done;
}

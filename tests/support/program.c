/* Running qkv, and what always holds of what it writes. */
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "support/rows.h"

struct program {
    char path[PATH_MAX], folder[PATH_MAX], home[PATH_MAX];
    const struct program_file *files;
    size_t count;
};

static bool
write_file(const struct program_file *file)
{
    if (file->bytes == NULL)
        return mkdir(file->path, 0700) == 0;
    FILE *stream = fopen(file->path, "wb");
    if (stream == NULL)
        return false;
    bool done = fwrite(file->bytes, 1, file->length, stream) == file->length;
    return fclose(stream) == 0 && done;
}

struct program *
program_enter(const struct program_file *files, size_t count)
{
    const char *where = getenv("TMPDIR");
    struct program *program = calloc(1, sizeof *program);
    if (program == NULL)
        return NULL;
    program->files = files;
    snprintf(program->folder, sizeof program->folder, "%s/qkv-test-XXXXXX",
             where ? where : "/tmp");
    if (realpath(QKV_PROGRAM, program->path) == NULL ||
        getcwd(program->home, sizeof program->home) == NULL ||
        mkdtemp(program->folder) == NULL) {
        free(program);
        return NULL;
    }
    bool done = chdir(program->folder) == 0;
    for (; done && program->count < count; program->count++)
        done = write_file(&files[program->count]);
    if (done)
        return program;
    program_leave(program);
    return NULL;
}

bool
program_leave(struct program *program)
{
    remove("run.log");
    for (size_t i = program->count; i-- > 0;)
        remove(program->files[i].path);
    bool done = chdir(program->home) == 0 && rmdir(program->folder) == 0;
    free(program);
    return done;
}

void
program_name_args(const char *const args[], char *out, size_t size)
{
    struct text text = {0};
    text_add(&text, "qkv");
    for (int i = 0; i < CHILD_ARGS && args[i] != NULL; i++)
        text_add(&text, " %.60s", args[i]);
    text_visible(out, size, text.bytes ? text.bytes : "", text.length);
    text_free(&text);
}

/* Only well-formed UTF-8, line ends, and characters that draw something. */
static bool
is_clean(const char *bytes, size_t length)
{
    uint32_t code;
    for (size_t at = 0, step; at < length; at += step) {
        step = utf8_decode(bytes + at, length - at, &code);
        if (step == 0 || (utf8_is_control(code) && code != '\n'))
            return false;
    }
    return true;
}

static bool
is_one_error(const char *err, size_t length)
{
    return strncmp(err, "qkv: ", 5) == 0 && length > 6 &&
           strchr(err, '\n') == err + length - 1;
}

void
program_run(struct child *child, const struct program *program, const char *const args[],
            const char *input, const char *out_path)
{
    char name[300];
    program_name_args(args, name, sizeof name);
    if (!child_run(child, program->path, args, input, out_path))
        fail_msg("%s: could not be run", name);
    if (!is_clean(child->out, child->out_length) ||
        !is_clean(child->err, child->err_length))
        fail_msg("%s: a control character came out, or bytes that are no UTF-8", name);
    if (child->status == 0 ? child->err_length != 0
                           : !is_one_error(child->err, child->err_length))
        fail_msg("%s: status %d and on stderr \"%s\"", name, child->status, child->err);
}

/* Whether a text has in it what is wanted. */
static bool
agrees(const char *text, const char *wanted)
{
    return wanted ? strstr(text, wanted) != NULL : text[0] == '\0';
}

void
program_check(const struct program *program, const struct program_row *rows, size_t count)
{
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const struct program_row *row = &rows[i];
        struct child child;
        char name[300];
        program_name_args(row->args, name, sizeof name);
        program_run(&child, program, row->args, row->input, NULL);
        wrong += row_wrong(child.status == row->status && agrees(child.out, row->out) &&
                               agrees(child.err, row->err),
                           "%s: status %d\nstdout: %.300s\nstderr: %s", name,
                           child.status, child.out, child.err);
        child_free(&child);
    }
    assert_int_equal(wrong, 0);
}

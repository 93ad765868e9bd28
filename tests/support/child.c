/* Running a program as a shell would. Input and outputs are files, never pipes, so that
 * nobody waits for anybody. */
#include "support/child.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a file holds from its start, NUL-terminated; NULL where it cannot be read. */
static char *
read_all(FILE *file, size_t *length)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return NULL;
    long size = ftell(file);
    char *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    rewind(file);
    if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        return NULL;
    }
    bytes[size] = '\0';
    *length = (size_t)size;
    return bytes;
}

/* In the new process: becomes the program. */
static void
become(const char *program, const char *const args[], int in, int out, int err)
{
    char *argv[CHILD_ARGS + 2] = {strdup(program)};
    for (int i = 0; i < CHILD_ARGS && args[i] != NULL; i++)
        argv[i + 1] = strdup(args[i]);
    if (dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2)
        execv(program, argv);
    _exit(127);
}

/* Starts the program and waits for its end; -1 where it could not be started. */
static int
run(const char *program, const char *const args[], int in, int out, int err)
{
    int status;
    fflush(NULL);
    pid_t id = fork();
    if (id == 0)
        become(program, args, in, out, err);
    if (id < 0 || waitpid(id, &status, 0) != id)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool
child_run(struct child *child, const char *program, const char *const args[],
          const char *input, const char *out_path)
{
    *child = (struct child){.status = -1};
    FILE *in = tmpfile(), *err = tmpfile();
    FILE *out = out_path ? fopen(out_path, "w") : tmpfile();
    if (in == NULL || out == NULL || err == NULL)
        goto done;
    if (input != NULL && fputs(input, in) < 0)
        goto done;
    rewind(in);
    child->status = run(program, args, fileno(in), fileno(out), fileno(err));
    child->err = read_all(err, &child->err_length);
    child->out = out_path ? calloc(1, 1) : read_all(out, &child->out_length);
    if (child->out == NULL || child->err == NULL)
        child->status = -1;
done:
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        fclose(out);
    if (err != NULL)
        fclose(err);
    if (child->status < 0)
        child_free(child);
    return child->status >= 0;
}

void
child_free(struct child *child)
{
    free(child->out);
    free(child->err);
    child->out = child->err = NULL;
}

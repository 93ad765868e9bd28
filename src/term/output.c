/* A frame in memory, and from there to the terminal. What may wait is another descriptor of
 * the same terminal: O_NONBLOCK belongs to a file as it was opened, and standard output is
 * shared with the shell, which would be surprised. */
#define _GNU_SOURCE /* memfd_create */
#include "term/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PIECE_BYTES = 8192 }; /* handed over at once: a frame of 80x24 and more */

/* -1 where the system has none. */
static int
open_memory(void)
{
#ifdef MFD_CLOEXEC
    return memfd_create("frame", MFD_CLOEXEC);
#else
    return -1;
#endif
}

/* Where it cannot be opened again (it is another user's, after su) standard output must do;
 * writing may wait then. */
static int
open_terminal(void)
{
    const char *name = ttyname(STDOUT_FILENO);
    int again = name ? open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
    return again < 0 ? STDOUT_FILENO : again;
}

bool
output_open(struct output *output, struct err *err)
{
    int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    *output = (struct output){.file = copy < 0 ? NULL : fdopen(copy, "w")};
    if (output->file == NULL) {
        if (copy >= 0)
            close(copy);
        return err_set(err, "the terminal cannot be opened for writing");
    }
    output->memory = open_memory();
    output->terminal = open_terminal();
    return true;
}

void
output_close(struct output *output)
{
    if (output->file == NULL)
        return;
    fclose(output->file);
    if (output->memory >= 0)
        close(output->memory);
    if (output->terminal != STDOUT_FILENO)
        close(output->terminal);
    *output = (struct output){.file = NULL};
}

void
output_begin(struct output *output)
{
    output->length = output->sent = 0;
    if (output->memory >= 0 && lseek(output->memory, 0, SEEK_SET) == 0)
        dup2(output->memory, fileno(output->file));
}

void
output_end(struct output *output)
{
    if (output->memory < 0)
        return;
    off_t end = lseek(output->memory, 0, SEEK_CUR);
    output->length = end > 0 ? (size_t)end : 0;
    dup2(STDOUT_FILENO, fileno(output->file));
}

bool
output_send(struct output *output)
{
    char piece[PIECE_BYTES];
    while (output->sent < output->length) {
        size_t left = output->length - output->sent;
        ssize_t count =
            pread(output->memory, piece, left < sizeof piece ? left : sizeof piece,
                  (off_t)output->sent);
        if (count > 0)
            count = write(output->terminal, piece, (size_t)count);
        if (count > 0)
            output->sent += (size_t)count;
        else if (count < 0 && errno == EAGAIN)
            return false;
        else if (count == 0 || errno != EINTR) /* it hung up */
            output->sent = output->length;
    }
    return true;
}

void
output_finish(struct output *output)
{
    struct pollfd terminal = {.fd = output->terminal, .events = POLLOUT};
    while (!output_send(output))
        poll(&terminal, 1, -1);
}

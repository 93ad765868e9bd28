/* The terminal as a device. The only file with mutable state of its own, because a signal
 * handler has no argument; what handlers touch is volatile, and they call only functions that
 * POSIX allows there.
 *
 * ncurses changes the terminal's settings and draws; here they are only noted, and set back
 * when the program ends by a signal. */
#include "term/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { GRACE = 2 /* seconds between a signal and the end */ };

/* Signals that wait for the loop, and those that end the program where they strike. */
enum { SOFT_COUNT = 7, HARD_COUNT = 6 };
static const int soft[SOFT_COUNT] = {SIGTERM, SIGHUP,  SIGINT,  SIGQUIT,
                                     SIGTSTP, SIGCONT, SIGWINCH};
static const int hard[HARD_COUNT] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};

static struct {
    struct termios shell; /* as it was at tty_open */
    int input, wake[2];
    struct sigaction soft_before[SOFT_COUNT], hard_before[HARD_COUNT], pipe_before;
    stack_t stack_before;
    char farewell[FAREWELL_BYTES];
} tty;
static volatile sig_atomic_t pending[SOFT_COUNT];
static volatile sig_atomic_t guarded; /* the terminal is not as it was */
static volatile sig_atomic_t modes_on;
static volatile sig_atomic_t fatal; /* the signal that set the alarm */

/* A stack that overflowed cannot run the handler that cleans up. */
static char handler_stack[64 * 1024];

/* -- writing --------------------------------------------------------------------------- */

static void
put(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t count = write(STDOUT_FILENO, text, left);
        if (count < 0 && errno != EINTR)
            return;
        if (count > 0) {
            text += count;
            left -= (size_t)count;
        }
    }
}

static void
send_modes(unsigned change, bool on)
{
    if (change & TTY_MOUSE)
        put(on ? "\033[?1000h\033[?1006h" : "\033[?1006l\033[?1000l");
    if (change & TTY_PASTE)
        put(on ? "\033[?2004h" : "\033[?2004l");
}

void
tty_modes(unsigned modes)
{
    unsigned now = (unsigned)modes_on;
    modes_on = (sig_atomic_t)(now | modes); /* a handler may come in between */
    send_modes(now & ~modes, false);
    send_modes(modes & ~now, true);
    modes_on = (sig_atomic_t)modes;
}

bool
tty_is_writable(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && output.revents != 0;
}

/* -- handlers -------------------------------------------------------------------------- */

/* Sets the terminal back, from a handler. A program in the background must leave it alone: it
 * is another's now. */
static void
restore(bool with_bytes)
{
    pid_t foreground = tcgetpgrp(STDOUT_FILENO);
    if (!guarded || (foreground != -1 && foreground != getpgrp()))
        return;
    guarded = 0;
    if (with_bytes && tty_is_writable()) {
        send_modes((unsigned)modes_on, false);
        put(tty.farewell);
    }
    tcsetattr(STDOUT_FILENO, TCSANOW, &tty.shell);
}

/* Where a signal stands in a table that has it. */
static int
place(const int *table, int signal_number)
{
    int k = 0;
    while (table[k] != signal_number)
        k++;
    return k;
}

static bool
is_fatal(int signal_number)
{
    return signal_number == SIGTERM || signal_number == SIGHUP ||
           signal_number == SIGINT || signal_number == SIGQUIT;
}

static void
on_soft(int signal_number)
{
    int saved = errno;
    if (!is_fatal(signal_number) || !fatal)
        pending[place(soft, signal_number)] = 1;
    if (is_fatal(signal_number) && !fatal) { /* the first is the one that counts */
        fatal = signal_number;
        alarm(GRACE);
    }
    /* A full pipe is no loss: it wakes the loop anyway. */
    ssize_t ignored = write(tty.wake[1], "", 1);
    (void)ignored;
    errno = saved;
}

static void
on_hard(int signal_number)
{
    if (signal_number == SIGALRM) { /* the time is over; the terminal takes no bytes */
        restore(false);
        _exit(128 + (int)(fatal ? fatal : SIGALRM));
    }
    restore(true);
    sigaction(signal_number, &tty.hard_before[place(hard, signal_number)], NULL);
    raise(signal_number); /* waits until the handler is done; then it ends the program */
}

static void
catch_signal(int signal_number, void (*handler)(int), int flags, struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigfillset(&action.sa_mask);
    for (int k = 0; k < HARD_COUNT; k++)
        sigdelset(&action.sa_mask, hard[k]);
    sigaction(signal_number, &action, before);
}

static void
catch_signals(void)
{
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, &tty.stack_before);
    for (int k = 0; k < SOFT_COUNT; k++) {
        pending[k] = 0;
        catch_signal(soft[k], on_soft, SA_RESTART, &tty.soft_before[k]);
        /* Whoever started us with it ignored (nohup) wants it so. */
        if (tty.soft_before[k].sa_handler == SIG_IGN && is_fatal(soft[k]))
            sigaction(soft[k], &tty.soft_before[k], NULL);
    }
    for (int k = 0; k < HARD_COUNT; k++)
        catch_signal(hard[k], on_hard, SA_ONSTACK, &tty.hard_before[k]);
    catch_signal(SIGPIPE, SIG_IGN, 0, &tty.pipe_before);
}

int
tty_signal(void)
{
    char bytes[64];
    while (read(tty.wake[0], bytes, sizeof bytes) > 0)
        continue;
    for (int k = 0; k < SOFT_COUNT; k++)
        if (pending[k]) {
            pending[k] = 0;
            return soft[k];
        }
    return 0;
}

int
tty_fatal(void)
{
    return (int)fatal;
}

bool
tty_stop(void)
{
    int stop = place(soft, SIGTSTP), go_on = place(soft, SIGCONT);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    if (tty.soft_before[stop].sa_handler == SIG_IGN)
        return false;
    sigaction(SIGTSTP, &standard, NULL);
    sigaction(SIGCONT, &standard, NULL);
    kill(0, SIGTSTP); /* the whole group, as the terminal would */
    catch_signal(SIGTSTP, on_soft, SA_RESTART, NULL);
    catch_signal(SIGCONT, on_soft, SA_RESTART, NULL);
    pending[stop] = pending[go_on] = 0;
    return true;
}

/* -- opening and closing --------------------------------------------------------------- */

static bool
open_input(enum tty_keys keys, struct err *err)
{
    if (!isatty(STDOUT_FILENO))
        return err_set(err,
                       "standard output is no terminal; qkv --describe writes sentences "
                       "there, --json numbers");
    tty.input = STDIN_FILENO;
    if (keys == TTY_KEYS_DEV_TTY) {
        tty.input = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
        if (tty.input < 0)
            return err_set(
                err,
                "standard input was read already, and there is no other terminal "
                "for the keys: /dev/tty: %s",
                strerror(errno));
    } else if (!isatty(STDIN_FILENO)) {
        return err_set(err,
                       "standard input is no terminal, and the keys come from there; a "
                       "sentence is read from it by --file -");
    }
    return true;
}

static void
close_files(void)
{
    if (tty.input != STDIN_FILENO)
        close(tty.input);
    close(tty.wake[0]);
    close(tty.wake[1]);
}

bool
tty_open(enum tty_keys keys, struct err *err)
{
    if (!open_input(keys, err))
        return false;
    if (pipe(tty.wake) < 0) {
        err_set(err, "there is no pipe for the signals: %s", strerror(errno));
        if (tty.input != STDIN_FILENO)
            close(tty.input);
        return false;
    }
    for (int k = 0; k < 2; k++) {
        fcntl(tty.wake[k], F_SETFD, FD_CLOEXEC);
        fcntl(tty.wake[k], F_SETFL, O_NONBLOCK);
    }
    /* ncurses would repeat a write that is refused for ever, at full speed. */
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    if (flags != -1 && (flags & O_NONBLOCK))
        fcntl(STDOUT_FILENO, F_SETFL, flags & ~O_NONBLOCK);
    if (tcgetattr(STDOUT_FILENO, &tty.shell) < 0) {
        err_set(err, "the terminal does not tell how it is set: %s", strerror(errno));
        close_files();
        return false;
    }
    guarded = modes_on = fatal = 0;
    catch_signals();
    return true;
}

void
tty_close(void)
{
    guarded = 0;
    alarm(0);
    for (int k = 0; k < SOFT_COUNT; k++)
        sigaction(soft[k], &tty.soft_before[k], NULL);
    for (int k = 0; k < HARD_COUNT; k++)
        sigaction(hard[k], &tty.hard_before[k], NULL);
    sigaction(SIGPIPE, &tty.pipe_before, NULL);
    sigaltstack(&tty.stack_before, NULL);
    close_files();
}

void
tty_farewell(const char *bytes)
{
    snprintf(tty.farewell, sizeof tty.farewell, "%s", bytes);
}

void
tty_guard(bool on)
{
    guarded = on;
}

/* -- reading --------------------------------------------------------------------------- */

int
tty_input(void)
{
    return tty.input;
}

int
tty_wake(void)
{
    return tty.wake[0];
}

long
tty_read(char *bytes, size_t size)
{
    ssize_t count = read(tty.input, bytes, size);
    if (count > 0)
        return (long)count;
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? 0 : -1;
}

bool
tty_size(int *rows, int *cols)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 ||
        size.ws_col == 0)
        return false;
    *rows = size.ws_row;
    *cols = size.ws_col;
    return true;
}

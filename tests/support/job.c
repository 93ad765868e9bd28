/* Starts the program on a terminal, directly or under a shell of a few lines. */
#include "support/job.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- in the new process ---------------------------------------------------------------- */

static void
set_environment(const struct terminal_setup *setup)
{
    static const char *const concerned[] = {"LINES",    "COLUMNS",   "LC_ALL",
                                            "LC_CTYPE", "NO_COLOR",  "ESCDELAY",
                                            "TMUX",     "COLORTERM", "TERM"};
    for (size_t k = 0; k < sizeof concerned / sizeof concerned[0]; k++)
        unsetenv(concerned[k]);
    setenv("LANG", "C.UTF-8", 1);
    /* The address sanitizer must leave crashes to the program, as they are without it. */
    setenv("ASAN_OPTIONS",
           "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0",
           1);
    if (setup->term != NULL)
        setenv("TERM", setup->term, 1);
    for (const char *const *entry = setup->env; entry != NULL && *entry != NULL;
         entry++) {
        char name[64] = "";
        size_t length = strcspn(*entry, "=");
        if (length < sizeof name)
            memcpy(name, *entry, length);
        if ((*entry)[length] == '=')
            setenv(name, *entry + length + 1, 1);
        else
            unsetenv(name);
    }
}

static void
set_files(const struct terminal *terminal, const struct terminal_setup *setup)
{
    int input = terminal->slave, output = terminal->slave, ends[2];
    if (setup->input != NULL && pipe(ends) == 0) {
        size_t length = strlen(setup->input);
        if (write(ends[1], setup->input, length) != (ssize_t)length)
            _exit(126);
        close(ends[1]);
        input = ends[0];
    }
    if (setup->output != NULL)
        output = open(setup->output, O_WRONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(terminal->slave, STDERR_FILENO);
}

static void
run_program(const struct terminal *terminal, const struct terminal_setup *setup)
{
    enum { ARGS_MAX = 16 };
    char *argv[ARGS_MAX + 2] = {strdup(QKV_PROGRAM)};
    for (int k = 0; k < ARGS_MAX && setup->args != NULL && setup->args[k] != NULL; k++)
        argv[k + 1] = strdup(setup->args[k]);
    set_environment(setup);
    set_files(terminal, setup);
    signal(SIGTTOU, SIG_DFL);
    signal(SIGHUP, setup->nohup ? SIG_IGN : SIG_DFL);
    execv(argv[0], argv);
    _exit(127);
}

static void
take_terminal(const struct terminal *terminal)
{
    setsid();
    if (ioctl(terminal->slave, TIOCSCTTY, 0) < 0)
        _exit(125);
}

/* -- the shell ------------------------------------------------------------------------- */

struct report {
    pid_t program;
    int status; /* as waitpid gives it; at the start -1 */
};

/* Waits for the program to stop or end, and for orders while it is stopped: f and b. */
static void
run_shell(const struct terminal *terminal, const struct terminal_setup *setup,
          int reports, int orders)
{
    struct report report = {.status = -1};
    char order;
    signal(SIGTTOU, SIG_IGN); /* it may move the terminal from the background */
    report.program = fork();
    if (report.program == 0) {
        setpgid(0, 0);
        tcsetpgrp(terminal->slave, getpid());
        run_program(terminal, setup);
    }
    setpgid(report.program, report.program);
    while (write(reports, &report, sizeof report) == (ssize_t)sizeof report) {
        if (report.status != -1) {
            tcsetpgrp(terminal->slave, getpgrp());
            if (read(orders, &order, 1) != 1) /* nobody is there any more */
                break;
            if (order == 'f')
                tcsetpgrp(terminal->slave, report.program);
            kill(-report.program, SIGCONT);
        }
        while (waitpid(report.program, &report.status, WUNTRACED) < 0 && errno == EINTR)
            continue;
    }
    if (WIFSTOPPED(report.status))
        kill(-report.program, SIGKILL);
    _exit(0);
}

static void
start_shell(struct terminal *terminal, const struct terminal_setup *setup)
{
    int reports[2], orders[2];
    struct report report;
    assert_int_equal(pipe(reports), 0);
    assert_int_equal(pipe(orders), 0);
    for (int k = 0; k < 2; k++) {
        fcntl(reports[k], F_SETFD, FD_CLOEXEC);
        fcntl(orders[k], F_SETFD, FD_CLOEXEC);
    }
    terminal->shell = fork();
    if (terminal->shell == 0) {
        close(reports[0]);
        close(orders[1]);
        take_terminal(terminal);
        run_shell(terminal, setup, reports[1], orders[0]);
    }
    close(reports[1]);
    close(orders[0]);
    terminal->reports = reports[0];
    terminal->orders = orders[1];
    assert_int_equal(read(terminal->reports, &report, sizeof report), sizeof report);
    terminal->program = report.program;
}

/* -- the test's side ------------------------------------------------------------------- */

void
job_start(struct terminal *terminal, const struct terminal_setup *setup)
{
    if (setup->under_shell) {
        start_shell(terminal, setup);
        return;
    }
    terminal->program = fork();
    if (terminal->program == 0) {
        take_terminal(terminal);
        run_program(terminal, setup);
    }
    assert_true(terminal->program > 0);
}

bool
job_has_changed(struct terminal *terminal)
{
    if (terminal->ended)
        return true;
    if (terminal->shell == 0) {
        terminal->ended = waitpid(terminal->program, &terminal->status, WNOHANG) > 0;
        return terminal->ended;
    }
    struct pollfd reports = {.fd = terminal->reports, .events = POLLIN};
    struct report report;
    if (poll(&reports, 1, 0) != 1 ||
        read(terminal->reports, &report, sizeof report) != (ssize_t)sizeof report)
        return false;
    terminal->status = report.status;
    terminal->ended = !WIFSTOPPED(report.status);
    return true;
}

void
job_end(struct terminal *terminal)
{
    if (!terminal->ended && terminal->program > 0)
        kill(terminal->program, SIGKILL);
    if (terminal->shell > 0) {
        close(terminal->orders);
        close(terminal->reports);
        kill(terminal->shell, SIGKILL);
        waitpid(terminal->shell, NULL, 0);
    } else if (!terminal->ended) {
        waitpid(terminal->program, NULL, 0);
    }
}

static void
order_shell(struct terminal *terminal, char order)
{
    assert_int_equal(write(terminal->orders, &order, 1), 1);
}

void
terminal_foreground(struct terminal *terminal)
{
    order_shell(terminal, 'f');
}

void
terminal_background(struct terminal *terminal)
{
    order_shell(terminal, 'b');
}

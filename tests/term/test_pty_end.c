/* The real program on a pty: how it ends, stops, and refuses to start, and what the terminal
 * is left with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "support/visit.h"

static const struct terminal_setup job = {.term = "xterm-256color", .under_shell = true};

/* -- signals --------------------------------------------------------------------------- */

static void
ended_by_signals(void **state)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        struct terminal *terminal = visit_xterm(state);
        kill(terminal->program, numbers[k]);
        assert_exit(terminal, 128 + numbers[k]);
        assert_terminal_as_before(terminal);
        terminal_close(terminal);
    }
}

static void
crashes(void **state)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        struct terminal *terminal = visit_xterm(state);
        kill(terminal->program, numbers[k]);
        assert_killed(terminal, numbers[k]);
        assert_terminal_as_before(terminal);
        terminal_close(terminal);
    }
}

/* -- the terminal goes away ------------------------------------------------------------ */

static void
hang_up(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_hang_up(terminal);
    assert_exit(terminal, 128 + SIGHUP);
}

static void
hang_up_unnoticed(void **state)
{
    struct terminal *terminal = visit_start(
        state, &(struct terminal_setup){.term = "xterm-256color", .nohup = true});
    kill(terminal->program, SIGHUP);
    terminal_send(terminal, "j");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    terminal_hang_up(terminal);
    assert_exit(terminal, 128 + SIGHUP);
}

static void
hang_up_while_stopped(void **state)
{
    struct terminal *terminal = visit_start(state, &job);
    terminal_send(terminal, "\032");
    terminal_wait_stop(terminal);
    kill(terminal->program, SIGHUP);
    terminal_background(terminal); /* what the kernel does then */
    assert_exit(terminal, 128 + SIGHUP);
}

/* -- stopping -------------------------------------------------------------------------- */

static void
goes_on(struct terminal *terminal)
{
    assert_terminal_as_before(terminal);
    terminal_scribble(terminal, "\033[2J$ fg");
    terminal_foreground(terminal);
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_wait_mode(terminal, 1006, true);
    terminal_wait_mode(terminal, 2004, true);
    terminal_send(terminal, "j");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    terminal_send(terminal, "k");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
}

static void
stops_and_goes_on(void **state)
{
    struct terminal *terminal = visit_start(state, &job);
    for (int k = 0; k < 3; k++) {
        terminal_send(terminal, "\032");
        terminal_wait_stop(terminal);
        assert_int_equal(WSTOPSIG(terminal->status), SIGTSTP);
        goes_on(terminal);
    }
    kill(terminal->program, SIGTSTP);
    terminal_wait_stop(terminal);
    goes_on(terminal);
    visit_quit(terminal);
}

static void
window_changes_while_stopped(void **state)
{
    struct terminal *terminal = visit_start(state, &job);
    terminal_send(terminal, "\032");
    terminal_wait_stop(terminal);
    terminal_resize(terminal, 30, 100);
    goes_on(terminal);
    terminal_wait_row(terminal, 29, "quit");
    visit_quit(terminal);
}

/* SIGSTOP cannot be seen coming; after SIGCONT all is set and drawn again. */
static void
stopped_by_force(void **state)
{
    struct terminal *terminal = visit_start(state, &job);
    kill(terminal->program, SIGSTOP);
    terminal_wait_stop(terminal);
    tcsetattr(terminal->slave, TCSANOW, &terminal->before);
    terminal_scribble(terminal, "\033[2J$ fg");
    terminal_foreground(terminal);
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "j");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    visit_quit(terminal);
}

/* kill %1: SIGTERM, then SIGCONT; the terminal is the shell's and is left alone. */
static void
killed_while_stopped(void **state)
{
    struct terminal *terminal = visit_start(state, &job);
    terminal_send(terminal, "\032");
    terminal_wait_stop(terminal);
    size_t sent = terminal->sent.length;
    kill(terminal->program, SIGTERM);
    terminal_background(terminal);
    assert_exit(terminal, 128 + SIGTERM);
    assert_int_equal(terminal->sent.length, sent);
    assert_terminal_as_before(terminal);
}

/* bg: it wants the terminal, and stops again until it gets it. */
static void
put_into_the_background(void **state)
{
    struct terminal *terminal = visit_start(state, &job);
    terminal_send(terminal, "\032");
    terminal_wait_stop(terminal);
    terminal_background(terminal);
    terminal_wait_stop(terminal);
    assert_int_equal(WSTOPSIG(terminal->status), SIGTTOU);
    goes_on(terminal);
    visit_quit(terminal);
}

/* Nobody could let it go on: the kernel does not stop it, and it goes on by itself. */
static void
stop_without_a_shell(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "\032j");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    visit_quit(terminal);
}

/* -- refusing -------------------------------------------------------------------------- */

/* It says what is wrong, draws nothing, and ends with 2. */
static void
assert_refused(void **state, const struct terminal_setup *setup, const char *why)
{
    struct terminal *terminal = *state;
    terminal_open(terminal, setup);
    assert_exit(terminal, 2);
    assert_terminal_as_before(terminal);
    assert_non_null(terminal->sent.bytes);
    if (strstr(terminal->sent.bytes, why) == NULL)
        fail_msg("not said: %s; but: %s", why, terminal->sent.bytes);
    assert_int_equal(strncmp(terminal->sent.bytes, "qkv: ", 5), 0);
    assert_null(strchr(terminal->sent.bytes, '\033'));
    terminal_close(terminal);
}

static void
unusable_terminals(void **state)
{
    assert_refused(state, &(struct terminal_setup){.term = "dumb"}, "\"dumb\"");
    assert_refused(state, &(struct terminal_setup){.term = "nosuch"}, "\"nosuch\"");
    assert_refused(state, &(struct terminal_setup){.term = ""}, "TERM");
    assert_refused(state, &(struct terminal_setup){.term = NULL}, "TERM");
}

static void
no_terminal(void **state)
{
    assert_refused(state, &(struct terminal_setup){.term = "xterm", .input = "q"},
                   "standard input");
    assert_refused(state,
                   &(struct terminal_setup){.term = "xterm", .output = "/dev/null"},
                   "standard output");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        VISIT(ended_by_signals),
        VISIT(crashes),
        VISIT(hang_up),
        VISIT(hang_up_unnoticed),
        VISIT(hang_up_while_stopped),
        VISIT(stops_and_goes_on),
        VISIT(window_changes_while_stopped),
        VISIT(stopped_by_force),
        VISIT(killed_while_stopped),
        VISIT(put_into_the_background),
        VISIT(stop_without_a_shell),
        VISIT(unusable_terminals),
        VISIT(no_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

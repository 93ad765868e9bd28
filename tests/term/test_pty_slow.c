/* The real program on a terminal that takes its bytes slowly, or none for a while: keys are
 * read and the work goes on, and what is seen afterwards is the newest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include "support/child.h"
#include "support/visit.h"

/* More than a line and a frame together hold: what may come between a key and its answer. */
enum { HELD = 48 * 1024, SIP = 100 };

/* Takes nothing and asks for frame after frame, until the line is full and stays so: what looks
 * full at first may just be on its way to the other end. */
static void
fill_up(struct terminal *terminal)
{
    enum { FRAMES = 1000, LOOKS = 8 };
    int full = 0;
    terminal->deaf = true;
    for (int k = 0; k < FRAMES && full < LOOKS; k++) {
        terminal_send(terminal, "\014");
        terminal_pump(terminal, 2);
        full = terminal_is_full(terminal) ? full + 1 : 0;
    }
    assert_int_equal(full, LOOKS);
}

/* Opens the view of training and trains as fast as it goes, without an end. */
static struct terminal *
start_training(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, ":speed 0\rt ");
    terminal_wait_row(terminal, 0, "running");
    return terminal;
}

/* Pauses the training, goes to the weights, and lets the next token ask. */
static void
press_keys(struct terminal *terminal)
{
    terminal_send(terminal, " wj");
}

/* What is seen in the end is what --print writes. */
static void
wait_keys_done(struct terminal *terminal, size_t sent_before)
{
    static const char *const args[] = {"--print", "-c", "query +1", NULL};
    struct child child;
    assert_true(child_run(&child, QKV_PROGRAM, args, NULL, NULL));
    char *line = child.out;
    for (int row = 0; row < terminal->rows; row++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = '\0';
        terminal_wait_row(terminal, row, line);
        line = end + 1;
    }
    child_free(&child);
    assert_true(terminal->sent.length - sent_before < HELD);
}

/* -- it takes nothing for a while ------------------------------------------------------- */

static void
keys_on_a_full_line(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    fill_up(terminal);
    size_t before = terminal->sent.length;
    terminal_send(terminal, "j");
    terminal->deaf = false;
    wait_keys_done(terminal, before);
    visit_quit(terminal);
}

static void
training_on_a_full_line(void **state)
{
    struct terminal *terminal = start_training(state);
    fill_up(terminal);
    terminal_wait_asleep(terminal, false); /* it does not wait in the midst of a frame */
    size_t before = terminal->sent.length;
    press_keys(terminal);
    /* It trained on until it read them, and then it does not turn in a circle. */
    terminal_wait_asleep(terminal, true);
    terminal->deaf = false;
    wait_keys_done(terminal, before);
    visit_quit(terminal);
}

static void
ended_on_a_full_line(void **state)
{
    struct terminal *terminal = start_training(state);
    fill_up(terminal);
    kill(terminal->program, SIGTERM);
    assert_exit(terminal, 128 + SIGTERM);
    assert_terminal_as_before(terminal);
}

/* `q` waits until the terminal has the frame that it has begun, and what sets it back. */
static void
quits_after_a_full_line(void **state)
{
    struct terminal *terminal = start_training(state);
    fill_up(terminal);
    size_t before = terminal->sent.length;
    terminal_send(terminal, "q");
    terminal->deaf = false;
    assert_exit(terminal, 0);
    assert_terminal_as_before(terminal);
    assert_true(terminal->sent.length - before < HELD);
}

/* -- it takes a little at a time --------------------------------------------------------- */

static void
training_on_a_slow_line(void **state)
{
    enum { SIPS = 20 };
    struct terminal *terminal = start_training(state);
    fill_up(terminal);
    terminal->deaf = false;
    terminal->sip = SIP;
    for (int k = 0; k < SIPS; k++) { /* always behind */
        terminal_wait_full(terminal);
        terminal_pump(terminal, 20);
    }
    size_t before = terminal->sent.length;
    press_keys(terminal);
    wait_keys_done(terminal, before);
    visit_quit(terminal);
}

/* -- a line with a speed ----------------------------------------------------------------- */

/* At 5 bytes a second the first screen is on its way for minutes. Until then it trains unseen,
 * takes keys, and no frame queues up. */
static void
no_queue_on_a_line(void **state)
{
    struct terminal *terminal = visit_start(
        state, &(struct terminal_setup){.term = "xterm-256color", .speed = B50});
    size_t before = terminal->sent.length;
    terminal_send(terminal, ":speed 0\rt ");
    terminal_wait_asleep(terminal, false);
    terminal_send(terminal, " ");
    terminal_wait_asleep(terminal, true);
    terminal_pump(terminal, 0);
    assert_int_equal(terminal->sent.length, before);
    visit_quit(terminal);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        VISIT(keys_on_a_full_line),     VISIT(training_on_a_full_line),
        VISIT(ended_on_a_full_line),    VISIT(quits_after_a_full_line),
        VISIT(training_on_a_slow_line), VISIT(no_queue_on_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The real program on a pty: keys, mouse, pastes, and what they do to the screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/visit.h"

/* -- keys and mouse -------------------------------------------------------------------- */

static void
keys_move(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "\033OB"); /* Down, as the terminal was told to send it */
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    terminal_send(terminal, "\033[A"); /* Up, in the other form */
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "j");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    visit_quit(terminal);
}

static void
control_c_quits(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "\003");
    assert_exit(terminal, 0);
    assert_terminal_as_before(terminal);
}

static void
click_asks(void **state)
{
    int row, col;
    struct terminal *terminal = visit_xterm(state);
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_wait_mode(terminal, 1006, true);
    assert_true(terminal_find(terminal, "4 mouse", &row, &col));
    terminal_click(terminal, row, col + 2);
    terminal_wait_text(terminal, "\xe2\x96\xb6 mouse");
    assert_true(terminal_find(terminal, "1 cat", &row, &col));
    terminal_click(terminal, row, col + 2);
    terminal_wait_text(terminal, "\xe2\x96\xb6 cat");
    visit_quit(terminal);
}

/* None of it is a key: a digit would choose another head, q would quit. */
static void
mouse_garbage(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal,
                  "\033[<0;;5M\033[<35;5;5M\033[<0;2000;2000M\033[<128;5;5M"
                  "\033[32;10;5M\033[M\xff\xff\xff\033[<0;1;1;1;1M\033[<0;0;0M"
                  "\033[<64;5;500M\033]11;rgb:q/q/q\007\033[24;80R\033[I\033[O");
    terminal_send(terminal, "\033OB");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    terminal_wait_text(terminal, "verb-noun");
    visit_quit(terminal);
}

static void
paste_is_no_key(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "\033[200~qqq\003\r\033[201~");
    terminal_send(terminal, "\033OB");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    visit_quit(terminal);
}

static void
paste_into_a_line(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, ":");
    terminal_send(terminal, "\033[200~sentence A dog\nbarks\033[201~");
    terminal_wait_row(terminal, 23, "sentence A dog barks");
    terminal_send(terminal, "\r");
    terminal_wait_text(terminal, "2 barks");
    visit_quit(terminal);
}

static void
mouse_can_be_switched(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_wait_mode(terminal, 1000, true);
    terminal_send(terminal, ":mouse off\r");
    terminal_wait_mode(terminal, 1000, false);
    terminal_wait_mode(terminal, 1006, false);
    assert_true(terminal->modes[2004]);
    terminal_send(terminal, ":mouse on\r");
    terminal_wait_mode(terminal, 1000, true);
    visit_quit(terminal);
}

static void
redraw_key(void **state)
{
    int row, col;
    struct terminal *terminal = visit_xterm(state);
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_scribble(terminal, "\033[2J\033[10;10Hwall: from root");
    terminal_send(terminal, "\014");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_wait_row(terminal, 23, "quit");
    assert_false(terminal_find(terminal, "wall", &row, &col));
    visit_quit(terminal);
}

/* A run moves by itself, up to the last token. */
static void
run_moves(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, " ");
    terminal_wait_text(terminal, "\xe2\x96\xb6 mouse");
    visit_quit(terminal);
}

static void
log_is_kept(void **state)
{
    char path[] = "/tmp/qkv-test-XXXXXX", text[4096] = "";
    int file = mkstemp(path);
    const char *const args[] = {"--log", path, NULL};
    assert_true(file >= 0);
    struct terminal *terminal = visit_start(
        state, &(struct terminal_setup){.term = "xterm-256color", .args = args});
    terminal_send(terminal, "\033OB");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    visit_quit(terminal);
    assert_true(read(file, text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "query +1\n"));
    close(file);
    unlink(path);
}

/* -- painting -------------------------------------------------------------------------- */

/* A number for all that can be seen: another screen has another. */
static uint64_t
fingerprint(const struct terminal *terminal)
{
    uint64_t sum = 14695981039346656037U;
    for (int row = 0; row < terminal->rows; row++)
        for (int col = 0; col < terminal->cols;) {
            struct terminal_cell cell = terminal_cell(terminal, row, col);
            char text[64];
            snprintf(text, sizeof text, "%s,%d%d%d,%d,%d", cell.text, cell.bold,
                     cell.underline, cell.reverse, cell.foreground, cell.background);
            for (const char *at = text; *at != '\0'; at++)
                sum = (sum ^ (unsigned char)*at) * 1099511628211U;
            col += cell.wide ? 2 : 1;
        }
    return sum;
}

/* The end of a frame cannot be seen otherwise. */
static void
wait_for_silence(struct terminal *terminal)
{
    for (size_t sent = 0; sent != terminal->sent.length; terminal_pump(terminal, 30))
        sent = terminal->sent.length;
}

/* Only what changes is sent; the screen is what it would be had all been sent. */
static void
parts_make_the_whole(void **state)
{
    static const char *const args[] = {
        "\xe6\xbc\xa2\xe5\xad\x97 e\xcc\x81t\xc3\xa9 \xf0\x9f\x98\x80 chased the cat",
        NULL};
    static const char *const walks[] = {"jj", "kkl", "]m", "[hhh", "?", "w", "m]]j", "f"};
    struct terminal *terminal = visit_start(
        state, &(struct terminal_setup){.term = "xterm-256color", .args = args});
    for (int k = 0; k < 8; k++) {
        char mark[16];
        snprintf(mark, sizeof mark, ":zz%d", k);
        terminal_send(terminal, walks[k]);
        terminal_send(terminal, mark);
        terminal_wait_row(terminal, 23, mark);
        wait_for_silence(terminal);
        uint64_t before = fingerprint(terminal);
        terminal_scribble(terminal, "\033[2J");
        terminal_resize(terminal, 24, 81);
        terminal_resize(terminal, 24, 80);
        for (int turn = 0; fingerprint(terminal) != before; turn++) {
            assert_true(turn < 500);
            terminal_pump(terminal, 20);
        }
        terminal_send(terminal, "\003");
    }
    visit_quit(terminal);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        VISIT(keys_move),
        VISIT(control_c_quits),
        VISIT(click_asks),
        VISIT(mouse_garbage),
        VISIT(paste_is_no_key),
        VISIT(paste_into_a_line),
        VISIT(mouse_can_be_switched),
        VISIT(redraw_key),
        VISIT(run_moves),
        VISIT(log_is_kept),
        VISIT(parts_make_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

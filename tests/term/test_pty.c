/* The real program on a pty: what a person sees and does. How it ends: test_pty_end.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/terminal.h"

static int
set_up(void **state)
{
    static struct terminal terminal;
    *state = &terminal;
    return 0;
}

static int
tear_down(void **state)
{
    terminal_close(*state);
    return 0;
}

/* Starts it and waits for the first screen. */
static struct terminal *
start(void **state, const struct terminal_setup *setup)
{
    struct terminal *terminal = *state;
    terminal_open(terminal, setup);
    terminal_wait_row(terminal, 0, "weights");
    terminal_wait_row(terminal, terminal->rows - 1, "quit");
    return terminal;
}

static void
quit(struct terminal *terminal)
{
    terminal_send(terminal, "q");
    assert_exit(terminal, 0);
    assert_terminal_as_before(terminal);
}

static bool
sends_beyond_ascii(const struct terminal *terminal)
{
    for (size_t k = 0; k < terminal->sent.length; k++)
        if ((unsigned char)terminal->sent.bytes[k] >= 0x80)
            return true;
    return false;
}

/* Whether a number of an ESC [ ... m is a colour. */
static bool
sends_colour(const struct terminal *terminal)
{
    const char *at = terminal->sent.bytes;
    while ((at = strstr(at, "\033[")) != NULL) {
        const char *end = at + 2 + strspn(at + 2, "0123456789;:");
        for (at += 2; *end == 'm' && at < end; at += strcspn(at, ";m") + 1) {
            int number = atoi(at);
            if ((number >= 30 && number < 50) || (number >= 90 && number < 108))
                return true;
        }
    }
    return false;
}

/* -- the first screen ------------------------------------------------------------------ */

static void
first_screen(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased"); /* ▶ */
    terminal_wait_mode(terminal, 1006, true);            /* the mouse, in the SGR form */
    terminal_wait_mode(terminal, 1000, true);
    terminal_wait_mode(terminal, 2004, true); /* marks around pastes */
    assert_true(terminal->modes[1049]);       /* a screen of its own */
    assert_false(terminal->modes[1003]);      /* no reports of every motion */
    assert_true(sends_colour(terminal));
    quit(terminal);
    assert_int_equal(terminal->asked, 0);
}

static void
all_terminals(void **state)
{
    static const struct {
        const char *term, *asking;
    } rows[] = {
        {"xterm", "\xe2\x96\xb6 chased"},
        {"linux", "\xe2\x96\xb6 chased"},
        {"screen", "\xe2\x96\xb6 chased"},
        {"tmux", "\xe2\x96\xb6 chased"},
        {"screen-256color", "\xe2\x96\xb6 chased"},
        {"tmux-256color", "\xe2\x96\xb6 chased"},
        {"vt100", "> chased"},
        {"vt220", "> chased"},
        {"xterm-nobody-knows", "\xe2\x96\xb6 chased"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct terminal *terminal =
            start(state, &(struct terminal_setup){.term = rows[k].term});
        terminal_wait_text(terminal, rows[k].asking);
        quit(terminal);
        terminal_close(terminal);
    }
}

static void
without_utf8(void **state)
{
    static const char *const environments[][3] = {
        {"LANG=C", NULL}, {"LANG", NULL}, {"LANG=C.UTF-8", "LC_ALL=C", NULL}};
    static const char *const args[] = {
        "The na\xc3\xafve \xe6\xbc\xa2\xe5\xad\x97 chased it", NULL};
    for (int k = 0; k < 3; k++) {
        struct terminal *terminal =
            start(state, &(struct terminal_setup){.term = "xterm-256color",
                                                  .env = environments[k]});
        terminal_wait_text(terminal, "> chased");
        quit(terminal);
        assert_false(sends_beyond_ascii(terminal));
        terminal_close(terminal);
    }
    struct terminal *terminal =
        start(state, &(struct terminal_setup){
                         .term = "xterm-256color", .env = environments[0], .args = args});
    terminal_wait_text(terminal, "chased");
    quit(terminal);
    assert_false(sends_beyond_ascii(terminal));
}

/* ssh brings a locale that is not installed here: its name says enough. */
static void
unknown_locale(void **state)
{
    static const char *const env[] = {"LANG=xx_YY.UTF-8", NULL};
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color", .env = env});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    quit(terminal);
}

static void
without_colour(void **state)
{
    static const char *const env[] = {"NO_COLOR=1", NULL};
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color", .env = env});
    terminal_send(terminal, "jj\033[C?");
    quit(terminal);
    assert_false(sends_colour(terminal));
    terminal_close(terminal);
    terminal = start(state, &(struct terminal_setup){.term = "vt220"});
    quit(terminal);
    assert_false(sends_colour(terminal));
}

/* Of another window, perhaps; the kernel knows better. */
static void
size_in_environment(void **state)
{
    static const char *const env[] = {"LINES=10", "COLUMNS=40", NULL};
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm", .env = env});
    terminal_resize(terminal, 30, 100);
    terminal_wait_row(terminal, 29, "quit");
    quit(terminal);
}

/* -- keys and mouse -------------------------------------------------------------------- */

static void
keys_move(void **state)
{
    struct terminal *terminal = start(state, &(struct terminal_setup){.term = "xterm"});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "\033OB"); /* Down, as the terminal was told to send it */
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    terminal_send(terminal, "\033[A"); /* Up, in the other form */
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "j");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    quit(terminal);
}

static void
control_c_quits(void **state)
{
    struct terminal *terminal = start(state, &(struct terminal_setup){.term = "xterm"});
    terminal_send(terminal, "\003");
    assert_exit(terminal, 0);
    assert_terminal_as_before(terminal);
}

static void
click_asks(void **state)
{
    int row, col;
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_wait_mode(terminal, 1006, true);
    assert_true(terminal_find(terminal, "4 mouse", &row, &col));
    terminal_click(terminal, row, col + 2);
    terminal_wait_text(terminal, "\xe2\x96\xb6 mouse");
    assert_true(terminal_find(terminal, "1 cat", &row, &col));
    terminal_click(terminal, row, col + 2);
    terminal_wait_text(terminal, "\xe2\x96\xb6 cat");
    quit(terminal);
}

/* None of it is a key: a digit would choose another head, q would quit. */
static void
mouse_garbage(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_send(terminal,
                  "\033[<0;;5M\033[<35;5;5M\033[<0;2000;2000M\033[<128;5;5M"
                  "\033[32;10;5M\033[M\xff\xff\xff\033[<0;1;1;1;1M\033[<0;0;0M"
                  "\033[<64;5;500M\033]11;rgb:q/q/q\007\033[24;80R\033[I\033[O");
    terminal_send(terminal, "\033OB");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    terminal_wait_text(terminal, "verb-noun");
    quit(terminal);
}

static void
paste_is_no_key(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_send(terminal, "\033[200~qqq\003\r\033[201~");
    terminal_send(terminal, "\033OB");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    quit(terminal);
}

static void
paste_into_a_line(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_send(terminal, ":");
    terminal_send(terminal, "\033[200~sentence A dog\nbarks\033[201~");
    terminal_wait_row(terminal, 23, "sentence A dog barks");
    terminal_send(terminal, "\r");
    terminal_wait_text(terminal, "2 barks");
    quit(terminal);
}

static void
mouse_can_be_switched(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_wait_mode(terminal, 1000, true);
    terminal_send(terminal, ":mouse off\r");
    terminal_wait_mode(terminal, 1000, false);
    terminal_wait_mode(terminal, 1006, false);
    assert_true(terminal->modes[2004]);
    terminal_send(terminal, ":mouse on\r");
    terminal_wait_mode(terminal, 1000, true);
    quit(terminal);
}

static void
redraw_key(void **state)
{
    int row, col;
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_scribble(terminal, "\033[2J\033[10;10Hwall: from root");
    terminal_send(terminal, "\014");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_wait_row(terminal, 23, "quit");
    assert_false(terminal_find(terminal, "wall", &row, &col));
    quit(terminal);
}

/* A run moves by itself, up to the last token. */
static void
run_moves(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_send(terminal, " ");
    terminal_wait_text(terminal, "\xe2\x96\xb6 mouse");
    quit(terminal);
}

static void
log_is_kept(void **state)
{
    char path[] = "/tmp/qkv-test-XXXXXX", text[4096] = "";
    int file = mkstemp(path);
    const char *const args[] = {"--log", path, NULL};
    assert_true(file >= 0);
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color", .args = args});
    terminal_send(terminal, "\033OB");
    terminal_wait_text(terminal, "\xe2\x96\xb6 the");
    quit(terminal);
    assert_true(read(file, text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "query +1\n"));
    close(file);
    unlink(path);
}

/* -- sizes ----------------------------------------------------------------------------- */

static void
resizing(void **state)
{
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    terminal_resize(terminal, 40, 120);
    terminal_wait_row(terminal, 39, "quit");
    terminal_resize(terminal, 12, 40);
    terminal_wait_row(terminal, 11, "quit");
    terminal_resize(terminal, 5, 20);
    terminal_wait_row(terminal, 0, "20x5");
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, 23, "quit");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    quit(terminal);
}

static void
many_sizes(void **state)
{
    static const int sizes[][2] = {{1, 1}, {1, 200}, {100, 1},  {2, 2},   {60, 250},
                                   {3, 7}, {24, 80}, {200, 10}, {23, 80}, {80, 300}};
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color"});
    for (int k = 0; k < 40; k++) {
        terminal_resize(terminal, sizes[k % 10][0], sizes[k % 10][1]);
        terminal_pump(terminal, k % 4);
    }
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, 23, "quit");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    quit(terminal);
}

static void
starts_small(void **state)
{
    struct terminal *terminal = *state;
    terminal_open(terminal, &(struct terminal_setup){
                                .term = "xterm-256color", .rows = 1, .cols = 1});
    terminal_wait_mode(terminal, 2004, true);
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, 23, "quit");
    quit(terminal);
}

/* -- the sentence from standard input -------------------------------------------------- */

static void
sentence_from_a_pipe(void **state)
{
    static const char *const args[] = {"--file", "-", NULL};
    struct terminal *terminal =
        start(state, &(struct terminal_setup){.term = "xterm-256color",
                                              .args = args,
                                              .input = "The mouse chased a cat\n"});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "\033OA");
    terminal_wait_text(terminal, "\xe2\x96\xb6 mouse");
    quit(terminal);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(first_screen),
        TEST(all_terminals),
        TEST(without_utf8),
        TEST(unknown_locale),
        TEST(without_colour),
        TEST(size_in_environment),
        TEST(keys_move),
        TEST(control_c_quits),
        TEST(click_asks),
        TEST(mouse_garbage),
        TEST(paste_is_no_key),
        TEST(paste_into_a_line),
        TEST(redraw_key),
        TEST(run_moves),
        TEST(mouse_can_be_switched),
        TEST(log_is_kept),
        TEST(resizing),
        TEST(many_sizes),
        TEST(starts_small),
        TEST(sentence_from_a_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

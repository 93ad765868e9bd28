/* The real program on a pty: the first screen on several terminals, and sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "support/visit.h"

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
    struct terminal *terminal = visit_xterm(state);
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased"); /* ▶ */
    terminal_wait_mode(terminal, 1006, true);            /* the mouse, in the SGR form */
    terminal_wait_mode(terminal, 1000, true);
    terminal_wait_mode(terminal, 2004, true); /* marks around pastes */
    assert_true(terminal->modes[1049]);       /* a screen of its own */
    assert_false(terminal->modes[1003]);      /* no reports of every motion */
    assert_true(sends_colour(terminal));
    visit_quit(terminal);
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
            visit_start(state, &(struct terminal_setup){.term = rows[k].term});
        terminal_wait_text(terminal, rows[k].asking);
        visit_quit(terminal);
        terminal_close(terminal);
    }
}

static void
without_utf8(void **state)
{
    static const char *const environments[][3] = {
        {"LANG=C", NULL}, {"LANG", NULL}, {"LANG=C.UTF-8", "LC_ALL=C", NULL}};
    static const char *const args[] = {
        "na\xc3\xafve \xe6\xbc\xa2\xe5\xad\x97 \xc2\xb7\xc2\xb2 chased it", NULL};
    for (int k = 0; k < 3; k++) {
        struct terminal *terminal = visit_start(
            state, &(struct terminal_setup){
                       .term = "xterm-256color", .env = environments[k], .args = args});
        terminal_wait_text(terminal, "> chased");
        /* Even where it is asked for: some of these have a byte in this locale. */
        terminal_send(terminal, ":glyphs utf8\r");
        terminal_wait_text(terminal, "? chased");
        visit_quit(terminal);
        assert_false(sends_beyond_ascii(terminal));
        terminal_close(terminal);
    }
}

/* ssh brings a locale that is not installed here: its name says enough. */
static void
unknown_locale(void **state)
{
    static const char *const env[] = {"LANG=xx_YY.UTF-8", NULL};
    struct terminal *terminal = visit_start(
        state, &(struct terminal_setup){.term = "xterm-256color", .env = env});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    visit_quit(terminal);
}

static void
without_colour(void **state)
{
    static const char *const env[] = {"NO_COLOR=1", NULL};
    struct terminal *terminal = visit_start(
        state, &(struct terminal_setup){.term = "xterm-256color", .env = env});
    terminal_send(terminal, "jj\033[C?");
    visit_quit(terminal);
    assert_false(sends_colour(terminal));
    terminal_close(terminal);
    terminal = visit_start(state, &(struct terminal_setup){.term = "vt220"});
    visit_quit(terminal);
    assert_false(sends_colour(terminal));
}

/* Of another window, perhaps; the kernel knows better. */
static void
size_in_environment(void **state)
{
    static const char *const env[] = {"LINES=10", "COLUMNS=40", NULL};
    struct terminal *terminal =
        visit_start(state, &(struct terminal_setup){.term = "xterm", .env = env});
    terminal_resize(terminal, 30, 100);
    terminal_wait_row(terminal, 29, "quit");
    visit_quit(terminal);
}

/* -- sizes ----------------------------------------------------------------------------- */

static void
resizing(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_resize(terminal, 40, 120);
    terminal_wait_row(terminal, 39, "quit");
    terminal_resize(terminal, 12, 40);
    terminal_wait_row(terminal, 11, "quit");
    terminal_resize(terminal, 5, 20);
    terminal_wait_row(terminal, 0, "20x5");
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, 23, "quit");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    visit_quit(terminal);
}

static void
many_sizes(void **state)
{
    static const int sizes[][2] = {{1, 1}, {1, 200}, {100, 1},  {2, 2},   {60, 250},
                                   {3, 7}, {24, 80}, {200, 10}, {23, 80}, {80, 300}};
    struct terminal *terminal = visit_xterm(state);
    for (int k = 0; k < 40; k++) {
        terminal_resize(terminal, sizes[k % 10][0], sizes[k % 10][1]);
        terminal_pump(terminal, k % 4);
    }
    terminal_resize(terminal, 24, 80);
    terminal_wait_row(terminal, 23, "quit");
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    visit_quit(terminal);
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
    visit_quit(terminal);
}

/* -- the sentence from standard input -------------------------------------------------- */

static void
sentence_from_a_pipe(void **state)
{
    static const char *const args[] = {"--file", "-", NULL};
    struct terminal *terminal =
        visit_start(state, &(struct terminal_setup){.term = "xterm-256color",
                                                    .args = args,
                                                    .input = "The mouse chased a cat\n"});
    terminal_wait_text(terminal, "\xe2\x96\xb6 chased");
    terminal_send(terminal, "\033OA");
    terminal_wait_text(terminal, "\xe2\x96\xb6 mouse");
    visit_quit(terminal);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        VISIT(first_screen),   VISIT(all_terminals),
        VISIT(without_utf8),   VISIT(unknown_locale),
        VISIT(without_colour), VISIT(size_in_environment),
        VISIT(resizing),       VISIT(many_sizes),
        VISIT(starts_small),   VISIT(sentence_from_a_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The views with keys and mouse, in the real program on a pseudo-terminal. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "support/visit.h"

/* Clicks on the first place where a text stands. */
static void
click_on(struct terminal *terminal, const char *text)
{
    int row, col;
    terminal_wait_text(terminal, text);
    assert_true(terminal_find(terminal, text, &row, &col));
    terminal_click(terminal, row, col);
}

static void
a_number_opens_down_to_its_parameter(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "\r");
    terminal_wait_text(terminal, "the share of chased's attention that goes to cat");
    terminal_send(terminal, "\r");
    terminal_wait_text(terminal, "Z[i,j] = S[i,j]");
    terminal_send(terminal, "\r\r\r");
    terminal_wait_text(terminal, "E[word i,m] + P[i,m]");
    terminal_send(terminal, ":open Wq[cos70,4]\r");
    terminal_wait_text(terminal, "verb-noun.head, line 7");
    terminal_send(terminal, ":view weights\r");
    terminal_wait_text(terminal, "rows ask, columns are asked");
    visit_quit(terminal);
}

static void
vectors_and_page_by_key(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "v");
    terminal_wait_text(terminal, "one column, one token");
    terminal_send(terminal, "j\r");
    terminal_wait_text(terminal, "K[i,c] = sum over m");
    terminal_send(terminal, "p");
    terminal_wait_text(terminal, "the whole of attention");
    terminal_send(terminal, "s");
    terminal_wait_text(terminal, "\xe2\x96\xb6"
                                 "2 S = Q K^T"); /* ▶ */
    terminal_send(terminal, "w");
    terminal_wait_text(terminal, "rows ask, columns are asked");
    visit_quit(terminal);
}

static void
an_edit_by_key_and_its_undo(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, ":edit X[cat,noun] 3\r");
    terminal_wait_text(terminal, "by differences");
    terminal_send(terminal, "u");
    terminal_wait_text(terminal, "[.94]");
    terminal_send(terminal, "z");
    terminal_wait_text(terminal, "Z = S / \xe2\x88\x9a"
                                 "d_k: rows ask"); /* √ */
    visit_quit(terminal);
}

static void
the_mouse_opens_what_it_clicks(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    click_on(terminal, "v vectors");
    terminal_wait_text(terminal, "one column, one token");
    click_on(terminal, ".9709");
    terminal_wait_text(terminal, "on screen");
    click_on(terminal, "p page");
    terminal_wait_text(terminal, "the whole of attention");
    visit_quit(terminal);
}

static void
training_runs_pauses_and_goes_back(void **state)
{
    struct terminal *terminal = visit_xterm(state);
    terminal_send(terminal, "t");
    terminal_wait_text(terminal, "step 0 of 0");
    terminal_send(terminal, ":train 25\r");
    terminal_wait_text(terminal, "step 25 of 25   paused");
    terminal_send(terminal, "\x1b[D");
    terminal_wait_text(terminal, "step 24 of 25   paused");
    terminal_send(terminal, "\r");
    terminal_wait_text(terminal, "the share of the attention that goes to entry 1");
    terminal_send(terminal, "tr");
    terminal_wait_text(terminal, "step 0 of 0");
    terminal_send(terminal, " ");
    terminal_wait_text(terminal, "running");
    terminal_send(terminal, " ");
    terminal_wait_text(terminal, "paused");
    visit_quit(terminal);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        VISIT(a_number_opens_down_to_its_parameter),
        VISIT(vectors_and_page_by_key),
        VISIT(an_edit_by_key_and_its_undo),
        VISIT(the_mouse_opens_what_it_clicks),
        VISIT(training_runs_pauses_and_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Opened slopes and first-order changes of a sentence on the screen: formulas, heads, names, the
 * way along the chain rule, at every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/state/opened.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/out/writers.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

static const char *const states[] = {
    "target A[chased,cat]; open dX[cat,noun]",
    "target A[chased,cat]; open dX[cat,noun]; open; open; open",
    "target A[chased,cat]; open dZ[chased,mouse]; sort size; move right",
    "target O[chased,noun]; open dX[cat,noun]",
    "target O[chased,noun]; open dE[mouse,noun]; move down",
    "target O[chased,noun]; open dWk[noun,0]",
    "target H[chased]; open dA[chased,cat]",
    "target S[chased,cat]; open dV[cat,noun]",
    "share qk on; share kv on; target O[chased,0]; open dWq[noun,0]",
    "mask on; target O[mouse,noun]; open dZ[mouse,cat]",
    "edit X[cat,noun] 3; open uA[chased,cat]; move right",
    "edit X[cat,noun] 3; open uK[cat,0]",
    "edit X[cat,noun] 3; open uX[cat,noun]",
    "edit S[chased,cat] 1; open dK[cat,0]",
};

static struct session *
open_state(const char *commands)
{
    struct session *session = session_open(NULL);
    session_do(session, commands);
    return session;
}

static void
screen_of(const struct app *app, int rows, int cols, struct text *text)
{
    struct grid grid;
    struct err err;
    assert_true(grid_init(&grid, rows, cols, &err));
    frame_draw(app, &grid);
    write_text(&grid, text);
    grid_free(&grid);
}

/* Twice the same, and the cursor on the number that is pointed at. */
static void
every_size_is_drawn(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(states); k++) {
        struct session *session = open_state(states[k]);
        struct number pointed;
        assert_true(app_pointed(&session->app, &pointed));
        for (int rows = 1; rows <= 60; rows += 3) {
            struct grid once, again;
            int cols = 1 + rows * 89 % 250;
            assert_true(grid_init(&once, rows, cols, &session->err));
            assert_true(grid_init(&again, rows, cols, &session->err));
            frame_draw(&session->app, &once);
            frame_draw(&session->app, &again);
            assert_grids_equal(&once, &again);
            assert_grid_sound(&once);
            if (rows >= 12 && cols >= 40) {
                struct tag tag = grid_cell(&once, once.cursor_row, once.cursor_col)->tag;
                assert_true(tag.kind == TAG_NUMBER &&
                            number_equal(&tag.number, &pointed));
            }
            grid_free(&once);
            grid_free(&again);
        }
        session_close(session);
    }
}

/* Every number of every term is on a screen that is high enough, under its address. */
static void
every_factor_has_its_address(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < COUNT(states); k++) {
        struct session *session = open_state(states[k]);
        struct receipt receipt;
        struct grid grid;
        assert_true(grid_init(&grid, 110, 110, &session->err));
        frame_draw(&session->app, &grid);
        assert_true(app_receipt(&session->app, &app_top(&session->app)->number, &receipt,
                                &session->err));
        for (int t = 0; t < receipt.term_count; t++)
            for (int f = 0; f < receipt.terms[t].factor_count; f++) {
                const struct factor *factor = &receipt.terms[t].factors[f];
                int row, col;
                wrong +=
                    row_wrong(factor->constant != NULL ||
                                  grid_find(&grid, tag_of(factor->number), &row, &col),
                              "%s: factor %d of term %d is not seen", states[k], f, t);
            }
        receipt_free(&receipt);
        grid_free(&grid);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
it_says_what_it_must(void **state)
{
    /* clang-format off */
    static const struct {
        const char *commands;
        int rows, cols;
        const char *text;
    } rows[] = {
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "how A[chased,cat] changes with X[cat,noun]"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "dX[i,m] = sum over c of dK[i,c] × Wk[m,c]"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "c           dK[cat,c] × Wk[noun,c] = product"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "▶ 0 noun         [.3053]×     1.0000 = .305259"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "here      .305259     residual 0"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "3 dS[chased,cat]      .0254  dZ[chased,cat] × 1/√5"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 80, "5 dA[chased,cat]     1.0000  the target itself"},
        {"target A[chased,cat]; open dX[cat,noun]", 24, 120, "Enter opens dK[cat,0]"},
        {"target A[chased,cat]; open dZ[chased,cat]", 24, 80, "dZ[i,j] = sum over k of dA[i,k] × A[i,k] × (own - A[i,j])"},
        {"target A[chased,cat]; open dZ[chased,cat]", 24, 80, "dA[chased,j] × A[chased,j] × own - share = product"},
        {"target A[chased,cat]; open dZ[chased,cat]", 24, 120, "dA ×     A × own - share =   term   total"},
        {"target A[chased,cat]; open dK[cat,2]", 24, 80, "dK[j,c] = sum over i of dS[i,j] × Q[i,c]"},
        {"target A[chased,cat]; open dK[cat,2]", 24, 80, "dS[chased,cat] × Q[chased,2] = product"},
        {"target A[chased,cat]; open dA[chased,cat]", 24, 80, "dA[i,j] = 1: it is the target itself"},
        {"target A[chased,cat]; open dA[chased,cat]", 24, 80, "dA[chased,cat] = 1, the target itself"},
        {"target S[chased,cat]; open dV[cat,noun]", 0, 0, NULL},
        {"target A[chased,cat]; open dV[cat,noun]", 24, 80, "dV[i,c] = 0: the target does not follow from it"},
        {"target O[chased,noun]; open dV[cat,noun]", 24, 80, "dV[j,c] = sum over i of dO[i,c] × A[i,j]"},
        {"target O[chased,noun]; open dX[cat,noun]", 24, 80, "dX = dK Wkᵀ + dV Wvᵀ"},
        {"target O[chased,noun]; open dX[cat,noun]", 24, 80, "▶ dV[cat,noun] × Wv[noun,noun] "},
        {"target O[chased,noun]; open dX[cat,noun]; glyphs ascii", 24, 80, "dX = dK Wk^T + dV Wv^T"},
        {"target O[chased,noun]; open dE[cat,noun]", 24, 80, "dE[w,m] = sum of dX over the rows that it goes into"},
        {"share qk on; target A[chased,cat]; open dWq[noun,0]", 24, 80, "dWq = Xᵀ dQ + Xᵀ dK"},
        {"share qk on; target A[chased,cat]; open dX[chased,noun]", 24, 80, "dX = dQ Wqᵀ + dK Wqᵀ"},
        {"target H[chased]; open dA[chased,cat]", 24, 80, "dA[i,j] = dH[i] × (-ln A[i,j] - 1)"},
        {"edit X[cat,noun] 3; open uA[chased,cat]", 24, 80, "what the edits change A[chased,cat] by, to first order"},
        {"edit X[cat,noun] 3; open uA[chased,cat]", 24, 80, "uA[i,j] = sum over k of uZ[i,k] × A[i,j] × (own - A[i,k])"},
        {"edit X[cat,noun] 3; open uK[cat,0]", 24, 80, "uK = uX Wk + X uWk"},
        {"edit X[cat,noun] 3; open uK[cat,0]", 24, 80, "▶ uX[cat,noun] × Wk[noun,0] "},
        {"edit X[cat,noun] 3; open uX[cat,noun]", 24, 80, "uX[i,m] = what was set by hand, less what was there"},
        {"edit X[cat,noun] 3; open uX[cat,noun]", 24, 80, "less what it was      -1.00000     2.00000"},
        {"edit X[cat,noun] 1.1; target A[chased,cat]; open dX[cat,noun]", 24, 80, "── dK[cat,0] ───"},
        {"open H[chased]", 24, 80, "H[i] = sum over j of -A[i,j] × ln A[i,j]"},
        {"open H[chased]", 24, 80, "j          A[chased,j] × -ln share = product"},
        {"open rowsum[chased]", 24, 80, "all of chased's attention: the shares added up"},
        {"mask on; open Afree[cat,mouse]", 24, 80, "/ sum = Afree"},
    };
    /* clang-format on */
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct session *session = session_open(NULL);
        struct text screen = {0};
        if (rows[k].text == NULL) { /* what comes behind the target has no slope */
            assert_int_equal(session_try(session, rows[k].commands), OUTCOME_FAILED);
            session_close(session);
            continue;
        }
        session_do(session, rows[k].commands);
        screen_of(&session->app, rows[k].rows, rows[k].cols, &screen);
        wrong += row_wrong(strstr(screen.bytes, rows[k].text) != NULL,
                           "%s at %dx%d: no \"%s\" in\n%s", rows[k].commands,
                           rows[k].cols, rows[k].rows, rows[k].text, screen.bytes);
        text_free(&screen);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(every_factor_has_its_address),
        cmocka_unit_test(it_says_what_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

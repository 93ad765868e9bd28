/* What a lesson asks for cannot be read off slopes, changes, other steps and their receipts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "app/lessons/veil.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/sketch.h"
#include "view/frame.h"
#include "view/out/writers.h"

/* -- every number ---------------------------------------------------------------------- */

/* Whether a constant of a term, such as 1 - share, is known. */
static bool
has_share(const struct term *term)
{
    for (int f = 0; f < term->factor_count; f++)
        if (term->factors[f].constant != NULL &&
            strstr(term->factors[f].constant, "share") != NULL &&
            !isnan(term->factors[f].value))
            return true;
    return false;
}

/* Whether a term has a factor that the question hides. */
static bool
has_hidden(const struct app *app, const struct term *term)
{
    for (int f = 0; f < term->factor_count; f++)
        if (term->factors[f].constant == NULL &&
            lesson_hides(app, &term->factors[f].number))
            return true;
    return false;
}

/* The value of a hidden number must be unknown; of another one the terms with a hidden factor;
 * of a slope and a change also what they come to. */
static int
number_tells(const struct app *app, const struct app *shown, const struct number *number)
{
    struct receipt receipt;
    struct err err;
    char address[ADDRESS_BYTES];
    bool hidden = lesson_hides(app, number), unknown = hidden, told = false;
    if (!app_has(shown, number))
        return 0;
    assert_true(app_receipt(shown, number, &receipt, &err));
    for (int k = 0; k < receipt.term_count; k++)
        if (has_hidden(app, &receipt.terms[k])) {
            told = told || has_share(&receipt.terms[k]) ||
                   (!hidden && !isnan(receipt.terms[k].product));
            unknown = unknown || number->of != OF_ITSELF;
        }
    told = told || (unknown && !isnan(receipt.value));
    receipt_free(&receipt);
    address_of(app, number, address, sizeof address);
    return row_wrong(!told, "%s tells what is asked for", address);
}

/* The first and the last number of every row, itself, its slope and its change; `when` as in a
 * number. */
static int
computation_tells(const struct app *app, const struct app *shown, enum in in, int when)
{
    const struct tensors *tensors = app_tensors(app, in);
    int wrong = 0;
    for (int id = 0; id < TENSORS; id++) {
        if (!kind_is_there(&tensors->kinds[id]))
            continue;
        struct number number = {.tensor = (enum tensor)id, .in = in, .when = when};
        int rows = tensors_rows(tensors, number.tensor),
            last = tensors_cols(tensors, number.tensor) - 1;
        for (int k = 0; k < 6 * rows; k++) {
            static const enum of meant[] = {OF_ITSELF, OF_SLOPE, OF_CHANGE};
            number.row = k / 6;
            number.col = k % 2 * last;
            number.of = meant[k / 2 % 3];
            wrong += number_tells(app, shown, &number);
        }
    }
    return wrong;
}

/* Goes to a question; the sentence's target becomes one that what is asked for goes into. */
static struct session *
begin(int lesson, int step)
{
    struct session *session = session_open(NULL);
    char command[32];
    snprintf(command, sizeof command, "lesson %d %d", lesson, step);
    session_do(session, command);
    return session;
}

static void
no_slope_tells_what_is_asked_for(void **state)
{
    (void)state;
    int questions = 0, wrong = 0;
    for (int l = 1; l <= 8; l++)
        for (int s = 1, count = 1; s <= count; s++) {
            struct session *session = begin(l, s);
            const struct app *app = &session->app;
            count = app->lesson->lesson.step_count;
            struct veil *veil = lesson_asks(app) ? veil_make(app, &session->err) : NULL;
            if (veil != NULL) {
                const struct number *target = &app->target;
                veil->app.target = text_number_at(TENSOR_O, target->row, target->col);
                wrong += computation_tells(app, &veil->app, IN_TEXT, 0);
                questions++;
            }
            if (veil != NULL && app->trainer != NULL) {
                int step = app->trainer->state.step;
                wrong += computation_tells(app, &veil->app, IN_STORE, 0);
                wrong += computation_tells(app, &veil->app, IN_STORE,
                                           step > app->trainer->first ? step : step + 1);
            }
            veil_free(veil);
            session_close(session);
        }
    assert_true(questions >= 16);
    assert_int_equal(wrong, 0);
}

/* -- screens --------------------------------------------------------------------------- */

static void
screens_have_question_marks(void **state)
{
    static const struct {
        int lesson, step;
        const char *commands, *has;
    } rows[] = {
        {2, 2, "target A[chased,cat]; open dQ[chased,0]", "here  ?     residual ?"},
        {2, 2, "target A[chased,cat]; open uX[chased,noun]", "here  .0"},
        {3, 1, "target A[mouse,cat]; open dZ[mouse,chased]",
         "▶ The      [.000]×       ? ×           ? =      ?"},
        {3, 1, "target A[mouse,cat]; open dS[mouse,cat]", "here  ?"},
        {3, 1, "edit X[cat,noun] 3; open uA[The,cat]", "here  .0"},
        {7, 1, "open dZ[query,1]", "here  ?"},
        {7, 1, "open uA[query,1]", "here  ?"},
        {7, 1, "open dO[query,1]", "here  ?"},
        {7, 1, "open #17:A[query,1]", "here  1.000000 / 3.921250"},
    };
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = begin(rows[k].lesson, rows[k].step);
        struct text screen = {0};
        struct grid grid;
        assert_true(lesson_asks(&session->app));
        session_do(session, rows[k].commands);
        assert_true(grid_init(&grid, 24, 80, &session->err));
        frame_draw(&session->app, &grid);
        assert_grid_sound(&grid);
        write_text(&grid, &screen);
        wrong += row_wrong(strstr(screen.bytes, rows[k].has) != NULL, "%s: no %s in\n%s",
                           rows[k].commands, rows[k].has, screen.bytes);
        text_free(&screen);
        grid_free(&grid);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* Neither the number itself at whatever step, nor one that gives it away, can be opened. */
static void
what_is_hidden_does_not_open(void **state)
{
    static const struct {
        int lesson, step;
        const char *command;
    } rows[] = {
        {3, 1, "open A[mouse,chased]"},
        {3, 1, "open A[mouse,cat]"},
        {3, 1, "open O[mouse,noun]"},
        {3, 1, "open H[mouse]"},
        {7, 1, "open A[query,1]@0"},
        {7, 1, "open O[query,2]@0"},
        {7, 1, "open loss"},
        {7, 1, "open right@0"},
    };
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct session *session = begin(rows[k].lesson, rows[k].step);
        wrong += row_wrong(session_try(session, rows[k].command) == OUTCOME_FAILED,
                           "%s opens", rows[k].command);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_slope_tells_what_is_asked_for),
        cmocka_unit_test(screens_have_question_marks),
        cmocka_unit_test(what_is_hidden_does_not_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

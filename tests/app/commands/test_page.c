/* The page as state: the four lines and how they are walked, the cursor that follows them and
 * goes from matrix to matrix, reset, and what counts as changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "app/keys/input.h"
#include "app/state/opened.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "support/session.h"

static struct session *
page_open(const char *text)
{
    struct session *session = session_open(text);
    session_do(session, "view page");
    return session;
}

/* Asserts the line, and the number that is pointed at. */
static void
assert_at(const struct session *session, int line, enum tensor tensor, int row, int col)
{
    const struct ui *ui = &session->app.ui;
    struct number place;
    assert_int_equal(ui->line, line);
    assert_true(app_pointed(&session->app, &place));
    assert_string_equal(sentence_kinds[place.tensor].name, sentence_kinds[tensor].name);
    assert_int_equal(place.row, row);
    assert_int_equal(place.col, col);
}

/* -- walks ----------------------------------------------------------------------------- */

/* chased is token 2, cat is 1; the largest of its query is column 2, of its output noun. */
static void
a_step_goes_to_what_the_next_line_makes(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    assert_at(session, 1, TENSOR_Q, 2, 2);
    session_do(session, "step");
    assert_at(session, 2, TENSOR_S, 2, 1);
    session_do(session, "step");
    assert_at(session, 3, TENSOR_A, 2, 1);
    session_do(session, "step");
    assert_at(session, 4, TENSOR_O, 2, 1);
    session_do(session, "step");
    assert_at(session, 1, TENSOR_Q, 2, 2);
    session_do(session, "query mouse; key The; step");
    assert_at(session, 2, TENSOR_S, 4, 0);
    assert_int_equal(session->app.now.query, 4);
    session_close(session);
}

static void
a_run_plays_the_lines_to_the_last(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    session_do(session, "run");
    assert_true(app_is_running(&session->app));
    assert_at(session, 1, TENSOR_Q, 2, 2);
    session_do(session, "work 1");
    assert_at(session, 2, TENSOR_S, 2, 1);
    session_do(session, "work 1000");
    assert_at(session, 4, TENSOR_O, 2, 1);
    assert_false(app_is_running(&session->app));
    session_do(session, "work 5");
    assert_at(session, 4, TENSOR_O, 2, 1);
    /* from the last line it starts again */
    session_do(session, "run");
    assert_at(session, 1, TENSOR_Q, 2, 2);
    assert_true(app_is_running(&session->app));
    session_do(session, "step; step; work 1");
    assert_at(session, 4, TENSOR_O, 2, 1);
    assert_false(app_is_running(&session->app));
    session_close(session);
}

static void
a_run_pauses_and_goes_on(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    session_do(session, "run toggle; work 1; run toggle");
    assert_false(app_is_running(&session->app));
    session_do(session, "work 3");
    assert_at(session, 2, TENSOR_S, 2, 1);
    session_do(session, "run toggle; work 1; pause; work 1");
    assert_at(session, 3, TENSOR_A, 2, 1);
    session_do(session, "run; mask on");
    assert_false(app_is_running(&session->app));
    session_do(session, "run; view page");
    assert_false(app_is_running(&session->app));
    /* elsewhere the question walks, not the lines */
    session_do(session, "view weights; step; run; work 9");
    assert_int_equal(session->app.ui.line, 3);
    assert_int_equal(session->app.now.query, 4);
    session_close(session);
}

static void
the_keys_of_the_page_walk_it(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    app_key(&session->app, "s");
    assert_at(session, 2, TENSOR_S, 2, 1);
    app_key(&session->app, "Space");
    assert_true(app_is_running(&session->app));
    app_key(&session->app, "Space");
    assert_false(app_is_running(&session->app));
    app_key(&session->app, "Down");
    assert_at(session, 2, TENSOR_S, 3, 1);
    app_key(&session->app, "Tab");
    assert_at(session, 2, TENSOR_Z, 3, 1);
    app_key(&session->app, "S-Tab");
    app_key(&session->app, "Enter");
    assert_int_equal(session->app.ui.open_count, 1);
    assert_int_equal(session->app.ui.opened[0].number.tensor, TENSOR_S);
    app_key(&session->app, "Esc");
    assert_at(session, 2, TENSOR_S, 3, 1);
    app_key(&session->app, "r");
    assert_at(session, 1, TENSOR_Q, 2, 2);
    session_close(session);
}

/* -- reset ----------------------------------------------------------------------------- */

static void
reset_on_the_page_is_the_first_line_and_no_more(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    session_do(session,
               "share qk on; edit X[cat,noun] 3; query 4; key 0; step; step; run");
    int undo = session->app.undo_count;
    session_do(session, "reset");
    assert_int_equal(session->app.ui.line, 1);
    assert_false(app_is_running(&session->app));
    assert_true(session->app.now.choice.share_qk);
    assert_int_equal(session->app.now.choice.edit_count, 1);
    assert_int_equal(session->app.now.query, 4);
    assert_int_equal(session->app.now.key, 0);
    assert_int_equal(session->app.undo_count, undo);
    session_do(session, "step; view weights; reset");
    assert_int_equal(session->app.ui.line, 1);
    assert_false(session->app.now.choice.share_qk);
    assert_int_equal(session->app.now.choice.edit_count, 0);
    session_close(session);
}

/* -- the cursor ------------------------------------------------------------------------ */

static void
focus_goes_round_the_tensors(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    struct number start = session->app.ui.page;
    int at = 0;
    while (attention_tensors[at] != TENSOR_Q)
        at++;
    for (int k = 1; k <= ATTENTION_TENSORS; k++) {
        session_do(session, "focus next");
        assert_int_equal(session->app.ui.page.tensor,
                         attention_tensors[(at + k) % ATTENTION_TENSORS]);
    }
    for (int k = 1; k <= ATTENTION_TENSORS; k++) {
        session_do(session, "focus prev");
        assert_int_equal(
            session->app.ui.page.tensor,
            attention_tensors[(at - k + ATTENTION_TENSORS) % ATTENTION_TENSORS]);
    }
    assert_int_equal(session->app.ui.page.row, start.row);
    assert_int_equal(session->app.ui.page.col, start.col);
    assert_int_equal(session->app.ui.focus, PANE_PAGE);
    session_close(session);
}

/* In every tensor: to all four edges and beyond, one by one and by scrolling. */
static void
the_cursor_stays_inside_of_every_tensor(void **state)
{
    (void)state;
    static const char *const texts[] = {NULL, "cat", "the the the"};
    for (int t = 0; t < 3; t++) {
        struct session *session = page_open(texts[t]);
        const struct tensors *tensors = &session->app.explorer->tensors;
        const struct number *page = &session->app.ui.page;
        for (int k = 0; k < ATTENTION_TENSORS; k++) {
            session_do(session, "focus next");
            int rows = tensors_rows(tensors, page->tensor),
                cols = tensors_cols(tensors, page->tensor);
            assert_in_range(page->row, 0, rows - 1);
            assert_in_range(page->col, 0, cols - 1);
            session_do(session, "scroll -100000");
            assert_int_equal(page->row, 0);
            for (int c = 0; c < cols + 2; c++)
                session_do(session, "move left");
            assert_int_equal(page->col, 0);
            for (int r = 1; r < rows + 2; r++) {
                session_do(session, "move down");
                assert_int_equal(page->row, r < rows ? r : rows - 1);
            }
            for (int c = 1; c < cols + 2; c++) {
                session_do(session, "move right");
                assert_int_equal(page->col, c < cols ? c : cols - 1);
            }
            session_do(session, "move up");
            assert_int_equal(page->row, rows > 1 ? rows - 2 : 0);
            session_do(session, "scroll 100000");
            assert_int_equal(page->row, rows - 1);
        }
        session_close(session);
    }
}

static void
the_cursor_survives_other_numbers(void **state)
{
    (void)state;
    struct session *session = page_open("one two three four five six seven eight");
    const struct number *page = &session->app.ui.page;
    session_do(session, "focus next; focus next; scroll 100; move right; head random");
    assert_int_equal(page->tensor, TENSOR_V);
    assert_int_equal(page->row, 7);
    /* another sentence starts at what its asking token makes */
    session_do(session, "sentence The cat ran");
    assert_at(session, 1, TENSOR_Q, 2, page->col);
    session_do(session, "focus prev; focus prev; scroll 100; set d_k 2");
    assert_in_range(page->col, 0, 35);
    session_do(session, "sentence cat");
    assert_int_equal(page->row, 0);
    session_close(session);
}

/* A question asked by its name, as by a click, takes the cursor with it. */
static void
the_cursor_follows_the_question(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    session_do(session, "step; query The; key mouse");
    assert_at(session, 2, TENSOR_S, 0, 4);
    session_do(session, "focus next; find mou");
    assert_at(session, 2, TENSOR_Z, 4, 4);
    session_do(session, "focus prev; focus prev; key 2");
    assert_at(session, 2, TENSOR_S, 4, 2);
    session_do(session, "view weights; query 0; key 0; view page");
    assert_at(session, 2, TENSOR_S, 0, 0);
    session_close(session);
}

static void
the_pointed_token_asks(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    /* a row of Q, a column of S, a word of E, a place of P; a row of Wq is no token */
    session_do(session, "move up; ask");
    assert_int_equal(session->app.now.query, 1);
    session_do(session, "query 2; step; move right; ask");
    assert_int_equal(session->app.now.query, 2);
    session_do(session, "move right; ask");
    assert_int_equal(session->app.now.query, 3);
    while (session->app.ui.page.tensor != TENSOR_E)
        session_do(session, "focus next");
    session_do(session, "scroll -9; move down; move down; move down; ask");
    assert_int_equal(session->app.ui.page.row, 3);
    assert_int_equal(session->app.now.query, 4);
    session_do(session, "focus next; scroll -9; ask");
    assert_int_equal(session->app.now.query, 0);
    session_do(session, "focus next; focus next");
    assert_int_equal(session->app.ui.page.tensor, TENSOR_WQ);
    assert_int_equal(session_try(session, "ask"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "Wq"));
    assert_int_equal(session->app.now.query, 0);
    session_close(session);
}

/* -- what changed ---------------------------------------------------------------------- */

enum { ANIMATE = 9 }; /* a column of X */

static int
changed(const struct session *session, enum tensor tensor, int row, int col)
{
    struct number place = text_number_at(tensor, row, col);
    return app_changed(&session->app, &place);
}

static void
a_change_is_seen_where_the_shape_is_the_same(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    assert_int_equal(changed(session, TENSOR_X, 1, 1), 0);
    /* a word more in E, but as many tokens: the rows of X can be compared, those of E not */
    session_do(session, "sentence The cat chased a ball");
    assert_int_equal(changed(session, TENSOR_X, 4, ANIMATE), -1);
    assert_int_equal(changed(session, TENSOR_X, 1, 1), 0);
    assert_int_equal(changed(session, TENSOR_E, 3, FEATURE_NAME), 0);
    session_do(session, "share kv on");
    assert_int_equal(changed(session, TENSOR_V, 2, 2), 0);
    assert_int_equal(changed(session, TENSOR_S, 2, 1), 0);
    session_do(session, "edit S[chased,cat] 100; move up");
    assert_int_equal(changed(session, TENSOR_S, 2, 1), 1);
    assert_int_equal(changed(session, TENSOR_A, 2, 4), -1);
    session_do(session, "undo");
    assert_int_equal(changed(session, TENSOR_S, 2, 1), -1);
    session_do(session, "sentence The cat");
    assert_int_equal(changed(session, TENSOR_S, 0, 0), 0);
    session_close(session);
}

/* Marks are for one step: walking on the page ends them, another change brings them back. */
static void
a_step_on_the_page_ends_the_marks(void **state)
{
    (void)state;
    struct session *session = page_open(NULL);
    session_do(session, "mask on; move up; query 1; focus next");
    assert_false(session->app.ui.stepped);
    session_do(session, "view weights; step; view page");
    assert_false(session->app.ui.stepped);
    session_do(session, "step");
    assert_true(session->app.ui.stepped);
    session_do(session, "mask off");
    assert_false(session->app.ui.stepped);
    session_do(session, "run; work 1");
    assert_true(session->app.ui.stepped);
    session_do(session, "undo");
    assert_false(session->app.ui.stepped);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_goes_to_what_the_next_line_makes),
        cmocka_unit_test(a_run_plays_the_lines_to_the_last),
        cmocka_unit_test(a_run_pauses_and_goes_on),
        cmocka_unit_test(the_keys_of_the_page_walk_it),
        cmocka_unit_test(reset_on_the_page_is_the_first_line_and_no_more),
        cmocka_unit_test(focus_goes_round_the_tensors),
        cmocka_unit_test(the_cursor_stays_inside_of_every_tensor),
        cmocka_unit_test(the_cursor_survives_other_numbers),
        cmocka_unit_test(the_cursor_follows_the_question),
        cmocka_unit_test(the_pointed_token_asks),
        cmocka_unit_test(a_change_is_seen_where_the_shape_is_the_same),
        cmocka_unit_test(a_step_on_the_page_ends_the_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

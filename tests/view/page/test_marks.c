/* What the page marks and says: marks where something changed and nowhere else, sharing, what is
 * seen of a long sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "app/state/settle.h"
#include "support/drawn.h"

/* -- marks ----------------------------------------------------------------------------- */

static bool
is_mark(const struct cell *cell)
{
    return cell->code == 0x25b2 || cell->code == 0x25bc;
}

/* How many cells of row item r are marked; each must be one that changed, and so. */
static int
marks_in_row(const struct drawn *drawn, enum tensor tensor, int r)
{
    const struct app *app = &drawn->session->app;
    const struct page_axis *rows = page_rows(&drawn->page, tensor);
    const struct page_axis *cols = page_cols(&drawn->page, tensor);
    int marks = 0;
    for (int c = 0; c < cols->count; c++) {
        const struct cell *cell = drawn_cell(drawn, tensor, r, c);
        struct number place = page_place(app, tensor, rows->first[r], cols->first[c]);
        if (cols->length[c] > 1)
            continue;
        int change = app_changed(app, &place);
        assert_int_equal(is_mark(cell), change != 0);
        assert_true(change == 0 || cell->code == (change > 0 ? 0x25b2 : 0x25bc));
        marks += is_mark(cell);
    }
    return marks;
}

static int
marked_rows(const struct drawn *drawn, enum tensor tensor, unsigned *rows)
{
    int marks = 0;
    *rows = 0;
    for (int r = 0; r < page_rows(&drawn->page, tensor)->count; r++) {
        int row = marks_in_row(drawn, tensor, r);
        *rows |= row > 0 ? 1u << r : 0;
        marks += row;
    }
    return marks;
}

/* One word for another of the same length in tokens, under a head that reads everything: the
 * row of that word in X, Q, K, V; and O wherever it is looked at. */
static void
one_changed_word_marks_one_row(void **state)
{
    (void)state;
    struct drawn drawn =
        drawn_open(NULL, "head random; focus next; sentence The dog chased the mouse");
    unsigned rows;
    drawn_at(&drawn, 24, 90);
    for (int id = TENSOR_Q; id <= TENSOR_V; id++) {
        assert_int_equal(marked_rows(&drawn, (enum tensor)id, &rows), 8);
        assert_int_equal(rows, 1u << 1);
    }
    assert_true(marked_rows(&drawn, TENSOR_O, &rows) > 0);
    assert_int_equal(rows, 31);
    assert_int_equal(marked_rows(&drawn, TENSOR_WQ, &rows), 0);
    assert_true(drawn_has(&drawn, "changed"));
    /* a step ends the marks */
    session_do(drawn.session, "step");
    drawn_at(&drawn, 24, 80);
    for (int r = 0; r < 5; r++)
        for (int c = 0; c < 8; c++)
            assert_false(is_mark(drawn_cell(&drawn, TENSOR_Q, r, c)));
    drawn_close(&drawn);
}

/* dog means what cat means, and verb-noun reads no names: only X changes, inside of the fold. */
static void
a_change_inside_of_a_fold_is_marked_there(void **state)
{
    (void)state;
    struct drawn drawn = drawn_open(NULL, "sentence The dog chased the mouse");
    unsigned rows;
    for (int id = TENSOR_Q; id <= TENSOR_O; id++)
        assert_int_equal(marked_rows(&drawn, (enum tensor)id, &rows), 0);
    assert_int_equal(marked_rows(&drawn, TENSOR_X, &rows), 0);
    const struct page_axis *cols = page_cols(&drawn.page, TENSOR_X);
    for (int c = 0; c < cols->count; c++)
        if (cols->length[c] > 1)
            for (int r = 0; r < 5; r++)
                assert_int_equal(drawn_cell(&drawn, TENSOR_X, r, c)->code,
                                 r == 1 ? '!' : '~');
    /* a ball is a thing and no animal */
    session_do(drawn.session, "sentence The ball chased the mouse");
    drawn_at(&drawn, 24, 80);
    assert_int_equal(marked_rows(&drawn, TENSOR_Q, &rows), 0);
    assert_int_equal(marked_rows(&drawn, TENSOR_K, &rows), 0);
    assert_int_equal(marked_rows(&drawn, TENSOR_V, &rows), 2);
    assert_int_equal(rows, 1u << 1);
    marked_rows(&drawn, TENSOR_O, &rows);
    assert_int_equal(rows, 31);
    drawn_close(&drawn);
}

static void
other_changes_are_marked_too(void **state)
{
    (void)state;
    unsigned rows;
    struct drawn drawn = drawn_open(NULL, "mask on");
    for (int id = TENSOR_Q; id <= TENSOR_S; id++)
        assert_int_equal(marked_rows(&drawn, (enum tensor)id, &rows), 0);
    assert_int_equal(marked_rows(&drawn, TENSOR_Z, &rows), 10);
    assert_int_equal(marked_rows(&drawn, TENSOR_A, &rows), 20);
    assert_int_equal(rows, 15); /* the last token loses nothing */
    session_do(drawn.session, "mask off; share qk on");
    drawn_at(&drawn, 24, 80);
    assert_int_equal(marked_rows(&drawn, TENSOR_V, &rows), 0);
    assert_true(marked_rows(&drawn, TENSOR_WK, &rows) > 0);
    assert_int_equal(marked_rows(&drawn, TENSOR_S, &rows), 25);
    /* a parameter set by hand unfolds its row */
    session_do(drawn.session, "undo; edit Wq[adv,2] -3");
    drawn_at(&drawn, 24, 80);
    assert_int_equal(marked_rows(&drawn, TENSOR_WQ, &rows), 1);
    assert_true(drawn_has(&drawn, "adv"));
    /* under another head every number is another one */
    session_do(drawn.session, "undo; head verb-object");
    drawn_at(&drawn, 24, 80);
    for (int r = 0; r < 5; r++)
        for (int c = 0; c < 5; c++)
            assert_false(is_mark(drawn_cell(&drawn, TENSOR_Q, r, c)));
    drawn_close(&drawn);
}

/* -- what is said ---------------------------------------------------------------------- */

static void
shared_matrices_are_said(void **state)
{
    (void)state;
    static const char symmetric[] =
        "S[chased,mouse] = S[mouse,chased] = 366.40   |S - S^T| / |S| = 0\n";
    struct drawn drawn = drawn_open(NULL, "share qk on");
    assert_true(drawn_has(&drawn, symmetric));
    assert_true(drawn_has(&drawn, "is Wq"));
    assert_true(drawn_has(&drawn, "Q, K, V = X Wq, X Wq, X Wv"));
    drawn_at(&drawn, 23, 80);
    assert_true(drawn_has(&drawn, symmetric));
    drawn_at(&drawn, 12, 40);
    assert_true(drawn_has(&drawn, "|S - S^T| / |S| = 0"));
    /* the pointed pair is the one that is printed; a score set by hand is not symmetric */
    session_do(drawn.session, "step; move left; move left; move up; edit S[cat,The] 1");
    drawn_at(&drawn, 24, 80);
    assert_true(drawn_has(&drawn, "S[cat,The] = 1.00, S[The,cat] = 385.52"));
    assert_false(drawn_has(&drawn, "|S| = 0\n"));
    session_do(drawn.session, "share qk off; share kv on");
    drawn_at(&drawn, 24, 80);
    assert_true(drawn_has(&drawn, "V = X Wk: a token hands over"));
    assert_true(drawn_has(&drawn, "what it is found by"));
    assert_true(drawn_has(&drawn, "is Wk"));
    assert_false(drawn_has(&drawn, "S^T| /"));
    drawn_close(&drawn);
}

static void
long_names_give_way_to_numbers(void **state)
{
    (void)state;
    struct drawn drawn =
        drawn_open("antidisestablishmentarianism is incomprehensibilities",
                   "share qk on; query 0; key 2");
    assert_true(drawn_has(&drawn, "S[0,2] = S[2,0] ="));
    assert_true(drawn_has(&drawn, "A[0,2] = "));
    drawn_close(&drawn);
}

static void
long_sentences_say_what_is_seen(void **state)
{
    (void)state;
    struct text text = {0};
    for (int i = 0; i < 512; i++)
        text_add(&text, "w%d ", i);
    struct drawn drawn = drawn_open(text.bytes, "query 300; key 200; step");
    assert_true(drawn_has(&drawn, "296-303 ask, 197-203 asked, of 512"));
    assert_true(drawn_has(&drawn, "\u25b6w300"));
    drawn_close(&drawn);
    text_free(&text);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_changed_word_marks_one_row),
        cmocka_unit_test(a_change_inside_of_a_fold_is_marked_there),
        cmocka_unit_test(other_changes_are_marked_too),
        cmocka_unit_test(shared_matrices_are_said),
        cmocka_unit_test(long_names_give_way_to_numbers),
        cmocka_unit_test(long_sentences_say_what_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

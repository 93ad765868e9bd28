/* What is said of views, of edits, and of an opened number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "support/described.h"
#include "support/rows.h"
#include "support/session.h"
#include "view/words/describe.h"

static void
lines_say_what_is(void **state)
{
    /* clang-format off */
    static const struct described rows[] = {
        /* views */
        {NULL, "view vectors",
         "The output of chased is 0.99 noun: cat gives 0.94 of it, mouse 0.05."},
        {NULL, "view vectors", "In meaning the output of chased is nearest to cat."},
        {NULL, "view page",
         "Line 1: Q, K, V = X Wq, X Wk, X Wv. Each row of X is 36 numbers; its query is 5, its key 5, its value 15."},
        {NULL, "view page; share qk on; share kv on",
         "Line 1: Q, K, V = X Wq, X Wq, X Wq. Each row of X is 36 numbers; its query is 5, its key 5, its value 5."},
        {NULL, "view page", "Line 2: S = Q K^T. S[chased,cat] is 39.5368."},
        {NULL, "view page", "Line 3: A = softmax(S / sqrt(5)). A[chased,cat] is 0.9395."},
        {NULL, "view page; mask on",
         "Line 3: A = softmax(S / sqrt(5)), of the tokens that the mask lets through. A[chased,cat] is 0.9918."},
        {NULL, "view page", "Line 4: O = A V. O[chased,noun] is 0.9913."},

        /* edits */
        {NULL, "edit X[cat,noun] 3", "X[cat,noun] is set by hand to 3; it was 1."},
        {NULL, "edit Wq[verb,0] -0.5", "Wq[verb,0] is set by hand to -0.5; it was 12."},
        {NULL, "edit V[cat,noun] 3",
         "If V[cat,noun] grows a little more, A[chased,cat] grows by 0 times as much (0 by differences)."},
        {NULL, "edit S[chased,mouse] 30",
         "If S[chased,mouse] grows a little more, A[chased,cat] shrinks by 0.006 times as much (0.006 by differences)."},

        /* an opened number */
        {NULL, "open A[chased,cat]",
         "Opened is A[chased,cat], 0.9395: the share of chased's attention that goes to cat."},
        {NULL, "open A[chased,cat]",
         "It is exp(Z - max) / sum = 1 / 1.0645. The terms of the sum, largest first: cat 1, mouse 0.0552, The 0.0057, chased 0.0025 and the 0.0009."},
        {NULL, "open A[chased,cat]", "The cursor is on Z[chased,cat], 17.6814; Enter opens it."},
        {NULL, "open A[chased,cat]; open",
         "Opened are A[chased,cat]; in it Z[chased,cat], 17.6814: the score of cat for chased, divided by √5."},
        {NULL, "open Z[chased,cat]", "It is S[chased,cat] times 1/sqrt(5) = 39.5368 times 0.4472."},
        {NULL, "open S[chased,cat]",
         "It adds up 5 products of Q and K. Largest first: cos70 13.9436, cos26 13.5932 and noun 12; the other 2 are about 0."},
        {NULL, "open Q[chased,4]",
         "It adds up 36 products of X and Wq. Largest first: cos70 13.5536 and sin70 0.4464; the other 34 are 0."},
        {NULL, "head average; open S[The,cat]",
         "It adds up 4 products of Q and K. Largest first: all are 0."},
        {NULL, "open X[cat,cos26]", "It is E[cat,cos26] + P[1,cos26] = 0 + 0.9709."},
        {NULL, "open E[cat,one]", "It is a parameter: 1 for every word."},
        {NULL, "share qk on; open Wk[verb,0]", "It is a copy of Wq[verb,0]: the matrix is shared."},
        {NULL, "mask on; open Z[The,cat]",
         "The mask hides it, whatever S[The,cat] is (23.9746): its weight is 0."},
        {NULL, "mask on; open Z[The,cat]",
         "Opened is Z[The,cat], -infinity: the score of cat for The, which the mask hides."},
        {NULL, "edit X[cat,noun] 3; open X[cat,noun]",
         "It is set by hand; computed it would be 1."},
        {"cat , and", "open A[1,2]",
         "Opened is A[\",\",and], 0.1164: the share of \",\"'s attention that goes to \"and\"."},
        {"cat , and", "open A[1,2]",
         "It is exp(Z - max) / sum = 0.2033 / 1.7463. The terms of the sum, largest first: cat 1, \",\" 0.543 and \"and\" 0.2033."},
    };
    /* clang-format on */
    (void)state;
    assert_described(rows, sizeof rows / sizeof rows[0]);
}

/* A parameter has nothing below it; without edits nothing is said of any. */
static void
nothing_is_said_of_what_is_not_there(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    struct text text = {0};
    session_do(session, "open Wq[verb,0]");
    describe(&session->app, &text);
    assert_null(strstr(text.bytes, "The cursor is on"));
    assert_null(strstr(text.bytes, "by hand"));
    assert_null(strstr(text.bytes, "output of"));
    text_free(&text);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_say_what_is),
        cmocka_unit_test(nothing_is_said_of_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

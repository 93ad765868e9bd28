/* Opening numbers of the lookup task, moving through their terms, and going back. */
#include "app/state/opened.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/state/train.h"
#include "support/opened.h"
#include "support/session.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

static struct session *
trained(void)
{
    struct session *session = session_open(NULL);
    session_do(session, "seek 25");
    while (app_is_running(&session->app))
        session_do(session, "work 64");
    return session;
}

/* From the pointed weight along the largest term to a parameter, and on to its gradient. */
static void
enter_goes_down_to_the_gradient(void **state)
{
    (void)state;
    struct session *session = trained();
    assert_pointed(session, "A[query,1]");
    session_do(session, "open");
    assert_open(session, "A[query,1]");
    assert_pointed(session, "Z[query,1]");
    session_do(session, "open; open; open; open; open; open; open");
    assert_open(session, "A[query,1] Z[query,1] S[query,1] Q[query,6] X[query,10] "
                         "Et[2,10] uEt[2,10] gEt[2,10]");
    session_do(session, "back; back; back");
    assert_pointed(session, "Et[2,10]");
    session_do(session, "back; back; back; back; back");
    assert_open(session, "");
    assert_int_equal(session->app.ui.view, VIEW_TRAIN);
    session_close(session);
}

/* The first term of a parameter is the parameter itself. */
static void
where_nothing_stands_below_it_says_so(void **state)
{
    (void)state;
    struct session *session = trained();
    session_do(session, "open Wo[0,1]; move up");
    assert_pointed(session, "Wo[0,1]");
    assert_int_equal(session_try(session, "open"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "nothing stands below"));
    session_close(session);
}

/* The pointed entry of the store is what Enter opens. */
static void
enter_opens_the_pointed_entry(void **state)
{
    (void)state;
    struct session *session = trained();
    session_do(session, "key 3; open");
    assert_open(session, "A[query,3]");
    session_close(session);
}

static void
the_cursor_moves_through_terms_and_factors(void **state)
{
    (void)state;
    struct session *session = trained();
    session_do(session, "open S[query,1]; move up; move up; move up; move up; move up; "
                        "move up; move up");
    assert_pointed(session, "Q[query,0]");
    session_do(session, "move right");
    assert_pointed(session, "K[1,0]");
    session_do(session, "move right; move down");
    assert_pointed(session, "K[1,1]");
    session_do(session, "move left; sort size; move up; move up; move up; move up; "
                        "move up; move up; move up; move up");
    assert_pointed(session, "Q[query,6]"); /* the largest */
    session_do(session, "scroll 100; scroll -100");
    assert_pointed(session, "Q[query,6]");
    session_close(session);
}

/* Every kind of address opens, and is what it says. */
static void
addresses_open(void **state)
{
    (void)state;
    static const char *const addresses[] = {"loss",
                                            "p[query,5]",
                                            "L[query,5]",
                                            "O[query,0]",
                                            "V[3,2]",
                                            "K[0,7]",
                                            "X[query,0]",
                                            "X[2,15]",
                                            "Et[7,15]",
                                            "Wo[15,7]",
                                            "dWq[3,1]",
                                            "dZ[query,1]",
                                            "dX[0,2]",
                                            "dL[query,5]",
                                            "gWo[3,1]",
                                            "uWv[3,1]",
                                            "dX[query,3]",
                                            "mean_loss",
                                            "Zt[2,7]",
                                            "Qt[7,0]",
                                            "Kt[0,7]",
                                            "#128:loss",
                                            "#1:dX[query,3]",
                                            "dloss",
                                            "uA[query,1]",
                                            "mWq[3,1]",
                                            "vWq[3,1]",
                                            "mEt[2,10]@24",
                                            "accuracy",
                                            "accuracy@3",
                                            "#fresh17:loss",
                                            "#fresh2000:right",
                                            "#fresh1:dX[query,3]@9",
                                            "key_tag_share",
                                            "value_value_share",
                                            "varZt[2]",
                                            "loss@0",
                                            "loss@25",
                                            "#128:loss@3",
                                            "mean_loss@7",
                                            "gWo[3,1]@7",
                                            "uWo[3,1]@7",
                                            "Wo[3,1]@7",
                                            "dWq[3,1]@7",
                                            "#3:uA[query,1]"};
    struct session *session = trained();
    for (size_t k = 0; k < COUNT(addresses); k++) {
        char command[64];
        snprintf(command, sizeof command, "open %s", addresses[k]);
        session_do(session, command);
        assert_open(session, addresses[k]);
        session_do(session, "back");
    }
    session_close(session);
}

/* Written with its source it opens from anywhere; the sentence's numbers stay the sentence's. */
static void
a_source_decides_where_it_opens(void **state)
{
    (void)state;
    struct session *session = trained();
    session_do(session, "view weights; open lookup:A[query,1]");
    assert_int_equal(session->app.ui.view, VIEW_TRAIN);
    assert_open(session, "A[query,1]");
    session_do(session, "view weights");
    assert_open(session, "");
    session_do(session, "open A[chased,cat]");
    assert_int_equal(session->app.ui.open_count, 1);
    session_close(session);
}

/* An opened number stays open while training goes on, and closes where it is gone. */
static void
an_open_number_follows_the_run(void **state)
{
    (void)state;
    struct session *session = trained();
    session_do(session, "open Et[7,15]; step");
    assert_open(session, "Et[7,15]");
    session_do(session, "set d_model 8");
    assert_open(session, "");
    session_close(session);
}

static void
wrong_addresses_change_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *command, *says;
    } wrong[] = {
        {"open A[query,4]", "there is no entry \"4\""},
        {"open A[0,1]", "query"},
        {"open Et[8,0]", "there is no tag \"8\""},
        {"open dp[query,0]", "loss does not depend on it"},
        {"open dZt[0,0]", "loss does not depend on it"},
        {"open dmean_loss", "names no number"},
        {"open gloss", "names no number"},
        {"open gX[0,0]", "names no number"},
        {"open X[0,16]", "there is no column of X \"16\""},
        {"open #0:loss", "counted from 1"},
        {"open #129:loss", "there is no example #129; the batch of step 25 has 128"},
        {"open #129:loss@5", "there is no example #129; the batch of step 5 has 128"},
        {"open #fresh0:loss", "counted from 1"},
        {"open #fresh2001:loss", "there is no fresh store #fresh2001; there are 2000"},
        {"open #fresh3:Wq[0,0]", "write it without #fresh3:"},
        {"open #3:uWq[0,0]", "the same for every example"},
        {"open #3:mean_loss", "the same for every example"},
        {"open #3:key_tag_share", "the same for every example"},
        {"open loss@26", "there is no step 26; they go from 0 to 25"},
        {"open #9:loss@26", "there is no step 26"},
        {"open loss@", "begins like a step, which reads @24"},
        {"open mX[0,0]", "names no number"},
        {"open accuracy[0]", "takes no index"},
        {"open #3:gWq[0,0]", "the same for every example"},
        {"open #3:Zt[0,0]", "the same for every example"},
        {"open #3:E[0,0]", "only numbers of the lookup task have examples"},
        {"open sentence:#3:A[0,0]", "has no examples"},
        {"open Zt[0,8]", "there is no tag"},
        {"open A", "a row and a column"},
        {"open E[0,0]", "the lookup task has no such number"},
        {"open nonsense", "names no number"},
    };
    struct session *session = trained();
    session_do(session, "open A[query,1]");
    for (size_t k = 0; k < COUNT(wrong); k++) {
        if (session_try(session, wrong[k].command) != OUTCOME_FAILED ||
            strstr(session->err.text, wrong[k].says) == NULL)
            fail_msg("%s: %s", wrong[k].command, session->err.text);
        assert_open(session, "A[query,1]");
    }
    for (int k = 1; k < OPEN_MAX; k++)
        session_do(session, "open loss");
    assert_int_equal(session_try(session, "open loss"), OUTCOME_FAILED);
    session_close(session);
}

/* Before the task was begun there is nothing to open. */
static void
without_a_trainer_nothing_opens(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_int_equal(session_try(session, "open lookup:A[query,1]"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "view train begins it"));
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enter_goes_down_to_the_gradient),
        cmocka_unit_test(where_nothing_stands_below_it_says_so),
        cmocka_unit_test(enter_opens_the_pointed_entry),
        cmocka_unit_test(the_cursor_moves_through_terms_and_factors),
        cmocka_unit_test(addresses_open),
        cmocka_unit_test(a_source_decides_where_it_opens),
        cmocka_unit_test(an_open_number_follows_the_run),
        cmocka_unit_test(wrong_addresses_change_nothing),
        cmocka_unit_test(without_a_trainer_nothing_opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

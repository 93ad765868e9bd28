/* What cannot be opened, moved or edited: one sentence says why, and the state stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

static const struct row {
    const char *before, *command;
    const char *says; /* a part of the sentence */
} rows[] = {
    /* addresses */
    {"", "open A[chased,dog]", "there is no token \"dog\""},
    {"", "open A[chased,5]", "they go from 0 to 4"},
    {"", "open A[9,0]", "they go from 0 to 4"},
    {"", "open A[chased]", "a row and a column must follow"},
    {"", "open A", "a row and a column must follow"},
    {"", "open A[chased,cat", "a closing ] is missing"},
    {"", "open A[chased,cat] now", "nothing may follow the address"},
    {"", "open Q[chased,5]", "they go from 0 to 4"},
    {"", "open X[cat,3]", "goes by its name"},
    {"", "open X[cat,nouns]", "there is no column of X \"nouns\""},
    {"", "open E[dog,noun]", "there is no word \"dog\""},
    {"", "open 1.3:A[0,0]", "the sentence has no such number"},
    {"", "open lookup:loss", "the lookup task was not begun"},
    {"", "open model:Wo[0,0]", "the sentence has no such number"},
    {"", "open gWq[0,0]", "the sentence has no such number"},
    {"", "open dWq[0,0]", "goes by its name"},
    {"", "open dO[cat,noun]", "A[chased,cat] does not depend on it"},
    {"", "open 7", "open"},
    {"", "open [", "open"},
    {"open Wq[verb,0]", "open", "a parameter"},
    {"open E[cat,noun]", "open", "a parameter"},
    {"view vectors; scroll -100; move left; move left; move left", "open", ""},

    /* words */
    {"", "sort", "sort: it is"},
    {"", "sort weight", "sort: it is"},
    {"", "show O", "show: it is"},
    {"", "show", "show: it is"},
    {"", "move", "move: it is"},
    {"", "move upwards", "move: it is"},
    {"", "move upwards 2", "move: it is"},
    {"", "move down 0", "move: how far is a whole number from 1"},
    {"", "move down two", "move: how far is a whole number from 1"},
    {"", "ask cat", "ask stands alone"},
    {"", "back 2", "back stands alone"},

    /* targets */
    {"", "target A[dog,cat]", "target: A[dog,cat]: there is no token \"dog\""},
    {"", "target cat", "names no number"},
    {"", "target A", "a row and a column must follow"},
    {"", "target dX[cat,noun]", "target: it is a number itself"},
    {"", "target uX[cat,noun]", "target: it is a number itself"},
    {"", "target loss", "the sentence has no such number"},
    {"", "target lookup:loss", "the lookup task was not begun"},
    {"target X[cat,noun]", "open dA[chased,cat]", "X[cat,noun] does not depend on it"},

    /* edits */
    {"", "edit", "edit"},
    {"", "edit X[cat,noun]", "a number must follow the address"},
    {"", "edit X[cat,noun] one", "a number must follow the address"},
    {"", "edit X[cat,noun] nan", "a number must follow the address"},
    {"", "edit X[cat,noun] inf", "a number must follow the address"},
    {"", "edit X[cat,noun] 1e999", "a number must follow the address"},
    {"", "edit X[cat,noun] 3 4", "a number must follow the address"},
    {"", "edit X[cat,noun] 0x10", "a number must follow the address"},
    {"", "edit X[cat,noun] 1e7", "at most 1000000"},
    {"", "edit X[cat,noun] -1000001", "at most 1000000"},
    {"edit X[cat,noun] 1000000", "nudge X[cat,noun] 1", "at most 1000000"},
    {"", "edit A[chased,cat] 1", "A is only ever computed"},
    {"", "edit Z[chased,cat] 1", "Z is only ever computed"},
    {"", "edit O[chased,noun] 1", "O is only ever computed"},
    {"", "edit 1", "A is only ever computed"},
    {"", "nudge 1", "A is only ever computed"},
    {"mask on", "nudge Z[The,mouse] 1", "Z is only ever computed"},
    {"share qk on", "edit Wk[noun,0] 1", "edit Wq"},
    {"share kv on", "edit Wv[noun,0] 1", "edit Wk"},
    {"", "edit dog 1", "edit"},
    {"", "edit X[dog,noun] 1", "there is no token \"dog\""},
    {"", "edit X[cat,noun 1", "a closing ] is missing"},
    {"", "nudge X[cat,noun] much", "a number must follow the address"},
    {"view help", "nudge much", "nudge"},
};

static void
what_fails_says_why_and_changes_nothing(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        struct session *session = session_open(NULL);
        if (row->before[0] != '\0')
            session_do(session, row->before);
        struct app_snapshot *before = snapshot_take(&session->app);
        enum outcome outcome = session_try(session, row->command);
        const char *text = session->err.text;
        const char *difference = snapshot_difference(before, &session->app);
        wrong += row_wrong(outcome == OUTCOME_FAILED, "%s; %s is done", row->before,
                           row->command);
        wrong += row_wrong(strstr(text, row->says) != NULL && text[0] != '\0',
                           "%s says: %s", row->command, text);
        wrong += row_wrong(strchr(text, '\n') == NULL, "%s says lines", row->command);
        wrong += row_wrong(difference == NULL, "%s; %s changes %s", row->before,
                           row->command, difference ? difference : "");
        snapshot_free(before);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* One edit more than are kept is refused, one of a number that is edited already is not. */
static void
edits_have_a_limit(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    for (int k = 0; k < EDITS_MAX; k++) {
        char command[64];
        snprintf(command, sizeof command, "edit K[%d,%d] 1", k / 5 % 5, k % 5);
        if (k >= 25)
            snprintf(command, sizeof command, "edit S[%d,%d] 1", (k - 25) / 5 % 5, k % 5);
        if (k >= 50)
            snprintf(command, sizeof command, "edit Q[%d,%d] 1", (k - 50) / 5, k % 5);
        session_do(session, command);
    }
    assert_int_equal(session->app.now.choice.edit_count, EDITS_MAX);
    assert_int_equal(session_try(session, "edit Q[4,4] 1"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "64 numbers are edited already"));
    session_do(session, "edit K[0,0] 2; undo; undo; edit Q[4,4] 1");
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fails_says_why_and_changes_nothing),
        cmocka_unit_test(edits_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* expect TERM OP TERM: every form of both, true and false, and what is no expectation. */
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

#define COUNT(rows) (sizeof rows / sizeof rows[0])

struct row {
    const char *expectation;
    int outcome;
};

enum { YES = OUTCOME_DONE, NO = OUTCOME_UNMET, BAD = OUTCOME_FAILED };

/* Tries every row on the same state, which must stay as it is. */
static int
rows_wrong(struct session *session, const struct row *rows, size_t count)
{
    struct app_snapshot *before = snapshot_take(&session->app);
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        char command[400];
        snprintf(command, sizeof command, "expect %s", rows[i].expectation);
        int outcome = (int)session_try(session, command);
        wrong +=
            row_wrong(outcome == rows[i].outcome, "%s: expected %d, got %d %s",
                      rows[i].expectation, rows[i].outcome, outcome, session->err.text);
        wrong += row_wrong((session->err.text[0] != '\0') == (outcome != OUTCOME_DONE),
                           "%s: \"%s\"", rows[i].expectation, session->err.text);
        const char *difference = snapshot_difference(before, &session->app);
        wrong += row_wrong(difference == NULL, "%s changed %s", rows[i].expectation,
                           difference ? difference : "");
    }
    snapshot_free(before);
    return wrong;
}

static void
try_rows(const char *commands, const struct row *rows, size_t count)
{
    struct session *session = session_open(NULL);
    session_do(session, commands);
    int wrong = rows_wrong(session, rows, count);
    session_close(session);
    assert_int_equal(wrong, 0);
}

/* -- operators and terms ---------------------------------------------------------------- */

static void
operators_compare(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"1 < 2", YES},     {"2 < 2", NO},      {"3 < 2", NO},        {"1 <= 2", YES},
        {"2 <= 2", YES},    {"3 <= 2", NO},     {"2 > 1", YES},       {"2 > 2", NO},
        {"2 > 3", NO},      {"2 >= 1", YES},    {"2 >= 2", YES},      {"2 >= 3", NO},
        {"2 = 2", YES},     {"2 = 3", NO},      {"-1 < 1", YES},      {"-1 = -1", YES},
        {"-2 > -1", NO},    {"+1 = 1", YES},    {"1<2", YES},         {"2=2", YES},
        {"  1  <  2", YES}, {"1e2 = 100", YES}, {"1e-3 < 0.01", YES}, {".5 = 0.5", YES},
    };
    try_rows("", rows, COUNT(rows));
}

static void
addresses_are_values(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"A[chased,cat] > 0.9", YES},
        {"A[chased,cat] > 0.99", NO},
        {"0.9 < A[chased,cat]", YES},
        {"A[2,1] = A[chased,cat]", YES},
        {"A[2,1]=A[ chased , cat ]", YES},
        {"sentence:A[2,1] = A[2,1]", YES},
        {"A[chased,cat] > A[chased,the]", YES},
        {"A[chased,the] > A[chased,cat]", NO},
        {"X[cat,noun] = 1", YES},
        {"E[cat,noun] = 1", YES},
        {"E[cat,verb] = 1", NO},
        {"P[0,cos4] = 1", YES},
        {"Wq[verb,0] = 12", YES},
        {"Wk[noun,0] = 1", YES},
        {"Wv[noun,noun] = 1", YES},
        {"Q[chased,0] = 12", YES},
        {"K[cat,0] = 1", YES},
        {"V[cat,noun] = 1", YES},
        {"S[chased,cat] = 39.54", YES},
        {"Z[chased,cat] = 17.68", YES},
        {"O[chased,noun] > 0.9", YES},
        {"S[chased,cat] > -5", YES},
        /* a number of times an address */
        {"A[chased,cat] > 10 * A[chased,mouse]", YES},
        {"A[chased,cat] > 100 * A[chased,mouse]", NO},
        {"10*A[chased,mouse] < A[chased,cat]", YES},
        {"-1 * A[chased,cat] < 0", YES},
        {"2 * X[cat,noun] = 2", YES},
        {"2 * X[cat,noun] = 2 * X[mouse,noun]", YES},
    };
    try_rows("", rows, COUNT(rows));
}

static void
functions_look_at_regions(void **state)
{
    (void)state;
    static const struct row rows[] = {
        /* a row, a column, a diagonal, rows by name, all of it */
        {"max A[chased] > 0.9", YES},
        {"max A[chased] = A[chased,cat]", YES},
        {"min A[chased] = A[chased,the]", YES},
        {"sum A[chased] = 1", YES},
        {"sum A[2] = 1.0", YES},
        {"sum A[chased] = 2", NO},
        {"max X[i,noun] = 1", YES},
        {"sum X[i,noun] = 2", YES},
        {"sum X[i,verb] = 1", YES},
        {"max A[i,cat] = A[chased,cat]", YES},
        {"sum A[i,i] = 1.23", YES},
        {"max A[i,i] = A[0,0]", YES},
        {"max A[i,i-1] = A[chased,cat]", YES},
        {"min A[i,i-1] = A[mouse,the]", YES},
        {"sum A[i,i+1] = 0.41", YES},
        {"max A[i,i+4] = A[0,4]", YES},
        {"max A[i,i-4] = A[4,0]", YES},
        {"max A[chased,cat] = A[chased,cat]", YES},
        {"max A[chased,i] = A[2,2]", YES},
        {"max Wq[det..plural] = 12", YES},
        {"sum Wq[noun..verb] = 12", YES},
        {"max Wq[adj..id11] = 0", YES},
        {"max A[cat..the,cat] = A[chased,cat]", YES},
        {"sum A[1..3] = 3", YES},
        {"max Wq = 13.775", YES},
        {"sum A = 5", YES},
        {"min E = 0", NO},
        {"max sentence:Wq = 13.775", YES},
        {"max A = max A[chased]", YES},
        {"max A[chased] > max A[cat]", YES},
        {"min A < 0.001", YES},
        /* one row only */
        {"entropy A[chased] < 0.3", YES},
        {"entropy A[the] > 1.4", YES},
        {"entropy A[0] = 0.877", NO},
        {"argmax A[chased] = cat", YES},
        {"argmax A[chased]=cat", YES},
        {"argmax A[2] = 1", YES},
        {"argmax A[chased] = \"cat\"", YES},
        {"argmax A[chased] = The", NO},
        {"argmax A[chased] = 4", NO},
        {"argmax Wq[verb] = 0", YES},
        {"argmax Wv[noun] = noun", YES},
        {"argmax V[cat] = noun", YES},
        {"argmax E[chased] = verb", YES},
        {"argmax A[chased] = argmax S[chased]", YES},
        {"argmax A[chased] = argmax A[mouse]", NO},
        /* a whole square */
        {"symmetry S > 0.05", YES},
        {"symmetry S = 0", NO},
        {"symmetry A > 0.5", YES},
    };
    try_rows("", rows, COUNT(rows));
}

static void
entropies_are_in_nats(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"entropy A[chased] = 1.609438", YES}, /* ln 5 */
        {"entropy A[0] = entropy A[4]", YES},
        {"entropy A[0] = 1.60", NO},
        {"max A = min A", YES},
        {"symmetry S = 0", YES},
        {"symmetry A = 0", YES},
        {"argmax A[mouse] = The", YES}, /* the first of equals */
    };
    static const struct row first[] = {{"entropy A[The] = 0", YES}};
    try_rows("head average", rows, COUNT(rows));
    try_rows("head first-token; mask on", first, COUNT(first));
}

/* Slopes of the pointed weight A[chased,cat], and changes, are tensors like the others. */
static void
slopes_have_regions(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"sum dA = 1", YES},
        {"max dA = dA[chased,cat]", YES},
        {"argmax dA[chased] = cat", YES},
        {"sum dZ[chased] = 0",
         YES}, /* a row of shares adds up to 1 whatever its scores */
        {"dZ[chased,cat] = 0.0569", YES}, /* A (1 - A) */
        {"argmax dZ[chased] = cat", YES},
        {"max dZ[cat] = 0", YES},
        {"sum dZ[mouse] = 0", YES},
        {"dS[chased,cat] = 0.0254", YES}, /* A (1 - A) / sqrt(5) */
        {"max dS[i,i-1] = dS[chased,cat]", YES},
        {"sum dQ[The..cat] = 0", YES},
        {"max dWq[det..plural] > 0", YES},
        {"max dV = 0", YES},
        {"sum dO = 0", BAD},
        {"max uA = 0", YES}, /* nothing is set by hand */
    };
    static const struct row output[] = {
        {"sum dO = 1", YES},         {"dA[chased,cat] = 1", YES}, /* V[cat,noun] */
        {"sum dV[i,noun] = 1", YES}, {"max dV[i,noun] = 0.93945", YES},
        {"max dV[i,verb] = 0", YES}, {"max dV[cat] = 0.94", YES},
    };
    static const struct row edited[] = {
        {"sum uX = 0.01", YES},           {"max uX = uX[cat,noun]", YES},
        {"uK[cat,0] = 0.01", YES},        {"max uV[cat] = 0.01", YES},
        {"max uV[mouse] = 0", YES},       {"sum uA[chased] = 0", YES},
        {"argmax uA[chased] = cat", YES},
    };
    try_rows("", rows, COUNT(rows));
    try_rows("target O[chased,noun]", output, COUNT(output));
    try_rows("edit X[cat,noun] 1.01", edited, COUNT(edited));
}

/* What is measured of every row, and the weights that the mask hides. */
static void
measures_of_rows_have_regions(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"sum rowsum = 5", YES},         {"H[chased] < 0.3", YES},
        {"max H = H[mouse]", YES},       {"min H = H[chased]", YES},
        {"sum H[The..chased] > 1", YES}, {"max Afree = max A", YES},
    };
    static const struct row masked[] = {
        {"H[The] = 0", YES},
        {"Afree[The,The] < 0.7", YES},
        {"sum Afree[The] = 1", YES},
        {"min Zfree > -1e9", YES},
    };
    try_rows("", rows, COUNT(rows));
    try_rows("mask on", masked, COUNT(masked));
}

static void
the_lookup_task_has_regions(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"sum dL[query] = 0", YES}, /* p less 1 at the answer */
        {"min dL[query] < 0", YES},
        {"dloss = 1", YES},
        {"sum dp[query] = 0", BAD}, /* the loss is made of logits */
        {"sum dZ[query] = 0", YES},
        {"max dWq[0..15] > 0", YES},
        {"sum p[query] = 1", YES},
        {"sum #5:p[query] = 1", YES},
        {"sum #fresh5:A[query] = 1", YES},
        {"sum #5:dL[query]@1 = 0", YES},
        {"max mWq@0 = 0", YES},
        {"max mWq > 0", YES},
        {"min vWq >= 0", YES},
        {"max uWq@0 = 0.02", YES}, /* Adam's first step is lr everywhere */
        {"min uWq@0 = -0.02", YES},
        {"max gWq = max gWq@3", YES},
        {"max A[query] = max A[query]@3", YES},
        {"accuracy > 0", YES},
        {"accuracy <= 1", YES},
        {"max accuracy@0 < 0.5", YES},
        {"key_tag_share < 1", YES},
        {"loss@4 > 0", BAD},
        {"#129:loss > 0", BAD},
    };
    try_rows("view train; set lr 0.02; train 3; work 3", rows, COUNT(rows));
}

static void
shared_matrices_show(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"symmetry S = 0", YES},
        {"symmetry A = 0", NO},
        {"S[chased,mouse] = S[mouse,chased]", YES},
        {"max Wk = max Wq", YES},
    };
    try_rows("share qk on", rows, COUNT(rows));
}

/* Masked scores are left out, masked weights are 0. */
static void
the_mask_is_left_out(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"A[The,cat] = 0", YES},      {"sum A[The] = 1", YES},
        {"min Z > 0", YES},           {"max Z[The] = Z[The,The]", YES},
        {"argmax Z[The] = The", YES}, {"max Z[i,i+1] > 0", BAD},
        {"max A[i,i+1] = 0", YES},    {"Z[The,cat] < -1e9", YES},
    };
    try_rows("mask on", rows, COUNT(rows));
}

/* -- the decimals that are written ------------------------------------------------------ */

/* S[chased,cat] is 39.5368, A[chased,cat] is 0.939452. */
static void
equal_compares_the_decimals_written(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"S[chased,cat] = 39.5", YES},
        {"S[chased,cat] = 39.54", YES},
        {"S[chased,cat] = 39.537", YES},
        {"S[chased,cat] = 39.5368", YES},
        {"S[chased,cat] = 39.536", NO},
        {"S[chased,cat] = 39.53", NO},
        {"S[chased,cat] = 39.6", NO},
        {"S[chased,cat] = 40", NO},
        {"A[chased,cat] = 0.9", YES},
        {"A[chased,cat] = 0.94", YES},
        {"A[chased,cat] = .94", YES},
        {"A[chased,cat] = 0.940", NO},
        {"A[chased,cat] = 1", NO},
        {"A[chased,cat] = 1.", NO},
        {"0.94 = A[chased,cat]", YES},
        {"0.95 = A[chased,cat]", NO},
        {"A[chased,cat] >= 0.94", NO},
        {"A[chased,cat] > 0.94", NO},
        {"S[chased,cat] <= 39.5", NO},
        {"S[chased,cat] < 39.5", NO},
        /* a whole number means itself, to six decimals */
        {"sum A[chased] = 1", YES},
        {"A[chased,cat] = 0", NO},
        {"A[chased,the] = 0", NO},
        {"1.0000004 = 1", NO},
        /* both sides computed: exactly */
        {"A[chased,cat] = A[chased,cat]", YES},
        {"1 * A[chased,cat] = A[chased,cat]", YES},
        {"1.00001 * A[chased,cat] = A[chased,cat]", NO},
    };
    try_rows("", rows, COUNT(rows));
}

/* The decimals of 2.9e-1 are those of 0.29, whichever way it is written. */
static void
exponents_move_the_decimals(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"A[mouse,chased] = 2.9e-1", YES}, /* 0.285 at two decimals */
        {"A[mouse,chased] = 1.5e-3", NO},  {"A[mouse,chased] = 2.6e-1", NO},
        {"A[chased,the] = 9e-4", YES}, /* 0.00089 at four decimals */
        {"S[chased,cat] = 3.95e1", YES},   {"S[chased,cat] = 3.96e1", NO},
    };
    try_rows("", rows, COUNT(rows));
}

/* -- what could be misread --------------------------------------------------------------- */

/* In a region a bare i is every row; the token i stands in quotes, or in an address. */
static void
the_token_i_is_quoted(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"A[i,i] = A[1,1]", YES},
        {"sum A[\"i\"] = 1", YES},
        {"sum A[i] = 4", YES},
        {"argmax A[\"i\"] = i", YES},
        {"argmax A[a] = \"a..b\"", NO},
        {"sum A[\"a..b\"] = 1", YES},
        {"sum A[a..b] = 1", BAD},
        {"A[a..b,i] = A[2,1]", YES},
        {"max A[0,\"i\"] = A[0,1]", YES},
        {"max A[0,i] = A[0,0]", YES},
    };
    try_rows("sentence a i a..b a; head one-before; mask on; head same-word", rows,
             COUNT(rows));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_compare),
        cmocka_unit_test(addresses_are_values),
        cmocka_unit_test(functions_look_at_regions),
        cmocka_unit_test(entropies_are_in_nats),
        cmocka_unit_test(slopes_have_regions),
        cmocka_unit_test(measures_of_rows_have_regions),
        cmocka_unit_test(the_lookup_task_has_regions),
        cmocka_unit_test(shared_matrices_show),
        cmocka_unit_test(the_mask_is_left_out),
        cmocka_unit_test(equal_compares_the_decimals_written),
        cmocka_unit_test(exponents_move_the_decimals),
        cmocka_unit_test(the_token_i_is_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The commands of the trainer: what they do, what they refuse, and that the run is the same
 * however it is gone through. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "app/keys/input.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "support/folder.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])
#define SAVED       "run.safetensors"

/* Works until there is no goal. */
static void
finish(struct session *session)
{
    while (app_is_running(&session->app))
        session_do(session, "work 1000");
}

/* Carries out commands with ; between them, each with all that it sets off. */
static void
do_all(struct session *session, const char *commands)
{
    char command[200];
    while (*commands != '\0') {
        size_t length = strcspn(commands, ";");
        assert_true(length < sizeof command);
        snprintf(command, sizeof command, "%.*s", (int)length, commands);
        session_do(session, command);
        if (strcmp(command, "run") != 0)
            finish(session);
        commands += length + (commands[length] == ';');
        commands += strspn(commands, " ");
    }
}

/* Commands, and what holds after them. */
static const struct example {
    const char *commands, *holds[4];
} examples[] = {
    {"view train", {"step = 0", "A[query,1] > 0.2", "A[query,1] < 0.3"}},
    {"train 25", {"step = 25", "A[query,1] > 0.68", "A[query,1] < 0.78"}},
    {"train 200",
     {"A[query,1] > 0.98", "accuracy > 0.999", "argmax A[query] = 1", "loss < 0.05"}},
    {"train 20; seek 5", {"step = 5"}},
    {"seek 12", {"step = 12"}},
    {"train 5; seek -1", {"step = 4"}},
    {"train 5; seek -10", {"step = 0"}},
    {"train 5; seek +1", {"step = 6"}},
    {"train 5; seek first; seek last", {"step = 5"}},
    {"train 5; seek 2; train 1", {"step = 3"}},
    {"view train; step", {"step = 1"}},
    {"view train; step 4", {"step = 4"}},
    {"train 5; reset", {"step = 0", "A[query,1] < 0.3"}},
    {"train 40; clicked", {"step > 15", "step < 35"}},
    {"view train; set d_k 3", {"max Q[query,2] < 9"}},
    {"view train; set entries 2; train 3", {"sum A[query] = 1", "X[query,0] < 9"}},
    {"view train; set entries 1; train 2", {"A[query,0] = 1"}},
    {"train 9; set d_v 2", {"step = 0", "max V[i,1] < 9"}},
    {"train 9; set lr 0.1; train 1", {"step = 10"}},
    {"train 9; seek 4; set batch 3; seek last", {"step = 4"}},
    {"train 9; seek 4; set lr 0.02; seek last", {"step = 9"}},
    {"view train; set seed 7; train 3", {"step = 3"}},
    {"view train; share qk on", {"Wk[0,0] = Wq[0,0]", "gWk[3,1] = gWq[3,1]"}},
    {"view train; share kv on", {"max V[i,7] < 9"}},
    {"view train; share kv on; share kv off", {"max V[i,15] < 9"}},
    {"store 0:3 2:5 1:4 3:1; train 3", {"sum p[query] = 1"}},
    {"view train; query 3", {"X[query,0] = Et[3,0]"}},
    {"view train; query +1", {"X[query,0] = Et[1,0]"}},
    {"view train; key 3; ask", {"X[query,0] = Et[3,0]"}},
    {"view train; edit Wq[0,1] 0.5", {"Wq[0,1] = 0.5"}},
    {"view train; edit Wq[0,1] 0.5; nudge Wq[0,1] -0.25", {"Wq[0,1] = 0.25"}},
    {"train 3; edit Wq[0,1] 0.5; seek 2; seek 3", {"Wq[0,1] = 0.5"}},
    {"train 9; seek 3; edit Et[0,0] 1; seek last", {"step = 3"}},
    {"train 3; view weights; edit lookup:Wq[0,1] 0.5",
     {"lookup:Wq[0,1] = 0.5", "Wq[verb,0] = 12"}},
    {"train 3; view page", {"lookup:A[query,1] < 0.9", "A[chased,cat] = 0.94"}},
    {"train 3; head same-word", {"lookup:p[query,5] < 0.9", "sum A[chased] = 1"}},
    {"train 3; save " SAVED "; view weights; load " SAVED, {"step = 3"}},
};

static void
examples_do_what_they_say(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < COUNT(examples); i++) {
        struct session *session = session_open(NULL);
        do_all(session, examples[i].commands);
        for (int k = 0; k < 4 && examples[i].holds[k] != NULL; k++) {
            char expect[200];
            snprintf(expect, sizeof expect, "expect %s", examples[i].holds[k]);
            wrong += row_wrong(session_try(session, expect) == OUTCOME_DONE, "%s: %s",
                               examples[i].commands, session->err.text);
        }
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* -- wrong input ----------------------------------------------------------------------- */

static const struct refused {
    const char *command, *expected;
} refused[] = {
    {"train", "train: a number of steps must follow"},
    {"train 0", "from 1 to 1000000, not \"0\""},
    {"train -3", "not \"-3\""},
    {"train 999999", "a run has at most 1000000 steps, and this one is at step 4"},
    {"train many", "not \"many\""},
    {"step 0", "step: a number of steps"},
    {"seek", "seek: a step from 0"},
    {"seek here", "not \"here\""},
    {"seek 1000001", "seek: a step from 0 to 1000000"},
    {"speed -1", "speed: steps a second from 1 to 1000"},
    {"speed 1001", "not \"1001\""},
    {"speed fast", "not \"fast\""},
    {"fan", "fan: a number of seeds must follow, from 1 to 1024"},
    {"fan 0", "not \"0\""},
    {"fan 1025", "not \"1025\""},
    {"run fast", "run: it stands alone"},
    {"set", "set: the trainer's settings are tags values"},
    {"set size 3", "not \"size\""},
    {"set share_qk 1", "not \"share_qk\""},
    {"set entries 9", "entries 9 is not allowed with tags 8"},
    {"set tags 3", "entries 4 is not allowed with tags 3"},
    {"set tags 257", "a whole number from 1 to 256"},
    {"set d_k 0", "set: d_k 0 is not allowed: a whole number from 1 to 512 is"},
    {"set d_k 513", "d_k 513 is not allowed"},
    {"set d_k 1e300", "is not allowed"},
    {"set d_k 2.5", "d_k 2.5 is not allowed"},
    {"set d_k two", "set: d_k is a whole number from 1 to 512, not \"two\""},
    {"set d_model -1", "d_model -1 is not allowed"},
    {"set batch 0", "batch 0 is not allowed"},
    {"set batch 1000000000", "batch 1000000000 is not allowed"},
    {"set lr 0", "lr 0 is not allowed: a number from 1e-30 to 1e+30"},
    {"set lr -0.1", "lr -0.1 is not allowed"},
    {"set lr nan", "set: lr is a number from 1e-30 to 1e+30, not \"nan\""},
    {"set lr", "set: lr is a number from 1e-30 to 1e+30, not \"\""},
    {"set init 0", "init 0 is not allowed"},
    {"set seed -1", "seed -1 is not allowed"},
    {"share", "share: it reads share qk on"},
    {"share qk maybe", "share: it reads"},
    {"store", "store: it has 4 entries, each TAG:VALUE, not 0"},
    {"store 0:1 1:1 2:1", "not 3"},
    {"store 0:1 1:1 2:1 3:1 4:1", "not 5"},
    {"store 0:1 0:1 2:1 3:1", "the tags of a store are all different"},
    {"store 0:1 8:1 2:1 3:1", "tags are 0 to 7"},
    {"store 0:1 1:8 2:1 3:1", "values are 0 to 7"},
    {"store 0:1 1 2:1 3:1", "each entry reads TAG:VALUE"},
    {"store 0:1 1:x 2:1 3:1", "not \"1:x\""},
    {"store -1:1 1:1 2:1 3:1", "tags are 0 to 7"},
    {"query 4", "one of 0 2 1 3, not \"4\""},
    {"query cat", "query: a tag of the watched store must follow"},
    {"key 4", "from 0 to 3"},
    {"key cat", "key: an entry of the watched store must follow"},
    {"edit 3", "follows from others"},
    {"edit Wq[0,0]", "edit: a number must follow the address"},
    {"edit Wq[16,0] 1", "they go from 0 to 15"},
    {"edit Wq[0,0] nan", "edit: a number must follow"},
    {"edit Wq[0,0] 1e39", "a float holds no such number"},
    {"edit A[query,1] 1", "follows from others"},
    {"edit dWq[0,0] 1", "follows from others"},
    {"open gX[0,0]", "names no number"},
    {"open E[cat,noun]", "open: "},
    {"save", "save: a file must follow"},
    {"save /nowhere/run.safetensors", "/nowhere/run.safetensors"},
    {"save /", "save: "},
    {"load", "load: a file must follow"},
    {"load /nowhere", "/nowhere"},
    {"load /", "directory"},
    {"load /bin/sh", "/bin/sh"},
    {"expect A[query,4] = 1", "they go from 0 to 3"},
    {"expect A[1,query] = 1", "called query"},
    {"expect A[query] = 1", "a row and a column must follow"},
    {"expect argmax A[query] = 9", "they go from 0 to 3"},
    {"expect X[cat,noun] = 1", "there is no token"},
    {"expect E[0,0] = 1", "the lookup task has no such number"},
    {"expect symmetry A = 0", "symmetry looks at all of S or A of a sentence"},
};

static void
wrong_input_changes_nothing(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct session *session = session_open(NULL);
        do_all(session, "train 6; seek 4; key 2");
        struct app_snapshot *before = snapshot_take(&session->app);
        enum outcome outcome = session_try(session, refused[i].command);
        wrong += row_wrong(outcome == OUTCOME_FAILED &&
                               strstr(session->err.text, refused[i].expected) != NULL,
                           "%s: %s", refused[i].command, session->err.text);
        const char *difference = snapshot_difference(before, &session->app);
        wrong += row_wrong(difference == NULL, "%s changed %s", refused[i].command,
                           difference ? difference : "");
        snapshot_free(before);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* What cannot be done before there is a trainer makes none and stays where it is. */
static void
wrong_input_begins_no_training(void **state)
{
    (void)state;
    static const char *const lines[] = {"train 0",
                                        "seek x",
                                        "fan 0",
                                        "store 0:1",
                                        "clicked",
                                        "save a",
                                        "load /nowhere",
                                        "expect lookup:A[query,1] > 0",
                                        "step 3",
                                        "speed faster2",
                                        "edit lookup:Wq[0,0] 1"};
    int wrong = 0;
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct session *session = session_open(NULL);
        struct app_snapshot *before = snapshot_take(&session->app);
        wrong += row_wrong(session_try(session, lines[i]) == OUTCOME_FAILED &&
                               session->app.trainer == NULL &&
                               snapshot_difference(before, &session->app) == NULL,
                           "%s: %s", lines[i], session->err.text);
        snapshot_free(before);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* -- the same run, however it is gone through ------------------------------------------ */

static bool
same_numbers(const struct session *a, const struct session *b)
{
    const struct run_state *left = &a->app.trainer->state,
                           *right = &b->app.trainer->state;
    return left->step == right->step &&
           left->parameters.count == right->parameters.count &&
           memcmp(left->parameters.numbers, right->parameters.numbers,
                  left->parameters.count * sizeof(real)) == 0;
}

static void
ways_that_lead_to_the_same_numbers(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"train 60", "train 20; train 20; train 20"},
        {"train 60", "seek 60"},
        {"train 33", "train 60; seek 3; seek 59; seek 33"},
        {"train 20", "train 40; reset; train 20"},
        {"train 20", "store 1:1 2:2 3:3 4:4; train 20; query 3"},
        {"train 9; set lr 0.1; train 9", "train 30; seek 9; set lr 0.1; seek 2; seek 18"},
        {"train 20", "fan 2; train 20"},
        {"train 20", "train 12; save " SAVED "; reset; load " SAVED "; train 8"},
        {"view train; set seed 7; train 5", "set seed 7; train 5"},
        {"view train; step 4; step", "train 5"},
    };
    int wrong = 0;
    for (size_t i = 0; i < COUNT(ways); i++) {
        struct session *left = session_open(NULL), *right = session_open(NULL);
        do_all(left, ways[i][0]);
        do_all(right, ways[i][1]);
        wrong += row_wrong(same_numbers(left, right), "%s and %s lead to others",
                           ways[i][0], ways[i][1]);
        session_close(left);
        session_close(right);
    }
    assert_int_equal(wrong, 0);
}

static bool
same_facts(const struct app *left, const struct app *right)
{
    const struct train_facts *l = &left->train, *r = &right->train;
    return l->fresh == r->fresh && l->clicked == r->clicked &&
           l->clicked_from == r->clicked_from && l->clicked_to == r->clicked_to &&
           l->largest_loss == r->largest_loss;
}

/* Between two pieces of work nothing is measured; whoever looks catches up, and finds what a
 * run of as many steps would have found, also where part of the run is another by then. */
static void
facts_while_it_runs(void **state)
{
    (void)state;
    struct session *whole = session_open(NULL), *running = session_open(NULL);
    session_do(running, "view train; speed 0; run; work 40");
    assert_true(running->app.train.behind);
    session_do(running, "seek 20; set lr .05; run; work 30; work 17");
    do_all(whole, "train 20; set lr .05; train 47");
    app_catch_up(&running->app);
    assert_false(running->app.train.behind);
    assert_int_equal(running->app.trainer->state.step, 67);
    assert_true(whole->app.train.clicked > 0);
    assert_true(same_facts(&whole->app, &running->app));
    session_do(running, "work 9; pause"); /* another command catches up by itself */
    assert_false(running->app.train.behind);
    session_close(whole);
    session_close(running);
}

/* However the loop cuts the work: the same steps, the same fan, the same facts of them. */
static void
slices_of_work_equal_one_go(void **state)
{
    (void)state;
    struct session *whole = session_open(NULL), *sliced = session_open(NULL);
    do_all(whole, "fan 2; train 50; store 0:1 1:2 2:3 3:4");
    session_do(sliced, "fan 2");
    for (int units = 1; app_is_running(&sliced->app); units = units % 13 + 1) {
        char command[32];
        snprintf(command, sizeof command, "work %d", units);
        session_do(sliced, command);
    }
    session_do(sliced, "train 50; work 1; work 7; work 42; store 0:1 1:2 2:3 3:4");
    while (app_is_running(&sliced->app))
        session_do(sliced, "work 3");
    assert_true(same_numbers(whole, sliced));
    assert_true(same_facts(&whole->app, &sliced->app));
    for (int step = 0; step <= 50; step++)
        assert_memory_equal(trainer_weights(whole->app.trainer, step),
                            trainer_weights(sliced->app.trainer, step),
                            4 * sizeof(float));
    session_close(whole);
    session_close(sliced);
}

/* -- goals ----------------------------------------------------------------------------- */

static void
a_fan_goes_on_after_a_seek(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    do_all(session, "train 30");
    session_do(session, "fan 2; work 100; seek 3");
    assert_true(app_is_running(app));
    assert_int_equal(app->goal_kind, GOAL_FAN);
    session_do(session, "seek 31; seek +1; train 2; work 1");
    assert_int_equal(app->goal_kind, GOAL_TRAIN);
    finish(session);
    assert_int_equal(app->fan->done, 2);
    assert_int_equal(app->fan->accurate, 2);
    assert_int_equal(app->trainer->state.step, 34);
    session_do(session, "fan 2; work 1; pause");
    assert_false(app_is_running(app));
    session_do(session, "seek +1");
    assert_false(app_is_running(app));
    session_do(session, "query 3"); /* the fan was about another weight */
    assert_null(app->fan);
    session_close(session);
}

static void
run_and_pause(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    session_do(session, "view train; run");
    assert_true(app_is_endless(app));
    assert_int_equal(app_pace(app), 1000 / 20);
    session_do(session, "work 3; speed 0");
    assert_int_equal(app_pace(app), 0);
    session_do(session, "view help; work 2");
    assert_int_equal(app->trainer->state.step, 5);
    session_do(session, "back");
    assert_int_equal(app->ui.view, VIEW_TRAIN);
    session_do(session, "run toggle; work 5");
    assert_int_equal(app->trainer->state.step, 5);
    session_do(session, "run toggle; work 1; view weights; work 5");
    assert_int_equal(app->trainer->state.step, 6);
    assert_int_equal(app->active, SOURCE_SENTENCE);
    session_do(session, "run; work 1");
    assert_int_equal(app->now.query, 3);
    session_close(session);
}

static void
speed_goes_up_and_down(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    static const struct {
        const char *command;
        int speed;
    } rows[] = {{"speed 1", 1},      {"speed slower", 1},   {"speed faster", 2},
                {"speed 7", 7},      {"speed faster", 10},  {"speed 7", 7},
                {"speed slower", 5}, {"speed 500", 500},    {"speed faster", 0},
                {"speed faster", 0}, {"speed slower", 500}, {"speed 1000", 1000},
                {"speed faster", 0}, {"speed 1000", 1000},  {"speed slower", 500}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        session_do(session, rows[i].command);
        assert_int_equal(session->app.speed, rows[i].speed);
    }
    session_close(session);
}

/* The goal ends where the numbers do; the status says where and why, and a step back works. */
static void
a_loss_that_is_not_finite_pauses(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    do_all(session, "train 5; set lr 1e25; train 50");
    assert_int_equal(app->trainer->state.step, app->trainer->diverged_at);
    assert_true(app->ui.status_is_error);
    assert_non_null(strstr(app->ui.status,
                           "the loss at step 6 is not finite; the largest "
                           "gradient before was "));
    assert_int_equal(session_try(session, "step"), OUTCOME_FAILED);
    do_all(session, "seek 5; set lr 0.02; train 50");
    assert_int_equal(app->trainer->state.step, 55);
    session_close(session);
}

/* The status says what made it so. */
static void
the_reason_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *commands, *says;
    } rows[] = {
        {"view train; set lr 1e30; step", "the largest gradient before was"},
        {"view train; set init 1e30", "drawn with init 1e+30"},
        {"train 5; edit Wo[0,0] 3e38", "since Wo[0,0] was set to 3e+38 by hand"},
    };
    int wrong = 0;
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct session *session = session_open(NULL);
        do_all(session, rows[k].commands);
        wrong += row_wrong(strstr(session->app.ui.status, rows[k].says) != NULL &&
                               session->app.ui.status_is_error,
                           "%s: %s", rows[k].commands, session->app.ui.status);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* A remark of a key stays while work goes on. */
static void
work_keeps_the_status(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    app_do(&session->app, "view train");
    app_do(&session->app, "train 5");
    app_do(&session->app, "speed 3");
    app_do(&session->app, "work 1");
    assert_string_equal(session->app.ui.status, "speed: 3 steps a second");
    app_do(&session->app, "pause");
    assert_string_equal(session->app.ui.status, "");
    session_close(session);
}

/* -- beside a sentence ----------------------------------------------------------------- */

static void
undo_takes_back_the_sentence_and_no_training(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct app *app = &session->app;
    do_all(session, "mask on; train 5; set lr 0.1; train 5");
    assert_int_equal(app->undo_count, 1);
    session_do(session, "undo");
    assert_int_equal(session_try(session, "undo"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "seek"));
    assert_true(app->now.choice.mask);
    session_do(session, "view weights; undo");
    assert_false(app->now.choice.mask);
    assert_int_equal(app->trainer->state.step, 5);
    session_close(session);
}

static void
the_watched_store_keeps_its_question(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct lookup_store *watched;
    do_all(session, "store 3:1 1:5 0:3 2:5");
    watched = &session->app.trainer->watched;
    assert_int_equal(watched->asked, 3);
    do_all(session, "store 3:1 1:5 0:3 4:5");
    assert_int_equal(watched->asked, 0);
    do_all(session, "query 4; train 3; reset");
    assert_int_equal(watched->asked, 3);
    assert_int_equal(watched->tag[3], 4);
    do_all(session, "key +1; key +1; set entries 2");
    assert_int_equal(session->app.ui.entry, 1);
    session_close(session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_do_what_they_say),
        cmocka_unit_test(wrong_input_changes_nothing),
        cmocka_unit_test(wrong_input_begins_no_training),
        cmocka_unit_test(ways_that_lead_to_the_same_numbers),
        cmocka_unit_test(slices_of_work_equal_one_go),
        cmocka_unit_test(facts_while_it_runs),
        cmocka_unit_test(a_fan_goes_on_after_a_seek),
        cmocka_unit_test(run_and_pause),
        cmocka_unit_test(speed_goes_up_and_down),
        cmocka_unit_test(a_loss_that_is_not_finite_pauses),
        cmocka_unit_test(the_reason_is_named),
        cmocka_unit_test(work_keeps_the_status),
        cmocka_unit_test(undo_takes_back_the_sentence_and_no_training),
        cmocka_unit_test(the_watched_store_keeps_its_question),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}

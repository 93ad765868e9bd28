/* Every command of the table: what it does to who asks, who is asked, the run and the numbers;
 * and that undo takes back all of it. What fails stands in test_commands_wrong.c. */
#include "app/address/expect.h"
#include "app/commands/table.h"
#include "app/state/train.h"
#include "app/state/undo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "support/asking.h"
#include "support/folder.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

#define SAVED "run.safetensors"

/* A lesson of three steps; the second asks. */
#define ASKING "asking.lesson"

static int
enter(void **state)
{
    return folder_enter(state) == 0 && asking_write(ASKING) == 0 ? 0 : -1;
}

enum { ANY = -1 };

/* A command and what it leaves, starting from The cat chased the mouse under verb-noun, where
 * chased (2) asks cat (1). */
static const struct example {
    const char *before; /* commands with ; between them */
    const char *command;
    int query, key, goal;
    const char *holds; /* an expectation, or NULL */
} examples[] = {
    {"", "sentence Tom saw Mary", 1, 0, 0, "A[saw,Tom] > 0.5"},
    {"query 0; key 4", "sentence the dog ate a bone", 2, 1, 0, "X[ate,verb] = 1"},
    {"key 4", "sentence hello , world", 0, ANY, 0, "sum A[\",\"] = 1"},
    {"run", "sentence one", 0, 0, 0, "A[one,one] = 1"},
    {"", "sentence \"a b\" #1 : c", 0, ANY, 0, "A[2,2] <= 1"},
    {"", "query 0", 0, 1, 0, NULL},
    {"", "query mouse", 4, 1, 0, NULL},
    {"", "query The", 0, 1, 0, NULL},
    {"", "query \"the\"", 3, 1, 0, NULL},
    {"", "query +1", 3, 1, 0, NULL},
    {"", "query -1", 1, 1, 0, NULL},
    {"", "query +7", 4, 1, 0, NULL},
    {"", "query -8", 4, 1, 0, NULL},
    {"", "query +0", 2, 1, 0, NULL},
    {"query 4", "query +1", 0, 1, 0, NULL},
    {"query 0", "query -1", 4, 1, 0, NULL},
    {"sentence a , a ,; query 0", "query ,", 1, ANY, 0, NULL},
    {"sentence a , a ,; query 0", "query \",\"#2", 3, ANY, 0, NULL},
    {"sentence a , a ,; query 0", "query a#2", 2, ANY, 0, NULL},
    {"sentence + - -2 x; query x", "query +", 0, ANY, 0, NULL},
    {"sentence + - -2 x; query x", "query -", 1, ANY, 0, NULL},
    {"sentence 3 2 1 0; query 0", "query 3", 3, ANY, 0, NULL},
    {"sentence 3 2 1 0; query 0", "query \"2\"", 1, ANY, 0, NULL},
    {"", "key 0", 2, 0, 0, NULL},
    {"", "key mouse", 2, 4, 0, NULL},
    {"", "key +1", 2, 2, 0, NULL},
    {"key 0", "key -1", 2, 4, 0, NULL},
    {"run", "key 3", 2, 3, 2, NULL},
    {"", "find mou", 4, 1, 0, NULL},
    {"", "find the", 3, 1, 0, NULL},
    {"query 3", "find THE", 0, 1, 0, NULL},
    {"", "find chased", 2, 1, 0, NULL},
    {"sentence größe GRÖSSE; query 0", "find rös", 1, ANY, 0, NULL},
    {"", "head one-after", 2, 3, 0, "A[chased,the] > 0.98"},
    {"query 4", "head one-before", 4, 3, 0, "A[mouse,the] > 0.98"},
    {"key 4", "head 8", 2, 0, 0, "A[chased,The] > 0.99"},
    {"", "head next", 2, 4, 0, "A[chased,mouse] = 0.93"},
    {"", "head prev", 2, 3, 0, "A[chased,the] > 0.98"},
    {"head 10", "head next", 2, 1, 0, "A[chased,cat] > 0.98"},
    {"head 1", "head prev", 2, ANY, 0, "max A < 0.4"},
    {"set d_k 80; run", "head 3", 2, 1, 0, "A[chased,cat] = 0.94"},
    {"head 10; set d_v 12", "head 10", 2, ANY, 0, "max O[i,7] < 9"},
    {"head 10; set d_v 12", "head 3", 2, 1, 0, "A[chased,cat] = 0.94"},
    {"key 4; run", "mask on", 2, 4, 0, "A[The,The] = 1"},
    {"mask on", "mask off", 2, 1, 0, "A[The,cat] > 0.2"},
    {"", "mask toggle", 2, 1, 0, "A[The,cat] = 0"},
    {"mask on", "mask toggle", 2, 1, 0, "A[The,cat] > 0.2"},
    {"key 4", "share qk on", 2, 4, 0, "symmetry S = 0"},
    {"share qk on", "share qk off", 2, 1, 0, "symmetry S > 0.01"},
    {"", "share qk toggle", 2, 1, 0, "symmetry S = 0"},
    {"", "share kv on", 2, 1, 0, "V[cat,0] = K[cat,0]"},
    {"share kv on", "share kv toggle", 2, 1, 0, "V[cat,noun] = 1"},
    {"", "set d_k 80", 2, 1, 0, "A[chased,cat] < 0.6"},
    {"set d_k 80", "set d_k 5", 2, 1, 0, "A[chased,cat] = 0.94"},
    {"head random", "set d_k 1", 2, ANY, 0, "max Q[i,0] < 9"},
    {"head random", "set d_v 12", 2, ANY, 0, "max O[i,11] < 9"},
    {"head random; key 4", "set seed 999999999", 2, 4, 0, "max A < 0.5"},
    {"key 4", "word cat verb", 2, 4, 0, "X[cat,verb] = 1"},
    {"", "word CAT noun thing plural", 2, 1, 0, "sum E[i,plural] = 1"},
    {"word cat verb", "word cat noun", 2, 1, 0, "X[cat,verb] = 0"},
    {"sentence a 2 ,; query 0", "word 2 verb", 0, ANY, 0, "X[\"2\",verb] = 1"},
    {"sentence a 2 ,; query 0", "word \",\" verb", 0, ANY, 0, "X[\",\",verb] = 1"},
    {"mask on; run", "undo", 2, 1, 0, "A[The,cat] > 0.2"},
    {"key 4; sentence a b; query 1", "undo", 2, 4, 0, "A[chased,cat] = 0.94"},
    {"set d_k 9; share qk on; query 0; key 3; run", "reset", 2, 1, 0, "Wk[noun,0] = 1"},
    {"share kv on; key 4", "reset", 2, 1, 0, "V[cat,noun] = 1"},
    {"head random; set seed 7; set d_v 3; set d_k 2", "reset", 2, ANY, 0,
     "max O[i,7] < 9"},
    {"mask on; word cat verb", "reset", 1, ANY, 0, "A[The,The] = 1"},
    {"", "step", 3, 1, 0, NULL},
    {"query 4", "step", 0, 1, 0, NULL},
    {"", "run", 2, 1, 2, NULL},
    {"query 0", "run", 0, 1, 4, NULL},
    {"query 4", "run", 0, 1, 4, NULL},
    {"", "run toggle", 2, 1, 2, NULL},
    {"run; work 1", "run toggle", 3, 1, 0, NULL},
    {"run; work 1", "run", 3, 1, 1, NULL},
    {"sentence one", "run", 0, 0, 0, NULL},
    {"run", "pause", 2, 1, 0, NULL},
    {"", "pause", 2, 1, 0, NULL},
    {"run", "work 1", 3, 1, 1, NULL},
    {"run", "work 2", 4, 1, 0, NULL},
    {"run", "work 1000000", 4, 1, 0, NULL},
    {"", "work 3", 2, 1, 0, NULL},
    {"", "train 7", 2, 1, 7, "step = 0"},
    {"train 7", "work 3", 2, 1, 7, "step = 3"},
    {"train 7; work 7", "train 5", 2, 1, 12, "step = 7"},
    {"train 7; work 7", "seek 3", 2, 1, 0, "step = 3"},
    {"train 30; work 30", "clicked", 2, 1, 0, "step > 5"},
    {"", "speed 5", 2, 1, 0, NULL},
    {"", "fan 1", 2, 1, 1, "step = 0"},
    {"", "store 2:5 0:3 3:1 1:5", 2, 1, 0, "X[query,0] = X[query,0]"},
    {"train 3; work 3", "save " SAVED, 2, 1, 0, "step = 3"},
    {"train 3; work 3; save " SAVED "; sentence Tom saw Mary", "load " SAVED, 1, 0, 0,
     "step = 3"},
    {"view train", "step", 2, 1, 0, "step = 1"},
    {"view train", "run", 2, 1, 1000000, "step = 0"},
    {"run", "lesson " ASKING, 2, 1, 0, "A[chased,cat] = 0.94"},
    {"head 8; lesson " ASKING " 3", "lesson off", 2, ANY, 0, "A[chased,The] > 0.99"},
    {"lesson " ASKING "; query 0", "next", 2, 1, 0, NULL},
    {"lesson " ASKING " 2; mask on", "prev", 2, 1, 0, "A[The,cat] > 0.2"},
    {"lesson " ASKING " 2", "answer .7", 2, 1, 0, NULL},
    {"lesson " ASKING " 2", "hint", 2, 1, 0, NULL},
    {"run", "expect A[chased,cat] > 0.9", 2, 1, 2, NULL},
    {"run", "describe", 2, 1, 2, NULL},
    {"", "show Z", 2, 1, 0, NULL},
    {"", "show next", 2, 1, 0, NULL},
    {"", "move down", 3, 1, 0, NULL},
    {"", "move down 2", 4, 1, 0, NULL},
    {"query 4", "move up 4", 0, 1, 0, NULL},
    {"query 4", "move down", 0, 1, 0, NULL},
    {"", "move left", 2, 0, 0, NULL},
    {"view vectors", "move right", 2, 2, 0, NULL},
    {"view page", "move right", 2, ANY, 0, NULL},
    {"open A[chased,cat]", "move down", 2, 1, 0, NULL},
    {"", "ask", 1, 1, 0, NULL},
    {"key mouse", "ask", 4, 4, 0, NULL},
    {"run", "open", 2, 1, 2, NULL},
    {"", "open Wq[verb,0]", 2, 1, 0, "Wq[verb,0] = 12"},
    {"open S[chased,cat]", "open", 2, 1, 0, NULL},
    {"", "target O[chased,noun]", 2, 1, 0, "dO[chased,noun] = 1"},
    {"target O[chased,noun]", "target", 2, 1, 0, "dA[chased,cat] = 1"},
    {"target A[mouse,The]", "query 0", 0, 1, 0, "dA[mouse,The] = 1"},
    {"run", "target A[mouse,The]", 2, 1, 2, "dA[mouse,The] = 1"},
    {"", "sort size", 2, 1, 0, NULL},
    {"", "sort toggle", 2, 1, 0, NULL},
    {"", "edit X[cat,noun] 3", 2, 1, 0, "X[cat,noun] = 3"},
    {"", "edit E[cat,noun] 0", 2, 1, 0, "K[cat,0] = 0"},
    {"", "edit S[The,mouse] 100", 2, 1, 0, "A[The,mouse] = 1"},
    {"share qk on", "edit Wq[verb,0] 0", 2, 1, 0, "Wk[verb,0] = 0"},
    {"open Wq[verb,0]", "edit 7", 2, 1, 0, "Wq[verb,0] = 7"},
    {"key 4; run", "edit V[cat,noun] 2", 2, 4, 0, "O[chased,noun] > 1.9"},
    {"", "nudge X[cat,noun] 1", 2, 1, 0, "X[cat,noun] = 2"},
    {"edit X[cat,noun] 5", "nudge X[cat,noun] -0.5", 2, 1, 0, "X[cat,noun] = 4.5"},
    {"open E[cat,noun]", "nudge -1", 2, 1, 0, "X[cat,noun] = 0"},
    {"edit X[cat,noun] 3", "undo", 2, 1, 0, "X[cat,noun] = 1"},
    {"edit X[cat,noun] 3; query 0", "reset", 2, 1, 0, "X[cat,noun] = 1"},
    {"run", "quit", 2, 1, 2, NULL},
    {"run", "view help", 2, 1, 2, NULL},
    {"view help", "view weights", 2, 1, 0, NULL},
    {"view help", "back", 2, 1, 0, NULL},
    {"", "focus next", 2, 1, 0, NULL},
    {"", "focus prev", 2, 1, 0, NULL},
    {"", "focus words", 2, 1, 0, NULL},
    {"", "full", 2, 1, 0, NULL},
    {"", "scroll 10", 4, 1, 0, NULL},
    {"", "scroll -1", 1, 1, 0, NULL},
    {"", "scroll 2 facts", 2, 3, 0, NULL},
    {"focus facts", "scroll -100000", 2, 0, 0, NULL},
    {"", "scroll 3 heads", 2, 1, 0, NULL},
    {"", "prompt command", 2, 1, 0, NULL},
    {"", "prompt find", 2, 1, 0, NULL},
    {"", "prompt sentence", 2, 1, 0, NULL},
    {"view page", "point O[cat,noun]", 2, 1, 0, NULL},
    {"", "theme mono", 2, 1, 0, NULL},
    {"", "glyphs ascii", 2, 1, 0, NULL},
    {"", "mouse off", 2, 1, 0, NULL},
    {"", "redraw", 2, 1, 0, NULL},
    {"", "suspend", 2, 1, 0, NULL},
};

static const struct command *
command_in(const char *line)
{
    const char *args;
    return command_of(command_tables, line, &args);
}

/* Whether a command changes numbers of the sentence; undo, which brings old ones back, aside. */
static bool
changes_numbers(const struct command *command)
{
    return command->flags & SETS_NUMBERS && !(command->flags & ABOUT_TRAINING);
}

static void
examples_do_what_they_say(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const struct example *example = &examples[i];
        struct session *session = session_open_counted(NULL);
        const struct app *app = &session->app;
        struct err err;
        session_do(session, example->before);
        wrong += row_wrong(session_try(session, example->command) == OUTCOME_DONE,
                           "%s: %s", example->command, session->err.text);
        wrong += row_wrong((example->query == ANY || app->now.query == example->query) &&
                               (example->key == ANY || app->now.key == example->key) &&
                               app->goal == example->goal &&
                               app_is_running(app) == (example->goal > 0),
                           "%s; %s: query %d, key %d, goal %d", example->before,
                           example->command, app->now.query, app->now.key, app->goal);
        wrong += row_wrong(!example->holds || expect_holds(&session->app, example->holds,
                                                           &err) == OUTCOME_DONE,
                           "%s: %s", example->command, err.text);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
every_command_has_an_example(void **state)
{
    (void)state;
    int wrong = 0;
    const struct command *row;
    for (int c = 0; (row = command_at(command_tables, c)) != NULL; c++) {
        int count = 0;
        for (size_t i = 0; i < COUNT(examples); i++)
            count += command_in(examples[i].command) == row;
        wrong += row_wrong(count > 0, "%s has no example", row->name);
    }
    assert_int_equal(wrong, 0);
}

static void
requests_are_left_for_others(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    assert_int_equal(session->app.request, REQUEST_NONE);
    session_do(session, "describe");
    assert_int_equal(session->app.request, REQUEST_DESCRIBE);
    session_do(session, "quit");
    assert_int_equal(session->app.request, REQUEST_QUIT);
    session_close(session);
}

/* What belongs to the reader's question stays: the mask, the head, what words mean. */
static void
reset_drops_what_was_set_and_shared(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    const struct explorer_choice *choice = &session->app.now.choice;
    session_do(session,
               "head random; set seed 7; set d_k 2; set d_v 3; share qk on; mask on;"
               "word cat verb; reset");
    assert_int_equal(choice->seed, DEFAULT_SEED);
    assert_int_equal(choice->d_k, 0);
    assert_int_equal(choice->d_v, 0);
    assert_false(choice->share_qk || choice->share_kv);
    assert_true(choice->mask);
    assert_int_equal(choice->corrections.count, 1);
    assert_string_equal(session->app.explorer->head->name, "random");
    session_close(session);
}

/* -- undo ----------------------------------------------------------------------------- */

/* Each command that changes numbers does so in one of its examples, and undo brings every bit
 * back. */
static void
undo_brings_back_every_bit(void **state)
{
    (void)state;
    const struct command *changed[COUNT(examples)] = {NULL}, *row;
    int wrong = 0, changed_count = 0;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const struct command *command = command_in(examples[i].command);
        if (!changes_numbers(command))
            continue;
        struct session *session = session_open_counted(NULL);
        session_do(session, examples[i].before);
        struct app_snapshot *before = snapshot_take(&session->app);
        int depth = session->app.undo_count;
        session_do(session, examples[i].command);
        if (snapshot_tensor_difference(before, &session->app) != NULL)
            changed[changed_count++] = command;
        wrong += row_wrong(session->app.undo_count == depth + 1, "%s leaves no undo",
                           examples[i].command);
        session_do(session, "undo");
        const char *difference = snapshot_state_difference(before, &session->app);
        wrong += row_wrong(difference == NULL && session->app.undo_count == depth,
                           "%s; undo: %s is another", examples[i].command,
                           difference ? difference : "the depth");
        snapshot_free(before);
        session_close(session);
    }
    for (int c = 0; (row = command_at(command_tables, c)) != NULL; c++) {
        bool found = false;
        for (int k = 0; k < changed_count; k++)
            found = found || changed[k] == row;
        wrong += row_wrong(found == changes_numbers(row),
                           "%s changes numbers in %s of its examples", row->name,
                           found ? "some" : "none");
    }
    assert_int_equal(wrong, 0);
}

/* Commands that move leave no undo and touch no number. */
static void
moving_changes_no_number(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const struct command *command = command_in(examples[i].command);
        if (changes_numbers(command) || command->run == undo_apply ||
            strstr(examples[i].before, "lesson ") != NULL) /* a step has its own */
            continue;
        struct session *session = session_open(NULL);
        session_do(session, examples[i].before);
        struct app_snapshot *before = snapshot_take(&session->app);
        int depth = session->app.undo_count;
        session_do(session, examples[i].command);
        const char *difference = snapshot_tensor_difference(before, &session->app);
        wrong += row_wrong(difference == NULL && session->app.undo_count == depth,
                           "%s changes %s", examples[i].command,
                           difference ? difference : "undo");
        snapshot_free(before);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

/* Every kind of change one after the other, and all of them taken back. */
static void
undo_goes_back_step_by_step(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "mask on",       "head same-word",
        "set d_k 20",    "sentence Mary met Tom , and she left",
        "word met noun", "head random",
        "set seed 3",    "share qk on",
        "set d_v 4",     "reset",
        "share kv on",
    };
    struct app_snapshot *before[COUNT(changes)];
    struct session *session = session_open(NULL);
    for (size_t i = 0; i < COUNT(changes); i++) {
        before[i] = snapshot_take(&session->app);
        session_do(session, changes[i]);
    }
    for (size_t i = COUNT(changes); i-- > 0;) {
        session_do(session, "undo");
        assert_null(snapshot_state_difference(before[i], &session->app));
        snapshot_free(before[i]);
    }
    assert_int_equal(session_try(session, "undo"), OUTCOME_FAILED);
    session_close(session);
}

static void
undo_keeps_the_newest_states(void **state)
{
    (void)state;
    enum { MORE = 5, FIRST = 10 };
    struct session *session = session_open(NULL);
    char command[32];
    for (int i = 0; i < UNDO_MAX + MORE; i++) {
        snprintf(command, sizeof command, "set d_k %d", FIRST + i);
        session_do(session, command);
        assert_int_equal(session->app.undo_count, i < UNDO_MAX ? i + 1 : UNDO_MAX);
    }
    for (int i = UNDO_MAX + MORE - 2; i >= MORE - 1; i--) {
        session_do(session, "undo");
        assert_int_equal(session->app.now.choice.d_k, FIRST + i);
        assert_int_equal(session->app.explorer->tensors.size[AXIS_KEY], FIRST + i);
    }
    assert_int_equal(session_try(session, "undo"), OUTCOME_FAILED);
    assert_string_equal(session->err.text, "there is nothing to undo");
    session_close(session);
}

/* -- the start ------------------------------------------------------------------------ */

static void
an_app_starts_with_the_first_verb(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int query, key;
    } rows[] = {{"The cat chased the mouse", 2, 1},
                {"The black cat quickly chased the mouse", 4, 2},
                {"hello", 0, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct session *session = session_open(rows[i].text);
        const struct app *app = &session->app;
        assert_string_equal(app->explorer->head->name, "verb-noun");
        assert_int_equal(app->now.query, rows[i].query);
        assert_int_equal(app->now.key, rows[i].key);
        assert_int_equal(app->undo_count, 0);
        assert_false(app_is_running(app));
        session_close(session);
    }
}

static void
the_list_has_a_line_for_each_command(void **state)
{
    (void)state;
    struct text list = {0};
    int lines = 0;
    command_list(&list);
    assert_false(list.failed);
    for (const char *at = list.bytes; *at != '\0'; at += strcspn(at, "\n") + 1, lines++) {
        const struct command *row = command_at(command_tables, lines);
        assert_non_null(row);
        assert_ptr_equal(command_in(at), row);
        assert_non_null(strstr(at, row->args));
        assert_non_null(strstr(at, row->help));
    }
    assert_null(command_at(command_tables, lines));
    text_free(&list);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_do_what_they_say),
        cmocka_unit_test(every_command_has_an_example),
        cmocka_unit_test(requests_are_left_for_others),
        cmocka_unit_test(reset_drops_what_was_set_and_shared),
        cmocka_unit_test(undo_brings_back_every_bit),
        cmocka_unit_test(moving_changes_no_number),
        cmocka_unit_test(undo_goes_back_step_by_step),
        cmocka_unit_test(undo_keeps_the_newest_states),
        cmocka_unit_test(an_app_starts_with_the_first_verb),
        cmocka_unit_test(the_list_has_a_line_for_each_command),
    };
    return cmocka_run_group_tests(tests, enter, folder_leave);
}

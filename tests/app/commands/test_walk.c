/* A random walk: thousands of commands, right and wrong, in any order. After each of them the
 * state must be one that a screen can show, and what failed must have changed nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "app/commands/table.h"
#include "app/state/train.h"
#include "base/random.h"
#include "base/utf8.h"
#include "support/session.h"
#include "support/snapshot.h"

enum { STEPS = 3000, COMMAND_BYTES = 1024, VISIBLE_BYTES = 400 };

#define COUNT(rows) ((int)(sizeof rows / sizeof rows[0]))

struct walk {
    struct session *session;
    uint64_t seed, counter;
    char command[COMMAND_BYTES]; /* the last one */
    int done, failed, unmet;
};

/* -- making commands -------------------------------------------------------------------- */

/* A whole number from 0 to count - 1. */
static int
pick(struct walk *walk, int count)
{
    return (int)(random_bits(walk->seed, 0, walk->counter++) % (uint64_t)count);
}

/* Commands that can be done in most states. */
static const char *const wholes[] = {
    "sentence The cat chased the mouse",
    "sentence Mary met Tom because she liked music",
    "sentence one",
    "sentence a , b , \" ' \\ 2 i C# cat#2 cat cat",
    "sentence one two three four five six seven eight nine ten and one and two and three",
    "sentence a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a b a",
    "sentence größe GRÖSSE 🐈 мышь",
    "query +1",
    "query -1",
    "key +3",
    "key -9",
    "query 0",
    "key 0",
    "find a",
    "find the",
    "head next",
    "head prev",
    "head 3",
    "head random",
    "head same-word",
    "mask on",
    "mask off",
    "mask toggle",
    "share qk on",
    "share qk off",
    "share kv toggle",
    "set d_k 12",
    "set d_k 256",
    "set d_k 3",
    "set d_v 5",
    "set seed 7",
    "word cat verb",
    "word the noun plural",
    "word \",\" verb",
    "undo",
    "undo",
    "undo",
    "undo",
    "reset",
    "step",
    "run",
    "run toggle",
    "pause",
    "work 1",
    "work 100",
    "describe",
    "quit",
    "view train",
    "train 3",
    "seek 2",
    "seek +1",
    "clicked",
    "store 0:1 1:2 2:3 3:4",
    "fan 1",
    "key 2",
    "set lr 0.1",
    "set lr 1e20",
    "edit Wq[0,0] 1",
    "expect sum A[0] = 1",
    "expect max A > 2",
    "expect argmax A[0] = 0",
    "expect symmetry S = 0",
    "expect A[0,0] < 0.5",
};

/* Words of the language and words that are none. */
static const char *const words[] = {
    "on",          "off",
    "toggle",      "qk",
    "kv",          "d_k",
    "d_v",         "seed",
    "noun",        "verb",
    "plural",      "animate",
    "one",         "sin4",
    "next",        "prev",
    "verb-noun",   "average",
    "random",      "cat",
    "The",         "dog",
    "cat#2",       "cat#99",
    "\"",          "\"a b\"",
    "\"\"#2",      ",",
    "[",           "]",
    "#",           "#2",
    "-",           "+",
    "+1",          "-1",
    "--",          "=",
    "<",           ">=",
    "A[0,0]",      "A[i,i-1]",
    "Wq",          "sum",
    "argmax",      "max",
    "entropy",     "symmetry",
    "S",           "Z",
    "lookup:loss", "1.3:A[0,0]",
    "1e999",       "nan",
    "0.5",         "99999999999999999999",
    "-2147483648", "2147483647",
    "é",           "\xc3",
    "\xff\xfe",    "\x1b[2J",
    "\u202e",      "\u00a0",
    "%s%n",        "a_word_that_is_longer_than_any_name_of_the_language_may_be",
};

/* Appends a blank, or none, and a word; what does not fit is left out. */
static void
add_word(struct walk *walk)
{
    const struct sentence *sentence = &walk->session->app.explorer->sentence;
    char word[WORD_BYTES + 16];
    size_t used = strlen(walk->command);
    switch (pick(walk, 4)) {
    case 0:
        sentence_name(sentence, pick(walk, sentence->token_count), word, sizeof word);
        break;
    case 1:
        snprintf(word, sizeof word, "%d", pick(walk, 16) - 2);
        break;
    default:
        snprintf(word, sizeof word, "%s", words[pick(walk, COUNT(words))]);
    }
    snprintf(walk->command + used, COMMAND_BYTES - used, "%s%s",
             pick(walk, 12) == 0 ? "" : " ", word);
}

static const char *
any_command(struct walk *walk)
{
    int count = 0;
    while (command_at(command_tables, count) != NULL)
        count++;
    return command_at(command_tables, pick(walk, count))->name;
}

static void
make_command(struct walk *walk)
{
    char *command = walk->command;
    int kind = pick(walk, 12), length;
    if (kind < 9) {
        const char *start =
            kind < 6 ? wholes[pick(walk, COUNT(wholes))] : any_command(walk);
        snprintf(command, COMMAND_BYTES, "%s", start);
        for (int more = kind < 5 ? 0 : pick(walk, 4); more > 0; more--)
            add_word(walk);
    } else if (kind < 11) { /* one byte is another */
        snprintf(command, COMMAND_BYTES, "%s", wholes[pick(walk, COUNT(wholes))]);
        command[pick(walk, (int)strlen(command))] = (char)(1 + pick(walk, 255));
    } else {
        length = pick(walk, 40);
        for (int at = 0; at < length; at++)
            command[at] = (char)(1 + pick(walk, 255));
        command[length] = '\0';
    }
}

/* -- what always holds ------------------------------------------------------------------ */

/* Names what is wrong with the state; NULL where nothing is. */
static const char *
state_wrong(const struct app *app)
{
    const struct tensors *tensors = &app->explorer->tensors;
    int n = app->explorer->sentence.token_count;
    if (n < 1 || n > TOKENS_MAX || tensors->size[AXIS_TOKEN] != n)
        return "the number of tokens";
    if (app->now.query < 0 || app->now.query >= n)
        return "the query";
    if (app->now.key < 0 || app->now.key >= n)
        return "the key";
    if (app->undo_count < 0 || app->undo_count > UNDO_MAX)
        return "the undo count";
    int most = app->goal_kind == GOAL_WALK ? n - 1 : TRAINER_STEPS_MAX;
    bool recalls = app->active == SOURCE_LOOKUP && app->trainer->recalling;
    if (app->goal < 0 || app->goal > most ||
        app_is_running(app) != (app->goal > 0 || recalls))
        return "the goal";
    if ((app->active == SOURCE_LOOKUP || app->ui.view == VIEW_TRAIN) &&
        app->trainer == NULL)
        return "the trainer";
    if (tensors->masked != app->now.choice.mask)
        return "the mask";
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            double a = tensors_number(tensors, TENSOR_A, i, j);
            if (!(a >= 0 && a <= 1.00001) || (tensors->masked && j > i && a != 0))
                return "a weight";
            sum += a;
        }
        if (!(fabs(sum - 1) <= 1e-5))
            return "the sum of a row of weights";
    }
    return NULL;
}

/* An error is one printable sentence. */
static const char *
error_wrong(const char *text)
{
    size_t length = strlen(text), size;
    if (length == 0)
        return "an empty error";
    for (size_t at = 0; at < length; at += size) {
        uint32_t code;
        size = utf8_decode(text + at, length - at, &code);
        if (size == 0 || utf8_is_control(code))
            return "an error that cannot be shown";
    }
    return NULL;
}

/* The tensors are those of the choices, and of nothing else that came before. */
static const char *
tensors_wrong(const struct app *app)
{
    struct err err;
    struct app anew = *app;
    struct app_snapshot *snapshot = snapshot_take(app);
    anew.explorer = explorer_make(&app->now.choice, app->library, app->kernels, &err);
    const char *wrong = anew.explorer == NULL
                            ? "a choice without tensors"
                            : snapshot_tensor_difference(snapshot, &anew);
    explorer_free(anew.explorer);
    snapshot_free(snapshot);
    return wrong;
}

/* Makes and applies one command; names what is wrong afterwards. */
static const char *
take_step(struct walk *walk)
{
    struct session *session = walk->session;
    do
        make_command(walk);
    while (strstr(walk->command, "save") != NULL); /* it would write files anywhere */
    struct app_snapshot *before = snapshot_take(&session->app);
    enum outcome outcome = session_try(session, walk->command);
    const char *wrong = NULL;
    walk->done += outcome == OUTCOME_DONE;
    walk->failed += outcome == OUTCOME_FAILED;
    walk->unmet += outcome == OUTCOME_UNMET;
    if (outcome != OUTCOME_DONE) {
        wrong = snapshot_difference(before, &session->app);
        if (wrong == NULL)
            wrong = error_wrong(session->err.text);
    }
    if (wrong == NULL)
        wrong = state_wrong(&session->app);
    if (wrong == NULL && pick(walk, 30) == 0)
        wrong = tensors_wrong(&session->app);
    session->app.request = REQUEST_NONE; /* as whoever carries it out would do */
    snapshot_free(before);
    return wrong;
}

static void
take_walk(struct walk *walk, uint64_t seed)
{
    *walk = (struct walk){.session = session_open(NULL), .seed = seed};
    for (int step = 0; step < STEPS; step++) {
        const char *wrong = take_step(walk);
        if (wrong != NULL) {
            char visible[VISIBLE_BYTES];
            text_visible(visible, sizeof visible, walk->command, strlen(walk->command));
            fail_msg("walk %d, step %d: %s is wrong after: %s", (int)seed, step, wrong,
                     visible);
        }
    }
}

/* -- walks ------------------------------------------------------------------------------ */

static void
no_walk_leaves_what_can_be_shown(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct walk walk;
        take_walk(&walk, seed);
        session_close(walk.session);
        /* a walk that does little shows little */
        assert_true(walk.done > STEPS / 4);
        assert_true(walk.failed > STEPS / 10);
        assert_true(walk.unmet > 0);
    }
}

static void
the_same_commands_lead_to_the_same_state(void **state)
{
    (void)state;
    struct walk walk, again;
    take_walk(&walk, 4);
    take_walk(&again, 4);
    struct app_snapshot *snapshot = snapshot_take(&walk.session->app);
    assert_null(snapshot_state_difference(snapshot, &again.session->app));
    assert_int_equal(walk.session->app.undo_count, again.session->app.undo_count);
    assert_int_equal(walk.session->app.goal, again.session->app.goal);
    snapshot_free(snapshot);
    session_close(walk.session);
    session_close(again.session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_walk_leaves_what_can_be_shown),
        cmocka_unit_test(the_same_commands_lead_to_the_same_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

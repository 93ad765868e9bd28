/* Commands that cannot be done: each says why, and leaves everything as it was, bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/table.h"
#include "support/rows.h"
#include "support/session.h"
#include "support/snapshot.h"

#define COUNT(rows) (sizeof rows / sizeof rows[0])

struct row {
    const char *command, *expected;
};

/* A state in which nothing has its first value. */
static const char start[] =
    "mask on; word mouse verb; set d_k 9; query 1; key 3; run; describe";

static int
refused_wrong(const char *command, const char *expected)
{
    struct session *session = session_open_counted(NULL);
    session_do(session, start);
    struct app_snapshot *before = snapshot_take(&session->app);
    enum outcome outcome = session_try(session, command);
    int wrong = row_wrong(
        outcome == OUTCOME_FAILED && strstr(session->err.text, expected) != NULL,
        "%.40s: expected \"%s\", got \"%s\"", command, expected, session->err.text);
    const char *difference = snapshot_difference(before, &session->app);
    wrong += row_wrong(difference == NULL, "%.40s changed %s", command,
                       difference ? difference : "");
    snapshot_free(before);
    session_close(session);
    return wrong;
}

static int
rows_wrong(const struct row *rows, size_t count)
{
    int wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += refused_wrong(rows[i].command, rows[i].expected);
    return wrong;
}

static void
unknown_commands(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"", "there is no command \"\"; there are: sentence query key"},
        {"   ", "there is no command \"\"; there are: sentence query key"},
        {"fly", "there is no command \"fly\"; there are: sentence"},
        {"Mask on", "there is no command \"Mask\""},
        {"mas on", "there is no command \"mas\""},
        {"maskon", "there is no command \"maskon\""},
        {"mask;step", "there is no command \"mask;step\""},
        {"a_command_that_is_much_too_long_for_any",
         "there is no command \"a_command_that_is"},
        {"query\xff", "command: byte 6 (0xFF) is not UTF-8"},
        {"sentence a\x1b[0mb", "command: byte 11 is the control character ^["},
        {"mask\x01on", "command: byte 5 is the control character ^A"},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

static void
commands_that_stand_alone(void **state)
{
    (void)state;
    int wrong = 0;
    const struct command *row;
    for (int c = 0; (row = command_at(command_tables, c)) != NULL; c++)
        if (row->args[0] == '\0') {
            char command[64], expected[64];
            snprintf(command, sizeof command, "%s 2", row->name);
            snprintf(expected, sizeof expected, "%s stands alone, without \"2\"",
                     row->name);
            wrong += refused_wrong(command, expected);
        }
    assert_int_equal(wrong, 0);
}

static void
wrong_sentences(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"sentence", "sentence: there is no word in it; try: The cat chased the mouse"},
        {"sentence   ", "sentence: there is no word in it"},
        {"sentence \u00a0", "sentence: there is no word in it"},
        {"sentence a\u202e"
         "b",
         "command: byte 11 is the control character <U+202E>"},
    };
    int wrong = rows_wrong(rows, COUNT(rows));
    /* one token, one byte of a word, and one byte of the whole too many */
    char *text = calloc(1, SENTENCE_BYTES + 32);
    assert_non_null(text);
    strcpy(text, "sentence ");
    for (int i = 0; i <= TOKENS_MAX; i++)
        strcat(text, "a ");
    wrong += refused_wrong(text, "sentence: there are more than");
    memset(text + 9, 'a', WORD_BYTES);
    text[9 + WORD_BYTES] = '\0';
    wrong += refused_wrong(text, "sentence: the word \"aaa");
    memset(text + 9, ' ', SENTENCE_BYTES);
    text[9] = text[9 + SENTENCE_BYTES - 1] = 'a';
    text[9 + SENTENCE_BYTES] = '\0';
    wrong += refused_wrong(text, "sentence: it has");
    free(text);
    assert_int_equal(wrong, 0);
}

static void
tokens_that_are_not_there(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"query", "query: name a token or its number, as in: query cat"},
        {"query dog", "query: there is no token \"dog\"; there are: The cat chased the"},
        {"query cat#2", "query: there is no token \"cat\"#2"},
        {"query 5", "query: there is no token 5; they go from 0 to 4"},
        {"query \"2\"", "query: there is no token \"2\""},
        {"query ,", "query: there is no token \",\""},
        {"query -x", "query: there is no token \"-x\""},
        {"query +99999", "query: there is no token \"+99999\""},
        {"query +1.5", "query: there is no token \"+1.5\""},
        {"query cat mouse", "query: one token is enough; quote a token that has blanks"},
        {"query \"cat\" mouse", "query: one token is enough"},
        {"query \"cat", "query: "},
        {"query 1000000", "query: "},
        {"key", "key: name a token or its number, as in: key cat"},
        {"key dog", "key: there is no token \"dog\""},
        {"key 5", "key: there is no token 5; they go from 0 to 4"},
        {"key -x", "key: there is no token \"-x\""},
        {"key cat,the", "key: one token is enough"},
        {"find", "find: a part of a token must follow, as in: find mou"},
        {"find dog", "find: no token has \"dog\" in it"},
        {"find cat chased", "find: no token has \"cat chased\" in it"},
    };
    int wrong = rows_wrong(rows, COUNT(rows));
    for (int v = 0; v < 3; v++) {
        static const char *const verbs[] = {"query", "key", "find"};
        char command[2 * WORD_BYTES + 16];
        size_t length = strlen(verbs[v]);
        memset(command, 'c', sizeof command);
        memcpy(command, verbs[v], length);
        command[length] = ' ';
        command[sizeof command - 1] = '\0';
        wrong += refused_wrong(command, verbs[v]);
    }
    assert_int_equal(wrong, 0);
}

static void
heads_and_switches_that_are_none(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"head",
         "head: a name, a place from 1 to 10, next or prev must follow, not \"\""},
        {"head dog", "not \"dog\"; the heads are one-before one-after verb-noun"},
        {"head 0", "next or prev must follow, not \"0\""},
        {"head 11", "next or prev must follow, not \"11\""},
        {"head -1", "next or prev must follow, not \"-1\""},
        {"head next prev", "next or prev must follow, not \"next prev\""},
        {"head Verb-noun", "next or prev must follow, not \"Verb-noun\""},
        {"mask", "mask: it is on, off or toggle, not \"\""},
        {"mask maybe", "mask: it is on, off or toggle, not \"maybe\""},
        {"mask on off", "mask: it is on, off or toggle, not \"on off\""},
        {"mask ON", "mask: it is on, off or toggle"},
        {"share", "share: it reads share qk on (K = X Wq) or share kv on (V = X Wk)"},
        {"share qk", "share: it reads share qk on"},
        {"share on", "share: it reads share qk on"},
        {"share qv on", "share: it reads share qk on"},
        {"share qk maybe", "share: it reads share qk on"},
        {"share kv on off", "share: it reads share qk on"},
        {"share something-long on", "share: it reads share qk on"},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

static void
settings_that_cannot_be(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"set", "set: for a sentence d_k, d_v and seed can be set, not \"\""},
        {"set d_model 8",
         "set: for a sentence d_k, d_v and seed can be set, not \"d_model\""},
        {"set a-name-that-is-too-long 8", "set: for a sentence d_k, d_v and seed"},
        {"set d_k", "set: d_k is a whole number from 1 to 256, not \"\""},
        {"set d_k 0", "set: d_k is a whole number from 1 to 256, not \"0\""},
        {"set d_k 257", "set: d_k is a whole number from 1 to 256"},
        {"set d_k eight", "set: d_k is a whole number"},
        {"set d_k 8 8", "set: d_k is a whole number"},
        {"set d_k 8.5", "set: d_k is a whole number"},
        {"set d_k 99999999999999999999", "set: d_k is a whole number"},
        {"set d_k 4", "d_k 4 is too small for verb-noun: line 7 of verb-noun.head sets"},
        {"set d_v 3", "d_v follows the value line of verb-noun.head"},
        {"set d_v 0", "set: d_v is a whole number from 1 to 256"},
        {"set seed -1", "set: seed is a whole number from 0 to 999999999"},
        {"set seed 1000000000", "set: seed is a whole number from 0 to 999999999"},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

static void
words_that_cannot_be(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"word", "word: a word and what it means must follow, as in: word cat noun"},
        {"word cat", "word cat: a word needs a class"},
        {"word Cat animate", "word cat: a word needs a class"},
        {"word cat blue", "word cat: \"blue\" is no feature of a word"},
        {"word cat noun sin4", "word cat: \"sin4\" is no feature"},
        {"word , noun", "word: quote a word that has blanks or marks: word \",\" other"},
        {"word cat#2 noun", "word: quote a word that has blanks or marks"},
        {"word \"\" noun", "word: quote a word that has blanks or marks"},
        {"word \"cat noun", "word: a closing"},
        {"word \"cat\"noun", "word: quote a word that has blanks or marks"},
        {"word cat, noun", "word: quote a word that has blanks or marks"},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

static void
runs_and_expectations_that_cannot_be(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"run fast", "run: it stands alone, or reads: run toggle"},
        {"run 3", "run: it stands alone, or reads: run toggle"},
        {"work", "work: a number of steps must follow, from 1 to 1000000"},
        {"work 0", "work: a number of steps must follow"},
        {"work -1", "work: a number of steps must follow"},
        {"work 1000001", "work: a number of steps must follow"},
        {"work fast", "work: a number of steps must follow"},
        {"work 1 2", "work: a number of steps must follow"},
        {"expect", "expect: "},
        {"expect A[0,0]", "expect: one of < <= > >= = must stand between two terms"},
    };
    assert_int_equal(rows_wrong(rows, COUNT(rows)), 0);
}

static void
an_expectation_that_does_not_hold_changes_nothing(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, start);
    struct app_snapshot *before = snapshot_take(&session->app);
    assert_int_equal(session_try(session, "expect A[0,0] = 0"), OUTCOME_UNMET);
    assert_null(snapshot_difference(before, &session->app));
    snapshot_free(before);
    session_close(session);
}

static void
corrections_that_are_too_many(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    char command[32];
    for (int i = 0; i < CORRECTIONS_MAX; i++) {
        snprintf(command, sizeof command, "word w%d verb", i);
        session_do(session, command);
    }
    struct app_snapshot *before = snapshot_take(&session->app);
    assert_int_equal(session_try(session, "word cat verb"), OUTCOME_FAILED);
    assert_non_null(strstr(session->err.text, "word cat: "));
    assert_null(snapshot_difference(before, &session->app));
    snapshot_free(before);
    session_do(session, "word w0 noun; undo; undo; word cat verb");
    session_close(session);
}

static void
undo_of_nothing(void **state)
{
    (void)state;
    struct session *session = session_open(NULL);
    session_do(session, "query 4; key 0; run");
    struct app_snapshot *before = snapshot_take(&session->app);
    assert_int_equal(session_try(session, "undo"), OUTCOME_FAILED);
    assert_string_equal(session->err.text, "there is nothing to undo");
    assert_null(snapshot_difference(before, &session->app));
    snapshot_free(before);
    session_close(session);
}

/* Blanks around a command and its words mean nothing: args come to it without them. */
static void
blanks_around_do_not_matter(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "  mask   on", "mask on ", "query cat  ",    "query +1 ",   "key mouse\t",
        "find mou ",   "head 8 ",  "head next ",     "set d_k 20 ", "share qk on ",
        "run toggle ", "run ",     "work 3 ",        "step  ",      "word cat verb ",
        "undo ",       "reset ",   "expect 1 = 1  ",
    };
    int wrong = 0;
    for (size_t i = 0; i < COUNT(commands); i++) {
        struct session *session = session_open(NULL);
        session_do(session, "mask on");
        wrong += row_wrong(session_try(session, commands[i]) == OUTCOME_DONE, "|%s|: %s",
                           commands[i], session->err.text);
        session_close(session);
    }
    assert_int_equal(wrong, 0);
}

static void
an_app_without_sentence_or_heads(void **state)
{
    (void)state;
    static struct library library, empty;
    struct app app;
    struct err err = {0};
    assert_true(library_load(&library, NULL, NULL, &err));
    assert_false(app_init(&app, &library, kernels_best(), "  ", &err));
    assert_non_null(strstr(err.text, "sentence: there is no word in it"));
    assert_null(app.explorer);
    assert_false(app_init(&app, &empty, kernels_best(), "The cat", &err));
    assert_non_null(strstr(err.text, "there is no head file"));
    assert_null(app.explorer);
    library_free(&library);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_commands),
        cmocka_unit_test(commands_that_stand_alone),
        cmocka_unit_test(wrong_sentences),
        cmocka_unit_test(tokens_that_are_not_there),
        cmocka_unit_test(heads_and_switches_that_are_none),
        cmocka_unit_test(settings_that_cannot_be),
        cmocka_unit_test(words_that_cannot_be),
        cmocka_unit_test(runs_and_expectations_that_cannot_be),
        cmocka_unit_test(an_expectation_that_does_not_hold_changes_nothing),
        cmocka_unit_test(corrections_that_are_too_many),
        cmocka_unit_test(undo_of_nothing),
        cmocka_unit_test(blanks_around_do_not_matter),
        cmocka_unit_test(an_app_without_sentence_or_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The program from outside: foreign, long and wrong texts, logs that lead to the same
 * numbers, and what it does where it cannot write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "support/program.h"

/* clang-format off */
#define HEAD(lines) "title t\nabout a\nd_k 1\nvalue meaning\n" lines
static const struct program_file files[] = {
    PROGRAM_FILE("good", "# two\n\nhead verb-object\n \tmask on \r\nexpect A[0,0] = 1\n"),
    PROGRAM_FILE("failing", "describe\nhead nowhere\n"),
    PROGRAM_FILE("comments", "# nothing\n"),
    {"huge", NULL, 0},
    {"huge/heads", NULL, 0},
    PROGRAM_FILE("huge/heads/huge.head",
                 HEAD("query one -> 0 : 1e30\nkey noun -> 0 : 1e30\n")),
    {"infinite", NULL, 0},
    {"infinite/heads", NULL, 0},
    PROGRAM_FILE("infinite/heads/huge.head",
                 HEAD("query one -> 0 : 1e300\nkey noun -> 0\n")),
};
/* clang-format on */

static int
enter(void **state)
{
    *state = program_enter(files, sizeof files / sizeof files[0]);
    return *state != NULL ? 0 : -1;
}

static int
leave(void **state)
{
    return program_leave(*state) ? 0 : -1;
}

static void
run(struct child *child, void **state, const char *const args[], const char *input)
{
    program_run(child, *state, args, input, NULL);
}

/* -- texts of all kinds -------------------------------------------------------------- */

/* Writes `text` for the %s in the pattern; NULL for no pattern. */
static const char *
fill(char *out, size_t size, const char *pattern, const char *text)
{
    const char *mark = pattern ? strstr(pattern, "%s") : NULL;
    if (mark == NULL)
        return pattern;
    snprintf(out, size, "%.*s%s%s", (int)(mark - pattern), pattern, text, mark + 2);
    return out;
}

static void
no_foreign_byte_reaches_the_terminal(void **state)
{
    static const char *const foreign[] = {
        "\033[2J", "\033]0;title\007", "\302\23331m", "\xff\xfe", "\xe2\x80\xae", "\x7f",
    };
    static const struct {
        const char *args[2], *input; /* each %s stands for the foreign text */
    } places[] = {
        {{"cat %s"}, NULL},
        {{"--file", "%s"}, NULL},
        {{"--script", "%s"}, NULL},
        {{"--log", "%s/log"}, NULL},
        {{"--data", "%s"}, NULL},
        {{"--check", "%s.head"}, NULL},
        {{"--kernels", "%s"}, NULL},
        {{"--%s"}, NULL},
        {{"-c", "%s"}, NULL},
        {{"-c", "sentence %s"}, NULL},
        {{"-c", "head %s"}, NULL},
        {{"-c", "query \"%s\""}, NULL},
        {{"-c", "word %s noun"}, NULL},
        {{"-c", "expect A[%s,0] = 1"}, NULL},
        {{"--file", "-"}, "The %s"},
        {{"--script", "-"}, "mask on\nfind %s"},
    };
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++)
        for (size_t f = 0; f < sizeof foreign / sizeof foreign[0]; f++) {
            char made[3][80];
            const char *args[CHILD_ARGS] = {NULL};
            for (int k = 0; k < 2 && places[p].args[k] != NULL; k++)
                args[k] = fill(made[k], sizeof made[k], places[p].args[k], foreign[f]);
            struct child child;
            run(&child, state, args,
                fill(made[2], sizeof made[2], places[p].input, foreign[f]));
            assert_int_equal(child.status, 2);
            assert_int_equal(child.out_length, 0);
            child_free(&child);
        }
}

static void
long_sentences_work_or_say_how_long(void **state)
{
    static const struct {
        const char *piece;
        int times, status;
        const char *err;
    } rows[] = {
        {"w ", 512, 0, ""},
        {"w ", 513, 2, "there are more than 512 words and marks"},
        {".", 513, 2, "there are more than 512 words and marks"},
        {"w", 95, 0, ""},
        {"w", 96, 2, "has 96 bytes; a word may have 95"},
        {"w", 10000, 2, "has 10000 bytes; a word may have 95"},
        {"\xc3\xa4", 5000, 2, "has 10000 bytes; a word may have 95"},
        {"word ", 20000, 2, " bytes; it may have 49151"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text sentence = {0}, command = {0};
        for (int k = 0; k < rows[i].times; k++)
            text_add(&sentence, "%s", rows[i].piece);
        text_add(&command, "sentence %s", sentence.bytes);
        const char *const forms[][CHILD_ARGS] = {{sentence.bytes, "--describe"},
                                                 {"--file", "-", "--describe"},
                                                 {"-c", command.bytes, "--describe"}};
        for (int form = 0; form < 3; form++) {
            struct child child;
            run(&child, state, forms[form], form == 1 ? sentence.bytes : NULL);
            assert_int_equal(child.status, rows[i].status);
            assert_non_null(strstr(child.err, rows[i].err));
            child_free(&child);
        }
        text_free(&sentence);
        text_free(&command);
    }
}

/* A command is what stands between the blanks at its ends, in -c as in a script. */
static void
blanks_around_a_command_say_nothing(void **state)
{
    /* clang-format off */
    static const struct program_row rows[] = {
        {{"--json", "-c", " mask  on"}, NULL, 0, "\"mask\":true", NULL},
        {{"--json", "-c", "mask on "}, NULL, 0, "\"mask\":true", NULL},
        {{"--json", "-c", "\tquery\t0\n"}, NULL, 0, "\"query\":0", NULL},
        {{"--json", "-c", "query 0", "-c", "run", "-c", "work 2", "-c", "pause"}, NULL,
         0, "\"query\":2", NULL},
        {{"--json", "-c", "query 0", "-c", "run", "-c", " work 2", "-c", "pause"}, NULL,
         0, "\"query\":2", NULL},
        {{"--json", "--script", "-"}, " query 0\t\nrun\r\n work 2\npause \n", 0,
         "\"query\":2", NULL},
        {{"--json", "-c", " describe"}, NULL, 2, NULL, "choose one"},
    };
    /* clang-format on */
    program_check(*state, rows, sizeof rows / sizeof rows[0]);
}

/* -- logs ---------------------------------------------------------------------------- */

/* What a session leads to, its log must lead to. Returns how the session ended. */
static int
check_replay(void **state, const char *const args[])
{
    const char *logged[CHILD_ARGS] = {"--log", "run.log", "--json"};
    struct child first, again;
    char name[300];
    program_name_args(args, name, sizeof name);
    for (int i = 0; i + 3 < CHILD_ARGS && args[i] != NULL; i++)
        logged[i + 3] = args[i];
    run(&first, state, logged, NULL);
    run(&again, state, (const char *[CHILD_ARGS]){"--script", "run.log", "--json"}, NULL);
    if (first.status == 0 && (again.status != 0 || strcmp(first.out, again.out) != 0))
        fail_msg("%s: its log leads elsewhere, status %d: %s", name, again.status,
                 again.err);
    child_free(&first);
    child_free(&again);
    return first.status;
}

static void
a_log_replays_to_the_same_numbers(void **state)
{
    static const char *const sessions[][CHILD_ARGS] = {
        {NULL},
        {"  # \"Well\",", "said", "J\xc3\xbcrgen:", "it's"},
        {"a\tb\nc\vd\fe"},
        {"-c", "head random", "-c", "set seed 7", "-c", "set d_k 40", "-c", "mask on"},
        {"-c", "mask on", "-c", "undo", "-c", "query 3", "-c", "key mouse", "-c", "step"},
        {"-c", "query 0", "-c", "run", "-c", "sentence A dog barks", "-c", "run toggle"},
        {"-c", "query 0", "-c", "run", "-c", "work 2", "-c", "pause", "-c",
         "share qk on"},
        {"blorf", "-c", "word blorf verb", "-c", "reset", "-c", "quit", "-c", "nowhere"},
        {"--script", "good"},
        {"A dog", "-c", "sentence The cat sat", "-c", "undo"},
    };
    for (size_t i = 0; i < sizeof sessions / sizeof sessions[0]; i++)
        assert_int_equal(check_replay(state, sessions[i]), 0);
}

/* A command may come with line breaks in it, through -c; it may also be refused. */
static void
a_log_keeps_line_breaks_out(void **state)
{
    check_replay(state, (const char *[CHILD_ARGS]){"-c", "sentence a\nb"});
}

/* 512 words are a sentence, and so is what the log says of them. */
static void
a_log_of_a_long_sentence_can_be_read(void **state)
{
    struct text sentence = {0};
    for (int k = 0; k < 512; k++)
        text_add(&sentence, "incomprehensibility ");
    check_replay(state, (const char *[CHILD_ARGS]){sentence.bytes});
    text_free(&sentence);
}

static void
a_log_holds_what_was_carried_out(void **state)
{
    struct child child;
    struct err err;
    char *bytes;
    size_t length;
    run(&child, state,
        (const char *[CHILD_ARGS]){"--log", "run.log", "-c", "mask on", "-c", "head 1",
                                   "A", "dog", "-c", "head 99", "-c", "mask off"},
        NULL);
    assert_int_equal(child.status, 2);
    child_free(&child);
    assert_true(file_read("run.log", 4096, &bytes, &length, &err));
    assert_string_equal(bytes, "sentence A dog\nmask on\nhead 1\n");
    free(bytes);
}

/* -- where writing fails ------------------------------------------------------------- */

static void
a_full_disk_is_an_error(void **state)
{
    static const char *const rows[][CHILD_ARGS] = {
        {NULL},
        {"--json"},
        {"--describe"},
        {"-c", "describe", "-c", "quit"},
        {"--script", "failing"},
        {"--help"},
        {"--heads"},
        {"--keys"},
        {"--commands"},
        {"--version"},
        {"--kernels", "list"},
    };
    struct child child;
    if (access("/dev/full", W_OK) != 0)
        skip();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        program_run(&child, *state, rows[i], NULL, "/dev/full");
        assert_int_equal(child.status, 2);
        child_free(&child);
    }
    run(&child, state, (const char *[CHILD_ARGS]){"--log", "/dev/full"}, NULL);
    assert_int_equal(child.status, 2);
    assert_non_null(strstr(child.err, "/dev/full: the log could not be written: "));
    child_free(&child);
}

/* Weights of 1e30 make scores, 1e300 makes weights that are no float: a sentence says so,
 * and no number comes of it. */
static void
numbers_that_overflow_are_an_error(void **state)
{
    static const struct program_row rows[] = {
        {{"--data", "huge", "-c", "head huge"}, NULL, 2, NULL, "huge"},
        {{"--data", "infinite", "-c", "head huge"}, NULL, 2, NULL, "huge"},
        {{"--data", "huge", "--json", "-c", "head huge"}, NULL, 2, NULL, "huge"},
    };
    program_check(*state, rows, sizeof rows / sizeof rows[0]);
}

/* A script says itself when it wants to describe, also one that has no commands. */
static void
a_script_without_commands_writes_nothing(void **state)
{
    static const struct program_row rows[] = {
        {{"--script", "comments"}, NULL, 0, NULL, NULL},
        {{"--script", "-"}, "", 0, NULL, NULL},
    };
    program_check(*state, rows, sizeof rows / sizeof rows[0]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_foreign_byte_reaches_the_terminal),
        cmocka_unit_test(long_sentences_work_or_say_how_long),
        cmocka_unit_test(blanks_around_a_command_say_nothing),
        cmocka_unit_test(a_log_replays_to_the_same_numbers),
        cmocka_unit_test(a_log_keeps_line_breaks_out),
        cmocka_unit_test(a_log_of_a_long_sentence_can_be_read),
        cmocka_unit_test(a_log_holds_what_was_carried_out),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(numbers_that_overflow_are_an_error),
        cmocka_unit_test(a_script_without_commands_writes_nothing),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

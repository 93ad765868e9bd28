/* The program from outside, as a shell sees it: what it writes, where, and how it ends.
 * Whatever it is given, it writes no control character, and an error is one line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/program.h"

#define FIRST "The cat chased the mouse"

/* -- the folder it runs in ----------------------------------------------------------- */

/* clang-format off */
#define HEAD(d_k, lines) "title t\nabout a\nd_k " #d_k "\n" lines
static const struct program_file files[] = {
    PROGRAM_FILE("good", "# two\n\nhead verb-object\n \tmask on \r\nexpect A[0,0] = 1\n"),
    PROGRAM_FILE("unmet",
                 "mask on\ndescribe\n\nexpect A[chased,cat] = 0.5\nmask off\ndescribe\n"),
    PROGRAM_FILE("failing", "describe\nhead nowhere\nhead average\ndescribe\n"),
    PROGRAM_FILE("quitting", "mask on\nquit\nhead nowhere\n"),
    PROGRAM_FILE("escape", "mask on\nquery \033[31mcat\n"),
    PROGRAM_FILE("words", "A dog\r\n\tbarks .\n"),
    PROGRAM_FILE("bytes", "The cat\xff chased"),
    PROGRAM_FILE("zero", "The\0cat"),
    PROGRAM_FILE("empty", ""),
    {"wrong", NULL, 0},
    {"wrong/heads", NULL, 0},
    PROGRAM_FILE("wrong/heads/wrong.head", HEAD(5, "query verb -> 9\nvalue meaning\n")),
    {"lexicon", NULL, 0},
    PROGRAM_FILE("lexicon/lexicon.txt", "cat noun\n\ndog puppy\n"),
    {"control", NULL, 0},
    {"control/heads", NULL, 0},
    PROGRAM_FILE("control/heads/a.head", "title \033]0;x\007\n"),
    {"own", NULL, 0},
    {"own/heads", NULL, 0},
    PROGRAM_FILE("own/heads/mine.head", HEAD(1, "value noun\n")),
    PROGRAM_FILE("own/lexicon.txt", "blorf verb\n"),
    PROGRAM_FILE("holds.head",
                 HEAD(1, "value noun\nsentence A dog\nexpect A[0,0] = 0.5\n")),
    PROGRAM_FILE("unmet.head", HEAD(1, "value noun\n\nexpect A[0,0] > 0.5\n")),
    PROGRAM_FILE("broken.head", HEAD(1, "value noun\nexpect A[9,0] > 0.5\n")),
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

/* clang-format off */

/* Rows: what is written to stdout, or to stderr and with which status; the arguments. */
#define SAYS(out, ...) {{__VA_ARGS__}, NULL, 0, out, NULL}
#define FAILS(err, ...) {{__VA_ARGS__}, NULL, 2, NULL, err}
#define UNMET(err, ...) {{__VA_ARGS__}, NULL, 1, NULL, err}
#define CHECK_ROWS(state, rows) \
    program_check(*(state), rows, sizeof(rows) / sizeof((rows)[0]))

static void
options_do_what_they_say(void **state)
{
    static const struct program_row rows[] = {
        SAYS("The sentence has 5 tokens: " FIRST "\n", "--describe"),
        SAYS("has 3 tokens: A dog barks\n", "--describe", "A", "dog", "barks"),
        SAYS("has 3 tokens: A dog barks\n", "A dog", "barks", "--describe"),
        SAYS("chased looks hardest at cat, 0.94;", "--describe"),
        SAYS("{\"version\":1,\"view\":\"weights\",", "--json"),
        SAYS("has 4 tokens: A dog barks .\n", "--describe", "--file", "words"),
        SAYS("has 4 tokens: A dog barks .\n", "--file=words", "--describe"),
        {{"--file", "-", "--describe"}, "two\nwords", 0, "has 2 tokens: two words\n", NULL},
        SAYS("cat looks at all 2 tokens that", "-c", "head average", "-c", "mask on", "--describe"),
        SAYS("the causal mask is on", "-c=mask on", "--describe"),
        SAYS("has 2 tokens: A dog\nThe head is one-after", "-c", "head one-after", "A", "dog", "--describe"),
        SAYS(NULL, "--script", "good"),
        SAYS("verb-object (verb → object)", "--script", "good", "--describe"),
        {{"--script=-", "--json"}, "mask on\n", 0, "\"mask\":true", NULL},
        {{"--script", "-"}, "head average\ndescribe", 0, "The head is average", NULL},
        {{"--script", "-", "-c", "describe"}, "head average\n", 0, "The head is average", NULL},
        {{"-c", "mask on", "--script", "-", "-c", "expect A[0,0] = 1"}, "mask off", 1,
         NULL, "qkv: -c 'expect A[0,0] = 1': expected A[0,0] = 1, but A[0,0] is 0.666"},
        SAYS("\"mask\":true", "--script", "quitting", "--json"),
        SAYS("The head is mine (t): a.", "--data", "own", "-c", "head mine", "blorf", "--describe"),
        SAYS("\"guessed\":[],", "--json", "--data", "own", "blorf"),
        SAYS("cat, 0.94", "--kernels", "baseline", "--describe"),
        SAYS("baseline\n", "--kernels=list"),
        SAYS("\nexpect    TERM OP TERM", "--commands"),
        SAYS("Up        query -1", "--keys"),
        SAYS(" qkv  [w weights]", "--print"),
        SAYS("now 39x11, qkv needs 40x12", "--print", "--size=39x11"),
        SAYS("<svg", "--print=svg"),
        SAYS(" qkv  [w weights]", "--print=text", "--ascii", "--theme", "mono", "--mouse", "off"),
        SAYS("\n    --kernels  NAME ", "--help"),
        SAYS("\n    --kernels  NAME ", "-h"),
        SAYS("  verb-noun           a verb looks back", "--heads"),
        SAYS("  mine                a\n", "--heads", "--data", "own"),
        SAYS("holds.head: all 2 lines hold\n", "--check", "holds.head"),
        SAYS("qkv ", "--version"),
        SAYS(FIRST, "--describe", "--"),
        SAYS("has 3 tokens: - - json\n", "--describe", "--", "--json"),
        SAYS("has 4 tokens: - c - -\n", "--describe", "-c", "mask on", "--", "-c", "--"),
        SAYS("has 1 token: -\n", "--describe", "-"),
    };
    CHECK_ROWS(state, rows);
}

static void
wrong_usage_is_one_line_and_2(void **state)
{
    static const struct program_row rows[] = {
        FAILS("there is no option --nope; qkv --help lists them", "--nope"),
        FAILS("no option -x", "-x"),
        FAILS("--print is text, ansi, svg or all, not \"pdf\"", "--print=pdf"),
        FAILS("--size is columns x rows", "--print", "--size", "80"),
        FAILS("--size is columns x rows", "--print", "--size", "0x24"),
        FAILS("--size is columns x rows", "--print", "--size", "80x9999"),
        FAILS("all write to the output; choose one", "--print", "--json"),
        FAILS("--theme: theme: it is colour or mono", "--print", "--theme", "pink"),
        FAILS("no option --a^Jb", "--a\nb"),
        FAILS("--json takes no value", "--json=yes"),
        FAILS("--version takes no value", "--version=2"),
        FAILS("choose one", "--json", "--describe"),
        FAILS("choose one", "--json", "--script", "failing"),
        FAILS("-c: COMMAND must follow", "-c"),
        FAILS("--script: FILE must follow", "--script"),
        FAILS("--log: FILE must follow", "--log"),
        FAILS("one of them is enough", "--file", "words", "dog"),
        FAILS("--file was given twice", "--file", "words", "--describe", "--file", "words"),
        FAILS("no kernels \"nope\"", "--kernels", "nope"),
        FAILS("no option --nope", "--help", "--nope"),
        FAILS("missing: it cannot be opened: ", "--file", "missing"),
        FAILS("own: it cannot be ", "--file", "own"),
        FAILS("zero: it holds a zero byte", "--file", "zero"),
        FAILS("sentence: byte 8 (0xFF) is not UTF-8", "--file", "bytes"),
        FAILS("there is no word in it", "--file", "empty"),
        FAILS("missing: it cannot be opened: ", "--script", "missing"),
        FAILS("own: it cannot be ", "--script", "own"),
        FAILS("bytes:1: byte 8 (0xFF) is not UTF-8", "--script", "bytes"),
        FAILS("escape:2: byte 7 is the control character ^[", "--script", "escape"),
        FAILS("--log: own cannot be written: ", "--log", "own"),
        FAILS("--log: missing/log cannot be written: ", "--log", "missing/log"),
        FAILS("missing: the data folder cannot be opened: ", "--data", "missing"),
        FAILS("words: the data folder cannot be opened: ", "--data", "words"),
        FAILS("wrong/heads/wrong.head:4: query names column 9, but d_k is 5",
              "--data", "wrong"),
        FAILS("wrong/heads/wrong.head:4: query names column 9, but d_k is 5",
              "--check", "wrong/heads/wrong.head"),
        FAILS("broken.head:5: expect: A[9,0]: there is no token 9",
              "--check", "broken.head"),
        FAILS("words:1: no line begins with", "--check", "words"),
        FAILS("missing.head: it cannot be opened: ", "--check", "missing.head"),
        FAILS("lexicon/lexicon.txt:3: dog: \"puppy\" is no feature", "--data", "lexicon"),
        FAILS("control/heads/a.head:1: byte 7 is the control", "--data", "control"),
        FAILS("there is no word in it", ""),
        FAILS("there is no word in it", "--", " \t"),
        FAILS("sentence: byte 5 is the control character ^[", "the \033[2Jcat"),
    };
    CHECK_ROWS(state, rows);
}

static void
a_failing_command_ends_the_run(void **state)
{
    static const struct program_row rows[] = {
        FAILS("-c 'nope': there is no command \"nope\"; there are: sent", "-c", "nope"),
        FAILS("-c: COMMAND must follow", "-c", ""),
        FAILS("-c 'nope^Jx': there is no command \"nope\"", "-c", "nope\nx"),
        FAILS("undo stands alone, without \"x\"", "-c", "undo x"),
        FAILS("there is nothing to undo", "-c", "undo"),
        FAILS("there is no word in it", "-c", "sentence"),
        FAILS("must follow, not \"nowhere\"; the heads are ", "-c", "head nowhere"),
        FAILS("must follow, not \"99\"", "-c", "head 99"),
        FAILS("\"feline\" is no feature of a word", "-c", "word cat feline"),
        FAILS("a word needs a class", "-c", "word cat plural"),
        FAILS("no token \"dog\"; there are: " FIRST, "-c", "query dog"),
        FAILS("no token 5; they go from 0 to 4", "-c", "key 5"),
        FAILS("on, off or toggle, not \"maybe\"", "-c", "mask maybe"),
        FAILS("share qk on", "-c", "share vw on"),
        FAILS("line 7 of verb-noun.head sets column 4", "-c", "set d_k 4"),
        FAILS("a whole number from 1 to 256, not \"0\"", "-c", "set d_k 0"),
        FAILS("d_v follows the value line", "-c", "set d_v 9"),
        FAILS("A[the,dog]: there is no token \"dog\"", "-c", "expect A[the,dog] > 0"),
        FAILS("names no number", "-c", "expect B[0,0] > 0"),
        FAILS("a closing ] is missing", "-c", "expect A[0,0"),
        FAILS("goes by its name, not by the number 1", "-c", "expect X[cat,1] = 0"),
        FAILS("one of < <= > >= =", "-c", "expect A[0,0] ~ 1"),
        UNMET("-c 'expect A[2,1] > 0.95': expected A[2,1] > 0.95, but A[2,1] is 0.939",
              "-c", "expect A[2,1] > 0.95"),
        UNMET("but argmax A[chased] is cat", "-c", "expect argmax A[chased] = the"),
        UNMET(" and A[1,1] is 0.", "--json", "-c", "expect A[0,0] = A[1,1]"),
        UNMET("unmet.head:6: expected A[0,0] > 0.5, but A[0,0] is 0.2",
              "--check", "unmet.head"),
        {{"--script", "unmet"}, NULL, 1, "the causal mask is on",
         "qkv: unmet:4: expected A[chased,cat] = 0.5, but"},
        {{"--script", "failing"}, NULL, 2, "The head is verb-noun",
         "qkv: failing:2: head: a name, a place"},
        FAILS("qkv: -c 'head 99': head: ", "--json", "-c", "mask on", "-c", "head 99"),
        {{"--script", "-"}, "mask on\n\nhead", 2, NULL, "standard input:3: head: "},
    };
    CHECK_ROWS(state, rows);
}
/* clang-format on */

static void
nothing_of_later_commands_is_written(void **state)
{
    static const char *const scripts[] = {"unmet", "failing"};
    for (size_t i = 0; i < 2; i++) {
        struct child child;
        run(&child, state, (const char *[CHILD_ARGS]){"--script", scripts[i]}, NULL);
        const char *first = strstr(child.out, "The sentence has");
        assert_non_null(first);
        assert_null(strstr(first + 1, "The sentence has"));
        child_free(&child);
    }
}

/* Numbers a list of heads from 1 on, each of which is the place that chooses the head. */
static int
heads_by_place(void **state, const char *list)
{
    int count = 0, place, used;
    char name[64];
    for (; sscanf(list, " %d %63s%*[^\n]%n", &place, name, &used) == 2; list += used) {
        struct child child;
        char command[32], said[128];
        assert_int_equal(place, ++count);
        snprintf(command, sizeof command, "head %d", place);
        snprintf(said, sizeof said, "The head is %s (", name);
        run(&child, state,
            (const char *[CHILD_ARGS]){"--data", "own", "-c", command, "--describe"},
            NULL);
        assert_int_equal(child.status, 0);
        assert_non_null(strstr(child.out, said));
        child_free(&child);
    }
    return count;
}

static void
heads_go_by_their_places(void **state)
{
    struct child embedded, all;
    run(&embedded, state, (const char *[CHILD_ARGS]){"--heads"}, NULL);
    run(&all, state, (const char *[CHILD_ARGS]){"--heads", "--data", "own"}, NULL);
    int count = heads_by_place(state, all.out), lines = 0;
    for (const char *at = embedded.out; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_true(count > 10);
    assert_int_equal(count, lines + 1);
    child_free(&embedded);
    child_free(&all);

    char command[32], said[128];
    snprintf(command, sizeof command, "head %d", count + 1);
    snprintf(said, sizeof said,
             "a place from 1 to %d, next or prev must follow, not \"%d\"", count,
             count + 1);
    const struct program_row row = {
        {"--data", "own", "-c", command}, NULL, 2, NULL, said};
    program_check(*state, &row, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_do_what_they_say),
        cmocka_unit_test(wrong_usage_is_one_line_and_2),
        cmocka_unit_test(a_failing_command_ends_the_run),
        cmocka_unit_test(heads_go_by_their_places),
        cmocka_unit_test(nothing_of_later_commands_is_written),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

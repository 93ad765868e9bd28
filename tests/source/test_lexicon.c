/* The lexicon: its file format, its meanings, and the guesses for words it does not have. */
#include "source/lexicon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/lines.h"
#include "source/library.h"
#include "source/sentence.h"
#include "support/rows.h"

enum { TEXT_BYTES = LINE_BYTES + 16 };

/* -- meanings ------------------------------------------------------------------------- */

static void
features_become_a_set(void **state)
{
    (void)state;
    static const struct {
        const char *features;
        int set;
    } rows[] = {
        {"det", 1},
        {"noun", 1 << 1},
        {"noun animate person female", 1 << 1 | 1 << 9 | 1 << 10 | 1 << 13},
        {"plural noun", 1 << 1 | 1 << 14},
        {"noun noun", 1 << 1},
        {"  verb\t noun ", 1 << 1 | 1 << 2},
        {"other", 1 << 8},
        {"pron thing male", 1 << 5 | 1 << 11 | 1 << 12},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct err err = {0};
        meaning_set set = 0;
        if (!meaning_parse(rows[i].features, &set, &err))
            fail_msg("%s: %s", rows[i].features, err.text);
        assert_int_equal(set, rows[i].set);
    }
}

static void
wrong_features_are_named(void **state)
{
    (void)state;
    char long_name[3 * WORD_BYTES];
    memset(long_name, 'n', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    const struct {
        const char *features, *expected;
    } rows[] = {
        {"", "a word needs a class: one of det noun"},
        {"animate", "a word needs a class"},
        {"plural thing", "a word needs a class"},
        {"noum", "\"noum\" is no feature"},
        {"noun one", "\"one\" is no feature"},
        {"noun id0", "\"id0\" is no feature"},
        {"noun sin4", "\"sin4\" is no feature"},
        {"Noun", "\"Noun\" is no feature"},
        {"noun -animate", "\"-animate\" is no feature"},
        {long_name, "too long for a feature"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct err err = {0};
        meaning_set set = 0x5555;
        bool done = meaning_parse(rows[i].features, &set, &err);
        wrong += row_wrong(!done && set == 0x5555 && strstr(err.text, rows[i].expected),
                           "\"%s\": %s", rows[i].features, err.text);
    }
    assert_int_equal(wrong, 0);
}

/* -- files ---------------------------------------------------------------------------- */

static void
a_file_is_read(void **state)
{
    (void)state;
    static const char text[] = "# a comment\n"
                               "\n"
                               "zebra   noun animate\n"
                               "  chased\tverb  \r\n"
                               "   # another\n"
                               "can't verb\n"
                               "größe noun\n"
                               ", other\n"
                               "ant noun animate";
    static const struct {
        const char *word;
        int set;
    } rows[] = {
        {"zebra", 1 << 1 | 1 << 9}, {"chased", 1 << 2}, {"can't", 1 << 2},
        {"größe", 1 << 1},          {",", 1 << 8},      {"ant", 1 << 1 | 1 << 9},
    };
    struct lexicon lexicon;
    struct err err = {0};
    meaning_set set;
    if (!lexicon_parse(&lexicon, "own.txt", text, sizeof text - 1, &err))
        fail_msg("%s", err.text);
    assert_int_equal(lexicon.count, 6);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(lexicon_find(&lexicon, rows[i].word, &set));
        assert_int_equal(set, rows[i].set);
    }
    for (int i = 1; i < lexicon.count; i++)
        assert_true(strcmp(lexicon.words[i - 1].text, lexicon.words[i].text) < 0);
    assert_false(lexicon_find(&lexicon, "Zebra", &set));
    assert_false(lexicon_find(&lexicon, "zebr", &set));
    assert_false(lexicon_find(&lexicon, "", &set));
    lexicon_free(&lexicon);
    assert_null(lexicon.words);
    assert_int_equal(lexicon.count, 0);
}

static void
an_empty_file_is_an_empty_lexicon(void **state)
{
    (void)state;
    struct lexicon lexicon;
    struct err err = {0};
    meaning_set set;
    assert_true(lexicon_parse(&lexicon, "own.txt", "", 0, &err));
    assert_int_equal(lexicon.count, 0);
    assert_false(lexicon_find(&lexicon, "cat", &set));
    lexicon_free(&lexicon);
    assert_true(lexicon_parse(&lexicon, "own.txt", "# no word\n\n", 11, &err));
    assert_int_equal(lexicon.count, 0);
    lexicon_free(&lexicon);
}

static void
one_lexicon_extends_another(void **state)
{
    (void)state;
    static const char known[] = "cat noun\ndog noun\n", own[] = "zebra noun\ncat verb\n,"
                                                                " other\n";
    static const struct {
        const char *word;
        int set;
    } rows[] = {{"cat", 1 << 2}, {"dog", 1 << 1}, {"zebra", 1 << 1}, {",", 1 << 8}};
    struct lexicon lexicon, more;
    struct err err = {0};
    meaning_set set;
    assert_true(lexicon_parse(&lexicon, "known.txt", known, sizeof known - 1, &err));
    assert_true(lexicon_parse(&more, "own.txt", own, sizeof own - 1, &err));
    assert_true(lexicon_extend(&lexicon, &more, &err));
    lexicon_free(&more);
    assert_int_equal(lexicon.count, 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(lexicon_find(&lexicon, rows[i].word, &set));
        assert_int_equal(set, rows[i].set);
    }
    lexicon_free(&lexicon);
}

static void
wrong_lines_have_file_and_line(void **state)
{
    (void)state;
    static char long_word[WORD_BYTES + 32], long_line[TEXT_BYTES];
    memset(long_word, 'w', sizeof long_word);
    snprintf(long_word + WORD_BYTES, 32, " noun\n");
    memset(long_line, 'l', sizeof long_line);
    snprintf(long_line + sizeof long_line - 8, 8, " noun\n");
    const struct {
        const char *text, *expected;
    } rows[] = {
        {"cat noun\ndog\n", "own.txt:2: dog: a word needs a class"},
        {"# c\n\ncat noum\n", "own.txt:3: cat: \"noum\" is no feature"},
        {"cat animate\n", "own.txt:1: cat: a word needs a class"},
        {"Cat noun\n", "own.txt:1: \"Cat\" must stand in lower case: cat"},
        {"Ärger noun\n", "own.txt:1: \"Ärger\" must stand in lower case: ärger"},
        {"cat noun\ndog noun\ncat verb\n", "own.txt:3: \"cat\" stands in line 1 too"},
        {"cat noun\ncat noun\n", "own.txt:2: \"cat\" stands in line 1 too"},
        {long_word, "own.txt:1: the word \"www"},
        {long_line, "own.txt:1: the line has"},
        {"cat noun\n\x1b[31m noun\n", "own.txt:2: byte 1 is the control character ^["},
        {"cat noun\nd\xffg noun\n", "own.txt:2: byte 2 (0xFF) is not UTF-8"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct lexicon lexicon;
        struct err err = {0};
        bool done =
            lexicon_parse(&lexicon, "own.txt", rows[i].text, strlen(rows[i].text), &err);
        wrong += row_wrong(!done && strstr(err.text, rows[i].expected) != NULL,
                           "%.40s: expected \"%s\", got \"%s\"", rows[i].text,
                           rows[i].expected, done ? "no error" : err.text);
        if (done)
            lexicon_free(&lexicon);
    }
    assert_int_equal(wrong, 0);
}

/* The longest word that fits is one byte shorter than WORD_BYTES. */
static void
the_longest_word_fits(void **state)
{
    (void)state;
    char line[WORD_BYTES + 16], word[WORD_BYTES];
    struct lexicon lexicon;
    struct err err = {0};
    meaning_set set = 0;
    memset(word, 'w', sizeof word);
    word[WORD_BYTES - 1] = '\0';
    snprintf(line, sizeof line, "%s adj\n", word);
    assert_true(lexicon_parse(&lexicon, "own.txt", line, strlen(line), &err));
    assert_true(lexicon_find(&lexicon, word, &set));
    assert_int_equal(set, MEANING(FEATURE_ADJ));
    lexicon_free(&lexicon);
}

/* -- guesses -------------------------------------------------------------------------- */

static void
endings_give_guesses(void **state)
{
    (void)state;
    enum { NOUN = 2, VERB = 4, ADJ = 8, ADV = 16, OTHER = 256, MANY = 2 | 1 << 14 };
    static const struct {
        const char *word;
        int guess;
    } rows[] = {
        {"blimply", ADV},   {"fly", NOUN},    {"blinging", VERB}, {"sing", NOUN},
        {"zed", NOUN},      {"grimed", VERB}, {"bed", NOUN},      {"gleebous", ADJ},
        {"grumful", ADJ},   {"tribive", ADJ}, {"quaffable", ADJ}, {"blorpless", ADJ},
        {"greenish", ADJ},  {"tribal", ADJ},  {"cubic", ADJ},     {"gladness", NOUN},
        {"glass", NOUN},    {"cactus", NOUN}, {"blorpize", VERB}, {"blorpise", VERB},
        {"blorpify", VERB}, {"blorps", MANY}, {"wug", NOUN},      {"größe", NOUN},
        {"x", NOUN},        {"s", NOUN},      {"ly", NOUN},       {"2", OTHER},
        {"2nd", OTHER},     {"1.5", OTHER},   {",", OTHER},       {"--", OTHER},
        {"«", OTHER},       {"", OTHER},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong += row_wrong(
            lexicon_guess(rows[i].word) == rows[i].guess, "%s: expected %#x, got %#x",
            rows[i].word, (unsigned)rows[i].guess, (unsigned)lexicon_guess(rows[i].word));
    assert_int_equal(wrong, 0);
}

/* -- the words that come with the program ---------------------------------------------- */

/* Every word can be written in a sentence, and is then known. */
static void
embedded_words_can_be_met(void **state)
{
    (void)state;
    static struct library library;
    static struct sentence sentence;
    static const struct corrections none;
    struct err err = {0};
    int wrong = 0;
    if (!library_load(&library, NULL, NULL, &err))
        fail_msg("%s", err.text);
    assert_true(library.lexicon.count >= 280);
    for (int i = 0; i < library.lexicon.count; i++) {
        const struct lexicon_word *word = &library.lexicon.words[i];
        wrong += row_wrong((word->meaning & (MEANING(CLASS_COUNT) - 1)) != 0,
                           "%s has no class", word->text);
        bool done = sentence_parse(&sentence, word->text, &library.lexicon, &none, &err);
        wrong +=
            row_wrong(done && sentence.token_count == 1 && !sentence.words[0].guessed &&
                          sentence.words[0].meaning == word->meaning,
                      "%s: a sentence does not find it", word->text);
    }
    library_free(&library);
    assert_int_equal(wrong, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_become_a_set),
        cmocka_unit_test(wrong_features_are_named),
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(an_empty_file_is_an_empty_lexicon),
        cmocka_unit_test(one_lexicon_extends_another),
        cmocka_unit_test(wrong_lines_have_file_and_line),
        cmocka_unit_test(the_longest_word_fits),
        cmocka_unit_test(endings_give_guesses),
        cmocka_unit_test(embedded_words_can_be_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Sentences: how a text becomes tokens, names and words. */
#include "source/sentence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/rows.h"

enum { JOINED_BYTES = 4096 };

static const char lexicon_text[] = "the det\ncat noun animate\ncan't verb\n, other\n"
                                   "größe noun\nlove verb\n";

/* What every test has: a small lexicon, no corrections, room for a sentence. */
struct setting {
    struct lexicon lexicon;
    struct corrections corrections;
    struct sentence sentence;
    struct err err;
};

static int
set_up(void **state)
{
    struct setting *setting = calloc(1, sizeof *setting);
    *state = setting;
    return setting != NULL && lexicon_parse(&setting->lexicon, "own.txt", lexicon_text,
                                            sizeof lexicon_text - 1, &setting->err)
               ? 0
               : -1;
}

static int
tear_down(void **state)
{
    struct setting *setting = *state;
    lexicon_free(&setting->lexicon);
    free(setting);
    return 0;
}

static bool
parse(struct setting *setting, const char *text)
{
    setting->err = (struct err){0};
    return sentence_parse(&setting->sentence, text, &setting->lexicon,
                          &setting->corrections, &setting->err);
}

/* Whether a text does not give these tokens, or words, with a | behind each. NULL: the text
 * is refused. */
static int
joined_wrong(struct setting *setting, const char *text, bool words, const char *expected)
{
    const struct sentence *sentence = &setting->sentence;
    char joined[JOINED_BYTES] = "";
    size_t used = 0;
    bool done = parse(setting, text);
    int count = !done ? 0 : words ? sentence->word_count : sentence->token_count;
    for (int i = 0; i < count; i++)
        used +=
            (size_t)snprintf(joined + used, sizeof joined - used, "%s|",
                             words ? sentence->words[i].text : sentence->tokens[i].text);
    return row_wrong(done == (expected != NULL) &&
                         strcmp(joined, done ? expected : "") == 0,
                     "<%s> gave %s %s", text, joined, setting->err.text);
}

/* -- splitting ------------------------------------------------------------------------ */

static void
texts_become_tokens(void **state)
{
    struct setting *setting = *state;
    static const struct {
        const char *text, *tokens;
    } rows[] = {
        {"The cat chased the mouse", "The|cat|chased|the|mouse|"},
        {"  The\tcat \n\r\n chased  ", "The|cat|chased|"},
        {"one", "one|"},
        /* marks behind, in front, both, and only marks */
        {"Hello, world!", "Hello|,|world|!|"},
        {"Really?!", "Really|?|!|"},
        {"well...", "well|.|.|.|"},
        {"(cat)", "(|cat|)|"},
        {"((cat)),", "(|(|cat|)|)|,|"},
        {"#cat", "#|cat|"},
        {"C#", "C|#|"},
        {"-5", "-|5|"},
        {"...", ".|.|.|"},
        {",", ",|"},
        {"--", "-|-|"},
        {"a -- b", "a|-|-|b|"},
        /* marks inside stay, whatever they are */
        {"can't", "can't|"},
        {"well-known", "well-known|"},
        {"rock-'n'-roll", "rock-'n'-roll|"},
        {"3.14", "3.14|"},
        {"a,b", "a,b|"},
        {"cat#2", "cat#2|"},
        {"a\"b", "a\"b|"},
        {"a\\b", "a\\b|"},
        {"x[0]y", "x[0]y|"},
        {"x[0]", "x[0|]|"},
        /* at an end they do not */
        {"'tis", "'|tis|"},
        {"dogs'", "dogs|'|"},
        {"-well-known-", "-|well-known|-|"},
        {"'can't'", "'|can't|'|"},
        /* quotation marks of several scripts */
        {"\"The cat\"", "\"|The|cat|\"|"},
        {"“The cat”", "“|The|cat|”|"},
        {"«le chat»", "«|le|chat|»|"},
        {"„Katze“,", "„|Katze|“|,|"},
        {"‘can’t’", "‘|can’t|’|"},
        {"¿Qué?", "¿|Qué|?|"},
        {"「ねこ」。", "「|ねこ|」|。|"},
        {"wait…", "wait|…|"},
        {"so—then", "so—then|"},
        /* blanks other than the space */
        {"the\u00a0cat\u2003sat\u3000down", "the|cat|sat|down|"},
        {"\u00a0", NULL},
        /* what is neither letter nor mark is part of a word */
        {"5€ 20°", "5€|20°|"},
        {"🐈 chased 🐁!", "🐈|chased|🐁|!|"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong += joined_wrong(setting, rows[i].text, false, rows[i].tokens);
    assert_int_equal(wrong, 0);
}

static void
words_stand_once_in_lower_case(void **state)
{
    struct setting *setting = *state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"The cat chased the mouse", "the|cat|chased|mouse|"},
        {"the The THE tHe", "the|"},
        {"GRÖSSE größe Größe", "grösse|größe|"},
        {"ÉCOLE École école", "école|"},
        {"ΣΟΦΙΑ σοφια", "σοφια|"},
        {"МЫШЬ Мышь Ёж ёж", "мышь|ёж|"},
        {"ŁÓDŹ łódź Ÿ ÿ", "łódź|ÿ|"},
        {"a , b , c", "a|,|b|c|"},
        {"can't CAN'T", "can't|"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong += joined_wrong(setting, rows[i].text, true, rows[i].words);
    assert_int_equal(wrong, 0);
}

static void
tokens_know_their_words(void **state)
{
    struct setting *setting = *state;
    static const int words[] = {0, 1, 2, 0, 1, 3};
    assert_true(parse(setting, "The cat chased the Cat again"));
    assert_int_equal(setting->sentence.token_count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(setting->sentence.tokens[i].word, words[i]);
}

/* -- names ---------------------------------------------------------------------------- */

static void
repeated_tokens_are_counted(void **state)
{
    struct setting *setting = *state;
    const struct sentence *sentence = &setting->sentence;
    static const char *const names[] = {"cat",   "saw", "cat#2", ",",    "Cat",
                                        "cat#3", ",#2", "saw#2", "saw#3"};
    assert_true(parse(setting, "cat saw cat, Cat cat, saw saw"));
    for (int i = 0; i < 9; i++) {
        char name[WORD_BYTES + 16];
        sentence_name(sentence, i, name, sizeof name);
        assert_string_equal(name, names[i]);
        assert_int_equal(sentence_find(sentence, sentence->tokens[i].text,
                                       sentence_occurrence(sentence, i)),
                         i);
    }
    assert_int_equal(sentence_occurrence(sentence, 0), 1);
    assert_int_equal(sentence_occurrence(sentence, 5), 3);
    assert_int_equal(sentence_find(sentence, "cat", 4), -1);
    assert_int_equal(sentence_find(sentence, "CAT", 1), -1);
    assert_int_equal(sentence_find(sentence, "ca", 1), -1);
    assert_int_equal(sentence_find(sentence, "", 1), -1);
}

/* -- limits --------------------------------------------------------------------------- */

/* `count` words w0 ... with blanks between; the caller frees it. */
static char *
many_words(int count)
{
    size_t size = (size_t)count * 8 + 1, used = 0;
    char *text = calloc(1, size);
    assert_non_null(text);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, "w%d ", i);
    return text;
}

static void
tokens_have_a_limit(void **state)
{
    struct setting *setting = *state;
    char expected[64], *text = many_words(TOKENS_MAX);
    assert_true(parse(setting, text));
    assert_int_equal(setting->sentence.token_count, TOKENS_MAX);
    assert_int_equal(setting->sentence.word_count, TOKENS_MAX);
    free(text);
    text = many_words(TOKENS_MAX + 1);
    assert_false(parse(setting, text));
    snprintf(expected, sizeof expected, "more than %d words and marks", TOKENS_MAX);
    assert_non_null(strstr(setting->err.text, expected));
    snprintf(expected, sizeof expected, "\"w%d\"", TOKENS_MAX);
    assert_non_null(strstr(setting->err.text, expected));
    free(text);
}

static void
marks_count_as_tokens(void **state)
{
    struct setting *setting = *state;
    char text[TOKENS_MAX + 2];
    memset(text, '.', sizeof text);
    text[TOKENS_MAX] = '\0';
    assert_true(parse(setting, text));
    assert_int_equal(setting->sentence.token_count, TOKENS_MAX);
    assert_int_equal(setting->sentence.word_count, 1);
    text[TOKENS_MAX] = '.';
    text[TOKENS_MAX + 1] = '\0';
    assert_false(parse(setting, text));
}

static void
words_have_a_limit(void **state)
{
    struct setting *setting = *state;
    char text[WORD_BYTES + 16], expected[64];
    memset(text, 'w', sizeof text);
    snprintf(text + WORD_BYTES - 1, 17, ", cat");
    assert_true(parse(setting, text));
    assert_int_equal(setting->sentence.token_count, 3);
    assert_int_equal(strlen(setting->sentence.tokens[0].text), WORD_BYTES - 1);
    assert_int_equal(strlen(setting->sentence.words[0].text), WORD_BYTES - 1);
    memset(text, 'w', sizeof text);
    snprintf(text + WORD_BYTES, 16, " cat");
    assert_false(parse(setting, text));
    snprintf(expected, sizeof expected, "has %d bytes; a word may have %d", WORD_BYTES,
             WORD_BYTES - 1);
    assert_non_null(strstr(setting->err.text, expected));
}

/* Bytes count, not letters; and a message about such a word is whole letters too. */
static void
long_words_of_many_bytes_are_shown_whole(void **state)
{
    struct setting *setting = *state;
    char text[2 * WORD_BYTES] = "w";
    while (strlen(text) < WORD_BYTES)
        strcat(text, "ж");
    assert_false(parse(setting, text));
    assert_non_null(strstr(setting->err.text, "\"wж"));
    assert_null(strstr(setting->err.text, "<D0>"));
}

static void
wrong_texts_are_refused(void **state)
{
    struct setting *setting = *state;
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", "sentence: there is no word in it"},
        {"  \t \n", "sentence: there is no word in it"},
        {"the \x1b[31mcat", "sentence: byte 5 is the control character ^[ (U+001B)"},
        {"\x01", "sentence: byte 1 is the control character ^A"},
        {"cat\x7f", "sentence: byte 4 is the control character ^?"},
        {"a\xc2\x9b"
         "31m",
         "sentence: byte 2 is the control character <U+009B>"},
        {"a\u202e"
         "b",
         "sentence: byte 2 is the control character <U+202E>"},
        {"zero\u200b"
         "width",
         "sentence: byte 5 is the control character <U+200B>"},
        {"\ufeffThe cat", "sentence: byte 1 is the control character <U+FEFF>"},
        {"caf\xe9", "sentence: byte 4 (0xE9) is not UTF-8"},
        {"\xc3", "sentence: byte 1 (0xC3) is not UTF-8"},
        {"\xc0\xaf", "sentence: byte 1 (0xC0) is not UTF-8"},
        {"cat \xed\xa0\x80", "sentence: byte 5 (0xED) is not UTF-8"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool done = parse(setting, rows[i].text);
        wrong += row_wrong(!done && strstr(setting->err.text, rows[i].expected) != NULL,
                           "row %zu: expected \"%s\", got \"%s\"", i, rows[i].expected,
                           done ? "no error" : setting->err.text);
    }
    assert_int_equal(wrong, 0);
}

/* -- meanings ------------------------------------------------------------------------- */

static void
meanings_come_from_lexicon_or_guess(void **state)
{
    struct setting *setting = *state;
    enum {
        NOUN = 2,
        ANIMATE = 1 << 9,
        VERB = 4,
        ADV = 16,
        OTHER = 256,
        PLURAL = 1 << 14
    };
    static const struct {
        int meaning;
        bool guessed;
    } rows[] = {
        {1, false},    {NOUN | ANIMATE, false}, {ADV, true},
        {VERB, true},  {NOUN | PLURAL, true},   {OTHER, false},
        {OTHER, true},
    };
    assert_true(parse(setting, "The Cat grumpily blorped wugs, 7"));
    assert_int_equal(setting->sentence.word_count, sizeof rows / sizeof rows[0]);
    for (int w = 0; w < setting->sentence.word_count; w++) {
        assert_int_equal(setting->sentence.words[w].meaning, rows[w].meaning);
        assert_int_equal(setting->sentence.words[w].guessed, rows[w].guessed);
    }
}

static void
corrections_are_stronger(void **state)
{
    struct setting *setting = *state;
    struct corrections *corrections = &setting->corrections;
    struct err err = {0};
    assert_true(corrections_set(corrections, "cat", MEANING(FEATURE_VERB), &err));
    assert_true(corrections_set(corrections, "wug", MEANING(FEATURE_ADJ), &err));
    assert_true(corrections_set(corrections, "cat", MEANING(FEATURE_ADV), &err));
    assert_int_equal(corrections->count, 2);
    assert_true(parse(setting, "The CAT wug"));
    assert_int_equal(setting->sentence.words[0].meaning, 1);
    assert_int_equal(setting->sentence.words[1].meaning, MEANING(FEATURE_ADV));
    assert_int_equal(setting->sentence.words[2].meaning, MEANING(FEATURE_ADJ));
    assert_false(setting->sentence.words[1].guessed);
    assert_false(setting->sentence.words[2].guessed);
}

static void
corrections_have_a_limit(void **state)
{
    struct setting *setting = *state;
    struct corrections *corrections = &setting->corrections;
    struct err err = {0};
    char word[16];
    for (int i = 0; i < CORRECTIONS_MAX; i++) {
        snprintf(word, sizeof word, "w%d", i);
        assert_true(corrections_set(corrections, word, MEANING(FEATURE_VERB), &err));
    }
    assert_false(corrections_set(corrections, "more", MEANING(FEATURE_VERB), &err));
    assert_non_null(strstr(err.text, "words were corrected already"));
    assert_int_equal(corrections->count, CORRECTIONS_MAX);
    /* one that is there can still be changed */
    assert_true(corrections_set(corrections, word, MEANING(FEATURE_NOUN), &err));
    assert_int_equal(corrections->words[CORRECTIONS_MAX - 1].meaning,
                     MEANING(FEATURE_NOUN));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(texts_become_tokens),      TEST(words_stand_once_in_lower_case),
        TEST(tokens_know_their_words),  TEST(repeated_tokens_are_counted),
        TEST(tokens_have_a_limit),      TEST(marks_count_as_tokens),
        TEST(words_have_a_limit),       TEST(long_words_of_many_bytes_are_shown_whole),
        TEST(wrong_texts_are_refused),  TEST(meanings_come_from_lexicon_or_guess),
        TEST(corrections_are_stronger), TEST(corrections_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

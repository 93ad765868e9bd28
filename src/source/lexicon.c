/* The lexicon: words and their meaning columns, and the guess for words it does not have. */
#include "source/lexicon.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/text.h"
#include "base/utf8.h"

bool
meaning_parse(const char *features, meaning_set *meaning, struct err *err)
{
    meaning_set set = 0;
    char name[WORD_BYTES];
    const char *cursor = features;
    while (text_word(&cursor, name, sizeof name)) {
        int m = feature_find(name);
        if (m < 0 || m >= MEANING_COUNT)
            return err_set(
                err,
                "\"%s\" is no feature of a word; the features are det noun verb "
                "adj adv pron prep conj other animate person thing male female "
                "plural",
                name);
        set |= MEANING(m);
    }
    if (*cursor != '\0')
        return err_set(err, "\"%s...\" is too long for a feature", name);
    if ((set & (MEANING(CLASS_COUNT) - 1)) == 0)
        return err_set(err,
                       "a word needs a class: one of det noun verb adj adv pron prep "
                       "conj other");
    *meaning = set;
    return true;
}

static int
compare_words(const void *a, const void *b)
{
    const struct lexicon_word *left = a, *right = b;
    int order = strcmp(left->text, right->text);
    return order != 0 ? order : (left->line > right->line) - (left->line < right->line);
}

static int
compare_key(const void *key, const void *word)
{
    return strcmp(key, ((const struct lexicon_word *)word)->text);
}

/* Reads one line into the word. */
static bool
parse_line(struct lexicon_word *word, const char *line, struct err *err)
{
    char text[WORD_BYTES];
    if (!text_word(&line, text, sizeof text))
        return err_set(err, "the word \"%s...\" is longer than %d bytes", text,
                       WORD_BYTES - 1);
    text_lower(word->text, sizeof word->text, text);
    if (strcmp(word->text, text) != 0)
        return err_set(err, "\"%s\" must stand in lower case: %s", text, word->text);
    if (!meaning_parse(line, &word->meaning, err))
        return err_place(err, "%s", text);
    return true;
}

bool
lexicon_parse(struct lexicon *lexicon, const char *name, const char *bytes, size_t length,
              struct err *err)
{
    *lexicon = (struct lexicon){0};
    int capacity = 1;
    for (size_t i = 0; i < length; i++)
        capacity += bytes[i] == '\n';
    lexicon->words = calloc((size_t)capacity, sizeof *lexicon->words);
    if (lexicon->words == NULL)
        return err_set(err, "%s: there is not enough memory for its words", name);

    struct lines lines;
    lines_start(&lines, name, bytes, length);
    while (lines_next(&lines, err)) {
        if (!parse_line(&lexicon->words[lexicon->count], lines.text, err)) {
            lines_place(&lines, err);
            goto fail;
        }
        lexicon->words[lexicon->count++].line = lines.number;
    }
    if (lines.failed)
        goto fail;
    qsort(lexicon->words, (size_t)lexicon->count, sizeof *lexicon->words, compare_words);
    for (int i = 1; i < lexicon->count; i++)
        if (strcmp(lexicon->words[i - 1].text, lexicon->words[i].text) == 0) {
            err_set(err, "%s:%d: \"%s\" stands in line %d too; one of them is right",
                    name, lexicon->words[i].line, lexicon->words[i].text,
                    lexicon->words[i - 1].line);
            goto fail;
        }
    return true;
fail:
    lexicon_free(lexicon);
    return false;
}

bool
lexicon_extend(struct lexicon *lexicon, const struct lexicon *more, struct err *err)
{
    struct lexicon_word *words = realloc(
        lexicon->words, (size_t)(lexicon->count + more->count + 1) * sizeof *words);
    if (words == NULL)
        return err_set(err, "there is not enough memory for the words");
    lexicon->words = words;
    int before = lexicon->count;
    for (int i = 0; i < more->count; i++) {
        struct lexicon_word *known = bsearch(more->words[i].text, words, (size_t)before,
                                             sizeof *words, compare_key);
        if (known == NULL)
            known = &words[lexicon->count++];
        *known = more->words[i];
    }
    qsort(words, (size_t)lexicon->count, sizeof *words, compare_words);
    return true;
}

void
lexicon_free(struct lexicon *lexicon)
{
    free(lexicon->words);
    *lexicon = (struct lexicon){0};
}

static const struct lexicon_word *
find(const struct lexicon *lexicon, const char *word)
{
    return bsearch(word, lexicon->words, (size_t)lexicon->count, sizeof *lexicon->words,
                   compare_key);
}

bool
lexicon_find(const struct lexicon *lexicon, const char *word, meaning_set *meaning)
{
    const struct lexicon_word *found = find(lexicon, word);
    if (found != NULL)
        *meaning = found->meaning;
    return found != NULL;
}

int
lexicon_line(const struct lexicon *lexicon, const char *word)
{
    const struct lexicon_word *found = find(lexicon, word);
    return found != NULL ? found->line : 0;
}

meaning_set
lexicon_guess(const char *word)
{
    enum {
        NOUN = MEANING(FEATURE_NOUN),
        VERB = MEANING(FEATURE_VERB),
        ADJ = MEANING(FEATURE_ADJ),
        ADV = MEANING(FEATURE_ADV)
    };
    /* the first ending that fits; a word must be longer than its ending by two letters */
    static const struct {
        const char *ending;
        meaning_set meaning;
    } endings[] = {
        {"ly", ADV},   {"ing", VERB}, {"ed", VERB},
        {"ous", ADJ},  {"ful", ADJ},  {"ive", ADJ},
        {"able", ADJ}, {"less", ADJ}, {"ish", ADJ},
        {"al", ADJ},   {"ic", ADJ},   {"ness", NOUN},
        {"ss", NOUN},  {"us", NOUN},  {"ize", VERB},
        {"ise", VERB}, {"ify", VERB}, {"s", NOUN | MEANING(FEATURE_PLURAL)},
    };
    size_t length = strlen(word);
    uint32_t code;
    if (utf8_decode(word, length, &code) == 0 || utf8_is_punctuation(code) ||
        (code >= '0' && code <= '9'))
        return MEANING(FEATURE_OTHER);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t size = strlen(endings[i].ending);
        if (length >= size + 2 && strcmp(word + length - size, endings[i].ending) == 0)
            return endings[i].meaning;
    }
    return NOUN;
}

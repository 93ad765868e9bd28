/* Splitting a text into tokens, and giving each word its meaning. */
#include "source/sentence.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

/* The row of E for a lower-case word: the one that is there, or a new one. */
static int
word_row(struct sentence *sentence, const char *text, const struct lexicon *lexicon,
         const struct corrections *corrections)
{
    for (int w = 0; w < sentence->word_count; w++)
        if (strcmp(sentence->words[w].text, text) == 0)
            return w;
    struct word *word = &sentence->words[sentence->word_count];
    snprintf(word->text, sizeof word->text, "%s", text);
    word->guessed = word->corrected = false;
    for (int c = 0; c < corrections->count; c++)
        if (strcmp(corrections->words[c].text, text) == 0) {
            word->meaning = corrections->words[c].meaning;
            word->corrected = true;
            return sentence->word_count++;
        }
    if (!lexicon_find(lexicon, text, &word->meaning)) {
        uint32_t code;
        utf8_decode(text, strlen(text), &code);
        word->meaning = lexicon_guess(text);
        word->guessed = !utf8_is_punctuation(code); /* a mark is a mark */
    }
    return sentence->word_count++;
}

static bool
add_token(struct sentence *sentence, const char *text, size_t length,
          const struct lexicon *lexicon, const struct corrections *corrections,
          struct err *err)
{
    if (length >= WORD_BYTES)
        return err_set(err, "the word \"%s\" has %zu bytes; a word may have %d",
                       text_shown(text, 12).text, length, WORD_BYTES - 1);
    if (sentence->token_count == TOKENS_MAX)
        return err_set(
            err,
            "there are more than %d words and marks; up to %d can be looked at, "
            "and the next would be \"%.*s\"",
            TOKENS_MAX, TOKENS_MAX, (int)length, text);
    struct token *token = &sentence->tokens[sentence->token_count++];
    char lower[WORD_BYTES];
    memcpy(token->text, text, length);
    token->text[length] = '\0';
    text_lower(lower, sizeof lower, token->text);
    token->word = word_row(sentence, lower, lexicon, corrections);
    return true;
}

/* Cuts the last character off [start, end) if it is punctuation; returns the new end. */
static const char *
without_last_mark(const char *start, const char *end)
{
    const char *last = end - 1;
    while (last > start && ((unsigned char)*last & 0xc0) == 0x80)
        last--;
    uint32_t code;
    size_t size = utf8_decode(last, (size_t)(end - last), &code);
    return size > 0 && utf8_is_punctuation(code) ? last : end;
}

/* Adds the tokens of one piece between blanks: marks in front, the core, marks behind. */
static bool
add_piece(struct sentence *sentence, const char *start, const char *end,
          const struct lexicon *lexicon, const struct corrections *corrections,
          struct err *err)
{
    const char *core = end; /* the end of the core: before the marks that end the piece */
    for (const char *cut; core > start && (cut = without_last_mark(start, core)) < core;)
        core = cut;
    while (start < end) {
        uint32_t code;
        size_t size = utf8_decode(start, (size_t)(end - start), &code);
        bool mark = start >= core || utf8_is_punctuation(code);
        size_t length = mark ? size : (size_t)(core - start);
        if (!add_token(sentence, start, length, lexicon, corrections, err))
            return false;
        start += length;
    }
    return true;
}

bool
sentence_parse(struct sentence *sentence, const char *text, const struct lexicon *lexicon,
               const struct corrections *corrections, struct err *err)
{
    size_t length = strlen(text);
    if (!text_check(text, length, err))
        return err_place(err, "sentence");
    sentence->token_count = sentence->word_count = 0;
    const char *end = text + length;
    while (text < end) {
        const char *piece = text;
        uint32_t code;
        size_t size = 0;
        while (text < end &&
               (size = utf8_decode(text, (size_t)(end - text), &code)) > 0 &&
               !utf8_is_blank(code))
            text += size;
        if (!add_piece(sentence, piece, text, lexicon, corrections, err))
            return err_place(err, "sentence");
        if (text < end)
            text += size;
    }
    if (sentence->token_count == 0)
        return err_set(err,
                       "sentence: there is no word in it; try: The cat chased the mouse");
    return true;
}

int
sentence_find(const struct sentence *sentence, const char *text, int occurrence)
{
    for (int i = 0; i < sentence->token_count; i++)
        if (strcmp(sentence->tokens[i].text, text) == 0 && --occurrence == 0)
            return i;
    return -1;
}

int
sentence_occurrence(const struct sentence *sentence, int i)
{
    int occurrence = 1;
    for (int before = 0; before < i; before++)
        occurrence +=
            strcmp(sentence->tokens[before].text, sentence->tokens[i].text) == 0;
    return occurrence;
}

void
sentence_name(const struct sentence *sentence, int i, char *out, size_t size)
{
    int occurrence = sentence_occurrence(sentence, i);
    if (occurrence == 1)
        snprintf(out, size, "%s", sentence->tokens[i].text);
    else
        snprintf(out, size, "%s#%d", sentence->tokens[i].text, occurrence);
}

bool
corrections_set(struct corrections *corrections, const char *word, meaning_set meaning,
                struct err *err)
{
    int at = 0;
    while (at < corrections->count && strcmp(corrections->words[at].text, word) != 0)
        at++;
    if (at == CORRECTIONS_MAX)
        return err_set(err,
                       "%d words were corrected already, the most that is kept; undo "
                       "takes the last one back",
                       CORRECTIONS_MAX);
    snprintf(corrections->words[at].text, WORD_BYTES, "%s", word);
    corrections->words[at].meaning = meaning;
    if (at == corrections->count)
        corrections->count++;
    return true;
}

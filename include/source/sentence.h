#ifndef SOURCE_SENTENCE_H
#define SOURCE_SENTENCE_H

#include <stdbool.h>

#include "base/err.h"
#include "source/lexicon.h"

#ifndef TOKENS_MAX
#define TOKENS_MAX 512
#endif
#ifndef CORRECTIONS_MAX
#define CORRECTIONS_MAX 64
#endif
enum { SENTENCE_BYTES = TOKENS_MAX * WORD_BYTES };

/* A sentence as tokens, and the different words among them, in order of appearance. The
 * words are the rows of E: tokens that differ only in case share one. */
struct sentence {
    int token_count, word_count;
    struct token {
        char text[WORD_BYTES]; /* as it was written */
        int word;
    } tokens[TOKENS_MAX];
    struct word {
        char text[WORD_BYTES]; /* lower case */
        meaning_set meaning;
        bool guessed;   /* not in the lexicon: the meaning is a guess from its ending */
        bool corrected; /* the meaning is a reader's */
    } words[TOKENS_MAX];
};

/* What a reader said about words; stronger than the lexicon. */
struct corrections {
    int count;
    struct lexicon_word words[CORRECTIONS_MAX];
};

/* Splits a text at blanks; punctuation at the start and the end of a piece becomes tokens of
 * its own, ' and - inside stay. Looks every word up. Fails, with the place, where the text
 * has no word, more than TOKENS_MAX tokens, a token of WORD_BYTES or more, or bytes that
 * text_check refuses; then *sentence is unspecified. */
bool sentence_parse(struct sentence *sentence, const char *text,
                    const struct lexicon *lexicon, const struct corrections *corrections,
                    struct err *err);

/* The token with exactly this text: the `occurrence`-th (from 1), or -1. */
int sentence_find(const struct sentence *sentence, const char *text, int occurrence);

/* Which occurrence of its text token i is, from 1. */
int sentence_occurrence(const struct sentence *sentence, int i);

/* Writes a token's name: its text, and #2, #3 ... where that text occurred before. */
void sentence_name(const struct sentence *sentence, int i, char *out, size_t size);

/* Sets the correction of one lower-case word. Fails when there are CORRECTIONS_MAX. */
bool corrections_set(struct corrections *corrections, const char *word,
                     meaning_set meaning, struct err *err);

#endif

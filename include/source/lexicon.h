#ifndef SOURCE_LEXICON_H
#define SOURCE_LEXICON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "source/features.h"

#ifndef WORD_BYTES
#define WORD_BYTES 96 /* of a token's text, its NUL included */
#endif

struct lexicon_word {
    char text[WORD_BYTES]; /* lower case */
    meaning_set meaning;
    int line; /* of the file that it is in */
};

/* What common words mean, as 15 columns of 0 or 1. Owned; free with lexicon_free. */
struct lexicon {
    struct lexicon_word *words; /* sorted by text */
    int count;
};

/* Reads the lines `word feature feature ...` of a lexicon; `name` is for errors. Fails with
 * file:line where a feature is unknown, a word is there twice or has no word class. */
bool lexicon_parse(struct lexicon *lexicon, const char *name, const char *bytes,
                   size_t length, struct err *err);
void lexicon_free(struct lexicon *lexicon);

/* Adds the words of `more`; where both have a word, the meaning in `more` wins. */
bool lexicon_extend(struct lexicon *lexicon, const struct lexicon *more, struct err *err);

/* The meaning of a lower-case word; false where the lexicon does not have it. */
bool lexicon_find(const struct lexicon *lexicon, const char *word, meaning_set *meaning);

/* The line of its file on which a word is, or 0 where the lexicon does not have it. */
int lexicon_line(const struct lexicon *lexicon, const char *word);

/* A guess from the ending of a lower-case word that is not in the lexicon. */
meaning_set lexicon_guess(const char *word);

/* Reads blank-separated names of meaning columns. Fails where one is unknown, is no meaning
 * column, or no word class (det ... other) is among them. */
bool meaning_parse(const char *features, meaning_set *meaning, struct err *err);

#endif

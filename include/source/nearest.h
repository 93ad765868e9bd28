#ifndef SOURCE_NEAREST_H
#define SOURCE_NEAREST_H

#include "source/explorer.h"

/* The word whose meaning the output of token i is nearest to: what was handed over.
 * Nearest is the smallest Euclidean distance over the columns of V, where each of them
 * hands over one column of meaning; false under other heads, and where V shares the
 * matrix of K. The words are those of the sentence and of the lexicon; of equals a word
 * of the sentence is taken first, the one that i looks at hardest. Writes the word in
 * lower case. */
bool explorer_nearest(const struct explorer *explorer, int i, char *out, size_t size);

#endif

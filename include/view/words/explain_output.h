#ifndef VIEW_WORDS_EXPLAIN_OUTPUT_H
#define VIEW_WORDS_EXPLAIN_OUTPUT_H

#include "source/explorer.h"
#include "view/words/prose.h"

/* Says what the output of token i is, and whose values made it, a sentence a line:
 *
 *     The output of chased is 0.99 noun: cat gives 0.94 of it, mouse 0.05.
 *     chased is a verb itself, but its output keeps 0.00 of that.
 *
 * and between them, where Wq and Wk read no meaning, what they read instead. */
void explain_output(const struct explorer *explorer, int i, struct prose *prose);

/* What Wq and Wk read of X where both read one part of it alone, which is not the
 * meaning: "place", "the name", "the column one". NULL otherwise. */
const char *explain_reading(const struct explorer *explorer);

#endif

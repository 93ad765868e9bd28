#ifndef VIEW_WORDS_EXPLAIN_SCORES_H
#define VIEW_WORDS_EXPLAIN_SCORES_H

#include "app/state/app.h"
#include "view/words/prose.h"

/* Says where the scores of token i come from, for the key it looks at hardest and the next:
 * "cat scores 39.54: noun 12.00 + place 27.54; mouse 33.06: 12.00 + 21.06." The columns of Q
 * and K are grouped by what they read: the meaning columns by name, place, name, one. A head
 * whose columns read nothing in particular (a random one) gets a sentence that says so. */
void explain_scores(const struct explorer *explorer, int i, struct prose *prose);

#endif

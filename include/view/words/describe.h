#ifndef VIEW_WORDS_DESCRIBE_H
#define VIEW_WORDS_DESCRIBE_H

#include "app/state/app.h"
#include "base/text.h"
#include "view/words/prose.h"

/* Says the state in plain sentences, one a line: the sentence, the head, and for every token
 * whom it looks at and how much. For screen readers, mail, and pipes. */
void describe(const struct app *app, struct text *text);

/* One of those lines: "chased looks hardest at cat, 0.94; then mouse, 0.05; keeps 0.00 of
 * itself." */
void describe_token(const struct explorer *explorer, int i, struct prose *prose);

/* Says where the scores of token i come from, for the key it looks at hardest and the next:
 * "cat scores 39.54: noun 12.00 + place 27.54; mouse 33.06: 12.00 + 21.06." The columns of Q
 * and K are grouped by what they read: the meaning columns by name, place, name, one. A head
 * whose columns read nothing in particular (a random one) gets a sentence that says so. */
void explain_scores(const struct explorer *explorer, int i, struct prose *prose);

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

/* The number on top of those that are open, how it is made, and what the cursor points at; one
 * must be open. */
void describe_opened(const struct app *app, struct text *text);

/* What is said besides: of the view, of the edits, and of the number that is open. */
void describe_view(const struct app *app, struct text *text);

/* The number that a line of the function (2 to 4) is explained by: the asking token's with the
 * asked one, of the output its largest. */
struct number describe_line(const struct app *app, int line);

/* The run of the lookup task, what is watched and what was found; there must be a trainer. */
void describe_train(const struct app *app, struct text *text);

#endif

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

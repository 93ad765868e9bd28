#ifndef APP_LESSONS_ASKED_H
#define APP_LESSONS_ASKED_H

#include "app/state/app.h"
#include "source/lesson.h"

/* What the question of a lesson's step is about, and what that hides. */

/* The k-th line of the shown step that begins with a word, or NULL. */
const struct lesson_line *lesson_line_at(const struct app *app, enum lesson_word word,
                                         int k);

/* Whether the shown step asks and was not answered: its numbers are not to be told. */
bool lesson_asks(const struct app *app);

/* What a question is about: a number, or a row of them, or all of a tensor. */
struct asked {
    enum tensor tensor;      /* TENSORS: nothing that is known */
    enum in in;              /* of the sentence, or of the watched store */
    int row, col;            /* or -1: all of them */
    int word;                /* of X: the row of E that no other row is made of; or -1 */
    bool share_qk, share_kv; /* matrices that are one have the same numbers */
};

/* Finds what the shown step asks about: the first number that its question names. Fails where
 * it names none that is there: then it is all of that tensor, or, where not even that is known,
 * tensor is TENSORS. */
bool lesson_asked(const struct app *app, struct asked *asked, struct err *err);

/* Whether that leaves a number of its source untold: the asked one itself, and what would tell
 * it at once, that is the row that follows from it: of X the row of Q, K and V, of S that of A
 * and O, of A and O all of their row, since shares add up to 1 and mixtures are alike. What it
 * was made of is told, but of X, which is a sum of two, and of an argmax, which is the same in
 * the scores. */
bool asked_hides(const struct asked *asked, enum tensor tensor, int row, int col);

/* Whether the shown step asks for an argmax: the cursor, on the key that a token looks at hardest,
 * would point at the answer. */
bool lesson_asks_key(const struct app *app);

/* Whether the cursor may go to that key; fails where the open question asks for it. */
bool lesson_may_show_key(const struct app *app, struct err *err);

/* Whether the shown step's open question hides that number. */
bool lesson_hides(const struct app *app, const struct number *number);

/* Whether a number may be shown now; fails where the open question hides it. */
bool lesson_may_show(const struct app *app, const struct number *number, struct err *err);

#endif

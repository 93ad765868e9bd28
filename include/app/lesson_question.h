#ifndef APP_LESSON_QUESTION_H
#define APP_LESSON_QUESTION_H

#include "app/command.h"
#include "source/marks.h"

/* The questions of a lesson: what they are about, and whether an answer is right. */

/* Whether the shown step asks and was not answered: its numbers are not to be told. */
bool lesson_asks(const struct app *app);

/* What a question is about: a number, or a row of them, or all of a tensor. */
struct asked {
    enum source_id source; /* SOURCE_SENTENCE or SOURCE_LOOKUP, of the watched store */
    int tensor;            /* enum tensor_id, or enum lookup_tensor */
    int row, col;          /* or -1: all of them */
    int word;              /* of X: the row of E that no other row is made of; or -1 */
};

/* Finds what the shown step asks about: the first number that its question names. Fails where
 * it names none that is there, or one that cannot be hidden. */
bool lesson_asked(const struct app *app, struct asked *asked, struct err *err);

/* Whether that leaves a number of its source untold: the asked one itself, and what would tell
 * it at once, that is the row that follows from it: of X the row of Q, K and V, of S that of A
 * and O, of A all of its row, which adds up to 1. What it was made of is told, but of X, which
 * is a sum of two, and of an argmax, which is the same in the scores. */
bool asked_hides(const struct asked *asked, int tensor, int row, int col);

/* Whether the shown step's open question hides that number. */
bool lesson_hides(const struct app *app, enum source_id source, int tensor, int row,
                  int col);

/* Whether the answer is right; *answer gets how the right one reads. Fails where the text is no
 * answer to this question. */
bool lesson_judge(struct app *app, const char *text, bool *right, char *answer,
                  size_t size, struct err *err);

/* What an answer to the shown step's question looks like: "a number, as in 0.5". */
const char *lesson_answer_form(const struct app *app);

/* Whether the question can be answered: fails where it is of no kind, asks about nothing that
 * can be hidden, or has no answer. */
bool lesson_check_question(struct app *app, struct err *err);

/* Whether the cursor, on the key that is asked, would point at the answer. */
bool lesson_asks_key(const struct app *app);

#endif

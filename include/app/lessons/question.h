#ifndef APP_LESSONS_QUESTION_H
#define APP_LESSONS_QUESTION_H

#include "app/state/app.h"
#include "app/state/outcome.h"

/* The questions of a lesson: their kinds, and whether an answer is right. */

enum { ANSWER_BYTES = 120 };

/* Whether the answer is right; `said` gets a sentence that says so, and how the right one reads.
 * Fails where the text is no answer to this question. */
bool lesson_judge(struct app *app, const char *text, bool *right, char *said, size_t size,
                  struct err *err);

/* What an answer to the shown step's question looks like: "a number, as in 0.5". */
const char *lesson_answer_form(const struct app *app);

/* How the right answer to the question reads. Fails where it is of no kind, asks about nothing
 * that can be hidden, or has no answer. */
bool lesson_check_question(struct app *app, char *answer, size_t size, struct err *err);

/* Whether `TERM OP TERM` of the shown step holds, in the source that the step speaks of. As
 * expect_holds. */
enum outcome lesson_holds(struct app *app, const char *expect, struct err *err);

/* Looks whether what the step waits for holds now, and closes what is open of a number that the
 * question asks for; after every command. */
void lesson_watch(struct app *app);

/* Closes what is open of such a number: the sentence may have changed below it, or the step itself
 * opened it. */
void lesson_close_asked(struct app *app);

#endif

#ifndef APP_LESSONS_RUN_H
#define APP_LESSONS_RUN_H

#include "app/state/app.h"
#include "source/lesson.h"

/* A lesson that is being walked through. Each of its steps begins from the same fresh state and
 * brings the program to its own, so that any can be entered directly and nothing that a reader
 * changes breaks the next. What the reader had before the lesson is put aside, and comes back
 * when it ends. */

struct lesson_run {
    struct lesson lesson;
    int step;              /* shown */
    bool asking;           /* it asks, and was not answered yet */
    bool waiting;          /* it waits for what the reader is to do */
    bool entering;         /* its step's commands are being carried out */
    bool logged;           /* how it ended */
    double cost;           /* multiplications that the step's training took */
    int opened;            /* numbers that the step itself opened */
    bool focus;            /* the keys are the lesson's */
    enum source_id source; /* that the step speaks of, whatever view the reader goes to */
    bool tried[LESSON_STEPS_MAX], right[LESSON_STEPS_MAX]; /* the first answer */
    bool seen[LESSON_STEPS_MAX];                           /* steps that were entered */
    char said[160]; /* of the last answer, or of what was waited for */

    struct app saved; /* what there was before it: lessons/saved.h */
};

/* Enters a step (from 0): the fresh state, then the step's commands. Fails with file:line. */
bool lesson_enter(struct app *app, int step, struct err *err);

/* Carries out a command and all that it sets going, to its end. */
bool lesson_carry_out(struct app *app, const char *command, struct err *err);

/* Goes to another step. Where it cannot be entered that fails, and all is as it was. */
bool lesson_go(struct app *app, int step, struct err *err);

/* Begins a lesson, which the app then owns, at a step, instead of one that was on its way. Where
 * the step cannot be entered, or a step's own command asks for it, that fails, and all is as it was;
 * the lesson is freed. */
bool lesson_begin(struct app *app, struct lesson *lesson, int step, struct err *err);

/* Notes in the marks that the lesson was finished, where it is in the list, and all of its steps
 * were seen; asks for it to be kept. */
void lesson_finish(struct app *app);

/* How many steps were never entered. Writes the numbers of the first few, "2, 3 and 5". */
int lesson_unseen(const struct lesson_run *run, char *out, size_t size);

/* Ends it and brings back what was there before. */
void lesson_end(struct app *app);

/* How many questions the lesson has, and how many first answers were right. */
struct mark lesson_mark_of(const struct lesson_run *run);

#endif

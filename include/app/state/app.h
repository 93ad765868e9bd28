#ifndef APP_STATE_APP_H
#define APP_STATE_APP_H

#include <stdbool.h>

#include "app/state/train_facts.h"
#include "app/state/ui.h"
#include "base/err.h"
#include "base/text.h"
#include "core/kernels.h"
#include "source/explorer.h"
#include "source/fan.h"
#include "source/library.h"
#include "source/marks.h"
#include "source/trainer.h"

enum { UNDO_MAX = 32, TRAIN_UNDO_MAX = 16 };

struct command;    /* app/commands/command.h */
struct train_undo; /* app/state/undo.h */
struct lesson_run; /* app/lessons/run.h */

/* What the app cannot do itself and asks of whoever runs it; they clear it. */
enum request {
    REQUEST_NONE,
    REQUEST_DESCRIBE,
    REQUEST_KEEP, /* what became of the lesson, for the next session */
    REQUEST_QUIT,
    REQUEST_REDRAW,
    REQUEST_SUSPEND
};

/* The choices and where the question is. */
struct app_state {
    struct explorer_choice choice;
    int query, key; /* tokens: who asks, who is asked */
    int seed;       /* that was set by hand: a trainer made later starts from it; or -1 */
    struct number target; /* whose slopes are meant, where it was chosen */
    bool has_target;      /* otherwise it is the pointed weight */
};

/* What undo brings back, and where the command that it undoes had put the question. */
struct undo {
    struct app_state before;
    int query_after, key_after;
};

/* What a goal is about. */
enum goal_kind { GOAL_WALK, GOAL_TRAIN, GOAL_SEEK, GOAL_FAN };

/* Where a number comes from. */
enum source_id {
    SOURCE_ACTIVE,
    SOURCE_SENTENCE,
    SOURCE_LOOKUP,
    SOURCE_MODEL,
    SOURCE_COUNT
};

/* The whole program but for its screen. State changes only through app_apply
 * (app/commands/apply.h), so the same
 * list of commands always leads to the same state. */
struct app {
    const struct library *library; /* borrowed */
    const struct kernels *kernels;
    const struct command *const *commands; /* tables of what app_apply carries out */
    struct app_state now;
    struct number target;        /* of the sentence: now.target, or the pointed weight */
    struct explorer *explorer;   /* made from now.choice; owned */
    struct explorer *before;     /* the one before the last change, or NULL; owned */
    struct undo *undo[UNDO_MAX]; /* owned; the newest last */
    int undo_count;
    struct train_undo *train_undo[TRAIN_UNDO_MAX]; /* owned; the newest last */
    int train_undo_count;
    enum source_id
        active; /* SOURCE_SENTENCE or SOURCE_LOOKUP: what set, reset, run ... act on */
    struct trainer
        *trainer; /* the lookup task, or NULL before it was first used; owned */
    struct train_facts train; /* what is measured of it at the shown step */
    struct fan *fan;          /* many seeds of it, or NULL; owned */
    bool fan_waits;           /* the fan goes on once the goal before it is reached */
    int speed;                /* steps a second of GOAL_TRAIN; 0: as many as fit */
    enum goal_kind goal_kind; /* what `work` works on */
    int goal; /* GOAL_WALK: steps still to take; GOAL_TRAIN, GOAL_SEEK: the step to reach;
               * GOAL_FAN: 1; 0: there is none */
    struct lesson_run *lesson; /* that is being walked through, or NULL; owned */
    struct marks marks;        /* the lessons that were finished */
    struct mark finished;      /* the last of them, for REQUEST_KEEP */
    bool unkept;               /* keeping it failed: the next end tries again */
    enum request request;
    struct ui ui;
    struct text
        journal;     /* the commands carried out, a line each, where journaling is on */
    bool journaling; /* whoever switches it on empties the journal */
};

/* Starts with a sentence under the head verb-noun (or the first, where a data folder has no
 * such head). Library and kernels are borrowed and must outlive the app. Fails where the text
 * makes no sentence, or there is no head; then nothing is owned. Free with app_free. */
bool app_init(struct app *app, const struct library *library,
              const struct kernels *kernels, const char *text, struct err *err);
void app_free(struct app *app);

#endif

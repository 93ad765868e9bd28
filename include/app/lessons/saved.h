#ifndef APP_LESSONS_SAVED_H
#define APP_LESSONS_SAVED_H

#include "app/state/app.h"
#include "app/state/ui.h"

/* All of the app that a lesson, or a step of one, may change. */
struct lesson_saved {
    struct app_state now;
    enum source_id active;
    struct trainer *trainer; /* owned */
    struct fan *fan;         /* owned */
    struct undo *undo[UNDO_MAX];
    int undo_count;
    struct train_undo *train_undo[TRAIN_UNDO_MAX];
    int train_undo_count;
    enum goal_kind goal_kind;
    int goal;
    bool fan_waits;
    int speed;
    struct explorer *before; /* owned */
    struct ui ui; /* but what is being typed, and how it is drawn, stays as it is */
};

/* Takes it out of the app, which then has neither trainer nor fan nor undo. */
void lesson_put_aside(struct app *app, struct lesson_saved *saved);

/* Puts it back in the place of what was made since, which is freed. */
void lesson_bring_back(struct app *app, const struct lesson_saved *saved);

/* Frees what was put aside and is not wanted any more. */
void lesson_drop_saved(struct lesson_saved *saved);

/* Frees trainer, fan and undo of the app. */
void lesson_drop_made(struct app *app);

#endif

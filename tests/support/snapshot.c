/* Copies of an app, to be compared with what became of it. */
#include "support/snapshot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/lessons/run.h"

struct app_snapshot {
    struct app app; /* its pointers are only compared, never followed */
    int size[AXES];
    bool masked;
    real *tensor[TENSORS];
    int step, last, asked; /* of the trainer, where there is one */
    int lesson_step;       /* of the lesson, likewise */
    bool lesson_focus, lesson_asking;
    char lesson_said[160];
};

static void
note_trainer(struct app_snapshot *snapshot, const struct trainer *trainer)
{
    snapshot->step = trainer->state.step;
    snapshot->last = trainer->last;
    snapshot->asked = trainer->watched.asked;
}

/* All of a tensor; the caller frees it. */
static real *
tensor_copy(const struct tensors *tensors, enum tensor id, size_t *bytes)
{
    size_t rows = (size_t)tensors_rows(tensors, id),
           cols = (size_t)tensors_cols(tensors, id);
    real *copy = malloc(rows * cols * sizeof *copy);
    assert_non_null(copy);
    for (size_t r = 0; r < rows; r++)
        memcpy(copy + r * cols, tensors_row(tensors, id, (int)r), cols * sizeof *copy);
    *bytes = rows * cols * sizeof *copy;
    return copy;
}

struct app_snapshot *
snapshot_take(const struct app *app)
{
    const struct tensors *tensors = &app->explorer->tensors;
    struct app_snapshot *snapshot = calloc(1, sizeof *snapshot);
    assert_non_null(snapshot);
    snapshot->app = *app;
    memcpy(snapshot->size, tensors->size, sizeof snapshot->size);
    snapshot->masked = tensors->masked;
    if (app->trainer != NULL)
        note_trainer(snapshot, app->trainer);
    if (app->lesson != NULL) {
        snapshot->lesson_step = app->lesson->step;
        snapshot->lesson_focus = app->lesson->focus;
        snapshot->lesson_asking = app->lesson->asking;
        memcpy(snapshot->lesson_said, app->lesson->said, sizeof snapshot->lesson_said);
    }
    for (int k = 0; k < ATTENTION_TENSORS; k++) {
        size_t bytes;
        enum tensor id = attention_tensors[k];
        snapshot->tensor[id] = tensor_copy(tensors, id, &bytes);
    }
    return snapshot;
}

void
snapshot_free(struct app_snapshot *snapshot)
{
    for (int id = 0; id < TENSORS; id++)
        free(snapshot->tensor[id]);
    free(snapshot);
}

const char *
snapshot_tensor_difference(const struct app_snapshot *snapshot, const struct app *app)
{
    const struct tensors *tensors = &app->explorer->tensors;
    if (memcmp(snapshot->size, tensors->size, sizeof tensors->size) != 0)
        return "the shape";
    if (snapshot->masked != tensors->masked)
        return "the mask of the tensors";
    for (int k = 0; k < ATTENTION_TENSORS; k++) {
        size_t bytes;
        enum tensor id = attention_tensors[k];
        real *now = tensor_copy(tensors, id, &bytes);
        bool same = memcmp(snapshot->tensor[id], now, bytes) == 0;
        free(now);
        if (!same)
            return sentence_kinds[id].name;
    }
    return NULL;
}

/* The choices field by field: between them may lie bytes that mean nothing. */
static const char *
choice_difference(const struct explorer_choice *then, const struct explorer_choice *now)
{
    if (memcmp(then->text, now->text, sizeof now->text) != 0)
        return "the text";
    if (then->head != now->head)
        return "the head";
    if (then->mask != now->mask)
        return "the mask";
    if (then->share_qk != now->share_qk || then->share_kv != now->share_kv)
        return "what is shared";
    if (then->d_k != now->d_k || then->d_v != now->d_v || then->seed != now->seed)
        return "what was set";
    if (then->corrections.count != now->corrections.count)
        return "the number of corrections";
    for (int c = 0; c < now->corrections.count; c++)
        if (strcmp(then->corrections.words[c].text, now->corrections.words[c].text) !=
                0 ||
            then->corrections.words[c].meaning != now->corrections.words[c].meaning)
            return "a correction";
    if (then->edit_count != now->edit_count)
        return "the number of edits";
    for (int k = 0; k < now->edit_count; k++)
        if (!number_equal(&then->edits[k].place, &now->edits[k].place) ||
            then->edits[k].value != now->edits[k].value)
            return "an edit";
    return NULL;
}

const char *
snapshot_state_difference(const struct app_snapshot *snapshot, const struct app *app)
{
    const struct app_state *then = &snapshot->app.now;
    const char *choice = choice_difference(&then->choice, &app->now.choice);
    if (choice != NULL)
        return choice;
    if (then->query != app->now.query)
        return "the query";
    if (then->key != app->now.key)
        return "the key";
    return snapshot_tensor_difference(snapshot, app);
}

/* Where the run of the lookup task stands, and what is seen of it. */
static const char *
trainer_difference(const struct app_snapshot *snapshot, const struct app *app)
{
    struct app_snapshot now = {.step = 0};
    if (app->trainer != NULL)
        note_trainer(&now, app->trainer);
    if (snapshot->app.active != app->active)
        return "the active source";
    if (snapshot->app.speed != app->speed)
        return "the speed";
    if (snapshot->step != now.step || snapshot->last != now.last)
        return "the step";
    return snapshot->asked != now.asked ? "the asked entry" : NULL;
}

const char *
snapshot_difference(const struct app_snapshot *snapshot, const struct app *app)
{
    const struct app *then = &snapshot->app;
    const char *state = snapshot_state_difference(snapshot, app);
    if (state != NULL)
        return state;
    const char *trainer = trainer_difference(snapshot, app);
    if (trainer != NULL)
        return trainer;
    const struct lesson_run *lesson = app->lesson;
    if (then->lesson != lesson ||
        (lesson != NULL && (snapshot->lesson_step != lesson->step ||
                            snapshot->lesson_focus != lesson->focus ||
                            snapshot->lesson_asking != lesson->asking ||
                            strcmp(snapshot->lesson_said, lesson->said) != 0)))
        return "the lesson";
    if (then->goal != app->goal)
        return "the goal";
    if (memcmp(&then->ui, &app->ui, sizeof app->ui) != 0)
        return "what is seen";
    if (then->request != app->request)
        return "the request";
    if (then->undo_count != app->undo_count ||
        memcmp(then->undo, app->undo, (size_t)app->undo_count * sizeof app->undo[0]) != 0)
        return "the states kept for undo";
    return NULL;
}

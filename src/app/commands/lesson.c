/* The commands of lessons, and the one that checks. */
#include <stdio.h>
#include <string.h>

#include "app/address/expect.h"
#include "app/commands/shared.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/lessons/question.h"
#include "app/lessons/run.h"
#include "app/state/view.h"

/* NAME|FILE [N]; a step that is no number belongs to the name. */
static void
split_step(const char *args, char *name, size_t size, int *step)
{
    enum {
        STEP_MOST = 999999999
    }; /* more than any has: the error says how many there are */
    const char *last = strrchr(args, ' ');
    size_t length = strlen(args);
    *step = 1;
    if (last != NULL && text_int(last + 1, 0, STEP_MOST, step))
        length = (size_t)(last - args);
    snprintf(name, size, "%.*s", (int)length, args);
}

static enum outcome
command_lesson(struct app *app, const char *args, struct err *err)
{
    char name[1024];
    struct lesson lesson;
    int step;
    if (*args == '\0')
        return failed(err, "lesson: a name or a file must follow, and perhaps a step, as "
                           "in: lesson row-of-numbers 2; or off");
    if (strcmp(args, "off") == 0) {
        if (app->lesson == NULL)
            return failed(err, "lesson off: no lesson is open; lesson NAME opens one, L "
                               "lists them");
        lesson_end(app);
        return OUTCOME_DONE;
    }
    split_step(args, name, sizeof name, &step);
    if (!shelf_find(&app->library->shelf, name, &lesson, err))
        return OUTCOME_FAILED;
    if (step < 1 || step > lesson.step_count) {
        err_set(err, "lesson: %s has steps 1 to %d, and no step %d", lesson.name,
                lesson.step_count, step);
        lesson_free(&lesson);
        return OUTCOME_FAILED;
    }
    return outcome_of(lesson_begin(app, &lesson, step - 1, err));
}

static bool
all_answered(const struct lesson_run *run)
{
    for (int s = 0; s < run->lesson.step_count; s++)
        if (!run->tried[s] && lesson_find(&run->lesson, s, LESSON_ASK, 0) != NULL)
            return false;
    return true;
}

/* Behind the last step: what became of the questions. */
static enum outcome
finish(struct app *app)
{
    struct mark mark = lesson_mark_of(app->lesson);
    char unseen[64];
    int passed = lesson_unseen(app->lesson, unseen, sizeof unseen);
    if (passed > 0) {
        app_say(app, false,
                "this is the end, but step%s %s %s not seen yet; ← goes back, Esc leaves",
                passed == 1 ? "" : "s", unseen, passed == 1 ? "was" : "were");
        return OUTCOME_DONE;
    }
    if (mark.asked == 0)
        app_say(app, false, "the lesson is over; Esc leaves it");
    else
        app_say(app, false,
                "the lesson is over: %d of %d answers were right at the first try%s; "
                "Esc leaves it",
                mark.right, mark.asked,
                all_answered(app->lesson) ? "" : ", some were not given");
    if (app->journaling && !app->lesson->logged)
        text_add(&app->journal, "# lesson %s: %d of %d right at the first try\n",
                 mark.name, mark.right, mark.asked);
    app->lesson->logged = true;
    lesson_finish(app);
    return OUTCOME_DONE;
}

static enum outcome
command_next(struct app *app, const char *args, struct err *err)
{
    (void)args;
    int step = app->lesson->step + 1;
    return step == app->lesson->lesson.step_count ? finish(app)
                                                  : outcome_of(lesson_go(app, step, err));
}

static enum outcome
command_prev(struct app *app, const char *args, struct err *err)
{
    (void)args;
    int step = app->lesson->step - 1;
    return step < 0 ? failed(err, "prev: this is the first step")
                    : outcome_of(lesson_go(app, step, err));
}

static enum outcome
command_answer(struct app *app, const char *args, struct err *err)
{
    struct lesson_run *run = app->lesson;
    bool right;
    if (lesson_line_at(app, LESSON_ASK, 0) == NULL)
        return failed(err, "answer: this step asks nothing");
    if (!lesson_judge(app, args, &right, run->said, sizeof run->said, err))
        return OUTCOME_FAILED;
    if (!run->tried[run->step])
        run->right[run->step] = right;
    run->tried[run->step] = true;
    run->asking = false;
    return OUTCOME_DONE;
}

static enum outcome
command_hint(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    const struct lesson_line *try = lesson_line_at(app, LESSON_TRY, 0);
    if (try != NULL)
        app_say(app, false, "type : and then %s", try->text);
    else if (lesson_asks(app))
        app_say(app, false, "a guess is enough: Enter, then %s; → goes on without",
                lesson_answer_form(app));
    else
        app_say(app, false, "→ goes on");
    return OUTCOME_DONE;
}

static enum outcome
command_expect(struct app *app, const char *args, struct err *err)
{
    return lesson_asks(app) ? failed(err, "expect: it would tell what the lesson asks; "
                                          "answer first, or go on with →")
                            : expect_holds(app, args, err);
}

enum outcome
lesson_open_listed(struct app *app, struct err *err)
{
    struct lesson lesson;
    return outcome_of(shelf_read(&app->library->shelf, app->ui.listed, &lesson, err) &&
                      lesson_begin(app, &lesson, 0, err));
}

/* clang-format off */
const struct command lesson_commands[] = {
    {"lesson", "NAME|FILE [N]|off", "opens a lesson, at a step",
     .run = command_lesson, .flags = NOT_IN_LESSONS},
    {"next", "", "the next step of the lesson",
     .run = command_next, .flags = NEEDS_LESSON | NOT_IN_LESSONS},
    {"prev", "", "the step before",
     .run = command_prev, .flags = NEEDS_LESSON | NOT_IN_LESSONS},
    {"answer", "TEXT", "answers what the lesson asks",
     .run = command_answer, .flags = NEEDS_LESSON | NOT_IN_LESSONS},
    {"hint", "", "what the lesson waits for",
     .run = command_hint, .flags = NEEDS_LESSON | NOT_IN_LESSONS},
    {"expect", "TERM OP TERM", "checks, as in: expect A[chased,cat] > 0.9",
     .run = command_expect, .flags = IS_CHECK},
    {.name = NULL},
};
/* clang-format on */

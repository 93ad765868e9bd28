/* What head files and lessons promise, held against what there is. */
#include "cli/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/apply.h"
#include "app/lessons/asked.h"
#include "app/lessons/question.h"
#include "app/lessons/run.h"
#include "cli/run.h"
#include "view/lessons/lesson.h"

static int
status_of(enum outcome outcome)
{
    return outcome == OUTCOME_DONE    ? EXIT_DONE
           : outcome == OUTCOME_UNMET ? EXIT_UNMET
                                      : EXIT_USAGE;
}

static int
report(const char *file, int count, const char *what, struct err *err)
{
    struct shown name = text_shown(file, 200);
    int written = count == 1 ? printf("%s: its one %s holds\n", name.text, what)
                             : printf("%s: all %d %ss hold\n", name.text, count, what);
    if (written > 0)
        return EXIT_DONE;
    err_set(err, "the output could not be written: %s", strerror(errno));
    return EXIT_USAGE;
}

/* -- heads ----------------------------------------------------------------------------- */

static int
check_head(struct app *app, const struct head *head, const char *file, struct err *err)
{
    char command[HEAD_NAME_BYTES + 8];
    snprintf(command, sizeof command, "head %s", head->name);
    enum outcome outcome = app_apply(app, command, err);
    for (int k = 0; outcome == OUTCOME_DONE && k < head->check_count; k++) {
        outcome = app_apply(app, head->checks[k].command, err);
        if (outcome != OUTCOME_DONE)
            err_place(err, "%s:%d", file, head->checks[k].line);
    }
    return outcome == OUTCOME_DONE ? report(file, head->check_count, "line", err)
                                   : status_of(outcome);
}

/* -- lessons --------------------------------------------------------------------------- */

static int
at_line(const struct app *app, const struct lesson_line *line, int status,
        struct err *err)
{
    err_place(err, "%s:%d", app->lesson->lesson.file, line->number);
    return status;
}

static int
check_expects(struct app *app, struct err *err)
{
    const struct lesson_line *line;
    for (int k = 0; (line = lesson_line_at(app, LESSON_EXPECT, k)) != NULL; k++) {
        enum outcome outcome = lesson_holds(app, line->text, err);
        if (outcome != OUTCOME_DONE)
            return at_line(app, line, status_of(outcome), err);
    }
    return EXIT_DONE;
}

/* Every address that is shown names a number that is there. */
static int
check_shown(struct app *app, struct err *err)
{
    const struct lesson_line *line;
    for (int k = 0; (line = lesson_line_at(app, LESSON_SHOW, k)) != NULL; k++)
        for (const char *at = line->text; *at != '\0'; at += strspn(at, " ")) {
            struct number number;
            if (!address_scan_number(app, &at, &number, err))
                return at_line(app, line, EXIT_USAGE, err);
        }
    return EXIT_DONE;
}

/* What is waited for does not hold yet, and does once the hint is followed. */
static int
check_wait(struct app *app, struct err *err)
{
    const struct lesson_line *line, *wait = lesson_line_at(app, LESSON_WAIT, 0);
    if (wait == NULL)
        return EXIT_DONE;
    enum outcome outcome = lesson_holds(app, wait->text, err);
    if (outcome == OUTCOME_DONE)
        err_set(err, "what is waited for holds from the start");
    if (outcome != OUTCOME_UNMET)
        return at_line(app, wait, EXIT_USAGE, err);
    for (int k = 0; (line = lesson_line_at(app, LESSON_TRY, k)) != NULL; k++)
        if (!lesson_carry_out(app, line->text, err))
            return at_line(app, line, EXIT_USAGE, err);
    outcome = lesson_holds(app, wait->text, err);
    return outcome == OUTCOME_DONE ? EXIT_DONE
                                   : at_line(app, wait, status_of(outcome), err);
}

static int
check_room(struct app *app, struct err *err)
{
    const struct lesson_run *run = app->lesson;
    int step = run->lesson.steps[run->step], room;
    int rows = lesson_rows(app, &room);
    if (rows <= room)
        return EXIT_DONE;
    err_set(err, "the step's text takes %d rows; at 80x24 there are %d beside this view",
            rows, room);
    return at_line(app, &run->lesson.lines[step], EXIT_UNMET, err);
}

static int
check_step(struct app *app, struct err *err)
{
    int status = check_expects(app, err);
    status = status == EXIT_DONE ? check_shown(app, err) : status;
    status = status == EXIT_DONE ? check_room(app, err) : status;
    return status == EXIT_DONE ? check_wait(app, err) : status;
}

static int
check_lesson(struct app *app, const char *file, struct err *err)
{
    struct lesson lesson;
    if (!shelf_find(&app->library->shelf, file, &lesson, err) ||
        !lesson_begin(app, &lesson, 0, err))
        return EXIT_USAGE;
    int count = app->lesson->lesson.step_count, status = EXIT_DONE;
    for (int s = 0; status == EXIT_DONE && s < count; s++)
        status = lesson_enter(app, s, err) ? check_step(app, err) : EXIT_USAGE;
    lesson_end(app);
    return status == EXIT_DONE ? report(file, count, "step", err) : status;
}

/* -- files ----------------------------------------------------------------------------- */

static int
check_file(struct app *app, const char *file, struct err *err)
{
    int head = library_head_of(app->library, file);
    return head >= 0 ? check_head(app, &app->library->heads[head], file, err)
                     : check_lesson(app, file, err);
}

int
check_files(struct app *app, const struct options *options, struct err *err)
{
    int status = EXIT_DONE;
    for (int k = 0; k < options->check_count; k++) {
        struct err fault;
        int one = check_file(app, options->checks[k], &fault);
        if (one == EXIT_DONE)
            continue;
        if (status != EXIT_DONE) /* the last one is left to who asked */
            fprintf(stderr, "qkv: %s\n", err->text);
        *err = fault;
        status = one > status ? one : status;
    }
    return status;
}

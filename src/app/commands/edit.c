/* The commands that change a number by hand. */
#include <math.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/numbers.h"
#include "app/commands/shared.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/state/opened.h"
#include "app/state/settle.h"

static const double edit_most = 1e6; /* beyond this scores leave the range of a float */

/* Keeps an edit: instead of one of the same number, or as a new one. */
static enum outcome
keep_edit(struct app *app, const struct number *place, double value, struct err *err)
{
    struct explorer_choice *choice = &app->now.choice;
    int at = 0;
    if (!isfinite(value) || fabs(value) > edit_most)
        return failed(err, "a number may be set to at most %.0f in size", edit_most);
    while (at < choice->edit_count && !number_equal(&choice->edits[at].place, place))
        at++;
    if (at == EDITS_MAX)
        return failed(
            err,
            "%d numbers are edited already, the most that are kept; reset drops "
            "them",
            EDITS_MAX);
    /* the newest is last: it is the one that "what if" is about */
    if (at < choice->edit_count) {
        memmove(&choice->edits[at], &choice->edits[at + 1],
                (size_t)(choice->edit_count - at - 1) * sizeof choice->edits[0]);
        choice->edit_count--;
    }
    choice->edits[choice->edit_count++] = (struct edit){*place, (double)(float)value};
    return OUTCOME_DONE;
}

/* Reads [ADDRESS] NUMBER; without an address the pointed number is meant. */
static bool
read_number_and_value(const struct app *app, const char *verb, const char *args,
                      struct number *number, double *value, struct err *err)
{
    const char *example = app->active == SOURCE_LOOKUP ? "Wq[0,1] 0.5" : "X[cat,noun] 1";
    if (text_number(args, value)) {
        if (!app_pointed(app, number))
            return err_set(err, "%s: no number is pointed at; name one, as in: %s %s",
                           verb, verb, example);
        return true;
    }
    if (*args == '\0')
        return err_set(err, "%s: a number must follow, as in: %s %s", verb, verb,
                       example);
    if (!address_scan_number(app, &args, number, err))
        return err_place(err, "%s", verb);
    args += strspn(args, " ");
    return text_number(args, value) ||
           err_set(err, "%s: a number must follow the address, as in: %s %s, not \"%s\"",
                   verb, verb, example, text_shown(args, 30).text);
}

/* A number, and what it is to be: a value, or what it is plus the value. */
static bool
read_change(const struct app *app, const char *verb, const char *args, bool adds,
            struct number *number, double *value, struct err *err)
{
    double old = 0;
    if (!read_number_and_value(app, verb, args, number, value, err))
        return false;
    if (!app_can_edit(app, number, err))
        return number->in == IN_TEXT ? false : err_place(err, "%s", verb);
    if (!lesson_may_show(app, number, err) ||
        (adds && !app_value(app, number, &old, err)))
        return false;
    *value += old;
    return true;
}

static enum outcome
change(struct app *app, const char *verb, const char *args, bool adds, struct err *err)
{
    struct number number;
    double value;
    if (!read_change(app, verb, args, adds, &number, &value, err))
        return OUTCOME_FAILED;
    return number.in == IN_TEXT ? keep_edit(app, &number, value, err)
                                : train_edit(app, verb, &number, value, err);
}

static enum outcome
command_edit(struct app *app, const char *args, struct err *err)
{
    return change(app, "edit", args, false, err);
}

static enum outcome
command_nudge(struct app *app, const char *args, struct err *err)
{
    return change(app, "nudge", args, true, err);
}

/* -- the target ------------------------------------------------------------------------ */

/* Reads an address of a number itself; nothing means what it is without one. */
static bool
read_target(const struct app *app, const char *args, struct number *number,
            struct err *err)
{
    if (!address_read(app, args, number, err))
        return err_place(err, "target");
    return (number->of == OF_ITSELF && number->example == 0 && number->when == 0) ||
           err_set(err, "target: it is a number itself, as in: target %s",
                   number->in == IN_TEXT ? "A[chased,cat]" : "p[query,5]");
}

static enum outcome
command_target(struct app *app, const char *args, struct err *err)
{
    struct number number;
    if (*args != '\0' && !read_target(app, args, &number, err))
        return OUTCOME_FAILED;
    app->now.has_target = *args != '\0';
    if (app->now.has_target)
        app->now.target = number;
    app_aim(app);
    open_settle(app);
    return OUTCOME_DONE;
}

static enum outcome
target_training(struct app *app, const char *args, struct err *err)
{
    struct number number = store_number_at(TENSOR_LOSS, 0, 0);
    if (*args != '\0' && !read_target(app, args, &number, err))
        return OUTCOME_FAILED;
    app->trainer->target = number;
    open_settle(app);
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command edit_commands[] = {
    {"edit", "[ADDRESS] VALUE", "sets a number by hand, and computes all that follows",
     .run = command_edit, .run_training = command_edit,
     .flags = SETS_NUMBERS | BY_ADDRESS},
    {"nudge", "[ADDRESS] STEP", "adds to a number by hand",
     .run = command_nudge, .run_training = command_nudge,
     .flags = SETS_NUMBERS | BY_ADDRESS},
    {"target", "[ADDRESS]", "the number whose slopes are meant: dX[cat,noun], dWq[3,1]",
     .run = command_target, .run_training = target_training, .flags = BY_ADDRESS},
    {.name = NULL},
};
/* clang-format on */

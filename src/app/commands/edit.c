/* The commands that change a number by hand. */
#include <math.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/opened.h"
#include "app/commands/table.h"
#include "app/commands/train.h"
#include "app/lessons/asked.h"

static const double edit_most = 1e6; /* beyond this scores leave the range of a float */

/* Keeps an edit: instead of one of the same number, or as a new one. */
static enum outcome
keep_edit(struct app *app, const struct number *place, double value, struct err *err)
{
    struct explorer_choice *choice = &app->now.choice;
    int at = 0;
    if (!app_can_edit(app, place, err))
        return OUTCOME_FAILED;
    if (!isfinite(value) || fabs(value) > edit_most)
        return FAILED(err, "a number may be set to at most %.0f in size", edit_most);
    while (at < choice->edit_count &&
           !number_equal(&choice->edits[at].place, place))
        at++;
    if (at == EDITS_MAX)
        return FAILED(
            err,
            "%d numbers are edited already, the most that are kept; reset drops "
            "them",
            EDITS_MAX);
    /* the newest stands last: it is the one that "what if" speaks of */
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
    struct address address;
    if (text_number(args, value)) {
        if (!app_pointed(app, number))
            return err_set(err, "%s: no number is pointed at; name one, as in: %s %s",
                           verb, verb, example);
        return true;
    }
    if (*args == '\0')
        return err_set(err, "%s: a number must follow, as in: %s %s", verb, verb, example);
    if (!address_scan(&args, &address, err) ||
        !address_locate(app, &address, number, err))
        return err_place(err, "%s", verb);
    args += strspn(args, " ");
    return text_number(args, value) ||
           err_set(err,
                   "%s: a number must follow the address, as in: %s %s, not \"%s\"", verb,
                   verb, example, text_shown(args, 30).text);
}

/* Sets a number to a value, or to what it is plus the value. */
static enum outcome
change(struct app *app, const char *verb, const char *args, bool add, struct err *err)
{
    struct number number;
    double value, old = 0;
    if (!read_number_and_value(app, verb, args, &number, &value, err))
        return OUTCOME_FAILED;
    if (number.in == IN_STORE && !app_can_edit(app, &number, err)) {
        err_place(err, "%s", verb);
        return OUTCOME_FAILED;
    }
    if (!lesson_may_show(app, &number, err) ||
        (add && !app_value(app, &number, &old, err)))
        return OUTCOME_FAILED;
    return number.in == IN_STORE ? train_edit(app, verb, &number, old + value, err)
                                  : keep_edit(app, &number, old + value, err);
}

enum outcome
command_edit(struct app *app, const char *args, struct err *err)
{
    return change(app, "edit", args, false, err);
}

enum outcome
command_nudge(struct app *app, const char *args, struct err *err)
{
    return change(app, "nudge", args, true, err);
}

/* The commands that change a number by hand. */
#include <math.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/lookup.h"
#include "app/commands/open.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "core/receipt.h"

static const double edit_most = 1e6; /* beyond this scores leave the range of a float */

/* Keeps an edit: instead of one of the same number, or as a new one. */
static enum outcome
keep_edit(struct app *app, const struct place *place, double value, struct err *err)
{
    struct explorer_choice *choice = &app->now.choice;
    int at = 0;
    if (!explorer_can_edit(app->explorer, place, err))
        return OUTCOME_FAILED;
    if (!isfinite(value) || fabs(value) > edit_most)
        return failed(err, "a number may be set to at most %.0f in size", edit_most);
    while (at < choice->edit_count &&
           memcmp(&choice->edits[at].place, place, sizeof *place) != 0)
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
read_place_and_number(const struct app *app, const char *verb, const char *args,
                      struct place *place, double *number, struct err *err)
{
    struct address address;
    const char *cursor = args;
    if (text_number(args, number)) {
        if (!app_pointed(app, place))
            return err_set(
                err, "%s: no number is pointed at; name one, as in: %s X[cat,noun] 1",
                verb, verb);
        return true;
    }
    if (!address_scan(&cursor, &address, err) ||
        !address_locate(app->explorer, &address, place, err))
        return err_place(err, "%s", verb);
    cursor += strspn(cursor, " ");
    if (!text_number(cursor, number))
        return err_set(
            err,
            "%s: a number must follow the address, as in: %s X[cat,noun] 1, not "
            "\"%s\"",
            verb, verb, text_shown(cursor, 30).text);
    return true;
}

static enum outcome
command_edit(struct app *app, const char *args, struct err *err)
{
    struct place place;
    double value;
    if (!read_place_and_number(app, "edit", args, &place, &value, err) ||
        !lesson_may_show_place(app, &place, err))
        return OUTCOME_FAILED;
    return keep_edit(app, &place, value, err);
}

static enum outcome
command_nudge(struct app *app, const char *args, struct err *err)
{
    struct place place;
    double step;
    if (!read_place_and_number(app, "nudge", args, &place, &step, err) ||
        !lesson_may_show_place(app, &place, err))
        return OUTCOME_FAILED;
    return keep_edit(app, &place, trace_number(&app->explorer->trace, &place) + step,
                     err);
}

/* clang-format off */
const struct command edit_commands[] = {
    {"edit", "[ADDRESS] VALUE", "sets a number by hand, and computes all that follows",
     .run = command_edit, .run_training = train_edit,
     .flags = SETS_NUMBERS | BY_ADDRESS},
    {"nudge", "[ADDRESS] STEP", "adds to a number by hand",
     .run = command_nudge, .run_training = train_nudge,
     .flags = SETS_NUMBERS | BY_ADDRESS},
    {.name = NULL},
};
/* clang-format on */

/* The commands of the program itself: how it is drawn, what is typed, what others are asked
 * to do. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/commands/args.h"
#include "app/commands/table.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "app/state/opened.h"
#include "app/state/view.h"

static enum outcome
command_theme(struct app *app, const char *args, struct err *err)
{
    int theme = command_name(theme_names, THEME_COUNT, args);
    if (theme < 0)
        return not_word(err, "theme: it is colour or mono", args);
    app->ui.theme = (enum theme_id)theme;
    return OUTCOME_DONE;
}

static enum outcome
command_glyphs(struct app *app, const char *args, struct err *err)
{
    int set = command_name(glyph_set_names, GLYPHS_COUNT, args);
    if (set < 0)
        return not_word(err, "glyphs: they are utf8, console or ascii", args);
    app->ui.glyphs = (enum glyph_set)set;
    return OUTCOME_DONE;
}

static enum outcome
command_mouse(struct app *app, const char *args, struct err *err)
{
    if (!command_switch(args, &app->ui.mouse))
        return not_word(err, "mouse: it is on, off or toggle", args);
    app_say(app, false,
            app->ui.mouse ? "the mouse is on" : "the mouse is off: text can be selected");
    return OUTCOME_DONE;
}

/* Opens the command line with the edit of the pointed number in it. */
static enum outcome
prompt_edit(struct app *app, struct err *err)
{
    struct number number;
    double value;
    char address[ADDRESS_BYTES], command[ADDRESS_BYTES + 64];
    if (!app_pointed(app, &number))
        return failed(err, "no number is pointed at");
    if (!app_can_edit(app, &number, err) || !lesson_may_show(app, &number, err) ||
        !app_value(app, &number, &value, err))
        return OUTCOME_FAILED;
    address_of(app, &number, address, sizeof address);
    snprintf(command, sizeof command, "edit %s %.9g", address, value);
    prompt_open(&app->ui.prompt, PROMPT_COMMAND, command);
    return OUTCOME_DONE;
}

static enum outcome
prompt_answer(struct app *app, struct err *err)
{
    if (!lesson_asks(app))
        return failed(err, app->lesson != NULL && app->lesson->tried[app->lesson->step]
                               ? "it was answered; → goes on"
                               : "answer: nothing is asked here");
    prompt_open(&app->ui.prompt, PROMPT_COMMAND, "answer ");
    return OUTCOME_DONE;
}

static enum outcome
command_prompt(struct app *app, const char *args, struct err *err)
{
    static const char *const kinds[] = {"command", "find", "sentence"};
    int kind = command_name(kinds, 3, args);
    if (strcmp(args, "answer") == 0)
        return prompt_answer(app, err);
    if (strcmp(args, "edit") == 0)
        return prompt_edit(app, err);
    if (kind < 0)
        return not_word(err, "prompt: it is command, find, sentence, edit or answer",
                        args);
    const char *text = kind == 2 ? app->now.choice.text : "";
    if (strlen(text) >= PROMPT_BYTES)
        return failed(err,
                      "this sentence has %zu bytes, too many to edit here; sentence TEXT "
                      "gives another",
                      strlen(text));
    prompt_open(&app->ui.prompt, (enum prompt_kind)(PROMPT_COMMAND + kind), text);
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command program_commands[] = {
    /* a line being typed is nothing yet; what it becomes is kept */
    {"prompt", "command|find|sentence", "opens a line to type in",
     .run = command_prompt, .flags = NOT_LOGGED | NOT_IN_LESSONS},
    {"theme", "colour|mono", "how it looks",
     .run = command_theme, .flags = NOT_IN_LESSONS, .words = {"colour", "mono"}},
    {"glyphs", "utf8|console|ascii", "the characters it is drawn with",
     .run = command_glyphs, .flags = NOT_IN_LESSONS,
     .words = {"utf8", "console", "ascii"}},
    {"mouse", "on|off|toggle", "off: the terminal selects text",
     .run = command_mouse, .flags = NOT_IN_LESSONS, .words = {"on", "off"}},
    {"describe", "", "says in sentences who looks at whom",
     .request = REQUEST_DESCRIBE, .flags = WRITES_OUTPUT | NOT_IN_LESSONS},
    {"redraw", "", "paints the whole screen again",
     .request = REQUEST_REDRAW, .flags = NOT_IN_LESSONS},
    {"suspend", "", "back to the shell, until fg",
     .request = REQUEST_SUSPEND, .flags = NOT_IN_LESSONS},
    {"quit", "", "ends the program",
     .request = REQUEST_QUIT, .flags = NOT_IN_LESSONS},
    {.name = NULL},
};
/* clang-format on */

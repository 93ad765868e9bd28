/* The commands that change what is seen, and no number. */
#include <stdio.h>
#include <string.h>

#include "app/command.h"

/* The number of a name among `count`, or -1. */
static int
find_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

enum outcome
command_view(struct app *app, const char *args, struct err *err)
{
    for (int v = 0; v < VIEW_COUNT; v++)
        if (strcmp(view_kinds[v].name, args) == 0) {
            app->ui.view = (enum view_id)v;
            app->ui.focus = v == VIEW_HELP ? PANE_HELP : PANE_MATRIX;
            app->ui.full = false;
            return OUTCOME_DONE;
        }
    return FAILED(err, "view: it is weights or help, not \"%s\"",
                  text_shown(args, 40).text);
}

enum outcome
command_back(struct app *app, const char *args, struct err *err)
{
    (void)args;
    if (app->ui.full)
        app->ui.full = false;
    else if (app->ui.view != VIEW_WEIGHTS)
        return command_view(app, "weights", err);
    return OUTCOME_DONE;
}

enum outcome
command_focus(struct app *app, const char *args, struct err *err)
{
    struct ui *ui = &app->ui;
    int step = strcmp(args, "next") == 0 ? 1 : strcmp(args, "prev") == 0 ? -1 : 0;
    int pane = (int)ui->focus;
    if (step != 0)
        do
            pane = (pane + step + PANE_COUNT) % PANE_COUNT;
        while (pane_kinds[pane].view != ui->view);
    else
        for (pane = PANE_COUNT - 1; pane > 0; pane--)
            if (strcmp(pane_kinds[pane].name, args) == 0 &&
                pane_kinds[pane].view == ui->view)
                break;
    if (pane == PANE_NONE) {
        struct text names = {0};
        for (int p = 1; p < PANE_COUNT; p++)
            if (pane_kinds[p].view == ui->view)
                text_add(&names, " %s", pane_kinds[p].name);
        err_set(err,
                "focus: next, prev or a pane of this view must follow, not \"%s\": "
                "the panes are%s",
                args, names.bytes ? names.bytes : "");
        text_free(&names);
        return OUTCOME_FAILED;
    }
    ui->focus = (enum pane_id)pane;
    return OUTCOME_DONE;
}

enum outcome
command_full(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->ui.full = !app->ui.full;
    return OUTCOME_DONE;
}

static int
clamped(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

enum outcome
command_scroll(struct app *app, const char *args, struct err *err)
{
    char word[16];
    int lines, last = app->explorer->sentence.token_count - 1;
    int pane = (int)app->ui.focus;
    if (!text_word(&args, word, sizeof word) || !text_int(word, -100000, 100000, &lines))
        return FAILED(err, "scroll: a number of lines must follow, as in: scroll 10");
    for (int p = 1; *args != '\0' && p < PANE_COUNT; p++)
        if (strcmp(pane_kinds[p].name, args) == 0)
            pane = p;
    if (*args != '\0' && strcmp(pane_kinds[pane].name, args) != 0)
        return FAILED(err, "scroll: there is no pane \"%s\"", text_shown(args, 40).text);
    if (pane == PANE_SENTENCE || pane == PANE_MATRIX)
        app->now.query = clamped(app->now.query + lines, last);
    else if (pane == PANE_FACTS)
        app->now.key = clamped(app->now.key + lines, last);
    else
        app->ui.scroll[pane] = clamped(app->ui.scroll[pane] + lines,
                                       app_pane_lines(app, (enum pane_id)pane));
    return OUTCOME_DONE;
}

enum outcome
command_theme(struct app *app, const char *args, struct err *err)
{
    int theme = find_name(theme_names, THEME_COUNT, args);
    if (theme < 0)
        return FAILED(err, "theme: it is colour or mono, not \"%s\"",
                      text_shown(args, 40).text);
    app->ui.theme = (enum theme_id)theme;
    return OUTCOME_DONE;
}

enum outcome
command_glyphs(struct app *app, const char *args, struct err *err)
{
    int set = find_name(glyph_set_names, GLYPHS_COUNT, args);
    if (set < 0)
        return FAILED(err, "glyphs: they are utf8, console or ascii, not \"%s\"",
                      text_shown(args, 40).text);
    app->ui.glyphs = (enum glyph_set)set;
    return OUTCOME_DONE;
}

enum outcome
command_mouse(struct app *app, const char *args, struct err *err)
{
    if (!command_switch(args, &app->ui.mouse))
        return FAILED(err, "mouse: it is on, off or toggle, not \"%s\"",
                      text_shown(args, 40).text);
    snprintf(app->ui.status, sizeof app->ui.status,
             app->ui.mouse ? "the mouse is on"
                           : "the mouse is off: text can be selected");
    return OUTCOME_DONE;
}

enum outcome
command_prompt(struct app *app, const char *args, struct err *err)
{
    static const char *const kinds[] = {"command", "find", "sentence"};
    int kind = find_name(kinds, 3, args);
    if (kind < 0)
        return FAILED(err, "prompt: it is command, find or sentence, not \"%s\"",
                      text_shown(args, 40).text);
    const char *text = kind == 2 ? app->now.choice.text : "";
    if (strlen(text) >= PROMPT_BYTES)
        return FAILED(err,
                      "this sentence has %zu bytes, too many to edit here; sentence TEXT "
                      "gives another",
                      strlen(text));
    prompt_open(&app->ui.prompt, (enum prompt_kind)(PROMPT_COMMAND + kind), text);
    return OUTCOME_DONE;
}

enum outcome
command_redraw(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->request = REQUEST_REDRAW;
    return OUTCOME_DONE;
}

enum outcome
command_suspend(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->request = REQUEST_SUSPEND;
    return OUTCOME_DONE;
}

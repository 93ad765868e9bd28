/* The commands that change what is seen, and no number. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/address/address.h"
#include "app/commands/opened.h"
#include "app/commands/table.h"
#include "app/commands/train.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "base/bounds.h"
#include "core/receipt.h"

/* The number of a name among `count`, or -1. */
static int
find_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static const enum pane_id main_panes[VIEW_COUNT] = {
    [VIEW_WEIGHTS] = PANE_MATRIX, [VIEW_VECTORS] = PANE_VECTORS, [VIEW_PAGE] = PANE_PAGE,
    [VIEW_TRAIN] = PANE_TRAIN,    [VIEW_LESSONS] = PANE_LESSONS, [VIEW_HELP] = PANE_HELP,
};

void
view_set(struct app *app, enum view_id view)
{
    bool train = view == VIEW_TRAIN;
    app->ui.view = view;
    app->ui.focus = main_panes[view];
    app->ui.full = false;
    if (view == VIEW_HELP || view == VIEW_LESSONS)
        return; /* they lie over everything: what is open stays open below them */
    app->ui.open_count = 0;
    if (app->goal_kind == GOAL_WALK || !train)
        app->goal = 0;
    app->active = train ? SOURCE_LOOKUP : SOURCE_SENTENCE;
}

void
view_uncover(struct app *app)
{
    struct ui *ui = &app->ui;
    ui->view = ui->view == VIEW_HELP      ? ui->helped
               : ui->view == VIEW_LESSONS ? ui->listed_over
                                          : ui->view;
    ui->focus = main_panes[ui->view];
}

enum outcome
command_view(struct app *app, const char *args, struct err *err)
{
    struct ui *ui = &app->ui;
    int v = 0;
    while (v < VIEW_COUNT && strcmp(view_kinds[v].name, args) != 0)
        v++;
    if (v == VIEW_COUNT)
        return FAILED(
            err, "view: it is weights, vectors, page, train, lessons or help, not \"%s\"",
            text_shown(args, 40).text);
    if (v == VIEW_TRAIN && !train_begin(app, err))
        return OUTCOME_FAILED;
    if (v == VIEW_HELP && ui->view != VIEW_HELP)
        ui->helped = ui->view;
    if (v == VIEW_LESSONS && ui->view == VIEW_HELP)
        view_uncover(app);
    if (v == VIEW_LESSONS && ui->view != VIEW_LESSONS)
        ui->listed_over = ui->view;
    view_set(app, (enum view_id)v);
    if (v == VIEW_PAGE)
        page_follow(app);
    return OUTCOME_DONE;
}

enum outcome
command_back(struct app *app, const char *args, struct err *err)
{
    (void)args;
    struct ui *ui = &app->ui;
    if (ui->view == VIEW_HELP || ui->view == VIEW_LESSONS)
        view_uncover(app);
    else if (ui->open_count > 0)
        ui->open_count--;
    else if (ui->full)
        ui->full = false;
    else if (ui->view != VIEW_WEIGHTS)
        return command_view(app, "weights", err);
    return OUTCOME_DONE;
}

/* On the page each tensor is a place to go; the cursor keeps its row and column if it can. */
static void
focus_tensor(struct app *app, int step)
{
    struct number *page = &app->ui.page;
    const struct tensors *tensors = &app->explorer->tensors;
    int at = 0;
    while (attention_tensors[at] != page->tensor)
        at++;
    page->tensor =
        attention_tensors[(at + step + ATTENTION_TENSORS) % ATTENTION_TENSORS];
    int rows = tensors_rows(tensors, page->tensor), cols = tensors_cols(tensors, page->tensor);
    page->row = page->row < rows ? page->row : rows - 1;
    page->col = page->col < cols ? page->col : cols - 1;
}

enum outcome
command_focus(struct app *app, const char *args, struct err *err)
{
    struct ui *ui = &app->ui;
    int step = strcmp(args, "next") == 0 ? 1 : strcmp(args, "prev") == 0 ? -1 : 0;
    int pane = (int)ui->focus;
    bool lesson = strcmp(args, "lesson") == 0;
    if (app->lesson != NULL && (lesson || (step != 0 && app->lesson->focus))) {
        app->lesson->focus = lesson;
        return OUTCOME_DONE;
    }
    if (step != 0 && ui->view == VIEW_PAGE) {
        focus_tensor(app, step);
        return OUTCOME_DONE;
    }
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
    bool open = app->ui.open_count > 0;
    if ((open && pane != PANE_HELP) || pane == PANE_VECTORS || pane == PANE_PAGE)
        move_cursor(app, lines, 0);
    else if (pane == PANE_SENTENCE || pane == PANE_MATRIX)
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

/* Opens the command line with the edit of the pointed number in it. */
static enum outcome
prompt_edit(struct app *app, struct err *err)
{
    struct number number;
    double value;
    char address[ADDRESS_BYTES], command[ADDRESS_BYTES + 64];
    if (!app_pointed(app, &number))
        return FAILED(err, "no number is pointed at");
    if (!app_can_edit(app, &number, err) || !lesson_may_show(app, &number, err) ||
        !app_value(app, &number, &value, err))
        return OUTCOME_FAILED;
    address_of(app, &number, address, sizeof address);
    snprintf(command, sizeof command, "edit %s %.9g", address, value);
    prompt_open(&app->ui.prompt, PROMPT_COMMAND, command);
    return OUTCOME_DONE;
}

enum outcome
command_prompt(struct app *app, const char *args, struct err *err)
{
    static const char *const kinds[] = {"command", "find", "sentence"};
    int kind = find_name(kinds, 3, args);
    if (strcmp(args, "answer") == 0 && !lesson_asks(app))
        return FAILED(err, app->lesson != NULL && app->lesson->tried[app->lesson->step]
                               ? "it was answered; → goes on"
                               : "answer: nothing is asked here");
    if (strcmp(args, "answer") == 0) {
        prompt_open(&app->ui.prompt, PROMPT_COMMAND, "answer ");
        return OUTCOME_DONE;
    }
    if (strcmp(args, "edit") == 0)
        return prompt_edit(app, err);
    if (kind < 0)
        return FAILED(err,
                      "prompt: it is command, find, sentence, edit or answer, not \"%s\"",
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

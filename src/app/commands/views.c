/* The commands that change what is seen, and no number. */
#include <string.h>

#include "app/commands/args.h"
#include "app/commands/shared.h"
#include "app/commands/table.h"
#include "app/keys/keymap.h"
#include "app/lessons/run.h"
#include "app/state/train.h"
#include "app/state/view.h"
#include "base/bounds.h"

static enum outcome
command_view(struct app *app, const char *args, struct err *err)
{
    struct ui *ui = &app->ui;
    enum view_id v = view_find(args);
    if (v == VIEW_COUNT)
        return not_word(err, "view: it is weights, vectors, page, train, lessons or help",
                        args);
    if (v == VIEW_TRAIN && !train_begin(app, err))
        return OUTCOME_FAILED;
    if (v == VIEW_HELP && ui->view != VIEW_HELP)
        ui->helped = ui->view;
    if (v == VIEW_LESSONS && ui->view == VIEW_HELP)
        view_uncover(app);
    if (v == VIEW_LESSONS && ui->view != VIEW_LESSONS)
        ui->listed_over = ui->view;
    view_set(app, v);
    if (v == VIEW_PAGE)
        cursor_follow(app);
    return OUTCOME_DONE;
}

static enum outcome
command_back(struct app *app, const char *args, struct err *err)
{
    (void)args;
    struct ui *ui = &app->ui;
    if (view_kinds[ui->view].over)
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
    page->tensor = attention_tensors[circled(at + step, ATTENTION_TENSORS)];
    page->row = clamped(page->row, tensors_rows(tensors, page->tensor) - 1);
    page->col = clamped(page->col, tensors_cols(tensors, page->tensor) - 1);
}

/* The pane of a name, in a view or anywhere (VIEW_COUNT); PANE_NONE where there is none. */
static int
find_pane(const char *name, enum view_id view)
{
    int pane = PANE_COUNT - 1;
    while (pane > 0 && (strcmp(pane_kinds[pane].name, name) != 0 ||
                        (view != VIEW_COUNT && pane_kinds[pane].view != view)))
        pane--;
    return pane;
}

static enum outcome
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
            pane = circled(pane + step, PANE_COUNT);
        while (pane_kinds[pane].view != ui->view);
    else
        pane = find_pane(args, ui->view);
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

static enum outcome
command_full(struct app *app, const char *args, struct err *err)
{
    (void)args;
    (void)err;
    app->ui.full = !app->ui.full;
    return OUTCOME_DONE;
}

/* How many lines a pane can be scrolled. */
static int
pane_lines(const struct app *app, enum pane_id pane)
{
    if (pane == PANE_HELP)
        return key_count;
    if (pane == PANE_LESSON)
        return LESSON_LINES_MAX;
    return pane == PANE_HEADS ? app->library->head_count : 0;
}

static enum outcome
command_scroll(struct app *app, const char *args, struct err *err)
{
    char word[16];
    int lines, last = app->explorer->sentence.token_count - 1;
    int pane = (int)app->ui.focus;
    if (!text_word(&args, word, sizeof word) || !text_int(word, -100000, 100000, &lines))
        return failed(err, "scroll: a number of lines must follow, as in: scroll 10");
    if (*args != '\0')
        pane = find_pane(args, VIEW_COUNT);
    if (pane == PANE_NONE)
        return failed(err, "scroll: there is no pane \"%s\"", text_shown(args, 40).text);
    bool open = app->ui.open_count > 0;
    if ((open && pane != PANE_HELP) || pane == PANE_VECTORS || pane == PANE_PAGE)
        move_cursor(app, lines, 0);
    else if (pane == PANE_SENTENCE || pane == PANE_MATRIX)
        app->now.query = clamped(app->now.query + lines, last);
    else if (pane == PANE_FACTS)
        app->now.key = clamped(app->now.key + lines, last);
    else
        app->ui.scroll[pane] =
            clamped(app->ui.scroll[pane] + lines, pane_lines(app, (enum pane_id)pane));
    return OUTCOME_DONE;
}

/* clang-format off */
const struct command view_commands[] = {
    {"view", "NAME", "weights, vectors, page, train or help",
     .run = command_view, .flags = GOES_TO_VIEW, .completion = COMPLETE_VIEWS},
    {"back", "", "one level back",
     .run = command_back},
    {"focus", "PANE|next|prev", "the pane that full and scroll act on",
     .run = command_focus, .flags = NOT_IN_LESSONS, .completion = COMPLETE_PANES},
    {"full", "", "that pane fills the screen; again: back",
     .run = command_full},
    {"scroll", "N [PANE]", "N lines down; up where N is negative",
     .run = command_scroll},
    {.name = NULL},
};
/* clang-format on */

/* What is seen and how: the tables of views and panes, and where they start. */
#include "app/state/ui.h"

#include <string.h>

#include "app/state/vectors.h"

const struct view_kind view_kinds[VIEW_COUNT] = {
    [VIEW_WEIGHTS] = {"weights", "w", false}, [VIEW_VECTORS] = {"vectors", "v", false},
    [VIEW_PAGE] = {"page", "p", false},       [VIEW_TRAIN] = {"train", "t", false},
    [VIEW_LESSONS] = {"lessons", "L", true},  [VIEW_HELP] = {"help", "?", true},
};

enum view_id
view_find(const char *name)
{
    int view = 0;
    while (view < VIEW_COUNT && strcmp(view_kinds[view].name, name) != 0)
        view++;
    return (enum view_id)view;
}

/* In the order of the Tab key. */
const struct pane_kind pane_kinds[PANE_COUNT] = {
    [PANE_NONE] = {"none", VIEW_COUNT},
    [PANE_SENTENCE] = {"sentence", VIEW_WEIGHTS},
    [PANE_MATRIX] = {"matrix", VIEW_WEIGHTS},
    [PANE_FACTS] = {"facts", VIEW_WEIGHTS},
    [PANE_HEADS] = {"heads", VIEW_WEIGHTS},
    [PANE_WORDS] = {"words", VIEW_WEIGHTS},
    [PANE_NUMBER] = {"number", VIEW_WEIGHTS},
    [PANE_VECTORS] = {"vectors", VIEW_VECTORS},
    [PANE_PAGE] = {"page", VIEW_PAGE},
    [PANE_RECEIPT] = {"receipt", VIEW_COUNT},
    [PANE_TRAIN] = {"train", VIEW_TRAIN},
    [PANE_LESSON] = {"lesson", VIEW_COUNT},
    [PANE_LESSONS] = {"lessons", VIEW_LESSONS},
    [PANE_HELP] = {"help", VIEW_HELP},
};

const char *const theme_names[THEME_COUNT] = {"colour", "mono"};
const char *const glyph_set_names[GLYPHS_COUNT] = {"utf8", "console", "ascii"};

void
ui_init(struct ui *ui)
{
    *ui = (struct ui){.view = VIEW_WEIGHTS,
                      .focus = PANE_MATRIX,
                      .mouse = true,
                      .show = TENSOR_A,
                      .vectors = {.row = VECTORS_START, .side = SIDE_TOKEN},
                      .page = text_number_at(TENSOR_S, 0, 0),
                      .line = 1};
}

void
ui_copy_places(struct ui *ui, const struct ui *other)
{
    struct ui shown = *ui;
    *ui = *other;
    ui->prompt = shown.prompt;
    ui->theme = shown.theme;
    ui->glyphs = shown.glyphs;
    ui->mouse = shown.mouse;
    ui->listed = shown.listed;
}

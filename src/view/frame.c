/* A whole screen: the places, the panes of the view, the keys. */
#include "view/frame.h"

#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/keys/input.h"
#include "app/keys/keymap.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "app/lessons/veil.h"
#include "app/state/train.h"
#include "view/layout.h"
#include "view/lessons/lesson.h"
#include "view/paint/draw.h"
#include "view/panes.h"
#include "view/train/train.h"

/* The one table of panes as they are drawn; their names stand in app/state/ui.c. */
static const struct {
    void (*title)(const struct app *app, struct pane_title *title);
    void (*draw)(const struct app *app, const struct canvas *canvas);
} pane_table[PANE_COUNT] = {
    [PANE_SENTENCE] = {pane_sentence_title, pane_sentence},
    [PANE_MATRIX] = {pane_matrix_title, pane_matrix},
    [PANE_FACTS] = {pane_facts_title, pane_facts},
    [PANE_HEADS] = {pane_heads_title, pane_heads},
    [PANE_WORDS] = {pane_words_title, pane_words},
    [PANE_NUMBER] = {pane_number_title, pane_number},
    [PANE_VECTORS] = {pane_vectors_title, pane_vectors},
    [PANE_PAGE] = {pane_page_title, pane_page},
    [PANE_RECEIPT] = {pane_receipt_title, pane_receipt},
    [PANE_TRAIN] = {pane_train_title, pane_train},
    [PANE_LESSON] = {pane_lesson_title, pane_lesson},
    [PANE_LESSONS] = {pane_lessons_title, pane_lessons},
    [PANE_HELP] = {pane_help_title, pane_help},
};

/* -- the first and the last row ------------------------------------------------------- */

static void
draw_places(const struct app *app, const struct canvas *canvas)
{
    struct style title = {ROLE_TITLE, FLAG_BOLD}, key = {ROLE_KEY, 0},
                 text = {ROLE_TEXT, 0};
    int col = draw_text(canvas, 0, 1, title, no_tag, "qkv ") + 1;
    for (int v = 0; v < VIEW_COUNT; v++) {
        bool here = v == (int)app->ui.view;
        struct tag tag = tag_counted(TAG_VIEW, v);
        col = draw_text(canvas, 0, col, title, tag, here ? "[" : " ");
        col = draw_text(canvas, 0, col, key, tag, "%s", view_kinds[v].key);
        col = draw_text(canvas, 0, col, here ? title : text, tag, " %s",
                        view_kinds[v].name);
        col = draw_text(canvas, 0, col, title, tag, here ? "] " : "  ");
    }
    if (app_is_running(app))
        draw_right(canvas, 0, canvas->cols - 1, title, no_tag, "running");
}

/* Whether a key of the lesson has nothing to do in the shown step. */
static bool
is_idle(const struct app *app, const struct key_binding *key)
{
    bool asks = lesson_asks(app), waits = app->lesson != NULL && app->lesson->waiting;
    return (!asks && strcmp(key->command, "prompt answer") == 0) ||
           (!asks && !waits && strcmp(key->command, "hint") == 0);
}

/* The keys that work here, as many as fit; "q quit" always. */
static void
draw_keys(const struct app *app, const struct canvas *canvas)
{
    static const char last[] = "q quit";
    struct style style = {ROLE_KEY, 0};
    int col = 1, end = canvas->cols - (int)sizeof last;
    enum scope scope = app_scope(app);
    bool aside = app->lesson != NULL && scope != IN_LESSON && scope != IN_HELP;
    if (aside)
        col = draw_text(canvas, 0, col, style, no_tag, "Tab to the lesson  ");
    if (scope == IN_HELP || scope == IN_RECEIPT)
        col = draw_text(canvas, 0, col, style, no_tag, "Esc back  ");
    for (int k = 0; k < key_count; k++) {
        const char *hint = key_table[k].hint;
        if (hint == NULL || strcmp(hint, last) == 0 || !(key_table[k].scopes & scope))
            continue;
        if ((aside && strncmp(hint, "Tab ", 4) == 0) || is_idle(app, &key_table[k]))
            continue; /* what the key does not do now */
        char shown[64];
        glyphs_translate(canvas->glyphs, hint, shown, sizeof shown);
        if (col + glyphs_width(shown) <= end - 1)
            col = draw_text(canvas, 0, col, style, no_tag, "%s  ", hint);
    }
    draw_text(canvas, 0, col > end ? end : col, style, no_tag, "%s", last);
}

/* The line being typed; it moves so that the cursor is seen. */
static void
draw_prompt(const struct app *app, const struct canvas *canvas)
{
    static const char *const marks[] = {[PROMPT_NONE] = "",
                                        [PROMPT_COMMAND] = ":",
                                        [PROMPT_FIND] = "/",
                                        [PROMPT_SENTENCE] = "e "};
    const struct prompt *prompt = &app->ui.prompt;
    struct style text = {ROLE_TEXT, 0}, key = {ROLE_KEY, FLAG_BOLD};
    int start = draw_text(canvas, 0, 0, key, no_tag, "%s", marks[prompt->kind]);
    struct canvas line = canvas_part(canvas, 0, start, 1, canvas->cols - start);
    char shown[PROMPT_BYTES], before[PROMPT_BYTES];
    snprintf(before, sizeof before, "%.*s", (int)prompt->cursor, prompt->text);
    glyphs_translate(canvas->glyphs, before, shown, sizeof shown);
    int at = glyphs_width(shown), moved = at >= line.cols ? at - line.cols + 1 : 0;
    draw_long(&line, 0, -moved, text, no_tag, prompt->text);
    draw_flags(&line, 0, at - moved, 1, FLAG_REVERSE);
    draw_cursor(&line, 0, at - moved);
}

static void
draw_last_row(const struct app *app, const struct canvas *canvas)
{
    struct style style = {app->ui.status_is_error ? ROLE_ERROR : ROLE_NOTICE, 0};
    if (app->ui.prompt.kind != PROMPT_NONE)
        draw_prompt(app, canvas);
    else if (app->ui.status[0] != '\0')
        draw_field(canvas, 0, 1, canvas->cols - 1, style, tag_setting(), app->ui.status);
    else
        draw_keys(app, canvas);
}

/* A long status takes the rows that it needs above the last one. */
static int
status_rows(const struct app *app, int rows, int cols)
{
    if (app->ui.prompt.kind != PROMPT_NONE || app->ui.status[0] == '\0')
        return 1;
    int needed = (glyphs_width(app->ui.status) + cols - 3) / (cols - 2) + 1;
    return glyphs_width(app->ui.status) <= cols - 2 ? 1
           : needed < rows / 2                      ? needed
                                                    : rows / 2;
}

static void
draw_foot(const struct app *app, const struct canvas *screen)
{
    int rows = status_rows(app, screen->rows, screen->cols);
    struct canvas foot = canvas_part(screen, screen->rows - rows, 0, rows, screen->cols);
    if (rows == 1) {
        draw_last_row(app, &foot);
        return;
    }
    struct style style = {app->ui.status_is_error ? ROLE_ERROR : ROLE_NOTICE, 0};
    for (int row = 0; row < rows; row++)
        draw_fill(&foot, row, 0, foot.cols, style, no_tag, " ");
    struct canvas inner = canvas_part(&foot, 0, 1, rows, foot.cols - 2);
    draw_wrapped(&inner, style, app->ui.status);
}

/* -- panes ---------------------------------------------------------------------------- */

static void
draw_pane(const struct app *app, const struct canvas *screen, const struct layout *layout,
          enum pane_id pane)
{
    const struct rect *rect = &layout->panes[pane];
    struct pane_title title = {.title = ""};
    if (rect->rows < 1)
        return;
    struct canvas canvas =
        canvas_part(screen, rect->row, rect->col, rect->rows, rect->cols);
    struct canvas body = canvas_part(&canvas, 1, 0, rect->rows - 1, rect->cols);
    canvas.pane = body.pane = (unsigned char)pane;
    for (int row = 0; row < body.rows; row++)
        draw_fill(&body, row, 0, body.cols, (struct style){0}, no_tag, " ");
    pane_table[pane].title(app, &title);
    bool beside = (pane == PANE_FACTS || pane == PANE_HEADS) && layout->divider >= 0;
    if (!beside) {
        struct canvas rule = canvas_part(screen, rect->row, 0, 1, screen->cols);
        rule.pane = (unsigned char)pane;
        bool focus = pane == PANE_LESSON ? app->lesson->focus : app->ui.focus == pane;
        draw_rule(&rule, 0, focus, title.title, title.note, title.tag);
    }
    pane_table[pane].draw(app, &body);
    if (beside && app->ui.focus == pane)
        draw_flags(&body, 0, 0, body.cols, FLAG_BOLD);
}

static void
draw_too_small(struct canvas *screen)
{
    struct style style = {ROLE_TEXT, 0};
    char notice[64];
    snprintf(notice, sizeof notice, "now %dx%d, qkv needs %dx%d", screen->cols,
             screen->rows, LEAST_COLS, LEAST_ROWS);
    draw_wrapped(screen, style, notice);
}

static void
draw_panes(const struct app *app, const struct canvas *screen)
{
    struct layout layout = layout_make(app, screen->rows, screen->cols);
    for (int pane = 1; pane < PANE_COUNT; pane++)
        draw_pane(app, screen, &layout, (enum pane_id)pane);
    const struct rect *middle = &layout.panes[PANE_MATRIX];
    const struct rect *train = &layout.panes[PANE_TRAIN];
    if (train->rows > 0) /* from below the state of the run */
        draw_vertical(screen, train_divider(app, train->rows - 1, train->cols),
                      train->row + 2, train->row + train->rows);
    if (layout.divider >= 0)
        draw_vertical(screen, layout.divider, middle->row, middle->row + middle->rows);
    if (layout.second >= 0)
        draw_vertical(screen, layout.second, middle->row, middle->row + middle->rows);
}

/* The panes of the view, with a lesson beside or below them. */
static void
draw_view(const struct app *app, const struct canvas *screen)
{
    int rows = screen->rows, cols = screen->cols;
    bool lesson =
        app->lesson != NULL && app->ui.view != VIEW_HELP && app->ui.view != VIEW_LESSONS;
    struct rect place = {0};
    if (lesson)
        place = lesson_place(app, screen->rows, screen->cols, &rows, &cols);
    if (rows >= LEAST_ROWS) {
        struct canvas main = canvas_part(screen, 0, 0, rows, cols);
        draw_panes(app, &main);
    } else
        place = (struct rect){1, 0, screen->rows - 2, screen->cols};
    if (!lesson)
        return;
    struct layout alone = {.divider = -1, .second = -1};
    struct canvas beside = canvas_part(screen, 0, place.col, screen->rows, place.cols);
    alone.panes[PANE_LESSON] = (struct rect){place.row, 0, place.rows, place.cols};
    draw_pane(app, &beside, &alone, PANE_LESSON);
    if (place.col > 0)
        draw_vertical(screen, place.col - 1, place.row, place.row + place.rows - 1);
}

static void
draw_screen(const struct app *app, struct grid *grid)
{
    struct canvas screen = {grid,           0,        0, grid->rows, grid->cols,
                            app->ui.glyphs, PANE_NONE};
    grid_clear(grid);
    if (grid->rows < LEAST_ROWS || grid->cols < LEAST_COLS) {
        draw_too_small(&screen);
        return;
    }
    struct canvas first = canvas_part(&screen, 0, 0, 1, screen.cols);
    draw_places(app, &first);
    draw_view(app, &screen);
    draw_foot(app, &screen);
    lesson_mark(app, grid);
}

void
frame_draw(const struct app *app, struct grid *grid)
{
    struct err err;
    struct veil *veil = lesson_asks(app) ? veil_make(app, &err) : NULL;
    if (veil != NULL || !lesson_asks(app))
        draw_screen(veil != NULL ? &veil->app : app, grid);
    else {
        struct canvas screen = {grid,           0,        0, grid->rows, grid->cols,
                                app->ui.glyphs, PANE_NONE};
        grid_clear(grid);
        draw_wrapped(&screen, (struct style){ROLE_ERROR, 0}, err.text);
    }
    veil_free(veil);
}

/* -- the mouse ------------------------------------------------------------------------ */

/* Whether a click on a number moves the cursor there: A, Z and S of the sentence, and the weights
 * of the watched store, while nothing is open. Others open. */
static bool
moves_cursor(const struct app *app, const struct number *number)
{
    enum tensor id = number->tensor;
    bool score = id == TENSOR_A || id == TENSOR_Z || id == TENSOR_S;
    return app->ui.open_count == 0 && number->of == OF_ITSELF && number->example == 0 &&
           number->when == 0 && (number->in == IN_TEXT ? score : id == TENSOR_A);
}

/* The commands for a number. One that is open already is gone back to. */
static int
click_number(const struct app *app, const struct number *number,
             char out[CLICK_COMMANDS][CLICK_BYTES])
{
    const struct ui *ui = &app->ui;
    char address[ADDRESS_BYTES];
    int count = 0;
    if (moves_cursor(app, number)) {
        if (number->in == IN_TEXT)
            snprintf(out[count++], CLICK_BYTES, "query %d", number->row);
        snprintf(out[count++], CLICK_BYTES, "key %d", number->col);
        return count;
    }
    for (int k = 0; k < ui->open_count; k++)
        if (number_equal(&ui->opened[k].number, number)) {
            for (int above = ui->open_count - 1; above > k; above--)
                snprintf(out[count++], CLICK_BYTES, "back");
            return count;
        }
    address_of(app, number, address, sizeof address);
    snprintf(out[0], CLICK_BYTES, "open %s", address);
    return 1;
}

int
frame_click(const struct app *app, const struct grid *grid, int row, int col,
            char out[CLICK_COMMANDS][CLICK_BYTES])
{
    if (row < 0 || row >= grid->rows || col < 0 || col >= grid->cols)
        return 0;
    const struct cell *cell = grid_cell(grid, row, col);
    struct tag tag = cell->tag;
    bool of_text = tag.kind == TAG_NUMBER ? tag.number.in == IN_TEXT
                                          : tag.kind == TAG_QUERY || tag.kind == TAG_KEY;
    if (of_text &&
        app->active == SOURCE_LOOKUP) /* a sentence that is seen beside the help */
        return 0;
    if (tag.kind == TAG_NUMBER)
        return click_number(app, &tag.number, out);
    if (tag.kind == TAG_STEP)
        snprintf(out[0], CLICK_BYTES, "seek %d", tag.number.col);
    else if (tag.kind == TAG_QUERY)
        snprintf(out[0], CLICK_BYTES, "query %d", tag.number.row);
    else if (tag.kind == TAG_KEY)
        snprintf(out[0], CLICK_BYTES, "key %d", tag.number.row);
    else if (tag.kind == TAG_HEAD)
        snprintf(out[0], CLICK_BYTES, "head %d", tag.number.row + 1);
    else if (tag.kind == TAG_VIEW)
        snprintf(out[0], CLICK_BYTES, "view %s", view_kinds[tag.number.row].name);
    else if (tag.kind == TAG_MASK)
        snprintf(out[0], CLICK_BYTES, "mask toggle");
    else if (pane_kinds[cell->pane].view == app->ui.view && app->ui.open_count == 0)
        snprintf(out[0], CLICK_BYTES, "focus %s", pane_kinds[cell->pane].name);
    else
        return 0;
    return 1;
}

void
frame_wheel(const struct grid *grid, int row, int col, int lines, char out[CLICK_BYTES])
{
    enum pane_id pane = PANE_NONE;
    if (row >= 0 && row < grid->rows && col >= 0 && col < grid->cols)
        pane = (enum pane_id)grid_cell(grid, row, col)->pane;
    if (pane == PANE_NONE)
        snprintf(out, CLICK_BYTES, "scroll %d", lines);
    else
        snprintf(out, CLICK_BYTES, "scroll %d %s", lines, pane_kinds[pane].name);
}

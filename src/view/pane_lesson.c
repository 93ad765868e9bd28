/* The lesson: where one stands in it, its prose, and what became of the question. */
#include <stdio.h>
#include <string.h>

#include "app/lesson_question.h"
#include "app/lesson_run.h"
#include "app/lookup_open.h"
#include "base/bounds.h"
#include "view/lesson.h"
#include "view/train.h"

enum { MARGIN = 1, WORD_BYTES_MOST = 128 };

static const struct tag no_tag = {0};
static const struct style plain = {ROLE_TEXT, 0};
static const struct style strong = {ROLE_TEXT, FLAG_BOLD};
static const struct style faint = {ROLE_FAINT, 0};
static const struct style notice = {ROLE_NOTICE, 0};

struct rect
lesson_place(const struct app *app, int rows, int cols, int *left_rows, int *left_cols)
{
    bool receipt = app->ui.open_count > 0 || app->ui.lookup_open_count > 0;
    bool right =
        (receipt || app->ui.view == VIEW_WEIGHTS) && cols - LESSON_COLS - 1 >= LEAST_COLS;
    *left_rows = right ? rows : rows - LESSON_ROWS;
    *left_cols = right ? cols - LESSON_COLS - 1 : cols;
    if (right)
        return (struct rect){1, cols - LESSON_COLS, rows - 2, LESSON_COLS};
    return (struct rect){rows - 1 - LESSON_ROWS, 0, LESSON_ROWS, cols};
}

/* -- prose ----------------------------------------------------------------------------- */

/* A pen that writes words, with *emphasis*, from row to row. */
struct pen {
    const struct canvas *canvas; /* or NULL: only counts */
    int cols, row, col, first;   /* first: rows that are scrolled away */
    bool bold;
};

static void
pen_word(struct pen *pen, const char *word, size_t length, struct style style)
{
    char raw[WORD_BYTES_MOST], shown[4 * WORD_BYTES_MOST];
    snprintf(raw, sizeof raw, "%.*s", (int)length, word);
    glyphs_translate(pen->canvas ? pen->canvas->glyphs : GLYPHS_UTF8, raw, shown,
                     sizeof shown);
    int width = glyphs_width(shown);
    if (pen->col > 0 && pen->col + 1 + width > pen->cols) {
        pen->row++;
        pen->col = 0;
    }
    pen->col += pen->col > 0;
    int row = pen->row - pen->first;
    if (pen->canvas != NULL && row >= 0 && row < pen->canvas->rows)
        draw_text(pen->canvas, row, MARGIN + pen->col, style, no_tag, "%s", shown);
    pen->col += width;
}

/* Writes a line of prose; a * at the beginning of a word turns emphasis on, the next one off. */
static void
pen_line(struct pen *pen, const char *text, const struct style *style)
{
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        const char *word = text;
        size_t from = 0, end = length;
        if (word[0] == '*' && length > 1) {
            pen->bold = true;
            from = 1;
        }
        const char *star =
            pen->bold && length > from ? memchr(word + from, '*', length - from) : NULL;
        char piece[WORD_BYTES_MOST];
        end = star != NULL ? (size_t)(star - word) : length;
        snprintf(piece, sizeof piece, "%.*s%.*s", (int)(end - from), word + from,
                 star != NULL ? (int)(length - end - 1) : 0,
                 star != NULL ? star + 1 : "");
        pen_word(pen, piece, strlen(piece),
                 style != NULL ? *style
                 : pen->bold   ? strong
                               : plain);
        if (star != NULL)
            pen->bold = false;
        text += length + strspn(text + length, " ");
    }
}

static void
pen_break(struct pen *pen)
{
    pen->row += pen->col > 0;
    pen->col = 0;
}

/* What the step wants of the reader, or what became of it. */
static const char *
call_of(const struct lesson_run *run)
{
    if (run->said[0] != '\0')
        return run->said;
    if (run->asking)
        return "? Enter, then your answer; → goes on.";
    return !run->waiting ? ""
           : run->focus  ? "Do it now; h gives a hint."
                         : "Do it now; Tab, then h gives a hint.";
}

/* All of the step: heading, prose, and the call. */
static void
write_step(const struct app *app, struct pen *pen)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson *lesson = &run->lesson;
    const struct lesson_line *line;
    pen_line(pen, lesson->lines[lesson->steps[run->step]].text, &strong);
    pen_break(pen);
    for (int k = 0; (line = lesson_find(lesson, run->step, LESSON_SAY, k)) != NULL; k++) {
        if (line->text[0] == '\0') {
            pen_break(pen);
            pen->row += pen->cols < 60; /* below a view there are no rows to spare */
        } else
            pen_line(pen, line->text, NULL);
    }
    pen_break(pen);
    if (*call_of(run) != '\0') {
        pen->row += pen->cols < 60;
        pen_line(pen, call_of(run), &notice);
        pen_break(pen);
    }
}

/* Lines that are longer are hard to read. */
static int
prose_cols(int cols)
{
    enum { PROSE_COLS_MOST = 100 };
    return smaller(cols - 2 * MARGIN, PROSE_COLS_MOST);
}

int
lesson_rows(const struct app *app, int *room)
{
    int rows, cols;
    struct rect place = lesson_place(app, 24, 80, &rows, &cols);
    struct pen pen = {.cols = prose_cols(place.cols)};
    *room = place.rows - 1;
    write_step(app, &pen);
    return pen.row;
}

void
pane_lesson_title(const struct app *app, struct pane_title *title)
{
    const struct lesson_run *run = app->lesson;
    snprintf(title->title, TITLE_BYTES, "%s", run->lesson.title);
    snprintf(title->note, NOTE_BYTES, "%d/%d", run->step + 1, run->lesson.step_count);
}

void
pane_lesson(const struct app *app, const struct canvas *canvas)
{
    struct pen pen = {.canvas = canvas, .cols = prose_cols(canvas->cols)};
    struct pen counted = {.cols = pen.cols};
    write_step(app, &counted);
    int most = larger(counted.row - canvas->rows, 0);
    pen.first = smaller(app->ui.scroll[PANE_LESSON], most);
    write_step(app, &pen);
    if (pen.first < most)
        draw_right(canvas, canvas->rows - 1, canvas->cols, faint, no_tag, "↓");
}

/* -- marks on the other panes ------------------------------------------------------------ */

static bool
is_letter(const struct grid *grid, int row, int col)
{
    uint32_t code = col < 0 || col >= grid->cols ? ' ' : grid_cell(grid, row, col)->code;
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '\'';
}

/* Writes ? for nan, which the asked numbers are on this screen (app/veil.h); not where it is a
 * word of the sentence. */
static void
mark_unknown(struct grid *grid)
{
    static const char nan[] = "nan";
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col + 2 < grid->cols; col++) {
            struct cell *cell = grid_cell(grid, row, col);
            bool is = cell->tag.kind != TAG_KEY && cell->tag.kind != TAG_QUERY &&
                      cell->pane != PANE_LESSON && cell->pane != PANE_SENTENCE;
            for (int k = 0; k < 3; k++)
                is = is && cell[k].code == (uint32_t)nan[k];
            if (!is || is_letter(grid, row, col - 1) || is_letter(grid, row, col + 3))
                continue;
            cell[0].code = cell[1].code = ' ';
            cell[2].code = '?';
        }
}

/* The tag of the number that an address names; TAG_NONE where there is none. */
static struct tag
tag_of(const struct app *app, const struct address *address)
{
    struct err ignored;
    struct lookup_spot spot;
    struct place place;
    if (app_source(app, address) == SOURCE_LOOKUP)
        return lookup_locate(app, address, &spot, &ignored) ? train_spot_tag(&spot)
                                                            : no_tag;
    if (!address_locate(app->explorer, address, &place, &ignored))
        return no_tag;
    return tag_number(place.tensor, place.row, place.col);
}

static void
underline(struct grid *grid, struct tag tag)
{
    for (int k = 0; tag.kind != TAG_NONE && k < grid->rows * grid->cols; k++) {
        struct cell *cell = &grid->cells[k];
        if (memcmp(&cell->tag, &tag, sizeof tag) == 0 && cell->code != ' ' &&
            cell->pane != PANE_LESSON)
            cell->style.flags |= FLAG_UNDERLINE;
    }
}

void
lesson_mark(const struct app *app, struct grid *grid)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson_line *line;
    if (run == NULL)
        return;
    for (int k = 0; (line = lesson_find(&run->lesson, run->step, LESSON_SHOW, k)); k++)
        for (const char *at = line->text; *at != '\0'; at += strspn(at, " ")) {
            struct address address;
            struct err ignored;
            if (!address_scan(&at, &address, &ignored))
                break;
            underline(grid, tag_of(app, &address));
        }
    if (lesson_asks(app))
        mark_unknown(grid);
}

/* -- the list --------------------------------------------------------------------------- */

void
pane_lessons_title(const struct app *app, struct pane_title *title)
{
    (void)app;
    snprintf(title->title, TITLE_BYTES, "lessons");
    snprintf(title->note, NOTE_BYTES, "Enter begins one");
}

/* Two rows of the list: the title, and what it is about. */
static void
draw_listed(const struct app *app, const struct canvas *canvas, int row, int which)
{
    const struct shelf *shelf = &app->library->shelf;
    bool here = which == app->ui.listed;
    struct lesson lesson;
    struct err fault;
    bool good = shelf_read(shelf, which, &lesson, &fault);
    draw_text(canvas, row, 1, (struct style){ROLE_ASKING, 0}, no_tag, "%s",
              here ? "▶" : " ");
    int col = draw_text(canvas, row, 3, here ? strong : plain, no_tag, "%d  %s",
                        which + 1, good ? lesson.title : shelf->entries[which].name);
    draw_field(canvas, row + 1, 6, canvas->cols - 7, faint, no_tag,
               !good          ? fault.text
               : lesson.about ? lesson.about
                              : "");
    if (!good)
        return;
    const struct mark *mark = marks_find(&app->marks, lesson.name);
    col = draw_text(canvas, row, col + 2, faint, no_tag, "%d min", lesson.minutes);
    if (mark != NULL)
        col = draw_text(canvas, row, col + 2, notice, no_tag, "finished");
    if (mark != NULL && mark->asked > 0)
        draw_text(canvas, row, col, faint, no_tag, ", %d of %d right", mark->right,
                  mark->asked);
    lesson_free(&lesson);
}

void
pane_lessons(const struct app *app, const struct canvas *canvas)
{
    int room = larger(canvas->rows / 2, 1), count = app->library->shelf.count;
    int first = clamped(app->ui.listed - room / 2, larger(count - room, 0));
    for (int k = 0; k < room && first + k < count; k++)
        draw_listed(app, canvas, 2 * k, first + k);
}

/* The lesson: its shown step, the prose, and the state of the question. */
#include <stdio.h>
#include <string.h>

#include "app/address/address.h"
#include "app/lessons/asked.h"
#include "app/lessons/run.h"
#include "base/bounds.h"
#include "base/utf8.h"
#include "view/lessons/lesson.h"
#include "view/train/train.h"

enum { MARGIN = 1 };

static const struct style strong = {ROLE_TEXT, FLAG_BOLD};
static const struct style notice = {ROLE_NOTICE, 0};

struct rect
lesson_place(const struct app *app, int rows, int cols, int *left_rows, int *left_cols)
{
    bool receipt = app->ui.open_count > 0;
    bool right =
        (receipt || app->ui.view == VIEW_WEIGHTS) && cols - LESSON_COLS - 1 >= LEAST_COLS;
    *left_rows = right ? rows : rows - LESSON_ROWS;
    *left_cols = right ? cols - LESSON_COLS - 1 : cols;
    if (right)
        return (struct rect){1, cols - LESSON_COLS, rows - 2, LESSON_COLS};
    return (struct rect){rows - 1 - LESSON_ROWS, 0, LESSON_ROWS, cols};
}

/* -- prose ----------------------------------------------------------------------------- */

static void
pen_break(struct pen *pen)
{
    if (pen->out != NULL && pen->col > 0)
        text_add(pen->out, "\n");
    pen->row += pen->col > 0;
    pen->col = 0;
}

/* Writes characters, which go on in the next row where they do not fit. */
static void
pen_text(struct pen *pen, const char *text, struct style style)
{
    size_t length = strlen(text);
    uint32_t code;
    for (size_t at = 0, step; (step = utf8_decode(text + at, length - at, &code)) > 0;
         at += step) {
        char one[8] = "";
        memcpy(one, text + at, step);
        int width = glyphs_width(one);
        if (pen->col + width > pen->cols)
            pen_break(pen);
        int row = pen->row - pen->first;
        if (pen->canvas != NULL && row >= 0 && row < pen->canvas->rows)
            draw_text(pen->canvas, row, MARGIN + pen->col, style, tag_setting(), "%s",
                      one);
        if (pen->out != NULL)
            text_add(pen->out, "%s", one);
        pen->col += width;
    }
}

/* A piece of a word in the glyphs of the pen. */
static void
show_piece(const struct pen *pen, const struct lesson_piece *piece,
           char shown[4 * LESSON_WORD_BYTES])
{
    char raw[LESSON_WORD_BYTES];
    snprintf(raw, sizeof raw, "%.*s", (int)piece->length, piece->text);
    glyphs_translate(pen->glyphs, raw, shown, 4 * sizeof raw);
}

/* The width of a word, without its stars. */
static int
word_width(const struct pen *pen, const char *word)
{
    struct lesson_piece piece;
    char shown[4 * LESSON_WORD_BYTES];
    bool emphasis = pen->strong;
    int width = 0;
    for (bool begins = true; lesson_next_piece(&word, begins, &emphasis, &piece);
         begins = false) {
        show_piece(pen, &piece, shown);
        width += glyphs_width(shown);
    }
    return width;
}

void
pen_line(struct pen *pen, const char *text, const struct style *style)
{
    while (*text != '\0') {
        struct lesson_piece piece;
        char shown[4 * LESSON_WORD_BYTES];
        int width = word_width(pen, text);
        if (pen->col > 0 && pen->col + 1 + width > pen->cols)
            pen_break(pen);
        if (pen->out != NULL && pen->col > 0)
            text_add(pen->out, " ");
        pen->col += pen->col > 0;
        for (bool begins = true; lesson_next_piece(&text, begins, &pen->strong, &piece);
             begins = false) {
            show_piece(pen, &piece, shown);
            pen_text(pen, shown, style != NULL ? *style : piece.strong ? strong : plain);
        }
        text += strspn(text, " ");
    }
}

/* What the reader is to do in the step, or how the answer was judged. */
static const char *
instruction_of(const struct lesson_run *run)
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
            pen->strong = false;
            pen_break(pen);
            pen->row += pen->cols < 60; /* below a view there are no rows to spare */
        } else
            pen_line(pen, line->text, NULL);
    }
    pen_break(pen);
    if (*instruction_of(run) != '\0') {
        pen->row += pen->cols < 60;
        pen_line(pen, instruction_of(run), &notice);
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
    title->tag = tag_setting();
}

void
pane_lesson(const struct app *app, const struct canvas *canvas)
{
    struct pen counted = {.glyphs = canvas->glyphs, .cols = prose_cols(canvas->cols)};
    struct pen pen = counted;
    write_step(app, &counted);
    pen.canvas = canvas;
    int most = larger(counted.row - canvas->rows, 0);
    pen.first = smaller(app->ui.scroll[PANE_LESSON], most);
    write_step(app, &pen);
    if (pen.first < most)
        draw_right(canvas, canvas->rows - 1, canvas->cols, faint, no_tag, "↓");
}

/* -- marks on the other panes ------------------------------------------------------------ */

/* The tag of the number that an address names; TAG_NONE where there is none. */
static struct tag
find_tag(const struct app *app, const struct address *address)
{
    struct err ignored;
    struct number number;
    return address_locate(app, address, &number, &ignored) ? tag_of(number) : no_tag;
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
            underline(grid, find_tag(app, &address));
        }
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
    int col = draw_text(canvas, row, 3, here ? strong : plain, tag_setting(), "%d  %s",
                        which + 1, good ? lesson.title : shelf->entries[which].name);
    draw_field(canvas, row + 1, 6, canvas->cols - 7, faint, no_tag,
               !good          ? fault.text
               : lesson.about ? lesson.about
                              : "");
    if (!good)
        return;
    const struct mark *mark = marks_find(&app->marks, lesson.name);
    col = draw_text(canvas, row, col + 2, faint, tag_setting(), "%d min", lesson.minutes);
    if (mark != NULL)
        col = draw_text(canvas, row, col + 2, notice, no_tag, "finished");
    if (mark != NULL && mark->asked > 0)
        draw_text(canvas, row, col, faint, tag_setting(), ", %d of %d right", mark->right,
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

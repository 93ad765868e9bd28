/* A step of a lesson for paper. */
#include "view/out/handout.h"

#include <stdio.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "app/lessons/question.h"
#include "app/lessons/run.h"
#include "base/bounds.h"
#include "view/frame.h"
#include "view/lessons/lesson.h"
#include "view/out/writers.h"

enum { PAPER_COLS = 78, PAPER_ROWS_LEAST = 24, PAPER_COLS_LEAST = 80 };
enum { HEADING_COL = 5 };

static void
add_paragraphs(const struct app *app, struct text *out)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson_line *line;
    struct pen pen = {.out = out, .glyphs = app->ui.glyphs, .cols = PAPER_COLS};
    for (int k = 0; (line = lesson_find(&run->lesson, run->step, LESSON_SAY, k)); k++) {
        if (line->text[0] != '\0')
            pen_line(&pen, line->text, NULL);
        else if (pen.col > 0) {
            text_add(out, "\n\n");
            pen.col = 0;
            pen.strong = false;
        }
    }
    text_add(out, "\n\n");
}

/* The rows that lie between the places and the keys or the lesson, left of a lesson
 * beside them. */
static bool
add_view(const struct app *app, int rows, int cols, struct text *out, struct err *err)
{
    struct grid screen, view;
    int left_rows, left_cols;
    rows =
        larger(rows, PAPER_ROWS_LEAST); /* a smaller screen has no view beside a lesson */
    cols = larger(cols, PAPER_COLS_LEAST);
    lesson_place(app, rows, cols, &left_rows, &left_cols);
    int shown = larger(left_rows - 2, 1);
    if (!grid_init(&screen, rows, cols, err))
        return false;
    if (!grid_init(&view, shown, left_cols, err)) {
        grid_free(&screen);
        return false;
    }
    frame_draw(app, &screen);
    for (int row = 0; row < shown && row + 1 < rows; row++)
        memcpy(grid_cell(&view, row, 0), grid_cell(&screen, row + 1, 0),
               (size_t)left_cols * sizeof(struct cell));
    write_text(&view, out);
    grid_free(&view);
    grid_free(&screen);
    return true;
}

bool
handout_write(const struct app *app, int rows, int cols, struct text *out,
              struct err *err)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson *lesson = &run->lesson;
    struct pen title = {.out = out, .glyphs = app->ui.glyphs, .cols = PAPER_COLS};
    if (run->step == 0) {
        pen_line(&title, lesson->title, NULL);
        text_add(out, "\n\n");
    }
    text_add(out, "%d/%d", run->step + 1, lesson->step_count);
    title.col = HEADING_COL;
    pen_line(&title, lesson->lines[lesson->steps[run->step]].text, NULL);
    text_add(out, "\n\n");
    add_paragraphs(app, out);
    if (!add_view(app, rows, cols, out, err))
        return false;
    if (lesson_asks(app))
        text_add(out, "\nYour answer (%s): ____________________\n",
                 lesson_answer_form(app));
    else if (run->waiting)
        text_add(out, "\nWhat you saw: ____________________\n");
    return true;
}

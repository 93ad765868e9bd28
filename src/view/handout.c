/* A step of a lesson for paper. */
#include "view/handout.h"

#include <stdio.h>
#include <string.h>

#include "app/lesson_question.h"
#include "app/lesson_run.h"
#include "base/bounds.h"
#include "view/frame.h"
#include "view/glyphs.h"
#include "view/lesson.h"
#include "view/writers.h"

enum { PAPER_COLS = 78 };

/* -- prose ----------------------------------------------------------------------------- */

/* Adds a line of prose behind column *col, broken at blanks, without the stars of emphasis. */
static void
add_prose(enum glyph_set glyphs, const char *line, int *col, struct text *out)
{
    while (*line != '\0') {
        char word[256], shown[512];
        size_t length = strcspn(line, " "), kept = 0;
        for (size_t k = 0; k < length && kept + 1 < sizeof word; k++)
            if (line[k] != '*')
                word[kept++] = line[k];
        word[kept] = '\0';
        glyphs_translate(glyphs, word, shown, sizeof shown);
        int width = glyphs_width(shown);
        bool breaks = *col > 0 && *col + 1 + width > PAPER_COLS;
        text_add(out, "%s%s", breaks ? "\n" : *col > 0 ? " " : "", shown);
        *col = (breaks || *col == 0 ? 0 : *col + 1) + width;
        line += length + strspn(line + length, " ");
    }
}

static void
add_paragraphs(const struct app *app, struct text *out)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson_line *line;
    int col = 0;
    for (int k = 0; (line = lesson_find(&run->lesson, run->step, LESSON_SAY, k)); k++) {
        if (line->text[0] != '\0')
            add_prose(app->ui.glyphs, line->text, &col, out);
        else if (col > 0) {
            text_add(out, "\n\n");
            col = 0;
        }
    }
    text_add(out, "\n\n");
}

/* -- the view -------------------------------------------------------------------------- */

/* The rows that lie between the places and the keys or the lesson, left of a lesson that stands
 * beside them. */
static bool
add_view(const struct app *app, int rows, int cols, struct text *out, struct err *err)
{
    struct grid screen, view;
    int left_rows, left_cols;
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
    int col = 0;
    if (run->step == 0) {
        add_prose(app->ui.glyphs, lesson->title, &col, out);
        text_add(out, "\n\n");
    }
    text_add(out, "%d/%d", run->step + 1, lesson->step_count);
    col = 5;
    add_prose(app->ui.glyphs, lesson->lines[lesson->steps[run->step]].text, &col, out);
    text_add(out, "\n\n");
    add_paragraphs(app, out);
    if (!add_view(app, rows, cols, out, err))
        return false;
    if (lesson_asks(app))
        text_add(out, "\nYour answer (%s): ____________________\n",
                 lesson_answer_form(app));
    return true;
}

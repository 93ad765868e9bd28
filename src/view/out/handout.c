/* A step of a lesson for paper. */
#include "view/out/handout.h"

#include <stdio.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "app/lessons/question.h"
#include "app/lessons/run.h"
#include "base/bounds.h"
#include "base/utf8.h"
#include "view/frame.h"
#include "view/lessons/lesson.h"
#include "view/out/writers.h"
#include "view/paint/glyphs.h"

enum { PAPER_COLS = 78, PAPER_ROWS_LEAST = 24, PAPER_COLS_LEAST = 80 };
enum { HEADING_COL = 5 };

/* -- prose ----------------------------------------------------------------------------- */

/* The prose as it grows: where the next word goes, and whether emphasis is on. */
struct paper {
    struct text *out;
    enum glyph_set glyphs;
    int col;
    bool strong;
};

/* Adds a word, which goes on in the next line where it is longer than one. */
static void
add_word(struct paper *paper, const char *word)
{
    char shown[2 * LESSON_WORD_BYTES];
    glyphs_translate(paper->glyphs, word, shown, sizeof shown);
    if (paper->col > 0 && paper->col + 1 + glyphs_width(shown) > PAPER_COLS) {
        text_add(paper->out, "\n");
        paper->col = 0;
    }
    text_add(paper->out, "%s", paper->col > 0 ? " " : "");
    paper->col += paper->col > 0;
    size_t length = strlen(shown);
    uint32_t code;
    for (size_t at = 0, step; (step = utf8_decode(shown + at, length - at, &code)) > 0;
         at += step) {
        int width = glyph_width(code);
        if (paper->col + width > PAPER_COLS) {
            text_add(paper->out, "\n");
            paper->col = 0;
        }
        text_add_bytes(paper->out, shown + at, step);
        paper->col += width;
    }
}

/* Adds a line of prose, broken at blanks, without the stars of emphasis. */
static void
add_prose(struct paper *paper, const char *line)
{
    while (*line != '\0') {
        char word[LESSON_WORD_BYTES] = "";
        struct lesson_piece piece;
        size_t used = 0;
        for (bool begins = true;
             lesson_next_piece(&line, begins, &paper->strong, &piece) &&
             used + piece.length < sizeof word;
             begins = false) {
            memcpy(word + used, piece.text, piece.length);
            used += piece.length;
            word[used] = '\0';
        }
        add_word(paper, word);
        line += strspn(line, " ");
    }
}

static void
add_paragraphs(const struct app *app, struct text *out)
{
    const struct lesson_run *run = app->lesson;
    const struct lesson_line *line;
    struct paper paper = {out, app->ui.glyphs, 0, false};
    for (int k = 0; (line = lesson_find(&run->lesson, run->step, LESSON_SAY, k)); k++) {
        if (line->text[0] != '\0')
            add_prose(&paper, line->text);
        else if (paper.col > 0) {
            text_add(out, "\n\n");
            paper.col = 0;
            paper.strong = false;
        }
    }
    text_add(out, "\n\n");
}

/* -- the view -------------------------------------------------------------------------- */

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
    struct paper title = {out, app->ui.glyphs, 0, false};
    if (run->step == 0) {
        add_prose(&title, lesson->title);
        text_add(out, "\n\n");
    }
    text_add(out, "%d/%d", run->step + 1, lesson->step_count);
    title.col = HEADING_COL;
    add_prose(&title, lesson->lines[lesson->steps[run->step]].text);
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

/* In words: whom the asking token looks at, and why; in the vectors, what came of it. */
#include <stdio.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "view/panes.h"
#include "view/words/describe.h"
#include "view/words/explain_output.h"
#include "view/words/explain_scores.h"

void
pane_words_title(const struct app *app, struct pane_title *title)
{
    (void)app;
    snprintf(title->title, TITLE_BYTES, "in words");
}

/* Draws one line of the text from `line`; returns the next, or NULL. A line that is too long
 * goes on in the next row where there is one. */
static const char *
draw_line(const struct canvas *canvas, int *row, const char *line)
{
    struct style style = {ROLE_TEXT, 0};
    size_t length = strcspn(line, "\n");
    char part[1024];
    snprintf(part, sizeof part, "%.*s", (int)length, line);
    struct canvas inner =
        canvas_part(canvas, *row, 3, canvas->rows - *row, canvas->cols - 4);
    *row += draw_wrapped(&inner, style, part);
    return line[length] == '\n' ? line + length + 1 : NULL;
}

void
pane_words(const struct app *app, const struct canvas *canvas)
{
    struct text words = {0};
    int row = 0;
    if (lesson_asks(app)) /* they speak of whole rows */
        text_add(&words, "The words come back with your answer.");
    else if (app->ui.view == VIEW_VECTORS)
        explain_output(app->explorer, app->now.query, &words);
    else {
        describe_token(app->explorer, app->now.query, &words);
        explain_scores(app->explorer, app->now.query, &words);
    }
    for (const char *line = words.bytes;
         line != NULL && *line != '\0' && row < canvas->rows;)
        line = draw_line(canvas, &row, line);
    text_free(&words);
}

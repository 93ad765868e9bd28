/* In words: what the asking token looks at, and why; in the vectors, its output. */
#include <stdio.h>
#include <string.h>

#include "app/lessons/asked.h"
#include "view/panes.h"
#include "view/words/describe.h"

void
pane_words_title(const struct app *app, struct pane_title *title)
{
    (void)app;
    snprintf(title->title, TITLE_BYTES, "in words");
}

void
pane_words(const struct app *app, const struct canvas *canvas)
{
    struct prose prose = {.tags.count = 0};
    struct style style = {ROLE_TEXT, 0};
    if (lesson_asks(app)) /* they speak of whole rows */
        text_add(&prose.text, "The words come back with your answer.");
    else if (app->ui.view == VIEW_VECTORS)
        explain_output(app->explorer, app->now.query, &prose);
    else {
        describe_token(app->explorer, app->now.query, &prose);
        explain_scores(app->explorer, app->now.query, &prose);
    }
    int row = 0, word = 0;
    const char *line = prose.text.bytes ? prose.text.bytes : "";
    while (*line != '\0' && row < canvas->rows) {
        char part[1024];
        size_t length = strcspn(line, "\n");
        struct canvas inner =
            canvas_part(canvas, row, 3, canvas->rows - row, canvas->cols - 4);
        snprintf(part, sizeof part, "%.*s", (int)length, line);
        row += draw_tagged(&inner, style, part, &prose.tags, word);
        word += prose_words(line, length);
        line += length + (line[length] == '\n');
    }
    text_free(&prose.text);
}

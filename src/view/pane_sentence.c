/* The tokens in their order. ▶ marks the one that asks; ? stands behind a guessed word. */
#include <stdio.h>
#include <string.h>

#include "view/layout.h"
#include "view/panes.h"

/* Guessed words are named in the title as long as they are not longer than this. */
enum { GUESSED_BYTES = 28 };

static bool
is_guessed(const struct sentence *sentence, int i)
{
    return sentence->words[sentence->tokens[i].word].guessed;
}

int
sentence_token_width(const struct sentence *sentence, int i)
{
    char number[16];
    int digits = snprintf(number, sizeof number, "%d", i);
    return 2 + digits + 1 + glyphs_width(sentence->tokens[i].text) +
           (is_guessed(sentence, i) ? 1 : 0) + 3;
}

/* The row of the pane, from 0, on which a token stands. */
static int
token_row(const struct sentence *sentence, int i, int cols)
{
    int row = 0, col = SENTENCE_MARGIN;
    for (int k = 0; k <= i; k++) {
        int width = sentence_token_width(sentence, k);
        if (col + width > cols && col > SENTENCE_MARGIN) {
            row++;
            col = SENTENCE_MARGIN;
        }
        col += width;
    }
    return row;
}

static void
draw_token(const struct app *app, const struct canvas *canvas, int row, int col, int i)
{
    const struct sentence *sentence = &app->explorer->sentence;
    bool asks = i == app->now.query;
    struct style style = {asks ? ROLE_ASKING : ROLE_TEXT, 0};
    struct style faint = {ROLE_FAINT, 0}, notice = {ROLE_NOTICE, 0};
    struct tag tag = {.kind = TAG_QUERY, .a = (short)i};
    draw_text(canvas, row, col, style, tag, "%s", asks ? "▶" : " ");
    int at = draw_text(canvas, row, col + 2, faint, tag, "%d ", i);
    at = draw_text(canvas, row, at, style, tag, "%s", sentence->tokens[i].text);
    if (is_guessed(sentence, i))
        draw_text(canvas, row, at, notice, tag, "?");
}

void
pane_sentence_title(const struct app *app, struct pane_title *title)
{
    const struct sentence *sentence = &app->explorer->sentence;
    struct text guessed = {0};
    int count = 0;
    for (int w = 0; w < sentence->word_count; w++)
        if (sentence->words[w].guessed)
            text_add(&guessed, "%s %s", count++ > 0 ? "," : "", sentence->words[w].text);
    if (count == 0 || guessed.failed)
        snprintf(title->title, TITLE_BYTES, "sentence");
    else if (guessed.length <= GUESSED_BYTES)
        snprintf(title->title, TITLE_BYTES,
                 "sentence   ? guessed:%s   (:word NAME FEATURE)", guessed.bytes);
    else
        snprintf(title->title, TITLE_BYTES,
                 "sentence   ? %d words guessed   (:word NAME FEATURE)", count);
    text_free(&guessed);
    snprintf(title->note, NOTE_BYTES, "e edit");
}

void
pane_sentence(const struct app *app, const struct canvas *canvas)
{
    const struct sentence *sentence = &app->explorer->sentence;
    int room = canvas->rows, count = layout_sentence_rows(app, canvas->cols);
    int first =
        first_shown(count, room, token_row(sentence, app->now.query, canvas->cols));
    int row = 0, col = SENTENCE_MARGIN;
    for (int i = 0; i < sentence->token_count; i++) {
        int width = sentence_token_width(sentence, i);
        if (col + width > canvas->cols && col > SENTENCE_MARGIN) {
            row++;
            col = SENTENCE_MARGIN;
        }
        if (row >= first && row < first + room)
            draw_token(app, canvas, row - first, col, i);
        col += width;
    }
    struct style faint = {ROLE_FAINT, 0};
    if (first > 0)
        draw_text(canvas, 0, 0, faint, (struct tag){0}, "…");
    if (first + room < count)
        draw_right(canvas, room - 1, canvas->cols, faint, (struct tag){0}, "…");
}

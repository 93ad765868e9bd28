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

/* Where the next token is, on rows that begin with token `first`. */
struct at {
    int row, col;
};

static struct at
next_at(const struct sentence *sentence, struct at at, int i, int cols)
{
    bool fits = at.col + sentence_token_width(sentence, i) <= cols;
    return fits || at.col == SENTENCE_MARGIN ? at
                                             : (struct at){at.row + 1, SENTENCE_MARGIN};
}

/* The first token that is shown, so that the asking one is among those of the pane's rows. */
static int
first_token(const struct sentence *sentence, int query, int rows, int cols)
{
    for (int first = 0; first < query; first++) {
        struct at at = {0, SENTENCE_MARGIN};
        for (int i = first; i <= query; i++) {
            at = next_at(sentence, at, i, cols);
            at.col += sentence_token_width(sentence, i);
        }
        if (at.row < rows)
            return first;
    }
    return query;
}

static void
draw_token(const struct app *app, const struct canvas *canvas, int row, int col, int i)
{
    const struct sentence *sentence = &app->explorer->sentence;
    bool asks = i == app->now.query;
    struct style style = {asks ? ROLE_ASKING : ROLE_TEXT, 0};
    struct style notice = {ROLE_NOTICE, 0};
    struct tag tag = tag_counted(TAG_QUERY, i);
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
    int rows = canvas->rows, cols = canvas->cols, count = sentence->token_count;
    int first = first_token(sentence, app->now.query, rows, cols), i = first;
    struct at at = {0, SENTENCE_MARGIN};
    const char *more = canvas->glyphs == GLYPHS_UTF8 ? "…" : ".";
    for (; i < count; i++) {
        at = next_at(sentence, at, i, cols);
        if (at.row >= rows)
            break;
        draw_token(app, canvas, at.row, at.col, i);
        at.col += sentence_token_width(sentence, i);
    }
    if (first > 0)
        draw_text(canvas, 0, 0, faint, (struct tag){0}, "%s", more);
    if (i < count)
        draw_right(canvas, rows - 1, cols, faint, (struct tag){0}, "%s", more);
}

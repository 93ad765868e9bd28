#ifndef VIEW_PANES_H
#define VIEW_PANES_H

#include "app/state/app.h"
#include "view/paint/draw.h"

enum { TITLE_BYTES = 320, NOTE_BYTES = 64 };

/* What stands in the rule over a pane. */
struct pane_title {
    char title[TITLE_BYTES];
    char note[NOTE_BYTES];
    struct tag tag; /* of the note */
};

/* The panes, one file each: a title, and a function that draws below it, from the app alone,
 * on a canvas of any size. A new pane is a file with these two, a row of the table in
 * frame.c, a place in layout.c and a golden. */
void pane_sentence_title(const struct app *app, struct pane_title *title);
void pane_sentence(const struct app *app, const struct canvas *canvas);
void pane_matrix_title(const struct app *app, struct pane_title *title);
void pane_matrix(const struct app *app, const struct canvas *canvas);
void pane_facts_title(const struct app *app, struct pane_title *title);
void pane_facts(const struct app *app, const struct canvas *canvas);
void pane_heads_title(const struct app *app, struct pane_title *title);
void pane_heads(const struct app *app, const struct canvas *canvas);
void pane_words_title(const struct app *app, struct pane_title *title);
void pane_words(const struct app *app, const struct canvas *canvas);
void pane_number_title(const struct app *app, struct pane_title *title);
void pane_number(const struct app *app, const struct canvas *canvas);
void pane_vectors_title(const struct app *app, struct pane_title *title);
void pane_vectors(const struct app *app, const struct canvas *canvas);
void pane_page_title(const struct app *app, struct pane_title *title);
void pane_page(const struct app *app, const struct canvas *canvas);
void pane_receipt_title(const struct app *app, struct pane_title *title);
void pane_receipt(const struct app *app, const struct canvas *canvas);
void pane_train_title(const struct app *app, struct pane_title *title);
void pane_train(const struct app *app, const struct canvas *canvas);
void pane_help_title(const struct app *app, struct pane_title *title);
void pane_help(const struct app *app, const struct canvas *canvas);

/* The matrix: columns for its row labels, at most, and the least for a cell with a number. */
enum { MATRIX_LABELS = 16, MATRIX_NUMBER = 5 };

/* How many columns a token takes in the pane of the sentence, and where the first stands. */
enum { SENTENCE_MARGIN = 1 };
int sentence_token_width(const struct sentence *sentence, int i);

/* A number of the sentence. */
static inline double
number_at(const struct app *app, enum tensor tensor, int row, int col)
{
    return tensors_number(&app->explorer->tensors, tensor, row, col);
}

#endif

#ifndef SUPPORT_DRAWN_H
#define SUPPORT_DRAWN_H

#include "support/session.h"
#include "view/page/page.h"
#include "view/paint/grid.h"

/* A session on the page, drawn at a size, and where its maps must be. */
struct drawn {
    struct session *session;
    struct grid grid;
    struct rect body; /* of the pane, below its rule */
    struct page page;
};

/* Starts one at 80x24 with a sentence (NULL: The cat chased the mouse) and commands with ;
 * between them; another size or state is drawn with drawn_at. A failure fails the test. */
struct drawn drawn_open(const char *text, const char *commands);
void drawn_at(struct drawn *drawn, int rows, int cols);
void drawn_close(struct drawn *drawn);

/* The cell where a map must show row item r and column item c. */
const struct cell *drawn_cell(const struct drawn *drawn, enum tensor tensor, int r,
                              int c);

/* Whether a text stands on the screen. */
bool drawn_has(const struct drawn *drawn, const char *text);

#endif

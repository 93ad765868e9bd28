#ifndef VIEW_RECEIPT_PARTS_H
#define VIEW_RECEIPT_PARTS_H

#include "app/state/app.h"
#include "core/receipt.h"
#include "view/paint/draw.h"
#include "view/words/formula.h"

/* The parts of an opened number on the screen: its sum as a table, and the way down. */

/* A receipt, and the cursor in it; without a cursor it is only looked at. */
struct shown_receipt {
    const struct app *app;
    const struct receipt *receipt;
    const struct opened *cursor; /* or NULL */
};

/* A line of the table: one term, or several consecutive ones that are 0. */
struct table_line {
    int first; /* the first of them in the order of the table */
    int count;
};

/* The terms as they are listed. Owned; free with table_free. */
struct table {
    int *order;      /* (term_count) the terms from the top */
    double *running; /* (term_count) the terms so far, in that order */
    struct table_line *lines;
    int line_count;
    int needed; /* so many terms of a table by size reach 90 % */
    int at;     /* the line with the cursor; 0 without one */
};

enum { COLUMNS_MAX = 8, HEAD_BYTES = 2 * LABEL_BYTES + 48, NARROW_BYTES = 32 };

/* A column of the table. */
struct column {
    enum column_kind {
        COLUMN_FIRST,  /* the first factor */
        COLUMN_SECOND, /* the second */
        COLUMN_THIRD,
        COLUMN_SHIFTED, /* of a softmax: Z - max */
        COLUMN_PRODUCT, /* of a softmax: exp */
        COLUMN_RUNNING,
        COLUMN_SHARE, /* of a softmax: / sum */
        COLUMN_COUNT
    } kind;
    char head[HEAD_BYTES];
    char narrow[NARROW_BYTES]; /* the head where room is short; empty: the same */
    const char *lead;          /* the sign before it: ×, =, or nothing */
    struct figure figure;
    int gap, width, end; /* blanks before it; columns; the column behind it */
};

struct columns {
    struct column list[COLUMNS_MAX];
    int count;
    int label; /* columns of the names of the terms */
    int bar;   /* where the bars of a softmax begin, and how wide they are; 0: none */
    int bar_cols;
};

/* Whether a term's numbers are shown as exp(... - max): of a softmax, and of a loss. */
bool receipt_has_exps(const struct receipt *receipt);

/* Whether there are several terms, and they are added up. */
bool receipt_adds_up(const struct receipt *receipt);

/* What a column shows of a term. */
double columns_value(const struct receipt *receipt, enum column_kind kind,
                     const struct term *term);

/* The columns that fit in `cols`, with as many decimals as fit. */
struct columns columns_make(const struct shown_receipt *shown, int cols);

/* The column of a kind, or NULL. */
const struct column *columns_find(const struct columns *columns, enum column_kind kind);

/* The letter that counts the terms; empty where their names are written out. */
const char *columns_letter(const struct receipt *receipt);

/* What stands over the column of a factor: "X[chased,m]", the index that counts the terms as a
 * letter. Where they are not of one kind "number", and false. */
bool columns_factor(const struct shown_receipt *shown, int which, char out[HEAD_BYTES]);

/* The name of a term as the table has it: "4 cos70". */
void columns_label(const struct shown_receipt *shown, int term, char *out, size_t size);

/* Lists the terms, each on a line; with `fold` those that are 0 share lines. False where
 * memory is short. */
bool table_make(struct table *table, const struct shown_receipt *shown, bool fold);
void table_free(struct table *table);

/* Draws line number `line` in a row of the canvas. */
void table_draw_line(const struct shown_receipt *shown, const struct table *table,
                     const struct columns *columns, const struct canvas *canvas, int row,
                     int line);

/* Draws formula, table and total on a canvas of any size; what is left out where rows are
 * short is decided here. */
void receipt_draw(const struct shown_receipt *shown, const struct canvas *canvas);

/* How many rows that takes where every line of the table has one; with `fold` the zeros
 * share lines. */
int receipt_rows(const struct shown_receipt *shown, bool fold);

/* The way down: the numbers that are open, what the cursor points at, and from there
 * along the largest term to the parameter. */
int way_rows(const struct app *app);
void way_draw(const struct app *app, const struct canvas *canvas);

#endif

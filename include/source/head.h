#ifndef SOURCE_HEAD_H
#define SOURCE_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "source/features.h"
#include "source/recipe.h"

enum {
    HEAD_NAME_BYTES = 32,
    HEAD_TEXT_BYTES = 160,
    HEAD_LAST = 1000 /* the place of a head whose file names none */
};

/* The three projections, in the order of their names. */
enum projection { PROJECT_Q, PROJECT_K, PROJECT_V, PROJECT_COUNT };

/* A line of a head file that says what must hold: a command and its line number. */
struct head_check {
    int line;
    char *command;
};

/* A hand-built head: a head file compiled to Wq, Wk, Wv. Owned; free with head_free. */
struct head {
    char name[HEAD_NAME_BYTES];
    char title[HEAD_TEXT_BYTES];
    char about[HEAD_TEXT_BYTES];
    int place;   /* in the list of heads, upwards */
    bool random; /* the matrices are drawn from a seed when they are used; none here */
    int d_k, d_v;
    float *weights[PROJECT_COUNT]; /* (FEATURE_COUNT, d_k), (.., d_k), (.., d_v) */
    int *lines[PROJECT_COUNT];     /* the line of the file that set each weight, or 0 */
    struct head_check *checks;
    int check_count;
};

/* Compiles a head file. `name` is the head's, `file` is for errors. The lines are
 *
 *     title TEXT                 about TEXT                 place N
 *     d_k N                      before the first query or key line
 *     query FEATURE ... -> COLUMNS [: GAIN]       key likewise
 *     query position [shift S] [gain G] periods P ... -> COLUMNS    key likewise
 *     value FEATURE ...          V hands these over: one column each
 *     query random, key random, value random N    drawn from the seed; d_v is N
 *     sentence TEXT, mask on|off, expect ...      checks, run by whoever tests the head
 *
 * FEATURE is a column of X, -FEATURE subtracts it; `meaning` and `name` mean all
 * columns of their kind. COLUMNS is C or C..D. One feature goes to every column named; as
 * many features as columns go one to each; several features and one column add up.
 * A query for `position` is turned by S places, so that it fits best the key S places on.
 * What no line sets is 0. A # after a blank starts a comment.
 *
 * Fails with file:line and what would be right; then nothing is owned. */
bool head_parse(struct head *head, const char *name, const char *file, const char *bytes,
                size_t length, struct err *err);
void head_free(struct head *head);

/* The width of a projection: d_k, d_k or d_v. */
int head_width(const struct head *head, enum projection which);

/* Names a column of Q, K or V by what its projection reads: "noun", "female-male"; empty
 * where it reads nothing or more than three columns of X. Columns of Q have the names of
 * the columns of K beside them. */
void head_column_name(const struct head *head, enum projection which, int column,
                      char *out, size_t size);

#endif

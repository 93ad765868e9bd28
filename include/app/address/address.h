#ifndef APP_ADDRESS_ADDRESS_H
#define APP_ADDRESS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "app/state/app.h"
#include "base/err.h"
#include "source/explorer.h"

enum {
    ADDRESS_BYTES = 4 * WORD_BYTES + 96, /* every byte of two tokens may need a \\ */

    ADDRESS_NAME_BYTES = 24,
    ADDRESS_DIMENSIONS = 2
};

/* One index: a number from 0, or the text of a label and which of its occurrences. */
struct address_index {
    bool is_text;
    bool quoted; /* was written in quotes: always a text */
    int number;
    char text[WORD_BYTES];
    int occurrence; /* of the text, from 1 */
};

/* The name of a number, [source:][layer.head:]NAME[i,j], taken apart:
 *
 *     A[chased,cat]   Wq[noun,1]   1.3:A[5,2]   lookup:p[query,5]   loss   A[",","a b"]
 *
 * In front of a number of the lookup task #17: means the 17th example of the coming batch,
 * #fresh17: the 17th of the stores that accuracy is measured on; behind it @24 means step 24.
 *
 * Names and forms of every source are read; whether the number is there is another question
 * (address_locate). */
struct address {
    enum source_id source;
    int layer, head; /* -1 where they are not written */
    int example;     /* from 1, of fresh stores below 0; 0 where it is not written */
    int when;        /* the step plus 1; 0 where it is not written */
    char name[ADDRESS_NAME_BYTES];
    int dimensions; /* how many indices: 0 to 2 */
    struct address_index index[ADDRESS_DIMENSIONS];
};

/* Reads an address at *cursor and moves behind it; or fails and says what is wrong. */
bool address_scan(const char **cursor, struct address *address, struct err *err);

/* Reads a text that is one address and nothing else. */
bool address_parse(const char *text, struct address *address, struct err *err);

/* Reads one index (a number, a text, a quoted text) up to a blank, a comma or a bracket. */
bool address_scan_index(const char **cursor, struct address_index *index,
                        struct err *err);

/* Writes the shortest text that address_parse reads back as the same. */
void address_print(const struct address *address, char *out, size_t size);

/* The source that an address means: the active one where it names none. */
enum source_id app_source(const struct app *app, const struct address *address);

/* Finds the row or column that an index names on an axis of a computation. Fails with what
 * there is instead. */
bool address_locate_index(const struct app *app, enum in in, enum axis axis,
                          const struct address_index *index, int *at, struct err *err);

/* Finds the tensor of an address, and what is meant of it; row and column stay 0. Fails where the
 * source has no such tensor, example or step. */
bool address_locate_tensor(const struct app *app, const struct address *address,
                           struct number *number, struct err *err);

/* Finds the number that an address names; fails with what there is instead. */
bool address_locate(const struct app *app, const struct address *address,
                    struct number *number, struct err *err);

/* The same for an address at *cursor, which is then behind it; and for a text that is an address
 * and nothing else. */
bool address_scan_number(const struct app *app, const char **cursor,
                         struct number *number, struct err *err);
bool address_read(const struct app *app, const char *text, struct number *number,
                  struct err *err);

/* The address of a number: rows and columns by name, quoted where they could be misread. */
void address_of(const struct app *app, const struct number *number, char *out,
                size_t size);

/* The name of row or column `at` of an axis of a computation: a token's text, cat#2, noun, query;
 * a number where there is no name. */
void axis_label(const struct app *app, enum in in, enum axis axis, int at, char *out,
                size_t size);

#endif

#ifndef APP_ADDRESS_ADDRESS_H
#define APP_ADDRESS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "app/state/app.h"
#include "base/err.h"
#include "source/explorer.h"

enum {
    ADDRESS_BYTES = 4 * WORD_BYTES + 96, /* every byte of two tokens may need a \\ */

    ADDRESS_NAME_BYTES = 16,
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
 * In front of a number of the lookup task #17: means the 17th example of the coming batch.
 *
 * Names and forms of every source are read; whether the number is there is another question
 * (address_locate). */
struct address {
    enum source_id source;
    int layer, head; /* -1 where they are not written */
    int example;     /* from 1; 0 where it is not written */
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

/* Finds the row or column that an index names on an axis of the sentence. Fails with what
 * there is instead. */
bool address_locate_index(const struct explorer *explorer, enum axis axis,
                          const struct address_index *index, int *at, struct err *err);

/* Finds the number of the sentence that an address names. Fails where the source is another
 * one, the tensor has no such row or column, or there are not two indices. */
bool address_locate(const struct explorer *explorer, const struct address *address,
                    struct place *place, struct err *err);

/* The address of a place: tokens and columns by name, quoted where they could be misread. */
void address_of(const struct explorer *explorer, const struct place *place, char *out,
                size_t size);

#endif

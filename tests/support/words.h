#ifndef SUPPORT_WORDS_H
#define SUPPORT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"

enum { WORD_BYTES = 32 };

/* A fixture from PyTorch as one stream of words; comments are passed over. */
struct words {
    struct lines lines;
    const char *cursor;
};

/* Reads a word; false at the end. The test fails where a line cannot be read. */
bool words_next(struct words *words, char word[WORD_BYTES]);

/* Reads a file of no more than `most` bytes and calls `check` behind each word "case", which
 * all that it leaves must begin with. Returns how many cases there were. */
int words_each_case(const char *path, size_t most, void (*check)(struct words *words));

#endif

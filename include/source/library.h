#ifndef SOURCE_LIBRARY_H
#define SOURCE_LIBRARY_H

#include <stdbool.h>

#include "base/err.h"
#include "source/head.h"
#include "source/lexicon.h"

enum { HEADS_MAX = 64 };

/* What the program knows before a sentence comes: the words and the heads. */
struct library {
    struct lexicon lexicon;
    struct head heads[HEADS_MAX]; /* by place, then by name */
    int head_count;
};

/* Reads the embedded data files; where `folder` is not NULL, folder/lexicon.txt and
 * folder/heads/NAME.head come instead of the embedded ones of the same name, and more heads
 * may stand there. Fails with file:line at the first thing that is wrong; then nothing is
 * owned. Free with library_free. */
bool library_load(struct library *library, const char *folder, struct err *err);
void library_free(struct library *library);

/* The number of the head of that name (from 0), or -1. */
int library_find_head(const struct library *library, const char *name);

#endif

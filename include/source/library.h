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

/* Reads the embedded data files; where `folder` is not NULL, the words of folder/lexicon.txt
 * and the heads of folder/heads/NAME.head are added, and win over embedded ones of the same
 * name. Fails with file:line at the first thing that is wrong; then nothing is
 * owned. Free with library_free. */
bool library_load(struct library *library, const char *folder, struct err *err);
void library_free(struct library *library);

/* Compiles a head file and adds it, instead of a head that has its name; returns its number,
 * or -1 and a sentence. For a library that is not in use yet. */
int library_add_file(struct library *library, const char *path, struct err *err);

/* The number of the head that a file's name means, whose ending is .head, or -1. */
int library_head_of(const struct library *library, const char *path);

/* The number of the head of that name (from 0), or -1. */
int library_find_head(const struct library *library, const char *name);

#endif

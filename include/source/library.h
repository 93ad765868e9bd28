#ifndef SOURCE_LIBRARY_H
#define SOURCE_LIBRARY_H

#include <stdbool.h>

#include "base/err.h"
#include "source/head.h"
#include "source/lexicon.h"
#include "source/shelf.h"

enum { HEADS_MAX = 64 };

/* What the program knows before a sentence comes: the words, the heads and the lessons. */
struct library {
    struct lexicon lexicon;
    struct head heads[HEADS_MAX]; /* by place, then by name */
    int head_count;
    struct shelf shelf;
    struct err
        notice; /* the first of the reader's own files that was left out; or empty */
};

/* Reads the embedded data files, then what two folders add: the words of FOLDER/lexicon.txt, the
 * heads of FOLDER/heads/NAME.head and the lessons of FOLDER/lessons/NAME.lesson, which win over
 * what has the same name. Either may be NULL. `own` is the reader's own, looked into without
 * being asked for: it may be missing, and a file of it that is wrong is left out, with a notice. `folder` was asked for: the first thing that is wrong there fails, with
 * file:line, and nothing is owned. Free with library_free. */
bool library_load(struct library *library, const char *own, const char *folder,
                  struct err *err);
void library_free(struct library *library);

/* Compiles a head file and adds it, instead of a head that has its name; returns its number,
 * or -1 and a sentence. For a library that is not in use yet. */
int library_add_file(struct library *library, const char *path, struct err *err);

/* Whether a path is named as head files are. */
bool library_is_head_file(const char *path);

/* The number of the head that a file's name means, whose ending is .head, or -1. */
int library_head_of(const struct library *library, const char *path);

/* The number of the head of that name (from 0), or -1. */
int library_find_head(const struct library *library, const char *name);

#endif

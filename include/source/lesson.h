#ifndef SOURCE_LESSON_H
#define SOURCE_LESSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Lessons: text files in steps, each a few lines of prose, the commands that bring the program
 * to its state, what must hold there, and perhaps a question or something to do. README.md
 * says how to write one. */

enum lesson_word {
    LESSON_STEP,   /* begins a step; its heading */
    LESSON_DO,     /* a command that sets the step's state */
    LESSON_SAY,    /* a line of prose, *with emphasis*; empty: a blank line */
    LESSON_SHOW,   /* addresses of the numbers that the prose speaks of */
    LESSON_EXPECT, /* what must hold, as after the command expect */
    LESSON_ASK,    /* number ADDRESS, word TERM or yes EXPECT: the reader predicts it */
    LESSON_WAIT,   /* an expect that the reader brings about */
    LESSON_TRY,    /* a command that does it: the hint */
    LESSON_WORDS
};
extern const char *const lesson_words[LESSON_WORDS];

struct lesson_line {
    enum lesson_word word;
    int number; /* of the line in the file */
    char *text; /* owned */
};

enum { LESSON_WORD_BYTES = 4096 }; /* of prose, without blanks */
enum { LESSON_NAME_BYTES = 48, LESSON_STEPS_MAX = 64, LESSON_LINES_MAX = 2048 };

struct lesson {
    char name[LESSON_NAME_BYTES]; /* the stem of the file's name */
    char *file;                   /* as errors name it; owned */
    char *title, *about;          /* owned */
    int minutes;
    bool listed;               /* it was found on the shelf, not by its path */
    struct lesson_line *lines; /* owned */
    int line_count;
    int steps[LESSON_STEPS_MAX]; /* where in `lines` each begins */
    int step_count;
};

/* Reads a lesson. Fails with file:line and what would be right; then nothing is owned. Free
 * with lesson_free. */
bool lesson_parse(struct lesson *lesson, const char *file, const char *bytes,
                  size_t length, struct err *err);
void lesson_free(struct lesson *lesson);

/* The same of a file. */
bool lesson_load(struct lesson *lesson, const char *path, struct err *err);

/* A word of prose taken apart at the stars of emphasis. A * at its beginning turns emphasis on,
 * the next one, there or later, off; others are characters like any. */
struct lesson_piece {
    const char *text; /* of the word */
    size_t length;
    bool strong;
};

/* Cuts the next piece off a line: moves *cursor behind it. *strong is kept from piece to piece,
 * and is false where a paragraph begins. False where the word ends; *cursor then is on the
 * blanks behind it. */
bool lesson_next_piece(const char **cursor, bool word_begins, bool *strong,
                       struct lesson_piece *piece);

/* Line k (from 0) of that kind in a step, or NULL where the step has fewer. */
const struct lesson_line *lesson_find(const struct lesson *lesson, int step,
                                      enum lesson_word word, int k);

#endif

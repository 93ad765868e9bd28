#ifndef TERM_OUTPUT_H
#define TERM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"

/* A frame on its way to the terminal. Whoever makes it (ncurses) writes it in many small
 * pieces, and waits wherever the terminal takes none. So while a frame is made its bytes go
 * into memory; from there they are handed on in as few pieces as the terminal takes, and
 * never with waiting. */

struct output {
    FILE *file;          /* to write to: leads to the terminal or into memory; owned */
    int memory;          /* -1 where there is none: all goes straight to the terminal */
    int terminal;        /* the terminal, opened once more so that writing never waits */
    size_t length, sent; /* bytes of the last frame, and how many the terminal has */
};

/* Standard output must be a terminal. Fails where there are no more descriptors or memory;
 * then nothing is owned. Free with output_close. */
bool output_open(struct output *output, struct err *err);
void output_close(struct output *output);

/* Between the two a frame is made: what is written to the file is kept. The frame before must
 * have been sent. */
void output_begin(struct output *output);
void output_end(struct output *output);

/* Hands on what the terminal takes now; returns whether it has the whole frame. A terminal
 * that is gone has it, too. */
bool output_send(struct output *output);

/* Waits until it has. */
void output_finish(struct output *output);

#endif

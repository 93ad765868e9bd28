#ifndef TERM_TTY_H
#define TERM_TTY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* The terminal as a device: its modes, its size, its bytes, and the signals that come with it.
 * There is one terminal for a program, and a signal handler has no argument: so its state is
 * that of the file tty.c, the only one in the program that has any.
 *
 * Whatever ends the program, the terminal is left as it was found (see tty_guard). */

/* Where the keys come from. */
enum tty_keys {
    TTY_KEYS_STDIN,
    TTY_KEYS_DEV_TTY /* standard input was used up for something else */
};

/* Checks that there is a terminal, notes how it is set, and begins to catch signals. Changes
 * nothing on the terminal. Fails where input or output is none, with what would be right. */
bool tty_open(enum tty_keys keys, struct err *err);

/* Signals do again what they did before tty_open. */
void tty_close(void);

/* The descriptors to poll: one has bytes that were typed, the other wakes for signals. */
int tty_input(void);
int tty_wake(void);

/* Reads what was typed. Returns how many bytes; 0 when there are none now; -1 when there will
 * never be more (the terminal hung up). */
long tty_read(char *bytes, size_t size);

/* Whether the terminal would take some bytes now. */
bool tty_is_writable(void);

/* The next signal that came in since the last call, or 0: SIGWINCH, SIGCONT, SIGTSTP, or the
 * one that ends the program. */
int tty_signal(void);

/* The signal that ends the program (SIGTERM, SIGHUP, SIGINT, SIGQUIT), as soon as it came; 0
 * before. From then on the program has two seconds to reach tty_close; after that it is ended,
 * for a terminal that takes no more bytes would hold it for ever. */
int tty_fatal(void);

/* Its size in cells; false where it does not tell. */
bool tty_size(int *rows, int *cols);

/* While the guard is on, a signal that ends the program at once (a crash, or no end in sight
 * after a fatal one) first sets the terminal as it was at tty_open, and sends it the farewell
 * where it takes it: bytes that undo what was sent to it. */
enum { FAREWELL_BYTES = 256 };
void tty_farewell(const char *bytes);
void tty_guard(bool on);

/* What else the terminal is asked to send, as a sum. */
enum {
    TTY_MOUSE = 1, /* the buttons and the wheel, in the SGR form */
    TTY_PASTE = 2  /* marks around pasted text */
};

/* Asks for these and no others; sends only what changes. */
void tty_modes(unsigned modes);

/* Stops the program as Ctrl-Z does, and its process group with it; returns when it goes on.
 * False, and nothing happens, where whoever started the program does not stop programs. */
bool tty_stop(void);

#endif

#ifndef SUPPORT_TERMINAL_H
#define SUPPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

#include <vterm.h>

#include "base/text.h"

/* For tests of the whole program: it runs on a pty, libvterm is the terminal at the other end,
 * and the test is the person before it. Nothing waits for a time: every wait is for something
 * to hold, and fails the test after a generous while. */

enum { TERMINAL_MODES = 3000 };

struct terminal_setup {
    const char *term;        /* TERM; NULL: not set */
    const char *const *args; /* of the program, ended by NULL; NULL: none */
    const char *const
        *env; /* "NAME=VALUE", or "NAME" for not set, ended by NULL; NULL: none */
    const char *input;  /* standard input is a pipe with this text; NULL: the terminal */
    const char *output; /* standard output is this file; NULL: the terminal */
    int rows, cols;     /* 0: 24 and 80 */
    speed_t speed;      /* of the line; 0: as a pty has it */
    bool under_shell;   /* the program is a job of a shell that can go back to it */
    bool nohup;         /* it is started with SIGHUP ignored */
};

struct terminal {
    pid_t program;
    bool ended;
    int status; /* as waitpid gives it, once it ended or stopped */
    int rows, cols;
    struct text sent;      /* all the program sent; owned */
    int asked;             /* bytes libvterm answered: the program asked for something */
    bool deaf;             /* it takes no bytes from the program */
    size_t sip;            /* how many it takes at once; 0: all there are */
    int master, slave;     /* of the pty; -1 once closed */
    pid_t shell;           /* 0 where there is none */
    int reports, orders;   /* pipes from and to the shell */
    struct termios before; /* how the terminal was set */
    bool modes[TERMINAL_MODES];   /* private modes, ESC [ ? n h */
    int mode_state, mode_numbers; /* of their reader */
    int mode_list[8];
    VTerm *vterm;
    VTermScreen *screen;
};

/* How a character looks. Colours are numbers of the palette, -1 for the terminal's own. */
struct terminal_cell {
    char text[32];
    bool wide; /* the cell behind it is its right half */
    bool bold, underline, reverse;
    int foreground, background;
};

/* Starts the program. LANG is C.UTF-8, and nothing else is set that concerns a terminal. */
void terminal_open(struct terminal *terminal, const struct terminal_setup *setup);

/* Ends the program if it still runs, and frees. */
void terminal_close(struct terminal *terminal);

/* -- the person ------------------------------------------------------------------------ */

/* Types; bytes may be any. */
void terminal_send(struct terminal *terminal, const char *bytes);

/* Presses and releases a button at a place, counted from 0, in the SGR form. */
void terminal_click(struct terminal *terminal, int row, int col);

void terminal_resize(struct terminal *terminal, int rows, int cols);

/* Something else writes over the screen. */
void terminal_scribble(struct terminal *terminal, const char *bytes);

/* The window is closed. */
void terminal_hang_up(struct terminal *terminal);

/* What the shell does with a stopped job: fg, or (as kill does) to go on unseen. */
void terminal_foreground(struct terminal *terminal);
void terminal_background(struct terminal *terminal);

/* Whether the program has read all that was typed. */
bool terminal_is_read(const struct terminal *terminal);

/* Whether the line holds all it can, so that the program can send nothing. */
bool terminal_is_full(const struct terminal *terminal);

/* Lets up to so many ms pass and takes what the program sends meanwhile. */
void terminal_pump(struct terminal *terminal, int ms);

/* -- waiting --------------------------------------------------------------------------- */

/* For a text anywhere, in one row, or for the program to have ended or stopped. */
void terminal_wait_text(struct terminal *terminal, const char *text);
void terminal_wait_row(struct terminal *terminal, int row, const char *text);
void terminal_wait_end(struct terminal *terminal);
void terminal_wait_stop(struct terminal *terminal);

/* Until the line is full; takes nothing meanwhile. */
void terminal_wait_full(struct terminal *terminal);

/* Until the program sleeps for want of anything to do, or does not. */
void terminal_wait_asleep(struct terminal *terminal, bool asleep);

/* Until a private mode is on, or off. */
void terminal_wait_mode(struct terminal *terminal, int mode, bool on);

/* -- looking --------------------------------------------------------------------------- */

/* A row as UTF-8, without the blanks at its end. */
void terminal_row(const struct terminal *terminal, int row, char *out, size_t size);

/* Where a text begins, in columns; false where it is not. */
bool terminal_find(const struct terminal *terminal, const char *text, int *row, int *col);

struct terminal_cell terminal_cell(const struct terminal *terminal, int row, int col);

/* The test fails where the terminal is not set as before, or a mode is left on. */
void assert_terminal_as_before(struct terminal *terminal);

/* The test fails where the program did not end with this exit status, or by this signal. */
void assert_exit(struct terminal *terminal, int status);
void assert_killed(struct terminal *terminal, int signal_number);

#endif

/* Grids to the terminal, by ncurses. The one file that knows it. ncurses owns the terminal's
 * settings and everything that is drawn, and never reads a key (see tty.c). */
#include "term/screen.h"

#include <assert.h>
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#include <curses.h>
/* Declares tigetstr and defines macros with everyday names. */
#include <term.h>
#undef lines
#undef columns
#undef buttons

#include "base/bounds.h"
#include "term/tty.h"

/* -- the environment ------------------------------------------------------------------- */

/* Sets LC_CTYPE only: numbers keep their point. A locale that is not installed here, as ssh
 * may bring one, still tells that the terminal is UTF-8. */
static bool
locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    if (setlocale(LC_CTYPE, "") == NULL) {
        const char *value = NULL;
        for (size_t k = 0; k < 3 && (value == NULL || *value == '\0'); k++)
            value = getenv(names[k]);
        const char *codeset = value ? strchr(value, '.') : NULL;
        if (codeset != NULL && (strncasecmp(codeset, ".utf-8", 6) == 0 ||
                                strncasecmp(codeset, ".utf8", 5) == 0))
            setlocale(LC_CTYPE, "C.UTF-8");
    }
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

enum glyph_set
screen_glyphs(void)
{
    const char *term = getenv("TERM");
    if (!locale_is_utf8() || term == NULL)
        return GLYPHS_ASCII;
    /* vt100, vt220: not vte */
    if (strncmp(term, "vt", 2) == 0 && isdigit((unsigned char)term[2]))
        return GLYPHS_ASCII;
    if (strncmp(term, "ansi", 4) == 0)
        return GLYPHS_ASCII;
    return strncmp(term, "linux", 5) == 0 ? GLYPHS_CONSOLE : GLYPHS_UTF8;
}

/* -- opening --------------------------------------------------------------------------- */

static const char *
capability(const char *name)
{
    char copy[8];
    snprintf(copy, sizeof copy, "%s", name);
    const char *value = tigetstr(copy);
    return value == NULL || value == (const char *)-1 ? "" : value;
}

/* What puts the terminal back by plain bytes, without the pauses that terminfo asks for. */
static void
farewell(char *out, size_t size)
{
    static const char *const names[] = {"sgr0", "op", "rmkx", "cnorm", "rmcup"};
    size_t used = 0;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (const char *at = capability(names[k]); *at != '\0' && used + 3 < size;
             at++) {
            if (at[0] == '$' && at[1] == '<') {
                const char *end = strchr(at, '>');
                at = end ? end : at;
            } else {
                out[used++] = *at;
            }
        }
    memcpy(out + used, "\r\n", 3);
}

/* Whether terminfo has a type of terminal; capability() speaks of that one then. */
static bool
is_known(const char *term)
{
    int why;
    return setupterm(term, STDOUT_FILENO, &why) == OK;
}

/* Looks at the type of terminal before anything is sent to it. */
static bool
choose_terminal(struct term_screen *screen, struct err *err)
{
    const char *term = getenv("TERM");
    if (term == NULL || *term == '\0')
        return err_set(err,
                       "TERM is not set, so nobody knows what kind of terminal this is; "
                       "most are TERM=xterm-256color");
    bool known = is_known(term);
    /* Newer terminals that are not in this machine's list: they are near enough to it. */
    if (!known && strncmp(term, "xterm-", 6) == 0)
        known = is_known(term = "xterm-256color");
    if (!known)
        return err_set(
            err,
            "the terminal type \"%.60s\" in TERM is not known on this machine; "
            "most terminals are TERM=xterm-256color",
            term);
    if (*capability("cup") == '\0')
        return err_set(
            err,
            "a terminal of the type \"%.60s\" (in TERM) cannot move its cursor; "
            "qkv --describe needs no terminal",
            term);
    snprintf(screen->term, sizeof screen->term, "%s", term);
    del_curterm(cur_term); /* newterm makes its own */
    return true;
}

/* Asks the kernel for the size, not LINES and COLUMNS, which may be those of another window. */
static bool
open_terminal(struct term_screen *screen, struct err *err)
{
    int rows, cols;
    bool known = tty_size(&rows, &cols);
    use_env(!known);
    use_tioctl(known);
    if (!output_open(&screen->output, err))
        return false;
    screen->curses = newterm(screen->term, screen->output.file, stdin);
    if (screen->curses != NULL)
        return true;
    output_close(&screen->output);
    return err_set(err, "ncurses could not be started for the terminal type \"%s\"",
                   screen->term);
}

/* The speed of a line counts where it is one. 38400 is what terminals without a line are set
 * to; from there on a frame is no burden. A byte is ten bits on a line. */
static int
line_rate(void)
{
    int bits = baudrate();
    return bits > 0 && bits < 38400 ? bits / 10 : 0;
}

static void
open_colours(struct term_screen *screen)
{
    const char *no_color = getenv("NO_COLOR");
    bool unwanted = no_color != NULL && *no_color != '\0';
    if (unwanted || !has_colors() || start_color() == ERR || use_default_colors() == ERR)
        return;
    screen->colours = COLORS >= 256 ? 256 : COLORS >= 8 ? 8 : 0;
}

bool
screen_open(struct term_screen *screen, struct err *err)
{
    char bytes[FAREWELL_BYTES];
    *screen = (struct term_screen){.utf8 = locale_is_utf8()};
    if (!choose_terminal(screen, err) || !open_terminal(screen, err))
        return false;
    farewell(bytes, sizeof bytes);
    tty_farewell(bytes);
    tty_guard(true);
    raw(); /* Ctrl-C, Ctrl-Z, Ctrl-S are keys */
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    typeahead(-1);
    scrollok(stdscr, FALSE);
    screen->ansi = strncmp(capability("cup"), "\033[", 2) == 0;
    screen->rate = line_rate();
    open_colours(screen);
    return true;
}

void
screen_close(struct term_screen *screen)
{
    if (screen->curses == NULL)
        return;
    if (!isendwin())
        screen_suspend(screen);
    delscreen(screen->curses);
    output_close(&screen->output);
    grid_free(&screen->last);
    *screen = (struct term_screen){.curses = NULL};
}

/* -- size, suspending ------------------------------------------------------------------ */

void
screen_size(const struct term_screen *screen, int *rows, int *cols)
{
    (void)screen;
    *rows = smaller(getmaxy(stdscr), GRID_SIDE_MAX);
    *cols = smaller(getmaxx(stdscr), GRID_SIDE_MAX);
}

void
screen_resize(struct term_screen *screen)
{
    int rows, cols;
    if (tty_size(&rows, &cols) && (rows != getmaxy(stdscr) || cols != getmaxx(stdscr)))
        resizeterm(rows, cols);
    screen->theme = NULL;
    clearok(curscr, TRUE);
}

void
screen_suspend(struct term_screen *screen)
{
    output_finish(&screen->output); /* nothing may come into the midst of a frame */
    tty_modes(0);
    endwin();
    tty_guard(false);
}

void
screen_resume(struct term_screen *screen)
{
    tty_guard(true);
    reset_prog_mode();
    tty_modes(0); /* a shell may have changed them unseen */
    screen_resize(screen);
}

/* -- looks ----------------------------------------------------------------------------- */

/* The number of a pair of colours; 0, the terminal's own, where it can have no more. */
static short
pair_number(struct term_screen *screen, short foreground, short background)
{
    if (screen->colours == 0 || (foreground < 0 && background < 0))
        return 0;
    for (int k = 0; k < screen->pair_count; k++)
        if (screen->pairs[k].foreground == foreground &&
            screen->pairs[k].background == background)
            return (short)(k + 1);
    int made = screen->pair_count + 1;
    if (made > SCREEN_PAIRS || made >= COLOR_PAIRS ||
        init_pair((short)made, foreground, background) == ERR)
        return 0;
    screen->pairs[screen->pair_count].foreground = foreground;
    screen->pairs[screen->pair_count].background = background;
    screen->pair_count = made;
    return (short)made;
}

static short
look_pair(struct term_screen *screen, const struct look *look)
{
    if (screen->colours == 256)
        return pair_number(screen, look->foreground, look->background);
    return pair_number(screen, look->basic < 8 ? look->basic : -1, -1);
}

static attr_t
look_attributes(unsigned flags)
{
    return (flags & FLAG_BOLD ? A_BOLD : A_NORMAL) |
           (flags & FLAG_REVERSE ? A_REVERSE : A_NORMAL) |
           (flags & FLAG_UNDERLINE ? A_UNDERLINE : A_NORMAL);
}

/* -- painting -------------------------------------------------------------------------- */

/* Writes what a cell shows, followed by a terminator: a character that ncurses takes for one
 * column (two where the cell is wide), and marks that take none. Returns how many columns
 * that fills. */
static int
cell_text(const struct term_screen *screen, const struct cell *cell, bool wide,
          wchar_t out[CELL_MARKS + 2])
{
    uint32_t code = cell->code == 0 ? ' ' : cell->code;
    int width = code < 0x80 || screen->utf8 ? wcwidth((wchar_t)code) : 0;
    int used = 0;
    if (width < 1 || width > (wide ? 2 : 1)) { /* not here, or not so wide */
        out[0] = '?';
        out[1] = L'\0';
        return 1;
    }
    out[used++] = (wchar_t)code;
    for (int k = 0; k < CELL_MARKS && cell->marks[k] != 0; k++)
        if (screen->utf8 && wcwidth((wchar_t)cell->marks[k]) == 0)
            out[used++] = (wchar_t)cell->marks[k];
    out[used] = L'\0';
    return width;
}

static void
paint_cell(struct term_screen *screen, const struct grid *grid, int row, int col,
           const struct theme *theme)
{
    const struct cell *cell = grid_cell(grid, row, col);
    bool wide = cell->code != 0 && col + 1 < grid->cols && cell[1].code == 0;
    int role = cell->style.role < ROLE_COUNT ? cell->style.role : ROLE_TEXT;
    const struct look *look = &theme->looks[role];
    attr_t attributes = look_attributes((unsigned)(cell->style.flags | look->flags));
    short pair = look_pair(screen, look);
    wchar_t text[CELL_MARKS + 2];
    cchar_t out;
    int width = cell_text(screen, cell, wide, text);
    if (setcchar(&out, text, attributes, pair, NULL) == ERR)
        return;
    mvadd_wch(row, col, &out); /* ERR at the last cell, which is filled all the same */
    if (wide && width == 1) {
        text[0] = text[0] == '?' ? '?' : ' ';
        text[1] = L'\0';
        if (setcchar(&out, text, attributes, pair, NULL) != ERR)
            mvadd_wch(row, col + 1, &out);
    }
}

static bool
looks_same(const struct cell *left, const struct cell *right)
{
    return left->code == right->code && left->style.role == right->style.role &&
           left->style.flags == right->style.flags &&
           memcmp(left->marks, right->marks, sizeof left->marks) == 0;
}

/* The right half of a wide character is painted with its left half. */
static bool
is_right_half(const struct grid *grid, int row, int col)
{
    return col > 0 && grid_cell(grid, row, col)->code == 0 &&
           grid_cell(grid, row, col - 1)->code != 0;
}

static void
paint_row(struct term_screen *screen, const struct grid *grid, int row,
          const struct theme *theme)
{
    const struct cell *cell = grid_cell(grid, row, 0);
    struct cell *last = grid_cell(&screen->last, row, 0);
    bool all = screen->theme != theme;
    for (int col = 0; col < grid->cols; col++) {
        if (!all && looks_same(&cell[col], &last[col]))
            continue;
        last[col] = cell[col];
        if (!is_right_half(grid, row, col))
            paint_cell(screen, grid, row, col, theme);
    }
}

static void
place_cursor(const struct grid *grid)
{
    bool seen = grid->cursor_row >= 0 && grid->cursor_row < grid->rows &&
                grid->cursor_col >= 0 && grid->cursor_col < grid->cols;
    if (seen)
        move(grid->cursor_row, grid->cursor_col);
    else /* where it disturbs least on terminals that cannot hide it */
        move(grid->rows - 1, grid->cols - 1);
    curs_set(seen);
}

bool
screen_paint(struct term_screen *screen, const struct grid *grid,
             const struct theme *theme, struct err *err)
{
    if (screen->last.rows != grid->rows || screen->last.cols != grid->cols) {
        grid_free(&screen->last);
        if (!grid_init(&screen->last, grid->rows, grid->cols, err))
            return false;
        screen->theme = NULL;
    }
    output_begin(&screen->output);
    for (int row = 0; row < grid->rows; row++)
        paint_row(screen, grid, row, theme);
    place_cursor(grid);
    refresh();
    output_end(&screen->output);
    screen->theme = theme;
    return true;
}

bool
screen_send(struct term_screen *screen)
{
    return output_send(&screen->output);
}

long
screen_line_time(const struct term_screen *screen)
{
    return screen->rate == 0
               ? 0
               : (long)(screen->output.length * 1000000 / (size_t)screen->rate);
}

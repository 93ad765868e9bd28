/* The terminal end of a pty: what the program sends goes into libvterm. */
#include "support/terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"
#include "support/job.h"

enum { PATIENCE = 20 /* seconds until a wait fails */ };

/* -- bytes from the program ------------------------------------------------------------ */

/* Notes ESC [ ? n ; n ... h and l. */
static void
note_modes(struct terminal *terminal, const char *bytes, size_t length)
{
    static const char intro[] = "\033[?";
    for (size_t k = 0; k < length; k++) {
        char byte = bytes[k];
        int *state = &terminal->mode_state, *count = &terminal->mode_numbers;
        if (*state < 3) {
            *state = byte == intro[*state] ? *state + 1 : byte == intro[0];
            *count = 0;
            terminal->mode_list[0] = 0;
        } else if (byte >= '0' && byte <= '9') {
            terminal->mode_list[*count] = terminal->mode_list[*count] * 10 + (byte - '0');
        } else if (byte == ';' && *count < 7) {
            terminal->mode_list[++*count] = 0;
        } else {
            for (int m = 0; m <= *count && (byte == 'h' || byte == 'l'); m++)
                if (terminal->mode_list[m] < TERMINAL_MODES)
                    terminal->modes[terminal->mode_list[m]] = byte == 'h';
            *state = 0;
        }
    }
}

static void
count_answer(const char *bytes, size_t length, void *user)
{
    (void)bytes;
    ((struct terminal *)user)->asked += (int)length;
}

void
terminal_pump(struct terminal *terminal, int ms)
{
    char bytes[16384];
    struct pollfd master = {.fd = terminal->deaf ? -1 : terminal->master,
                            .events = POLLIN};
    if (poll(&master, 1, ms) < 1)
        return;
    size_t most = terminal->sip ? terminal->sip : sizeof bytes;
    ssize_t count = read(terminal->master, bytes, most);
    if (count < 1) { /* nobody has the other end; do not turn in a circle */
        poll(NULL, 0, ms < 5 ? ms : 5);
        return;
    }
    text_add_bytes(&terminal->sent, bytes, (size_t)count);
    note_modes(terminal, bytes, (size_t)count);
    vterm_input_write(terminal->vterm, bytes, (size_t)count);
}

/* -- opening and closing --------------------------------------------------------------- */

static void
set_size(struct terminal *terminal, int rows, int cols)
{
    struct winsize size = {.ws_row = (unsigned short)rows,
                           .ws_col = (unsigned short)cols};
    terminal->rows = rows;
    terminal->cols = cols;
    assert_int_equal(ioctl(terminal->master, TIOCSWINSZ, &size), 0);
}

static void
set_speed(struct terminal *terminal, speed_t speed)
{
    if (speed == 0)
        return;
    assert_int_equal(cfsetospeed(&terminal->before, speed), 0);
    assert_int_equal(tcsetattr(terminal->slave, TCSANOW, &terminal->before), 0);
}

static void
open_pty(struct terminal *terminal)
{
    terminal->master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal->master >= 0);
    assert_int_equal(grantpt(terminal->master), 0);
    assert_int_equal(unlockpt(terminal->master), 0);
    terminal->slave = open(ptsname(terminal->master), O_RDWR | O_NOCTTY);
    assert_true(terminal->slave >= 0);
    assert_int_equal(tcgetattr(terminal->slave, &terminal->before), 0);
    fcntl(terminal->master, F_SETFL, O_NONBLOCK);
    fcntl(terminal->master, F_SETFD, FD_CLOEXEC);
    fcntl(terminal->slave, F_SETFD, FD_CLOEXEC);
}

void
terminal_open(struct terminal *terminal, const struct terminal_setup *setup)
{
    *terminal = (struct terminal){.reports = -1, .orders = -1};
    terminal->modes[7] = terminal->modes[25] =
        true; /* long lines wrap; the cursor is seen */
    open_pty(terminal);
    set_size(terminal, setup->rows ? setup->rows : 24, setup->cols ? setup->cols : 80);
    set_speed(terminal, setup->speed);
    terminal->vterm = vterm_new(terminal->rows, terminal->cols);
    vterm_set_utf8(terminal->vterm, 1);
    vterm_output_set_callback(terminal->vterm, count_answer, terminal);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_reset(terminal->screen, 1);
    job_start(terminal, setup);
}

void
terminal_close(struct terminal *terminal)
{
    if (terminal->vterm == NULL)
        return;
    job_end(terminal);
    if (terminal->master >= 0)
        close(terminal->master);
    if (terminal->slave >= 0)
        close(terminal->slave);
    vterm_free(terminal->vterm);
    text_free(&terminal->sent);
    *terminal = (struct terminal){.vterm = NULL};
}

/* -- the person ------------------------------------------------------------------------ */

void
terminal_send(struct terminal *terminal, const char *bytes)
{
    size_t left = strlen(bytes);
    while (left > 0) {
        ssize_t count = write(terminal->master, bytes, left);
        if (count > 0) {
            bytes += count;
            left -= (size_t)count;
        } else if (errno != EAGAIN && errno != EINTR) {
            fail_msg("nobody takes what is typed: %s", strerror(errno));
        } else {
            terminal_pump(terminal, 5);
        }
    }
}

void
terminal_click(struct terminal *terminal, int row, int col)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", col + 1, row + 1,
             col + 1, row + 1);
    terminal_send(terminal, bytes);
}

void
terminal_resize(struct terminal *terminal, int rows, int cols)
{
    vterm_set_size(terminal->vterm, rows, cols);
    set_size(terminal, rows, cols);
}

void
terminal_scribble(struct terminal *terminal, const char *bytes)
{
    vterm_input_write(terminal->vterm, bytes, strlen(bytes));
}

void
terminal_hang_up(struct terminal *terminal)
{
    close(terminal->master);
    terminal->master = -1;
}

bool
terminal_is_read(const struct terminal *terminal)
{
    int waiting = 0;
    assert_int_equal(ioctl(terminal->slave, FIONREAD, &waiting), 0);
    return waiting == 0;
}

bool
terminal_is_full(const struct terminal *terminal)
{
    struct pollfd line = {.fd = terminal->slave, .events = POLLOUT};
    return poll(&line, 1, 0) == 0;
}

/* -- looking --------------------------------------------------------------------------- */

static int
colour_number(const VTermColor *colour, bool background)
{
    bool own = background ? VTERM_COLOR_IS_DEFAULT_BG(colour)
                          : VTERM_COLOR_IS_DEFAULT_FG(colour);
    return own || !VTERM_COLOR_IS_INDEXED(colour) ? -1 : colour->indexed.idx;
}

struct terminal_cell
terminal_cell(const struct terminal *terminal, int row, int col)
{
    struct terminal_cell cell = {.text = " "};
    VTermScreenCell found;
    size_t used = 0;
    if (!vterm_screen_get_cell(terminal->screen, (VTermPos){.row = row, .col = col},
                               &found))
        return cell;
    for (int k = 0; k < VTERM_MAX_CHARS_PER_CELL && found.chars[k] != 0; k++)
        if (found.chars[k] <= 0x10ffff) /* the right half of a wide one has another */
            used += utf8_encode(cell.text + used, found.chars[k]);
    cell.text[used ? used : 1] = '\0';
    cell.wide = found.width == 2;
    cell.bold = found.attrs.bold;
    cell.underline = found.attrs.underline != VTERM_UNDERLINE_OFF;
    cell.reverse = found.attrs.reverse;
    cell.foreground = colour_number(&found.fg, false);
    cell.background = colour_number(&found.bg, true);
    return cell;
}

void
terminal_row(const struct terminal *terminal, int row, char *out, size_t size)
{
    size_t used = 0, end = 0;
    for (int col = 0; col < terminal->cols;) {
        struct terminal_cell cell = terminal_cell(terminal, row, col);
        col += cell.wide ? 2 : 1;
        if (used + strlen(cell.text) + 1 > size)
            break;
        strcpy(out + used, cell.text);
        used += strlen(cell.text);
        end = strcmp(cell.text, " ") == 0 ? end : used;
    }
    out[end] = '\0';
}

/* Whether a text begins in this cell. */
static bool
begins_at(const struct terminal *terminal, const char *text, int row, int col)
{
    while (*text != '\0' && col < terminal->cols) {
        struct terminal_cell cell = terminal_cell(terminal, row, col);
        col += cell.wide ? 2 : 1;
        if (strncmp(text, cell.text, strlen(cell.text)) != 0)
            return false;
        text += strlen(cell.text);
    }
    return *text == '\0';
}

bool
terminal_find(const struct terminal *terminal, const char *text, int *row, int *col)
{
    for (*row = 0; *row < terminal->rows; ++*row)
        for (*col = 0; *col < terminal->cols; ++*col)
            if (begins_at(terminal, text, *row, *col))
                return true;
    return false;
}

/* -- waiting --------------------------------------------------------------------------- */

static time_t
seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void
fail_with_screen(const struct terminal *terminal, const char *what, const char *text)
{
    struct text screen = {0};
    for (int row = 0; row < terminal->rows; row++) {
        char line[4096];
        terminal_row(terminal, row, line, sizeof line);
        text_add(&screen, "|%s\n", line);
    }
    fail_msg("%s%s; the screen:\n%s", what, text, screen.bytes);
}

void
terminal_wait_text(struct terminal *terminal, const char *text)
{
    int row, col;
    for (time_t start = seconds(); !terminal_find(terminal, text, &row, &col);) {
        if (seconds() - start > PATIENCE)
            fail_with_screen(terminal, "not on the screen: ", text);
        terminal_pump(terminal, 20);
    }
}

void
terminal_wait_row(struct terminal *terminal, int row, const char *text)
{
    char line[4096];
    for (time_t start = seconds();; terminal_pump(terminal, 20)) {
        terminal_row(terminal, row, line, sizeof line);
        if (strstr(line, text) != NULL)
            return;
        if (seconds() - start > PATIENCE)
            fail_with_screen(terminal, "not in its row: ", text);
    }
}

void
terminal_wait_mode(struct terminal *terminal, int mode, bool on)
{
    for (time_t start = seconds(); terminal->modes[mode] != on;
         terminal_pump(terminal, 20))
        if (seconds() - start > PATIENCE)
            fail_msg("mode %d is not %s", mode, on ? "on" : "off");
}

void
terminal_wait_end(struct terminal *terminal)
{
    for (time_t start = seconds(); !job_has_changed(terminal) || !terminal->ended;) {
        if (seconds() - start > PATIENCE)
            fail_with_screen(terminal, "the program does not end", "");
        terminal_pump(terminal, 5);
    }
    /* What it sent last, though nothing may have come before. */
    size_t before;
    do {
        before = terminal->sent.length;
        terminal_pump(terminal, 20);
    } while (before != terminal->sent.length && terminal->master >= 0);
}

void
terminal_wait_stop(struct terminal *terminal)
{
    for (time_t start = seconds(); !job_has_changed(terminal); terminal_pump(terminal, 5))
        if (seconds() - start > PATIENCE)
            fail_with_screen(terminal, "the program does not stop", "");
    if (terminal->ended)
        fail_with_screen(terminal, "the program ended instead of stopping", "");
    terminal_pump(terminal, 1);
}

void
terminal_wait_full(struct terminal *terminal)
{
    for (time_t start = seconds(); !terminal_is_full(terminal); poll(NULL, 0, 1))
        if (seconds() - start > PATIENCE)
            fail_with_screen(terminal, "the program does not fill the line", "");
}

/* Whether the program is in the state S; where nobody tells it is as expected. */
static bool
sleeps(const struct terminal *terminal, bool expected)
{
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)terminal->program);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return expected;
    bool told = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *end = strrchr(line, ')');
    return told && end != NULL ? end[2] == 'S' : expected;
}

void
terminal_wait_asleep(struct terminal *terminal, bool asleep)
{
    for (time_t start = seconds(); sleeps(terminal, asleep) != asleep;
         terminal_pump(terminal, 5))
        if (seconds() - start > PATIENCE)
            fail_with_screen(terminal, "the program should be ",
                             asleep ? "asleep" : "busy");
}

/* -- asserting ------------------------------------------------------------------------- */

void
assert_terminal_as_before(struct terminal *terminal)
{
    struct termios now;
    assert_int_equal(tcgetattr(terminal->slave, &now), 0);
    assert_int_equal(now.c_iflag, terminal->before.c_iflag);
    assert_int_equal(now.c_oflag, terminal->before.c_oflag);
    assert_int_equal(now.c_cflag, terminal->before.c_cflag);
    assert_int_equal(now.c_lflag, terminal->before.c_lflag);
    assert_memory_equal(now.c_cc, terminal->before.c_cc, sizeof now.c_cc);
    for (int mode = 0; mode < TERMINAL_MODES && !terminal->deaf; mode++)
        if (terminal->modes[mode] != (mode == 7 || mode == 25))
            fail_msg("the private mode %d was left %s", mode,
                     terminal->modes[mode] ? "on" : "off");
}

void
assert_exit(struct terminal *terminal, int status)
{
    terminal_wait_end(terminal);
    if (!WIFEXITED(terminal->status) || WEXITSTATUS(terminal->status) != status)
        fail_with_screen(terminal, "it ended in another way", "");
}

void
assert_killed(struct terminal *terminal, int signal_number)
{
    terminal_wait_end(terminal);
    assert_true(WIFSIGNALED(terminal->status));
    assert_int_equal(WTERMSIG(terminal->status), signal_number);
}

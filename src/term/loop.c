/* The loop: one poll for the keys, the signals, the time and the terminal that takes bytes
 * again. A turn takes all input that is there, works for a slice of time where there is a
 * goal, and paints at most one frame, only if something may have changed and the terminal
 * takes it. When nothing happens it sleeps without an end. */
#include "term/loop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/keys/input.h"
#include "app/lessons/run.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "app/state/view.h"
#include "base/xdg.h"
#include "term/keys.h"
#include "term/screen.h"
#include "view/frame.h"

enum {
    FAILED = 2,         /* exit status */
    INPUT_BYTES = 4096, /* read at once */
    FOLDER_BYTES = 1024,
    INPUT_READS = 16,   /* in one turn: endless input must not keep frames back */
    SLICE = 2500,       /* microseconds of work between two looks at the keys */
    WORK_MAX = 1000000, /* units in one slice */
    FRAME_TIME = 50000  /* microseconds between frames that only work asks for */
};

struct loop {
    struct app *app;
    struct keys keys;
    struct term_screen screen;
    struct grid grid; /* as it was drawn last: what clicks mean; owned */
    FILE *log;
    struct err *err;
    int status; /* of the program, once `done` */
    bool done;
    bool behind;  /* the terminal has not all of the last frame */
    bool changed; /* a frame is due */
    bool worked;  /* a frame is due, but not at once */
    bool log_failed;
    bool was_running;
    int64_t last_byte;  /* microseconds, for the keys' patience */
    int64_t next_unit;  /* when the next unit of work at a pace is due */
    int64_t next_frame; /* when a frame that only work asks for is due */
    int64_t line_free;  /* when the line will have carried the frame before */
    int units;          /* of work in a slice, as many as fit */
};

static int64_t
now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void
finish(struct loop *loop, int status)
{
    loop->done = true;
    loop->status = status;
}

/* -- size ------------------------------------------------------------------------------ */

/* Makes the grid as large as the screen. */
static bool
fit_grid(struct loop *loop)
{
    int rows, cols;
    screen_size(&loop->screen, &rows, &cols);
    loop->changed = true;
    if (rows == loop->grid.rows && cols == loop->grid.cols)
        return true;
    grid_free(&loop->grid);
    if (grid_init(&loop->grid, rows, cols, loop->err))
        return true;
    finish(loop, FAILED);
    return false;
}

static void
resize(struct loop *loop)
{
    screen_resize(&loop->screen);
    fit_grid(loop);
}

/* -- what the app asks for ------------------------------------------------------------- */

static void
suspend(struct loop *loop)
{
    screen_suspend(&loop->screen);
    bool stopped = tty_stop();
    if (tty_fatal() != 0) { /* kill %1: the terminal is the shell's, and stays it */
        finish(loop, 128 + tty_fatal());
        return;
    }
    screen_resume(&loop->screen);
    fit_grid(loop);
    if (!stopped)
        app_say(loop->app, true, "whoever started qkv cannot stop it and go on later");
}

/* What became of a lesson goes into the reader's own folder; without one it is known until the
 * program ends. */
static void
keep_mark(struct loop *loop)
{
    char folder[FOLDER_BYTES];
    struct err err;
    const struct mark *mark = &loop->app->finished;
    loop->app->unkept =
        xdg_state(folder, sizeof folder) && !marks_keep(folder, mark, &err);
    if (loop->app->unkept) {
        app_say(loop->app, false, "the lesson is over, but that could not be kept: %s",
                err.text);
        loop->changed = true;
    }
}

static void
take_request(struct loop *loop)
{
    enum request request = loop->app->request;
    loop->app->request = REQUEST_NONE;
    switch (request) {
    case REQUEST_NONE:
        break;
    case REQUEST_KEEP:
        keep_mark(loop);
        break;
    case REQUEST_QUIT:
        lesson_end(loop->app); /* at its last step it is finished */
        if (loop->app->request == REQUEST_KEEP)
            keep_mark(loop);
        finish(loop, 0);
        break;
    case REQUEST_REDRAW:
        resize(loop);
        break;
    case REQUEST_SUSPEND:
        suspend(loop);
        break;
    case REQUEST_DESCRIBE:
        app_say(loop->app, false,
                "qkv --describe, without a terminal, writes the state as sentences");
        break;
    }
}

/* -- input ----------------------------------------------------------------------------- */

static void
take_press(struct loop *loop, const struct event *event)
{
    char commands[CLICK_COMMANDS][CLICK_BYTES];
    int count = frame_click(loop->app, &loop->grid, event->row, event->col, commands);
    for (int k = 0; k < count && !loop->done; k++) {
        app_do(loop->app, commands[k]);
        take_request(loop);
    }
}

static void
take_event(struct loop *loop, const struct event *event)
{
    char command[CLICK_BYTES] = "";
    bool is_mouse = event->kind == EVENT_PRESS || event->kind == EVENT_WHEEL;
    if (is_mouse && (event->row >= loop->grid.rows || event->col >= loop->grid.cols))
        return;
    loop->changed = true;
    switch (event->kind) {
    case EVENT_KEY:
        app_key(loop->app, event->key);
        break;
    case EVENT_PASTE:
        app_paste(loop->app, event->paste, event->paste_length);
        break;
    case EVENT_PRESS:
        take_press(loop, event);
        break;
    case EVENT_WHEEL:
        frame_wheel(&loop->grid, event->row, event->col, event->lines, command);
        if (command[0] != '\0')
            app_do(loop->app, command);
        break;
    }
    take_request(loop);
}

static bool
poll_input(void)
{
    struct pollfd input = {.fd = tty_input(), .events = POLLIN};
    return poll(&input, 1, 0) == 1;
}

/* Eats all input that is there. */
static void
take_input(struct loop *loop)
{
    char bytes[INPUT_BYTES];
    struct event event;
    for (int k = 0; k < INPUT_READS && !loop->done && poll_input(); k++) {
        long count = tty_read(bytes, sizeof bytes);
        if (count < 0)
            finish(loop, 128 + SIGHUP);
        for (long at = 0; at < count && !loop->done; at++)
            if (keys_byte(&loop->keys, (unsigned char)bytes[at], &event))
                take_event(loop, &event);
        if (count > 0)
            loop->last_byte = now_us();
    }
}

/* A key whose bytes have begun and do not go on. */
static void
take_timeout(struct loop *loop)
{
    struct event event;
    int patience = keys_patience(&loop->keys);
    if (patience >= 0 && now_us() - loop->last_byte >= (int64_t)patience * 1000 &&
        keys_timeout(&loop->keys, &event))
        take_event(loop, &event);
}

static void
take_signals(struct loop *loop)
{
    for (int number; !loop->done && (number = tty_signal()) != 0;) {
        if (number == tty_fatal()) {
            finish(loop, 128 + number);
        } else if (number == SIGTSTP) {
            suspend(loop);
        } else if (number == SIGCONT) {
            screen_resume(&loop->screen);
            fit_grid(loop);
        } else
            resize(loop);
    }
}

/* -- work ------------------------------------------------------------------------------ */

static void
work_units(struct loop *loop, int units)
{
    char command[32];
    snprintf(command, sizeof command, "work %d", units);
    app_do(loop->app, command);
    take_request(loop);
}

/* As many units as fit into a slice, learnt from the slice before. */
static void
work_slice(struct loop *loop)
{
    int64_t start = now_us();
    work_units(loop, loop->units);
    int64_t taken = now_us() - start;
    if (taken > SLICE)
        loop->units = (int)((int64_t)loop->units * SLICE / taken);
    else if (taken < SLICE / 2)
        loop->units = loop->units < WORK_MAX / 2 ? loop->units * 2 : WORK_MAX;
    loop->units = loop->units < 1 ? 1 : loop->units;
    loop->worked = true;
}

static void
work(struct loop *loop)
{
    bool running = app_is_running(loop->app);
    int64_t now = now_us(), pace = (int64_t)app_pace(loop->app) * 1000;
    if (running && !loop->was_running) { /* the state it starts from is seen first */
        loop->next_unit = now + pace;
        loop->units = 1;
    }
    loop->was_running = running;
    if (!running)
        return;
    if (pace == 0) {
        work_slice(loop);
    } else if (now + pace < loop->next_unit) { /* the pace became faster */
        loop->next_unit = now + pace;
    } else if (now >= loop->next_unit) {
        work_units(loop, 1);
        loop->next_unit = now + pace;
        loop->changed = true;
    }
    if (!app_is_running(loop->app)) /* how it ended is seen at once */
        loop->changed = true;
}

/* -- the log --------------------------------------------------------------------------- */

static void
flush_journal(struct loop *loop)
{
    struct text *journal = &loop->app->journal;
    if (loop->log == NULL || (journal->length == 0 && !journal->failed))
        return;
    errno = journal->failed ? ENOMEM : 0;
    if (journal->failed ||
        fwrite(journal->bytes, 1, journal->length, loop->log) != journal->length ||
        fflush(loop->log) != 0) {
        err_set(loop->err, "the log could not be written: %s", strerror(errno));
        app_say(loop->app, true, "%s", loop->err->text);
        loop->changed = true;
        loop->log = NULL;
        loop->log_failed = true;
        loop->app->journaling = false;
    }
    journal->length = 0;
}

/* -- frames ---------------------------------------------------------------------------- */

/* When the next frame is due. Frames do not queue up on a slow line: what a key does must be
 * seen soon after it. */
static int64_t
frame_time(const struct loop *loop)
{
    if (loop->changed)
        return loop->line_free;
    if (!loop->worked)
        return INT64_MAX;
    return loop->next_frame > loop->line_free ? loop->next_frame : loop->line_free;
}

/* Sends what the terminal takes; between two frames also what else it is asked for. */
static void
send_frame(struct loop *loop)
{
    loop->behind = !screen_send(&loop->screen);
    if (!loop->behind && loop->screen.ansi)
        tty_modes(loop->app->ui.mouse ? TTY_MOUSE | TTY_PASTE : TTY_PASTE);
}

static void
paint(struct loop *loop)
{
    const struct theme *theme = &theme_table[loop->app->ui.theme];
    int64_t start = now_us();
    if (loop->behind)
        send_frame(loop);
    if (loop->done || loop->behind || start < frame_time(loop) || !tty_is_writable())
        return;
    app_catch_up(loop->app);
    frame_draw(loop->app, &loop->grid);
    if (!screen_paint(&loop->screen, &loop->grid, theme, loop->err)) {
        finish(loop, FAILED);
        return;
    }
    send_frame(loop);
    loop->changed = loop->worked = false;
    loop->next_frame = now_us() + FRAME_TIME;
    loop->line_free = start + screen_line_time(&loop->screen);
}

/* -- turns ----------------------------------------------------------------------------- */

static int64_t
sooner(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

/* How many ms may pass until something is due; -1: any time. */
static int
time_to_wait(const struct loop *loop)
{
    int64_t now = now_us(), due = INT64_MAX;
    int patience = keys_patience(&loop->keys);
    if (patience >= 0)
        due = sooner(due, loop->last_byte + (int64_t)patience * 1000);
    if (app_is_running(loop->app)) {
        int64_t pace = (int64_t)app_pace(loop->app) * 1000;
        due = sooner(due, !loop->was_running || pace == 0 ? now : loop->next_unit);
    }
    if (!loop->behind && frame_time(loop) > now) /* otherwise POLLOUT tells */
        due = sooner(due, frame_time(loop));
    if (due == INT64_MAX)
        return -1;
    return due <= now ? 0 : (int)((due - now + 999) / 1000);
}

static void
turn(struct loop *loop)
{
    bool output = loop->behind || now_us() >= frame_time(loop);
    struct pollfd files[] = {{.fd = tty_input(), .events = POLLIN},
                             {.fd = tty_wake(), .events = POLLIN},
                             {.fd = output ? STDOUT_FILENO : -1, .events = POLLOUT}};
    if (poll(files, 3, time_to_wait(loop)) < 0 && errno != EINTR && errno != EAGAIN) {
        err_set(loop->err, "waiting for keys failed: %s", strerror(errno));
        finish(loop, FAILED);
    }
    take_signals(loop);
    take_input(loop);
    if (!loop->done)
        take_timeout(loop);
    paint(loop); /* before the work: what a key did is seen first */
    if (!loop->done)
        work(loop);
    flush_journal(loop);
}

/* -- opening and closing --------------------------------------------------------------- */

static bool
open_loop(struct loop *loop)
{
    const char *delay = getenv("ESCDELAY"); /* ncurses' name for it */
    char folder[FOLDER_BYTES];
    if (xdg_state(folder, sizeof folder))
        marks_read(&loop->app->marks, folder);
    loop->units = 1;
    loop->app->journaling = loop->log != NULL;
    loop->app->journal.length = 0;
    return screen_open(&loop->screen, loop->err) &&
           keys_open(&loop->keys, loop->screen.term, delay ? atoi(delay) : 0,
                     loop->err) &&
           fit_grid(loop);
}

int
loop_run(struct app *app, enum tty_keys keys, FILE *log, struct err *err)
{
    struct loop loop = {.app = app, .log = log, .err = err, .status = FAILED};
    if (!tty_open(keys, err))
        return FAILED;
    if (open_loop(&loop))
        while (!loop.done)
            turn(&loop);
    screen_close(&loop.screen);
    keys_close(&loop.keys);
    grid_free(&loop.grid);
    tty_close();
    return loop.status == 0 && loop.log_failed ? FAILED : loop.status;
}

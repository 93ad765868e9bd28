/* What the command line asked for, done: without a terminal, or by opening the program. */
#include "cli/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands/apply.h"
#include "app/commands/table.h"
#include "app/keys/keymap.h"
#include "app/lessons/run.h"
#include "app/state/app.h"
#include "app/state/settle.h"
#include "app/state/train.h"
#include "app/state/view.h"
#include "base/xdg.h"
#include "cli/check.h"
#include "term/loop.h"
#include "term/screen.h"
#include "view/frame.h"
#include "view/out/handout.h"
#include "view/out/json.h"
#include "view/out/writers.h"
#include "view/paint/theme.h"
#include "view/words/describe.h"

#define VERSION "0.1"

enum {
    BATCH_STEPS = 200, /* how far `run` trains where nobody watches */
    PATH_BYTES = 1024
};

/* Writes a text to standard output and frees it. */
static bool
put_text(struct text *text, struct err *err)
{
    bool done =
        !text->failed && fwrite(text->bytes, 1, text->length, stdout) == text->length;
    text_free(text);
    return done || err_set(err, "the output could not be written: %s", strerror(errno));
}

static void
list_heads(const struct library *library, struct text *text)
{
    for (int i = 0; i < library->head_count; i++) {
        const struct head *head = &library->heads[i];
        text_add(text, "%2d  %-19s %s\n", i + 1, head->name, head->about);
    }
}

static void
list_lessons(const struct library *library, struct text *text)
{
    for (int k = 0; k < library->shelf.count; k++) {
        struct lesson lesson;
        struct err fault;
        if (!shelf_read(&library->shelf, k, &lesson, &fault)) {
            text_add(text, "%-29s left out: %s\n", library->shelf.entries[k].name,
                     fault.text);
            continue;
        }
        text_add(text, "%-29s %3d min  %s\n", lesson.name, lesson.minutes, lesson.title);
        lesson_free(&lesson);
    }
}

static void
list_kernels(struct text *text)
{
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++)
        text_add(text, "%s\n", (*at)->name);
}

/* The library is NULL where the table does without. */
static int
print_table(const char *option, const struct library *library, struct err *err)
{
    struct text text = {0};
    if (strcmp(option, "--heads") == 0)
        list_heads(library, &text);
    else if (strcmp(option, "--lessons") == 0)
        list_lessons(library, &text);
    else if (strcmp(option, "--commands") == 0)
        command_list(&text);
    else if (strcmp(option, "--keys") == 0)
        keymap_list(&text);
    else if (strcmp(option, "--kernels") == 0)
        list_kernels(&text);
    else if (strcmp(option, "--help") == 0)
        options_list(&text);
    else
        text_add(&text, "qkv %s\n", VERSION);
    return put_text(&text, err) ? EXIT_DONE : EXIT_USAGE;
}

static bool
put_description(const struct app *app, struct err *err)
{
    struct text text = {0};
    describe(app, &text);
    return put_text(&text, err);
}

static bool
put_screen(const struct app *app, const struct options *options, struct err *err)
{
    const struct theme *theme = &theme_table[app->ui.theme];
    struct grid grid;
    struct text text = {0};
    if (!grid_init(&grid, options->rows, options->cols, err))
        return false;
    frame_draw(app, &grid);
    if (options->print == PRINT_TEXT)
        write_text(&grid, &text);
    else if (options->print == PRINT_ANSI)
        write_ansi(&grid, theme, &text);
    else
        write_svg(&grid, theme, &text);
    grid_free(&grid);
    return put_text(&text, err);
}

/* Every step of the open lesson, for a class on paper. */
static bool
put_handout(struct app *app, const struct options *options, struct err *err)
{
    struct text text = {0};
    if (app->lesson == NULL)
        return err_set(err, "--print=all prints the steps of a lesson: --lesson NAME");
    for (int s = 0; s < app->lesson->lesson.step_count; s++) {
        text_add(&text, "%s", s > 0 ? "\n\n" : "");
        if (!lesson_enter(app, s, err) ||
            !handout_write(app, options->rows, options->cols, &text, err)) {
            text_free(&text);
            return false;
        }
    }
    return put_text(&text, err);
}

/* Takes the goal of run, train ... to its end. Fails where it could not be reached: there is
 * nobody to read the status line. */
static bool
finish_goal(struct app *app, struct err *err)
{
    struct err ignored;
    if (!app_is_running(app))
        return true;
    if (app_is_endless(app)) /* nobody is there to stop it */
        app->goal = app->trainer->state.step < BATCH_STEPS ? BATCH_STEPS : 0;
    while (app_is_running(app))
        app_apply(app, "work 1000000", &ignored);
    return !app->ui.status_is_error || err_set(err, "%s", app->ui.status);
}

/* A list that has `work` in it says itself how far a goal gets; it was logged. */
static bool
drives_itself(const struct options *options)
{
    for (size_t i = 0; i < options->order_count; i++)
        if (command_flags(command_tables, options->orders[i].command) & WORKS)
            return true;
    return false;
}

static bool
log_command(FILE *log, const char *command, const char *path, struct err *err)
{
    if (log == NULL || (fprintf(log, "%s\n", command) > 0 && fflush(log) == 0))
        return true;
    return err_set(err, "%s: the log could not be written: %s", path, strerror(errno));
}

static int
run_orders(struct app *app, const struct options *options, FILE *log, struct err *err)
{
    bool finish = !drives_itself(options);
    for (size_t i = 0; i < options->order_count; i++) {
        const struct order *order = &options->orders[i];
        enum outcome outcome = app_apply(app, order->command, err);
        if (outcome != OUTCOME_DONE) {
            err_place(err, "%s", order->place);
            return outcome == OUTCOME_UNMET ? EXIT_UNMET : EXIT_USAGE;
        }
        if (!log_command(log, order->command, options->log, err))
            return EXIT_USAGE;
        if (finish && !finish_goal(app, err)) {
            err_place(err, "%s", order->place);
            return EXIT_USAGE;
        }
        enum request request = app->request;
        app->request = REQUEST_NONE;
        app_catch_up(app);
        if (request == REQUEST_QUIT)
            break;
        if (request == REQUEST_DESCRIBE && !put_description(app, err))
            return EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* The first line of a log: the sentence, unless it is the one that every log starts from. */
static bool
log_sentence(const struct app *app, const struct options *options, FILE *log,
             struct err *err)
{
    if (!options->has_arg && !options->has_file && options->order_count > 0 &&
        command_flags(command_tables, options->orders[0].command) & SETS_SENTENCE)
        return true;
    struct text line = {0};
    text_add(&line, "sentence %s", app->now.choice.text);
    for (size_t k = 0; k < line.length; k++)
        if (line.bytes[k] == '\n' || line.bytes[k] == '\r')
            line.bytes[k] = ' ';
    bool done = line.failed ? err_set(err, "there is not enough memory for the log")
                            : log_command(log, line.bytes, options->log, err);
    text_free(&line);
    return done;
}

/* Hands the app to the terminal. */
static int
open_program(struct app *app, const struct options *options, FILE *log, struct err *err)
{
    if (app->library->notice.text[0] != '\0')
        app_say(app, true, "%s", app->library->notice.text);
    enum tty_keys keys = options->stdin_used ? TTY_KEYS_DEV_TTY : TTY_KEYS_STDIN;
    return loop_run(app, keys, log, err);
}

/* Before any command: the program is drawn with what the terminal can show. */
static bool
choose_glyphs(struct app *app, const struct options *options, struct err *err)
{
    char command[32];
    if (options_are_batch(options))
        return true;
    snprintf(command, sizeof command, "glyphs %s", glyph_set_names[screen_glyphs()]);
    return app_apply(app, command, err) == OUTCOME_DONE;
}

/* Carries out everything and writes the result. */
static int
run_state(struct app *app, const struct options *options, FILE *log, struct err *err)
{
    if (!choose_glyphs(app, options, err) || !log_sentence(app, options, log, err))
        return EXIT_USAGE;
    int status = run_orders(app, options, log, err);
    if (status != EXIT_DONE)
        return status;
    if (!options_are_batch(options))
        return open_program(app, options, log, err);
    bool done = options->json                 ? json_write(app, stdout, err)
                : options->print == PRINT_ALL ? put_handout(app, options, err)
                : options->print != PRINT_NONE
                    ? put_screen(app, options, err)
                    : !options->describe || put_description(app, err);
    return done ? EXIT_DONE : EXIT_USAGE;
}

int
run_library(const struct options *options, struct library *library, struct err *err)
{
    static const char default_sentence[] = "The cat chased the mouse";
    const struct kernels *kernels =
        options->kernels ? kernels_named(options->kernels) : kernels_best();
    bool given = options->has_arg || options->has_file;
    const char *sentence = options->sentence.bytes ? options->sentence.bytes : "";
    int status = EXIT_USAGE;
    struct app app;
    FILE *log = NULL;
    for (int k = 0; k < options->check_count; k++)
        if (library_is_head_file(options->checks[k]) &&
            library_add_file(library, options->checks[k], err) < 0)
            return EXIT_USAGE;
    if (!app_init(&app, library, kernels, given ? sentence : default_sentence, err))
        return EXIT_USAGE;
    if (options->log != NULL && (log = fopen(options->log, "w")) == NULL)
        err_set(err, "--log: %s cannot be written: %s", options->log, strerror(errno));
    else if (options->check_count > 0)
        status = check_files(&app, options, err);
    else
        status = run_state(&app, options, log, err);
    app_free(&app);
    if (log != NULL && fclose(log) != 0 && status == EXIT_DONE) {
        err_set(err, "%s: the log could not be written: %s", options->log,
                strerror(errno));
        status = EXIT_USAGE;
    }
    return status;
}

/* A table of the library needs it; the others do without. */
static bool
needs_library(const char *table)
{
    return table == NULL || strcmp(table, "--heads") == 0 ||
           strcmp(table, "--lessons") == 0;
}

int
run(const struct options *options, struct err *err)
{
    if (!needs_library(options->table))
        return print_table(options->table, NULL, err);
    char folder[PATH_BYTES];
    const char *own = xdg_data(folder, sizeof folder) ? folder : NULL;
    struct library *library = calloc(1, sizeof *library);
    int status = EXIT_USAGE;
    if (library == NULL)
        err_set(err, "there is not enough memory to start");
    else if (library_load(library, own, options->data, err)) {
        status = options->table != NULL ? print_table(options->table, library, err)
                                        : run_library(options, library, err);
        if (status == EXIT_DONE && options_are_batch(options) &&
            library->notice.text[0] != '\0')
            *err = library->notice; /* nothing failed, but it is said */
        library_free(library);
    }
    free(library);
    return status;
}

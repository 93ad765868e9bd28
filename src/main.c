/* The command line: reads it, loads the data, carries out the commands in order and writes
 * what was asked for. The only file that prints errors and picks the exit status. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/command.h"
#include "app/keymap.h"
#include "base/file.h"
#include "base/lines.h"
#include "view/describe.h"
#include "view/json.h"

#define VERSION "0.1"

enum exit_status { EXIT_DONE = 0, EXIT_UNMET = 1, EXIT_USAGE = 2 };

enum { TEXT_LIMIT = 1 << 20 };

/* A command to carry out and where it was written: -c, or a line of a script. */
struct order {
    char *command;
    char place[256];
};

struct options {
    struct text sentence; /* the ARGs with blanks between, or the text of --file */
    bool has_arg, has_file;
    struct order *orders;
    size_t order_count;
    const char *log, *data, *kernels;
    bool json, describe;
    const char *table; /* an option that only prints: --help, --keys ... */
};

/* -- reading the command line ---------------------------------------------------------- */

static bool
add_order(struct options *options, const char *command, const char *place,
          struct err *err)
{
    struct order *orders =
        realloc(options->orders, (options->order_count + 1) * sizeof *orders);
    char *copy = malloc(strlen(command) + 1);
    if (orders != NULL)
        options->orders = orders;
    if (orders == NULL || copy == NULL) {
        free(copy);
        return err_set(err, "there is not enough memory for the commands");
    }
    strcpy(copy, command);
    struct order *order = &orders[options->order_count++];
    order->command = copy;
    text_visible(order->place, sizeof order->place, place, strlen(place));
    return true;
}

static bool
option_command(struct options *options, const char *value, struct err *err)
{
    char place[256];
    snprintf(place, sizeof place, "-c '%s'", value);
    return add_order(options, value, place, err);
}

static bool
option_script(struct options *options, const char *value, struct err *err)
{
    char *bytes;
    size_t length;
    struct lines lines;
    bool done = true;
    const char *name = strcmp(value, "-") == 0 ? "standard input" : value;
    if (!file_read(value, TEXT_LIMIT, &bytes, &length, err))
        return false;
    lines_start(&lines, name, bytes, length);
    while (done && lines_next(&lines, err)) {
        char place[256];
        snprintf(place, sizeof place, "%s:%d", name, lines.number);
        done = add_order(options, lines.text, place, err);
    }
    free(bytes);
    return done && !lines.failed;
}

static bool
option_file(struct options *options, const char *value, struct err *err)
{
    char *bytes;
    size_t length;
    if (options->has_file)
        return err_set(err, "--file was given twice; one sentence is enough");
    if (!file_read(value, TEXT_LIMIT, &bytes, &length, err))
        return false;
    bool done = memchr(bytes, '\0', length) == NULL ||
                err_set(err, "%s: it holds a zero byte; a sentence is plain text", value);
    text_add_bytes(&options->sentence, bytes, length);
    options->has_file = true;
    free(bytes);
    return done;
}

static bool
option_log(struct options *options, const char *value, struct err *err)
{
    (void)err;
    options->log = value;
    return true;
}

static bool
option_data(struct options *options, const char *value, struct err *err)
{
    (void)err;
    options->data = value;
    return true;
}

static bool
option_kernels(struct options *options, const char *value, struct err *err)
{
    if (strcmp(value, "list") == 0)
        options->table = "--kernels";
    else if (kernels_named(value) == NULL)
        return err_set(err,
                       "--kernels: there are no kernels \"%s\" on this machine; "
                       "--kernels list names them",
                       value);
    options->kernels = value;
    return true;
}

static bool
option_json(struct options *options, const char *value, struct err *err)
{
    (void)value;
    (void)err;
    options->json = true;
    return true;
}

static bool
option_describe(struct options *options, const char *value, struct err *err)
{
    (void)value;
    (void)err;
    options->describe = true;
    return true;
}

/* The one table of options. An option without a function prints a table and ends. */
/* clang-format off */
static const struct option {
    const char *name;
    const char *value; /* what follows it, or NULL */
    const char *help;
    bool (*take)(struct options *options, const char *value, struct err *err);
} option_table[] = {
    {"--file", "F|-", "the sentence from a file, or from standard input", option_file},
    {"-c", "COMMAND", "start in the state that COMMAND leads to (repeatable)", option_command},
    {"--script", "F|-", "carry out a list of commands, one a line", option_script},
    {"--log", "F", "write the commands that were carried out to a file", option_log},
    {"--json", NULL, "write the state and all its numbers as JSON", option_json},
    {"--describe", NULL, "write the state as sentences", option_describe},
    {"--data", "DIR", "lexicon.txt and heads/*.head from a folder of your own", option_data},
    {"--kernels", "NAME|list", "compute with this machine's kernels NAME (same numbers)",
     option_kernels},
    {"--commands", NULL, "print the commands", NULL},
    {"--keys", NULL, "print the keys", NULL},
    {"--help", NULL, "print this", NULL},
    {"--version", NULL, "print the version", NULL},
};
/* clang-format on */
enum { OPTION_COUNT = sizeof option_table / sizeof option_table[0] };

/* Takes the option at argv[*at], with its value behind it or behind "=". */
static bool
take_option(struct options *options, char **argv, int *at, struct err *err)
{
    const char *word = argv[*at], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    for (int k = 0; k < OPTION_COUNT; k++) {
        const struct option *option = &option_table[k];
        if (strlen(option->name) != length || strncmp(option->name, word, length) != 0)
            continue;
        if (option->value == NULL && equals != NULL)
            return err_set(err, "%s takes no value", option->name);
        if (option->take == NULL) {
            options->table = option->name;
            return true;
        }
        const char *value = equals ? equals + 1 : NULL;
        if (option->value != NULL && value == NULL)
            value = argv[*at + 1] != NULL ? argv[++*at] : NULL;
        if (option->value != NULL && value == NULL)
            return err_set(err, "%s: %s must follow", option->name, option->value);
        return option->take(options, value, err);
    }
    return err_set(err,
                   "there is no option %.60s; qkv --help lists them, and -- begins a "
                   "sentence",
                   word);
}

static bool
read_options(struct options *options, char **argv, struct err *err)
{
    bool only_args = false;
    for (int at = 1; argv[at] != NULL; at++) {
        if (!only_args && strcmp(argv[at], "--") == 0)
            only_args = true;
        else if (!only_args && argv[at][0] == '-' && argv[at][1] != '\0') {
            if (!take_option(options, argv, &at, err))
                return false;
        } else {
            text_add(&options->sentence, "%s%s", options->has_arg ? " " : "", argv[at]);
            options->has_arg = true;
        }
    }
    if (options->has_arg && options->has_file)
        return err_set(err, "a sentence was given and --file too; one of them is enough");
    if (options->json && options->describe)
        return err_set(err, "--json and --describe both write to the output; choose one");
    return !options->sentence.failed ||
           err_set(err, "there is not enough memory for the sentence");
}

static void
free_options(struct options *options)
{
    for (size_t i = 0; i < options->order_count; i++)
        free(options->orders[i].command);
    free(options->orders);
    text_free(&options->sentence);
}

/* -- tables ---------------------------------------------------------------------------- */

static void
list_options(struct text *text)
{
    text_add(text,
             "qkv: attention, with every number open\n\n"
             "    qkv [OPTION ...] [WORD ...]    the words make the sentence;\n"
             "                                   without them, The cat chased the mouse\n"
             "\n");
    for (int k = 0; k < OPTION_COUNT; k++) {
        const struct option *option = &option_table[k];
        text_add(text, "    %-10s %-10s %s\n", option->name,
                 option->value ? option->value : "", option->help);
    }
    text_add(text,
             "    --                    what follows belongs to the sentence\n\n"
             "Exit status: 0 done; 1 an expect did not hold; 2 wrong usage or input.\n");
}

static void
list_kernels(struct text *text)
{
    for (const struct kernels *const *at = kernels_list(); *at != NULL; at++)
        text_add(text, "%s\n", (*at)->name);
}

static void
print_table(const char *option, struct text *text)
{
    if (strcmp(option, "--commands") == 0)
        command_list(text);
    else if (strcmp(option, "--keys") == 0)
        keymap_list(text);
    else if (strcmp(option, "--kernels") == 0)
        list_kernels(text);
    else if (strcmp(option, "--help") == 0)
        list_options(text);
    else
        text_add(text, "qkv %s\n", VERSION);
}

/* -- batch ----------------------------------------------------------------------------- */

/* Writes a text to standard output and frees it. */
static bool
put_text(struct text *text, struct err *err)
{
    bool done =
        !text->failed && fwrite(text->bytes, 1, text->length, stdout) == text->length;
    text_free(text);
    return done || err_set(err, "the output could not be written: %s", strerror(errno));
}

static bool
put_description(const struct app *app, struct err *err)
{
    struct text text = {0};
    describe(app, &text);
    return put_text(&text, err);
}

/* Takes the goal of run, train ... to its end. */
static void
finish_goal(struct app *app)
{
    struct err ignored;
    while (app_is_running(app))
        app_apply(app, "work 1000000", &ignored);
}

/* A list that has `work` in it says itself how far a goal gets; it was logged. */
static bool
drives_itself(const struct options *options)
{
    for (size_t i = 0; i < options->order_count; i++)
        if (strncmp(options->orders[i].command, "work ", 5) == 0)
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

static enum exit_status
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
        if (finish)
            finish_goal(app);
        enum request request = app->request;
        app->request = REQUEST_NONE;
        if (request == REQUEST_QUIT)
            break;
        if (request == REQUEST_DESCRIBE && !put_description(app, err))
            return EXIT_USAGE;
    }
    finish_goal(app);
    return EXIT_DONE;
}

/* Carries out everything and writes the result. */
static enum exit_status
run_batch(struct app *app, const struct options *options, FILE *log, struct err *err)
{
    struct text first = {0};
    text_add(&first, "sentence %s", app->now.choice.text);
    for (size_t k = 0; k < first.length; k++)
        if (first.bytes[k] == '\n' || first.bytes[k] == '\r')
            first.bytes[k] = ' ';
    bool logged = !first.failed && log_command(log, first.bytes, options->log, err);
    text_free(&first);
    if (!logged)
        return EXIT_USAGE;
    enum exit_status status = run_orders(app, options, log, err);
    if (status != EXIT_DONE)
        return status;
    if (options->json)
        return json_write(app, stdout, err) ? EXIT_DONE : EXIT_USAGE;
    bool has_script = false;
    for (size_t i = 0; i < options->order_count; i++)
        has_script = has_script || strncmp(options->orders[i].place, "-c ", 3) != 0;
    if (options->describe || !has_script)
        return put_description(app, err) ? EXIT_DONE : EXIT_USAGE;
    return EXIT_DONE;
}

/* Opens what a batch needs around it, runs it, and closes it again. */
static enum exit_status
run_program(const struct options *options, struct err *err)
{
    static const char default_sentence[] = "The cat chased the mouse";
    const struct kernels *kernels =
        options->kernels ? kernels_named(options->kernels) : kernels_best();
    bool given = options->has_arg || options->has_file;
    const char *sentence =
        given && options->sentence.bytes ? options->sentence.bytes : "";
    enum exit_status status = EXIT_USAGE;
    FILE *log = NULL;
    struct app app = {0};
    struct library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        err_set(err, "there is not enough memory to start");
        return status;
    }
    if (options->log != NULL && (log = fopen(options->log, "w")) == NULL)
        err_set(err, "--log: %s cannot be written: %s", options->log, strerror(errno));
    else if (library_load(library, options->data, err) &&
             app_init(&app, library, kernels, given ? sentence : default_sentence, err))
        status = run_batch(&app, options, log, err);
    app_free(&app);
    library_free(library);
    free(library);
    if (log != NULL && fclose(log) != 0 && status == EXIT_DONE) {
        err_set(err, "%s: the log could not be written: %s", options->log,
                strerror(errno));
        status = EXIT_USAGE;
    }
    return status;
}

int
main(int argc, char **argv)
{
    (void)argc;
    struct options options = {0};
    struct err err = {""};
    enum exit_status status = EXIT_USAGE;
    if (read_options(&options, argv, &err)) {
        struct text text = {0};
        if (options.table == NULL)
            status = run_program(&options, &err);
        else {
            print_table(options.table, &text);
            status = put_text(&text, &err) ? EXIT_DONE : EXIT_USAGE;
        }
    }
    if (status == EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        err_set(&err, "the output could not be written: %s", strerror(errno));
        status = EXIT_USAGE;
    }
    if (status != EXIT_DONE)
        fprintf(stderr, "qkv: %s\n", err.text);
    free_options(&options);
    return (int)status;
}

/* The command line as a table of options, and the files that it names. */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/commands/table.h"
#include "base/file.h"
#include "base/lines.h"
#include "core/kernels.h"
#include "view/paint/grid.h"

enum { TEXT_LIMIT = 1 << 20, PATH_BYTES = 4096 };

static bool
add_order(struct options *options, const char *command, const char *place,
          struct err *err)
{
    struct order *orders =
        realloc(options->orders, (options->order_count + 1) * sizeof *orders);
    char *copy = strdup(command);
    if (orders != NULL)
        options->orders = orders;
    if (orders == NULL || copy == NULL) {
        free(copy);
        return err_set(err, "there is not enough memory for the commands");
    }
    text_trim(copy);
    struct order *order = &orders[options->order_count++];
    order->command = copy;
    text_visible(order->place, sizeof order->place, place, strlen(place));
    return true;
}

static bool
option_command(struct options *options, const char *value, struct err *err)
{
    char place[PLACE_BYTES];
    snprintf(place, sizeof place, "-c '%s'", text_shown(value, 60).text);
    return add_order(options, value, place, err);
}

/* Remembers a file that is read, so that the log does not go over it. */
static bool
note_input(struct options *options, const char *path, struct err *err)
{
    struct stat stat_buffer;
    if (options->input_count == OPTION_INPUTS_MAX)
        return err_set(err, "more than %d files are named", OPTION_INPUTS_MAX);
    if (stat(path, &stat_buffer) == 0) {
        options->inputs[options->input_count].device = (long long)stat_buffer.st_dev;
        options->inputs[options->input_count++].file = (long long)stat_buffer.st_ino;
    }
    return true;
}

/* Reads a file that an option names; standard input can be read only once. */
static bool
read_input(struct options *options, const char *path, char **bytes, size_t *length,
           struct err *err)
{
    bool is_stdin = strcmp(path, "-") == 0;
    if (is_stdin && options->stdin_used)
        return err_set(err, "standard input was read already; - can be given once");
    options->stdin_used = options->stdin_used || is_stdin;
    return file_read(path, TEXT_LIMIT, bytes, length, err) &&
           (is_stdin || note_input(options, path, err));
}

static bool
option_script(struct options *options, const char *value, struct err *err)
{
    char *bytes;
    size_t length;
    struct lines lines;
    bool done = true;
    const char *name = strcmp(value, "-") == 0 ? "standard input" : value;
    if (!read_input(options, value, &bytes, &length, err))
        return false;
    lines_start(&lines, name, bytes, length);
    while (done && lines_next(&lines, err)) {
        char place[PLACE_BYTES];
        size_t long_by = strlen(name) > 200 ? strlen(name) - 200 : 0;
        snprintf(place, sizeof place, "%s%s:%d", long_by > 0 ? "..." : "", name + long_by,
                 lines.number);
        done = add_order(options, lines.text, place, err);
    }
    options->has_script = true;
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
    if (!read_input(options, value, &bytes, &length, err))
        return false;
    bool done = memchr(bytes, '\0', length) == NULL ||
                err_set(err, "%s: it holds a zero byte; a sentence is plain text", value);
    text_trim(bytes);
    text_add(&options->sentence, "%s", bytes);
    options->has_file = true;
    free(bytes);
    return done;
}

static bool
option_log(struct options *options, const char *value, struct err *err)
{
    if (options->log != NULL)
        return err_set(err, "--log was given twice; one file is enough");
    options->log = value;
    return true;
}

static bool
option_data(struct options *options, const char *value, struct err *err)
{
    if (options->data != NULL)
        return err_set(err, "--data was given twice; one folder is enough");
    char lexicon[PATH_BYTES];
    options->data = value;
    snprintf(lexicon, sizeof lexicon, "%s/lexicon.txt", value);
    return note_input(options, lexicon, err);
}

static bool
option_check(struct options *options, const char *value, struct err *err)
{
    size_t count = (size_t)options->check_count + 1;
    const char **checks = realloc(options->checks, count * sizeof *checks);
    if (checks == NULL)
        return err_set(err, "there is not enough memory for the files");
    options->checks = checks;
    options->checks[options->check_count++] = value;
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

static bool
option_print(struct options *options, const char *value, struct err *err)
{
    static const char *const forms[] = {"text", "ansi", "svg", "all"};
    options->print = value == NULL ? PRINT_TEXT : PRINT_NONE;
    for (int form = 0; value != NULL && form < 4; form++)
        if (strcmp(forms[form], value) == 0)
            options->print = (enum print_form)(PRINT_TEXT + form);
    return options->print != PRINT_NONE ||
           err_set(err, "--print is text, ansi, svg or all, not \"%s\"", value);
}

static bool
option_size(struct options *options, const char *value, struct err *err)
{
    char cols[8];
    const char *x = strchr(value, 'x');
    if (x != NULL && (size_t)(x - value) < sizeof cols) {
        snprintf(cols, sizeof cols, "%.*s", (int)(x - value), value);
        if (text_int(cols, 1, GRID_SIDE_MAX, &options->cols) &&
            text_int(x + 1, 1, GRID_SIDE_MAX, &options->rows))
            return true;
    }
    return err_set(
        err, "--size is columns x rows, as in 80x24, each from 1 up to %d; not \"%s\"",
        GRID_SIDE_MAX, value);
}

/* The one table of options. One with neither a function nor a command prints a table, and that
 * is all. */
/* clang-format off */
static const struct option {
    const char *name;
    const char *value; /* what follows it, or NULL; [...] may be left out */
    const char *help;
    bool (*take)(struct options *options, const char *value, struct err *err);
    const char *command; /* instead: what is carried out, with the value behind it */
} option_table[] = {
    {"--file", "FILE", "the sentence from a file; - is standard input", .take = option_file},
    {"-c", "COMMAND", "carry out a command first (repeatable, in order)", .take = option_command},
    {"--script", "FILE", "carry out the commands of a file, one a line; - as above",
     .take = option_script},
    {"--log", "FILE", "write the commands carried out to a file: a script", .take = option_log},
    {"--print", "[=FORM]", "write the screen as text, ansi or svg; all: every step of a lesson",
     .take = option_print},
    {"--size", "WxH", "its columns and rows: 80x24", .take = option_size},
    {"--json", NULL, "write the state and all its numbers as JSON", .take = option_json},
    {"--describe", NULL, "write the state as sentences", .take = option_describe},
    {"--data", "DIR", "add DIR/lexicon.txt, DIR/heads/*.head and DIR/lessons/*.lesson",
     .take = option_data},
    {"--lesson", "NAME", "open a lesson, by its name or its file", .command = "lesson "},
    {"--lessons", NULL, .help = "print the lessons, and how many minutes they take"},
    {"--check", "FILE", "run what head files and lessons promise (several may follow)",
     .take = option_check},
    {"--ascii", NULL, "draw with ASCII characters only", .command = "glyphs ascii"},
    {"--theme", "NAME", "colour or mono", .command = "theme "},
    {"--mouse", "on|off", "off: the terminal selects text", .command = "mouse "},
    {"--kernels", "NAME", "compute with other kernels (same numbers); list names them",
     .take = option_kernels},
    {"--heads", NULL, .help = "print the heads"},
    {"--commands", NULL, .help = "print the commands"},
    {"--keys", NULL, .help = "print the keys"},
    {"--help", NULL, .help = "print this"},
    {"--version", NULL, .help = "print the version"},
};
/* clang-format on */
enum { OPTION_COUNT = sizeof option_table / sizeof option_table[0] };

static bool
take(struct options *options, const struct option *option, const char *value,
     struct err *err)
{
    char command[PATH_BYTES + 16];
    if (option->take != NULL)
        return option->take(options, value, err);
    if (option->command == NULL) {
        options->table = option->name;
        return true;
    }
    snprintf(command, sizeof command, "%s%s", option->command, value ? value : "");
    return add_order(options, command, option->name, err);
}

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
        const char *value = equals ? equals + 1 : NULL;
        bool needed = option->value != NULL && option->value[0] != '[';
        if (needed && value == NULL)
            value = argv[*at + 1] != NULL ? argv[++*at] : NULL;
        if (needed && (value == NULL || *value == '\0'))
            return err_set(err, "%s: %s must follow (%s)", option->name, option->value,
                           option->help);
        return take(options, option, value, err);
    }
    return err_set(err,
                   "there is no option %s; qkv --help lists them, and -- begins a "
                   "sentence",
                   text_shown(word, 60).text);
}

/* Whether a path names a file that was read. */
static bool
is_input(const struct options *options, const char *path)
{
    struct stat stat_buffer;
    if (stat(path, &stat_buffer) != 0)
        return false;
    for (int k = 0; k < options->input_count; k++)
        if (options->inputs[k].device == (long long)stat_buffer.st_dev &&
            options->inputs[k].file == (long long)stat_buffer.st_ino)
            return true;
    return false;
}

bool
options_read(struct options *options, char **argv, struct err *err)
{
    bool only_args = false;
    options->cols = 80;
    options->rows = 24;
    for (int at = 1; argv[at] != NULL; at++) {
        if (!only_args && strcmp(argv[at], "--") == 0)
            only_args = true;
        else if (!only_args && strcmp(argv[at], "-h") == 0)
            options->table = "--help";
        else if (!only_args && argv[at][0] == '-' && argv[at][1] != '\0') {
            if (!take_option(options, argv, &at, err))
                return false;
        } else if (options->check_count > 0) {
            if (!option_check(options, argv[at], err))
                return false;
        } else {
            text_add(&options->sentence, "%s%s", options->has_arg ? " " : "", argv[at]);
            options->has_arg = true;
        }
    }
    if (options->has_arg && options->has_file)
        return err_set(err, "a sentence was given and --file too; one of them is enough");
    bool describes = options->describe;
    for (size_t i = 0; i < options->order_count; i++)
        describes =
            describes ||
            command_flags(command_tables, options->orders[i].command) & WRITES_OUTPUT;
    if (options->json + describes + (options->print != PRINT_NONE) > 1)
        return err_set(
            err, "--print, --json and describe all write to the output; choose one");
    if (options->log != NULL && is_input(options, options->log))
        return err_set(err, "--log: %s is read too; the log needs a file of its own",
                       options->log);
    if (options->check_count > 0 &&
        (options->log != NULL || options->has_file || options->has_script ||
         options->order_count > 0 || describes || options->json || options->has_arg ||
         options->print != PRINT_NONE))
        return err_set(err, "--check runs the lines of its files and takes nothing else");
    return !options->sentence.failed ||
           err_set(err, "there is not enough memory for the sentence");
}

bool
options_are_batch(const struct options *options)
{
    return options->table != NULL || options->check_count > 0 || options->json ||
           options->describe || options->has_script || options->print != PRINT_NONE;
}

void
options_free(struct options *options)
{
    for (size_t i = 0; i < options->order_count; i++)
        free(options->orders[i].command);
    free(options->orders);
    free(options->checks);
    text_free(&options->sentence);
}

void
options_list(struct text *text)
{
    text_add(text,
             "qkv: attention, with every number open\n\n"
             "    qkv [OPTION ...] [WORD ...]    the words make the sentence;\n"
             "                                   without them, The cat chased the mouse\n"
             "\n");
    for (int k = 0; k < OPTION_COUNT; k++) {
        const struct option *option = &option_table[k];
        text_add(text, "    %-10s %-8s %s\n", option->name,
                 option->value ? option->value : "", option->help);
    }
    text_add(
        text,
        "    --                  what follows belongs to the sentence\n\n"
        "Without --print, --json, --describe, --script or --check the program opens.\n"
        "Exit status: 0 done; 1 an expect did not hold; 2 wrong usage or input.\n");
}

#ifndef APP_COMMANDS_COMMAND_H
#define APP_COMMANDS_COMMAND_H

#include "app/state/app.h"
#include "app/state/cursor.h"
#include "app/state/outcome.h"

/* What a command is, besides its function. */
enum command_flag {
    SETS_NUMBERS = 1,  /* undo takes it back; of a sentence, the tensors are made anew */
    SETS_SENTENCE = 2, /* there is another sentence then, */
    SETS_HEAD = 4,     /* or another head: not the same numbers changed */
    LINES_ON_PAGE = 8, /* on the page it moves among the four lines, and sets nothing */
    ABOUT_TRAINING = 16, /* it is about the trainer, whatever is shown */
    BY_ADDRESS = 32,     /* it is where its address names a number of the lookup task */
    WORKS = 64,          /* takes a piece of a goal; nobody looks before the last one */
    GOES_TO_VIEW = 128,
    IS_CHECK = 256, /* where it is done, what it says holds */
    WRITES_OUTPUT = 512,
    NOT_LOGGED = 1024,
    NOT_IN_LESSONS = 2048, /* no step of a lesson does it: see lessons/run.c */
    NEEDS_LESSON = 4096
};

/* What Tab offers behind a command, besides words of its own. */
enum completion {
    COMPLETE_WORDS,
    COMPLETE_HEADS,
    COMPLETE_MEANINGS, /* tokens, and what they may mean */
    COMPLETE_PANES,
    COMPLETE_SETTINGS,
    COMPLETE_TOKENS,
    COMPLETE_VIEWS
};

/* A row of a table of commands. */
struct command {
    const char *name;
    const char *args; /* as a reader would write them */
    const char *help;
    /* what carries it out; args are without blanks around them. NULL: `request` is made */
    enum outcome (*run)(struct app *app, const char *args, struct err *err);
    /* and what does instead where it is about the trainer; or NULL */
    enum outcome (*run_training)(struct app *app, const char *args, struct err *err);
    enum request request;
    unsigned flags; /* a sum of enum command_flag */
    enum cursor cursor;
    enum completion completion;
    const char *words[4]; /* that may follow it; up to a NULL */
};

/* The command at a place in a list of tables, each of which ends in a row without a name; NULL
 * behind the last. */
const struct command *command_at(const struct command *const *tables, int at);

/* The command that a line begins with, or NULL; *args gets what follows its name. */
const struct command *command_of(const struct command *const *tables, const char *line,
                                 const char **args);

/* The flags of that command; 0 where there is none. */
unsigned command_flags(const struct command *const *tables, const char *line);

#endif

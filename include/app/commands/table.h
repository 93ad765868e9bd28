#ifndef APP_COMMANDS_TABLE_H
#define APP_COMMANDS_TABLE_H

#include "app/commands/command.h"
#include "base/text.h"

/* The tables of commands: what app_apply carries out, what --commands prints. Each is at the
 * end of its file, below its functions, and ends in a row without a name. */
extern const struct command sentence_commands[];
extern const struct command train_commands[];
extern const struct command lookup_commands[];
extern const struct command lesson_commands[];
extern const struct command view_commands[];
extern const struct command open_commands[];
extern const struct command edit_commands[];
extern const struct command program_commands[];

/* All of them, up to a NULL. */
extern const struct command *const command_tables[];

/* Writes them, one command a line. */
void command_list(struct text *text);

#endif

/* All commands. */
#include "app/commands/table.h"

const struct command *const command_tables[] = {
    sentence_commands, train_commands,   lookup_commands,
    lesson_commands,   view_commands,    open_commands,
    edit_commands,     program_commands, NULL,
};

void
command_list(struct text *text)
{
    const struct command *command;
    for (int k = 0; (command = command_at(command_tables, k)) != NULL; k++)
        text_add(text, "%-9s %-21s %s\n", command->name, command->args, command->help);
}
